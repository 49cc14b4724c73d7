package dev.gyre.cli;

import dev.gyre.cli.csv.CsvForm;
import dev.gyre.cli.csv.CsvRecords;
import dev.gyre.cli.csv.Labels;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.MatchConsumer;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.io.MatchVectors;
import dev.gyre.engine.io.PointFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The matches of queries. The search runs while they are written, so there may be more matches than memory holds. Valid as long as the
 * engine is open.
 */
final class MatchAnswer implements CommandResult {

    /** Most matches of a query that the table shows. */
    private static final int MAX_SHOWN = 3;

    private final MatchSource source;
    private final Labels queries;
    private final Labels rows;
    private final Sought sought;
    private final MatchSource.Kept kept;
    private int[] counts;
    private long handedOut = -1;

    /** What queries and matches are called. */
    enum Words {
        QUERIES("query", "query", "queries", "match"),
        LEFT_ROWS("left", "left row", "left rows", "right");

        private final String column;
        private final String one;
        private final String many;
        private final String matchColumn;

        Words(String column, String one, String many, String matchColumn) {
            this.column = column;
            this.one = one;
            this.many = many;
            this.matchColumn = matchColumn;
        }

        private String counted(int number) {
            return Numbers.counted(number, one, many);
        }
    }

    /**
     * The condition that makes a row a match.
     *
     * @param facts the condition by name, for scripts
     * @param hasDistances whether matches have distances
     */
    record Sought(Words words, String text, Map<String, Object> facts, boolean hasDistances) {}

    MatchAnswer(MatchSource source, Labels queries, Labels rows, Sought sought, MatchSource.Kept kept) {
        this.source = source;
        this.queries = queries;
        this.rows = rows;
        this.sought = sought;
        this.kept = kept;
    }

    private int[] counts() {
        if (counts == null) {
            counts = source.counts().get();
        }
        return counts;
    }

    boolean countsOnly() {
        return kept.countsOnly();
    }

    /** Returns the number of kept matches; counts them unless they have been handed out. */
    long size() {
        if (handedOut >= 0) {
            return handedOut;
        }
        long size = Arrays.stream(counts())
                .mapToLong(count -> Math.min(count, kept.most()))
                .sum();
        return kept.pairsOnce() ? size / 2 : size;
    }

    @Override
    public void print(int shownRows, PrintWriter out) {
        int shown = Math.min(shownRows, source.queries());
        if (shown > 0) {
            TextTable table = new TextTable();
            String first = sought.hasDistances() ? "nearest" : "first";
            table.add(
                    kept.countsOnly()
                            ? new String[] {sought.words().column, "matches"}
                            : new String[] {sought.words().column, "matches", first});
            for (int query = 0; query < shown; query++) {
                table.add(cells(query));
            }
            table.print(out);
        }
        out.println(Numbers.grouped(shown) + " of " + sought.words().counted(source.queries()) + ", " + matches()
                + (shown < source.queries() ? "; --rows N shows more, --output FILE writes all" : ""));
    }

    private String[] cells(int query) {
        if (kept.countsOnly()) {
            return new String[] {queries.label(query), Numbers.grouped(counts()[query])};
        }
        Matches matches = source.matches().apply(query);
        int[] ranks = IntStream.range(0, matches.count(0))
                .filter(rank -> !kept.pairsOnce() || matches.id(0, rank) > query)
                .limit(kept.most())
                .toArray();
        String[] cells = new String[2 + Math.min(MAX_SHOWN, ranks.length)];
        cells[0] = queries.label(query);
        cells[1] = Numbers.grouped(ranks.length);
        for (int i = 0; i < cells.length - 2; i++) {
            String label = rows.label(matches.id(0, ranks[i]));
            cells[2 + i] = sought.hasDistances()
                    ? NeighborAnswer.cell(label, matches.distance(0, ranks[i]), matches.metric())
                    : label;
        }
        return cells;
    }

    @Override
    public void write(Writer out, CsvForm form, Monitor monitor) throws IOException {
        CsvRecords.write(out, form, csv -> {
            if (kept.countsOnly()) {
                writeCounts(csv);
            } else {
                writeMatches(csv, form, monitor);
            }
        });
    }

