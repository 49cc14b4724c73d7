package dev.gyre.cli;

import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.data.Matches;
import java.io.PrintWriter;
import java.util.stream.IntStream;

/** The points within a radius of the first queries, for people. */
final class MatchTable {

    private static final int MAX_RANKS = 3;

    private final PointTable queries;
    private final PointTable points;
    private final MatchAnswer.Kept kept;
    private final TextTable table = new TextTable();
    private boolean isEmpty = true;

    MatchTable(PointTable queries, PointTable points, MatchAnswer.Kept kept) {
        this.queries = queries;
        this.points = points;
        this.kept = kept;
        if (kept.countsOnly()) {
            table.add("query", "matches");
        } else {
            table.add("query", "matches", "nearest");
        }
    }

    /** Adds a query of which only the number of matches is known. */
    void add(int query, int count) {
        table.add(queries.label(query), Numbers.grouped(count));
        isEmpty = false;
    }

    /** Adds a query and its matches. */
    void add(int query, Matches matches) {
        int[] ranks = IntStream.range(0, matches.count(0))
                .filter(rank -> !kept.pairsOnce() || matches.id(0, rank) > query)
                .limit(kept.most())
                .toArray();
        int used = Math.min(MAX_RANKS, ranks.length);
        String[] cells = new String[2 + used];
        cells[0] = queries.label(query);
        cells[1] = Numbers.grouped(ranks.length);
        for (int i = 0; i < used; i++) {
            double distance = matches.distance(0, ranks[i]);
            cells[2 + i] = NeighborTable.cell(points.label(matches.id(0, ranks[i])), distance, matches.metric());
        }
        table.add(cells);
        isEmpty = false;
    }

    void print(PrintWriter out) {
        if (!isEmpty) {
            table.print(out);
        }
    }
}
