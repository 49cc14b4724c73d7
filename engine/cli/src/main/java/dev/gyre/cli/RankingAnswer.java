package dev.gyre.cli;

import dev.gyre.cli.csv.Ranking;
import dev.gyre.engine.data.Monitor;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Map;

/**
 * Rows in an order.
 *
 * @param ranking the rows
 * @param summary what was done
 * @param facts the same for scripts
 * @param work the part of the work that was timed
 */
record RankingAnswer(Ranking ranking, String summary, Map<String, Object> facts, String work) implements CommandResult {

    @Override
    public void print(int rows, PrintWriter out) {
        int shown = Math.min(rows, ranking.size());
        if (shown > 0) {
            TextTable table = new TextTable();
            ranking.forEach(shown, table::add);
            table.print(out);
        }
        String note = Numbers.grouped(shown) + " of " + Numbers.grouped(ranking.size())
                + (ranking.size() == 1 ? " row" : " rows")
                + (shown < ranking.size() ? "; --rows N shows more, --output FILE writes all" : "");
        out.println(Terminal.fittingOutput(note));
    }

    @Override
    public void write(Writer out, Monitor monitor) throws IOException {
        ranking.write(out, monitor);
    }

    @Override
    public Times times(long workNanos) {
        return Times.NONE.and(work, workNanos);
    }
}
