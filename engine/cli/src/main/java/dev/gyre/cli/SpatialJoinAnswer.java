package dev.gyre.cli;

import dev.gyre.cli.csv.GeometryTable;
import dev.gyre.cli.csv.PairWriter;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Monitor;
import dev.gyre.jts.SpatialPredicate;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The pairs of a spatial join.
 *
 * @param pairs the right rows of each left row
 * @param left names the left rows
 * @param right names the right rows
 * @param predicate what holds for the pairs
 * @param countsOnly whether only the numbers of pairs are shown and written
 */
record SpatialJoinAnswer(
        Matches pairs, GeometryTable left, GeometryTable right, SpatialPredicate predicate, boolean countsOnly)
        implements CommandResult {

    private static final int MAX_SHOWN = 3;

    @Override
    public void print(int rows, PrintWriter out) {
        int shown = Math.min(rows, pairs.queries());
        if (shown > 0) {
            TextTable table = new TextTable();
            if (countsOnly) {
                table.add("left", "matches");
            } else {
                table.add("left", "matches", "first");
            }
            for (int row = 0; row < shown; row++) {
                table.add(cells(row));
            }
            table.print(out);
        }
        out.println(Numbers.grouped(shown) + " of " + Numbers.grouped(pairs.queries())
                + (pairs.queries() == 1 ? " left row, " : " left rows, ") + number()
                + (shown < pairs.queries() ? "; --rows N shows more, --output FILE writes all" : ""));
    }

    private String[] cells(int row) {
        int used = countsOnly ? 0 : Math.min(MAX_SHOWN, pairs.count(row));
        String[] cells = new String[2 + used];
        cells[0] = left.label(row);
        cells[1] = Numbers.grouped(pairs.count(row));
        for (int rank = 0; rank < used; rank++) {
            cells[2 + rank] = right.label(pairs.id(row, rank));
        }
        return cells;
    }

    private String number() {
        return Numbers.grouped(pairs.size()) + (pairs.size() == 1 ? " pair" : " pairs");
    }

    @Override
    public void write(Writer out, Monitor monitor) throws IOException {
        if (countsOnly) {
            PairWriter.writeCounts(pairs, left, out);
        } else {
            PairWriter.write(pairs, left, right, out, monitor);
        }
    }

    @Override
    public String summary() {
        return Numbers.grouped(pairs.queries()) + " left rows, "
                + Numbers.grouped(right.layer().size()) + " right rows, " + predicate + ", " + number();
    }

    @Override
    public Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("left_rows", pairs.queries());
        facts.put("right_rows", right.layer().size());
        facts.put("predicate", predicate.name());
        if (predicate.distance() > 0) {
            facts.put("distance", predicate.distance());
        }
        facts.put("pairs", pairs.size());
        return facts;
    }

    @Override
    public Times times(long workNanos) {
        return Times.NONE.and("join", workNanos);
    }
}
