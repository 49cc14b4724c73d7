package dev.gyre.cli;

import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.data.Matches;
import java.io.PrintWriter;

/** The points within a radius of the first queries, for people. */
final class MatchTable {

    private static final int MAX_RANKS = 3;

    private MatchTable() {}

    static void print(Matches matches, PointTable queries, PointTable points, int rows, PrintWriter out) {
        int shown = Math.min(rows, matches.queries());
        if (shown > 0) {
            TextTable table = new TextTable();
            table.add("query", "matches", "nearest");
            for (int query = 0; query < shown; query++) {
                table.add(row(matches, queries, points, query));
            }
            table.print(out);
        }
        out.println(Numbers.grouped(shown) + " of " + Numbers.grouped(matches.queries())
                + (matches.queries() == 1 ? " query, " : " queries, ") + Numbers.grouped(matches.size())
                + (matches.size() == 1 ? " match" : " matches")
                + (shown < matches.queries() ? "; --rows N shows more, --output FILE writes all" : ""));
    }

    private static String[] row(Matches matches, PointTable queries, PointTable points, int query) {
        int used = Math.min(MAX_RANKS, matches.count(query));
        String[] cells = new String[2 + used];
        cells[0] = queries.label(query);
        cells[1] = Numbers.grouped(matches.count(query));
        for (int rank = 0; rank < used; rank++) {
            double distance = matches.distance(query, rank);
            cells[2 + rank] = NeighborTable.cell(points.label(matches.id(query, rank)), distance, matches.metric());
        }
        return cells;
    }
}
