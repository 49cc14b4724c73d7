package dev.gyre.cli;

import dev.gyre.cli.csv.AnswerColumn;
import dev.gyre.cli.csv.CsvRecords;
import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.ExecutionReport.DeviceShare;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.io.PointFormat;
import dev.gyre.engine.io.VectorFiles;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The neighbors of queries.
 *
 * @param wanted the number of neighbors and their largest distance
 * @param before the times of the work before the search
 * @param leftJoin whether CSV has a row for a query without neighbors
 */
record NeighborAnswer(
        Neighbors neighbors, JoinedColumns columns, NeighborOptions wanted, Times before, boolean leftJoin)
        implements Answer.OfVectors {

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
        cells[0] = columns.left().label(query);
        for (int rank = 0; rank < ranks; rank++) {
            String neighbor = columns.right().label(neighbors.id(query, rank));
            cells[1 + rank] = cell(neighbor, neighbors.distance(query, rank), neighbors.metric());
        }
        return cells;
    }

    /** Returns the label of a point, and its distance. */
    static String cell(String label, double distance, Metric metric) {
        return label + " " + Numbers.distance(distance) + (metric == Metric.HAVERSINE ? " km" : "");
    }

    private String note(int shown, int ranks) {
        boolean areFewer = ranks < neighbors.k();
        String more = shown < neighbors.queries()
                ? "; --rows N shows more, --output FILE writes all"
                : areFewer ? "; --output FILE writes all" : "";
        return Numbers.grouped(shown) + " of " + Numbers.counted(neighbors.queries(), "query", "queries")
                + (areFewer ? ", " + ranks + " of " + neighbors.k() + " neighbors each" : "") + more;
    }

    /** Unused slots are left out. */
    @Override
    public void records(Monitor monitor, Consumer<Object[]> records) {
        records.accept(columns.header(
                columns.left().labelColumn("query"),
                AnswerColumn.count("rank"),
                columns.right().labelColumn("neighbor"),
                AnswerColumn.distance("distance")));
        for (int query = 0; query < neighbors.queries(); query++) {
            CsvRecords.step(query, neighbors.queries(), monitor);
            Object label = columns.left().labelCell(query);
            int count = neighbors.count(query);
            if (count == 0 && leftJoin) {
                records.accept(columns.cells(query, JoinedColumns.NO_ROW, label, null, null, null));
            }
            for (int rank = 0; rank < count; rank++) {
                int id = neighbors.id(query, rank);
                records.accept(columns.cells(
                        query, id, label, rank + 1, columns.right().labelCell(id), neighbors.distance(query, rank)));
            }
        }
    }

    @Override
    public void writeVectors(Content content, PointFormat format, OutputStream out, Monitor monitor)
            throws IOException {
        if (content == Content.IDS) {
            VectorFiles.writeIds(neighbors, format, watched(out, Integer.BYTES, monitor));
        } else {
            int bytes = format == PointFormat.NPY ? Double.BYTES : Float.BYTES;
            VectorFiles.writeDistances(neighbors, format, watched(out, bytes, monitor));
        }
    }

    /** Returns a stream that tells a monitor how many bytes are written. */
    private OutputStream watched(OutputStream out, int bytesOfSlot, Monitor monitor) {
        long total = (long) neighbors.queries() * neighbors.k() * bytesOfSlot;
        return new FilterOutputStream(out) {
            private long written;

            @Override
            public void write(int b) throws IOException {
                out.write(b);
                written++;
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                out.write(bytes, from, length);
                written += length;
                monitor.progress(Math.min(written, total), total);
            }
        };
    }

    @Override
    public Outcome outcome(long workNanos) {
        ExecutionReport report = neighbors.report();
        Double radius = wanted.radius();
        Facts answered = new Facts();
        report.shares().forEach(share -> answered.and(share.device().id(), share.answered()));
        Facts facts = Facts.of("queries", neighbors.queries())
                .and("k", wanted.k())
                .and("radius", radius)
                .and("method", Names.nameOf(report.method()))
                .and("exact_fallbacks", report.exactFallbacks())
                .and("answered_by", report.shares().isEmpty() ? null : answered.values());
        int again = report.exactFallbacks();
        Stream<String> shares = report.shares().stream().map(DeviceShare::toString);
        String remark = Stream.of(
                        shares.collect(Collectors.joining(", ")),
                        again == 0 ? "" : Numbers.grouped(again) + " answered again in double")
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
        String summary = Numbers.counted(neighbors.queries(), "query", "queries") + ", k=" + wanted.k()
                + (radius == null ? "" : ", radius=" + radius);
        return new Outcome(summary, facts, before.and(Times.of(report)), remark);
    }
}
