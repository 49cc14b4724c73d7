package dev.gyre.cli;

import dev.gyre.cli.csv.Labels;
import dev.gyre.engine.data.Matches;
import java.io.PrintWriter;
import java.util.stream.IntStream;

/** The matches of the first queries, for people. */
final class MatchTable {

    private static final int MAX_RANKS = 3;

    private final Labels queries;
    private final Labels rows;
    private final boolean hasDistances;
    private final MatchSource.Kept kept;
    private final TextTable table = new TextTable();
    private boolean isEmpty = true;

    MatchTable(Labels queries, Labels rows, boolean hasDistances, MatchSource.Kept kept) {
        this.queries = queries;
        this.rows = rows;
        this.hasDistances = hasDistances;
        this.kept = kept;
        if (kept.countsOnly()) {
            table.add("query", "matches");
        } else {
            table.add("query", "matches", hasDistances ? "nearest" : "first");
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
            String label = rows.label(matches.id(0, ranks[i]));
            cells[2 + i] =
                    hasDistances ? NeighborTable.cell(label, matches.distance(0, ranks[i]), matches.metric()) : label;
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
