package dev.gyre.cli;

import dev.gyre.cli.csv.Ranking;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/**
 * Rows in an order.
 *
 * @param ranking the rows
 * @param summary what was done
 * @param work the part of the work that was timed
 */
record RankingAnswer(Ranking ranking, String summary, String work) implements CommandResult {

    @Override
    public void print(int rows, PrintWriter out) {
        int shown = Math.min(rows, ranking.size());
        if (shown > 0) {
            TextTable table = new TextTable();
            ranking.forEach(shown, table::add);
            table.print(out);
        }
        out.println(Numbers.grouped(shown) + " of " + Numbers.grouped(ranking.size())
                + (ranking.size() == 1 ? " row" : " rows")
                + (shown < ranking.size() ? "; --rows N shows more, --output FILE writes all" : ""));
    }

    @Override
    public void write(Writer out) throws IOException {
        ranking.write(out);
    }

    @Override
    public String times(long workNanos) {
        return work + " " + Numbers.seconds(workNanos);
    }
}
