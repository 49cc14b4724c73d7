package dev.gyre.cli;

import dev.gyre.cli.csv.MatchWriter;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.MatchConsumer;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.io.MatchVectors;
import dev.gyre.engine.io.PointFormat;
import dev.gyre.engine.op.DistanceJoin;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The points within a radius of queries. They are searched while they are written, so that there may be more of them than memory
 * holds. Valid as long as the engine is open.
 */
final class MatchAnswer implements CommandResult {

    private final DistanceJoin join;
    private final PointTable queries;
    private final PointTable points;
    private final double radius;
    private final Kept kept;
    private long handedOut = -1;

    /** What is kept of all matches. */
    record Kept(boolean countsOnly, int most, boolean pairsOnce) {}

    MatchAnswer(DistanceJoin join, PointTable queries, PointTable points, double radius, Kept kept) {
        this.join = join;
        this.queries = queries;
        this.points = points;
        this.radius = radius;
        this.kept = kept;
    }

    /** The number of matches that are kept; counts them unless they have been handed out. */
    long size() {
        if (handedOut >= 0) {
            return handedOut;
        }
        long size = kept.most() == Integer.MAX_VALUE
                ? join.size()
                : Arrays.stream(join.counts())
                        .mapToLong(count -> Math.min(count, kept.most()))
                        .sum();
        return kept.pairsOnce() ? size / 2 : size;
    }

    @Override
    public void print(int rows, PrintWriter out) {
        int shown = Math.min(rows, join.queries());
        MatchTable table = new MatchTable(queries, points, kept);
        int[] counts = join.counts();
        for (int query = 0; query < shown; query++) {
            if (kept.countsOnly()) {
                table.add(query, counts[query]);
            } else {
                table.add(query, join.matches(query, query + 1));
            }
        }
        table.print(out);
        out.println(Numbers.grouped(shown) + " of " + Numbers.grouped(join.queries())
                + (join.queries() == 1 ? " query, " : " queries, ") + matches()
                + (shown < join.queries() ? "; --rows N shows more, --output FILE writes all" : ""));
    }

    @Override
    public void write(Writer out, Monitor monitor) throws IOException {
        if (kept.countsOnly()) {
            MatchWriter.writeCounts(join.counts(), queries, out);
        } else {
            MatchWriter.write(consumer -> handOut(monitor, consumer), queries, points, out);
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
        if (kept.pairsOnce()) {
            join.forEachPair(monitor, counting);
        } else if (kept.most() < Integer.MAX_VALUE) {
            join.forEachNearest(kept.most(), monitor, counting);
        } else {
            join.forEachMatch(monitor, counting);
        }
        handedOut = size[0];
    }

    private String matches() {
        long size = size();
        String what = kept.pairsOnce() ? " pair" : " match";
        return Numbers.grouped(size) + what + (size == 1 ? "" : kept.pairsOnce() ? "s" : "es");
    }

    @Override
    public String summary() {
        return Numbers.grouped(join.queries()) + " queries, radius=" + radius + ", " + matches();
    }

    @Override
    public Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("queries", join.queries());
        facts.put("radius", radius);
        facts.put(kept.pairsOnce() ? "pairs" : "matches", size());
        facts.put("method", ConstantName.nameOf(join.report().method()));
        return facts;
    }

    @Override
    public Times times(long workNanos) {
        return Times.of(join.report());
    }

    /** The device of the last line is the engine's. */
    @Override
    public String remark() {
        return isByAllDistances() ? "all distances, on the threads of the host" : "";
    }

    private boolean isByAllDistances() {
        return join.report().method() == JoinMethod.BRUTE_FORCE;
    }
}
