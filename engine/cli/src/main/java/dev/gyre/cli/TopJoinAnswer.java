package dev.gyre.cli;

import dev.gyre.cli.csv.TopPairWriter;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.TopPairs;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The pairs of a top-k join.
 *
 * @param pairs the pairs, the best one first
 * @param rows names the rows of both sides
 */
record TopJoinAnswer(TopPairs pairs, TopJoinInput.Tables rows) implements CommandResult {

    @Override
    public void print(int most, PrintWriter out) {
        int shown = Math.min(most, pairs.size());
        if (shown > 0) {
            TextTable table = new TextTable();
            table.add("rank", "left", "right", "score", "distance");
            for (int rank = 0; rank < shown; rank++) {
                table.add(
                        Integer.toString(rank + 1),
                        rows.left().table().label(pairs.left(rank)),
                        rows.right().table().label(pairs.right(rank)),
                        TopPairWriter.number(pairs.score(rank)),
                        Numbers.distance(pairs.distance(rank)));
            }
            table.print(out);
        }
        out.println(Numbers.grouped(shown) + " of " + number()
                + (shown < pairs.size() ? "; --rows N shows more, --output FILE writes all" : ""));
    }

    private String number() {
        return Numbers.grouped(pairs.size()) + (pairs.size() == 1 ? " pair" : " pairs");
    }

    @Override
    public void write(Writer out, Monitor monitor) throws IOException {
        TopPairWriter.write(pairs, rows.left().table(), rows.right().table(), out, monitor);
    }

    @Override
    public String summary() {
        return Numbers.grouped(rows.left().size()) + " left rows, "
                + Numbers.grouped(rows.right().size()) + " right rows, " + number() + " by "
                + ConstantName.nameOf(pairs.work().method()) + ", "
                + Numbers.grouped(pairs.work().pairsTested()) + " pairs tested";
    }

    @Override
    public Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("left_rows", rows.left().size());
        facts.put("right_rows", rows.right().size());
        facts.put("method", ConstantName.nameOf(pairs.work().method()));
        facts.put("pairs", pairs.size());
        facts.put("pairs_tested", pairs.work().pairsTested());
        return facts;
    }

    @Override
    public Times times(long workNanos) {
        return Times.NONE.and("join", workNanos);
    }
}
