package dev.gyre.cli;

import dev.gyre.cli.csv.Labels;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import java.io.PrintWriter;

/** The neighbors of the first queries, for people. */
final class NeighborTable {

    private static final int MAX_RANKS = 5;

    private NeighborTable() {}

    static void print(Neighbors neighbors, Labels queries, Labels points, int rows, PrintWriter out) {
        int shown = Math.min(rows, neighbors.queries());
        int ranks = Math.min(MAX_RANKS, neighbors.k());
        if (shown > 0) {
            TextTable table = new TextTable();
            table.add(header(ranks));
            for (int query = 0; query < shown; query++) {
                table.add(row(neighbors, queries, points, query, ranks));
            }
            ranks = table.print(out) - 1;
        }
        out.println(Terminal.fittingOutput(note(neighbors, shown, ranks)));
    }

    private static String[] header(int ranks) {
        String[] cells = new String[1 + ranks];
        cells[0] = "query";
        for (int rank = 1; rank <= ranks; rank++) {
            cells[rank] = Integer.toString(rank);
        }
        return cells;
    }

    private static String[] row(Neighbors neighbors, Labels queries, Labels points, int query, int ranks) {
        int used = Math.min(ranks, neighbors.count(query));
        String[] cells = new String[1 + used];
        cells[0] = queries.label(query);
        for (int rank = 0; rank < used; rank++) {
            double distance = neighbors.distance(query, rank);
            cells[1 + rank] = cell(points.label(neighbors.id(query, rank)), distance, neighbors.metric());
        }
        return cells;
    }

    /** A point and how far it is. */
    static String cell(String label, double distance, Metric metric) {
        return label + " " + Numbers.distance(distance) + (metric == Metric.HAVERSINE ? " km" : "");
    }

    private static String note(Neighbors neighbors, int shown, int ranks) {
        StringBuilder note = new StringBuilder();
        note.append(Numbers.grouped(shown)).append(" of ").append(Numbers.grouped(neighbors.queries()));
        note.append(neighbors.queries() == 1 ? " query" : " queries");
        if (ranks < neighbors.k()) {
            note.append(", ").append(ranks).append(" of ").append(neighbors.k()).append(" neighbors each");
        }
        if (shown < neighbors.queries()) {
            note.append("; --rows N shows more, --output FILE writes all");
        } else if (ranks < neighbors.k()) {
            note.append("; --output FILE writes all");
        }
        return note.toString();
    }
}