    private void writeCounts(Consumer<String[]> csv) {
        csv.accept(new String[] {sought.words().column, "matches"});
        for (int query = 0; query < counts().length; query++) {
            csv.accept(new String[] {queries.label(query), Integer.toString(counts()[query])});
        }
    }

    private void writeMatches(Consumer<String[]> csv, CsvForm form, Monitor monitor) {
        boolean hasDistances = sought.hasDistances();
        JoinedColumns columns = new JoinedColumns(queries, rows);
        csv.accept(
                hasDistances
                        ? columns.header(sought.words().column, "neighbor", "distance")
                        : columns.header(sought.words().column, sought.words().matchColumn));
        int[] next = new int[1];
        handOut(monitor, (first, part) -> {
            for (int query = 0; query < part.queries(); query++) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new CancellationException("cancelled: not all was written");
                }
                String label = queries.label(first + query);
                if (part.count(query) > 0) {
                    writeUnmatched(csv, columns, next[0], first + query);
                    next[0] = first + query + 1;
                }
                for (int rank = 0; rank < part.count(query); rank++) {
                    int id = part.id(query, rank);
                    String match = rows.label(id);
                    csv.accept(
                            hasDistances
                                    ? columns.cells(
                                            first + query, id, label, match, form.distance(part.distance(query, rank)))
                                    : columns.cells(first + query, id, label, match));
                }
            }
        });
        writeUnmatched(csv, columns, next[0], source.queries());
    }

    /** Writes queries without a match, if they are wanted. */
    private void writeUnmatched(Consumer<String[]> csv, JoinedColumns columns, int from, int to) {
        for (int query = from; kept.leftJoin() && query < to; query++) {
            String label = queries.label(query);
            csv.accept(
                    sought.hasDistances()
                            ? columns.cells(query, JoinedColumns.NO_ROW, label, "", "")
                            : columns.cells(query, JoinedColumns.NO_ROW, label, ""));
        }
    }

    /** Writes the ids as an array or as vectors. */
    void writeIds(PointFormat format, OutputStream out, Monitor monitor) throws IOException {
        write(MatchVectors.ofIds(format, size(), out), monitor);
    }

    /** Writes the distances as an array or as vectors. */
    void writeDistances(PointFormat format, OutputStream out, Monitor monitor) throws IOException {
        write(MatchVectors.ofDistances(format, size(), out), monitor);
    }

    private void write(MatchVectors file, Monitor monitor) throws IOException {
        try {
            handOut(monitor, (first, part) -> {
                try {
                    file.write(first, part);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        file.finish();
    }

    private void handOut(Monitor monitor, MatchConsumer consumer) {
        long[] size = new long[1];
        MatchConsumer counting = (first, part) -> {
            size[0] += part.size();
            consumer.accept(first, part);
        };
        source.handOut().to(monitor, counting);
        handedOut = size[0];
    }

    private boolean arePairs() {
        return kept.pairsOnce() || sought.words() == Words.LEFT_ROWS;
    }

    private String matches() {
        long size = size();
        return Numbers.grouped(size) + (arePairs() ? " pair" : " match") + (size == 1 ? "" : arePairs() ? "s" : "es");
    }

    @Override
    public String summary() {
        return sought.words().counted(source.queries()) + ", " + sought.text() + ", " + matches();
    }

    @Override
    public Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put(sought.words().many.replace(' ', '_'), source.queries());
        facts.putAll(sought.facts());
        facts.put(arePairs() ? "pairs" : "matches", size());
        JoinMethod method = source.method().get();
        if (method != null) {
            facts.put("method", ConstantName.nameOf(method));
        }
        return facts;
    }

    @Override
    public Times times(long workNanos) {
        return source.times().apply(workNanos);
    }

    /** Says that the host did the work, if it did: the last line names the engine's device. */
    @Override
    public String remark() {
        return source.method().get() == JoinMethod.BRUTE_FORCE ? "all distances, on the threads of the host" : "";
    }
}
