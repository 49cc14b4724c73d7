package dev.gyre.cli;

import dev.gyre.cli.csv.CsvForm;
import dev.gyre.cli.csv.CsvRecords;
import dev.gyre.cli.csv.Labels;
import dev.gyre.engine.data.DeviceShare;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The neighbors of queries.
 *
 * @param radius null if there is none
 * @param before the times of the work before the search
 * @param leftJoin whether CSV has a row for a query without neighbors
 */
record NeighborAnswer(
        Neighbors neighbors, Labels queries, Labels points, int k, Double radius, Times before, boolean leftJoin)
        implements CommandResult {

    /** Most neighbors of a query that the table shows. */
    private static final int MAX_SHOWN = 5;

    @Override
    public void print(int rows, PrintWriter out) {
        int shown = Math.min(rows, neighbors.queries());
        int ranks = Math.min(MAX_SHOWN, neighbors.k());
        if (shown > 0) {
            TextTable table = new TextTable();
            table.add(Stream.concat(
                            Stream.of("query"), IntStream.rangeClosed(1, ranks).mapToObj(Integer::toString))
                    .toArray(String[]::new));
            for (int query = 0; query < shown; query++) {
                table.add(cells(query, Math.min(ranks, neighbors.count(query))));
            }
            ranks = table.print(out) - 1;
        }
        out.println(Terminal.fittingOutput(note(shown, ranks)));
    }

    private String[] cells(int query, int ranks) {
        String[] cells = new String[1 + ranks];
        cells[0] = queries.label(query);
        for (int rank = 0; rank < ranks; rank++) {
            double distance = neighbors.distance(query, rank);
            cells[1 + rank] = cell(points.label(neighbors.id(query, rank)), distance, neighbors.metric());
        }
        return cells;
    }

    /** Returns the label of a point, and its distance. */
    static String cell(String label, double distance, Metric metric) {
        return label + " " + Numbers.distance(distance) + (metric == Metric.HAVERSINE ? " km" : "");
    }

    private String note(int shown, int ranks) {
        StringBuilder note = new StringBuilder();
        note.append(Numbers.grouped(shown))
                .append(" of ")
                .append(Numbers.counted(neighbors.queries(), "query", "queries"));
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

    /** Unused slots are left out. */
    @Override
    public void write(Writer out, CsvForm form, Monitor monitor) throws IOException {
        JoinedColumns columns = new JoinedColumns(queries, points);
        CsvRecords.write(out, form, csv -> {
            csv.accept(columns.header("query", "rank", "neighbor", "distance"));
            for (int query = 0; query < neighbors.queries(); query++) {
                CsvRecords.step(query, neighbors.queries(), monitor);
                String label = queries.label(query);
                int count = neighbors.count(query);
                if (count == 0 && leftJoin) {
                    csv.accept(columns.cells(query, JoinedColumns.NO_ROW, label, "", "", ""));
                }
                for (int rank = 0; rank < count; rank++) {
                    int id = neighbors.id(query, rank);
                    csv.accept(columns.cells(
                            query,
                            id,
                            label,
                            Integer.toString(rank + 1),
                            points.label(id),
                            form.distance(neighbors.distance(query, rank))));
                }
            }
        });
    }

    @Override
    public String summary() {
        return Numbers.counted(neighbors.queries(), "query", "queries") + ", k=" + k
                + (radius == null ? "" : ", radius=" + radius);
    }

    @Override
    public Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("queries", neighbors.queries());
        facts.put("k", k);
        if (radius != null) {
            facts.put("radius", radius);
        }
        facts.put("method", ConstantName.nameOf(neighbors.report().method()));
        facts.put("exact_fallbacks", neighbors.report().exactFallbacks());
        List<DeviceShare> shares = neighbors.report().shares();
        if (!shares.isEmpty()) {
            Map<String, Object> answered = new LinkedHashMap<>();
            shares.forEach(share -> answered.put(share.device().id(), share.answered()));
            facts.put("answered_by", answered);
        }
        return facts;
    }

    @Override
    public Times times(long workNanos) {
        return before.and(Times.of(neighbors.report()));
    }

    @Override
    public String remark() {
        int again = neighbors.report().exactFallbacks();
        String shares =
                neighbors.report().shares().stream().map(DeviceShare::toString).collect(Collectors.joining(", "));
        String inDouble = again == 0 ? "" : Numbers.grouped(again) + " answered again in double";
        return Stream.of(shares, inDouble).filter(text -> !text.isEmpty()).collect(Collectors.joining("; "));
    }
}
