package dev.gyre.cli;

import dev.gyre.cli.csv.Labels;
import dev.gyre.cli.csv.MatchWriter;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.MatchConsumer;
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

/**
 * The matches of queries. They are searched while they are written, so that there may be more of them than memory
 * holds. Valid as long as the engine is open.
 */
final class MatchAnswer implements CommandResult {

    private final MatchSource source;
    private final Labels queries;
    private final Labels rows;
    private final Sought sought;
    private final MatchSource.Kept kept;
    private int[] counts;
    private long handedOut = -1;

    /**
     * What makes a row a match.
     *
     * @param facts the same by name, for scripts
     * @param hasDistances whether matches have distances
     */
    record Sought(String text, Map<String, Object> facts, boolean hasDistances) {}

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

    /** The number of matches that are kept; counts them unless they have been handed out. */
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
        MatchTable table = new MatchTable(queries, rows, sought.hasDistances(), kept);
        for (int query = 0; query < shown; query++) {
            if (kept.countsOnly()) {
                table.add(query, counts()[query]);
            } else {
                table.add(query, source.matches().of(query, query + 1));
            }
        }
        table.print(out);
        out.println(Numbers.grouped(shown) + " of " + Numbers.grouped(source.queries())
                + (source.queries() == 1 ? " query, " : " queries, ") + matches()
                + (shown < source.queries() ? "; --rows N shows more, --output FILE writes all" : ""));
    }

    @Override
    public void write(Writer out, Monitor monitor) throws IOException {
        if (kept.countsOnly()) {
            MatchWriter.writeCounts(counts(), queries, out);
        } else {
            MatchWriter.write(consumer -> handOut(monitor, consumer), sought.hasDistances(), queries, rows, out);
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

    private String matches() {
        long size = size();
        String what = kept.pairsOnce() ? " pair" : " match";
        return Numbers.grouped(size) + what + (size == 1 ? "" : kept.pairsOnce() ? "s" : "es");
    }

    @Override
    public String summary() {
        return Numbers.grouped(source.queries()) + " queries, " + sought.text() + ", " + matches();
    }

    @Override
    public Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("queries", source.queries());
        facts.putAll(sought.facts());
        facts.put(kept.pairsOnce() ? "pairs" : "matches", size());
        facts.put("method", ConstantName.nameOf(source.method().get()));
        return facts;
    }

    @Override
    public Times times(long workNanos) {
        return source.times().get();
    }

    /** The device of the last line is the engine's. */
    @Override
    public String remark() {
        return isByAllDistances() ? "all distances, on the threads of the host" : "";
    }

    private boolean isByAllDistances() {
        return source.method().get() == JoinMethod.BRUTE_FORCE;
    }
}
