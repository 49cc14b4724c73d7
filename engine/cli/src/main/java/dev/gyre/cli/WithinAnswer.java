package dev.gyre.cli;

import dev.gyre.cli.csv.PointTable;
import dev.gyre.cli.csv.RankedRowsWriter;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.RankedRows;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The best rows of each place.
 *
 * @param found the rows of each place
 * @param rows names the rows
 * @param score the column of the scores
 */
record WithinAnswer(RankedRows found, PointTable rows, String score) implements CommandResult {

    @Override
    public void print(int most, PrintWriter out) {
        int shown = Math.min(most, found.size());
        if (shown > 0) {
            TextTable table = new TextTable();
            RankedRowsWriter.forEach(found, rows, score, shown, table::add);
            table.print(out);
        }
        out.println(Numbers.grouped(shown) + " of " + Numbers.grouped(found.size()) + " rows"
                + (shown < found.size() ? "; --rows N shows more, --output FILE writes all" : ""));
    }

    @Override
    public void write(Writer out, Monitor monitor) throws IOException {
        RankedRowsWriter.write(found, rows, score, out, monitor);
    }

    @Override
    public String summary() {
        return Numbers.grouped(rows.points().size()) + " rows, " + Numbers.grouped(found.queries()) + " places, "
                + Numbers.grouped(found.size()) + " rows found by " + score;
    }

    @Override
    public Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("rows", rows.points().size());
        facts.put("places", found.queries());
        facts.put("by", score);
        facts.put("rows_written", found.size());
        return facts;
    }

    @Override
    public Times times(long workNanos) {
        return Times.NONE.and("search", workNanos);
    }
}
