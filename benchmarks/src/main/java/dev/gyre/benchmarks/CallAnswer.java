package dev.gyre.benchmarks;

import dev.gyre.engine.data.BuildReport;
import dev.gyre.engine.data.DeviceShare;
import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.TopPairs;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.TopK;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * What a call gave.
 *
 * @param report where it ran and where its time went; null where the operation does not tell
 * @param found what a query found in the mean; not a number where nothing is searched
 * @param hash of the whole answer, the same on all devices; worked out after the call
 * @param release what has to be done with the answer
 */
record CallAnswer(ExecutionReport report, double found, LongSupplier hash, Runnable release) {

    private static final int SEARCHED = 1_000;
    private static final Runnable NOTHING = () -> {};

    /** The answer of something that is no search. */
    CallAnswer(ExecutionReport report, LongSupplier hash, Runnable release) {
        this(report, Double.NaN, hash, release);
    }

    static CallAnswer of(Neighbors found) {
        return new CallAnswer(found.report(), found.k(), () -> hash(found), NOTHING);
    }

    private static long hash(Neighbors found) {
        long hash = found.queries();
        for (int query = 0; query < found.queries(); query++) {
            for (int rank = 0; rank < found.k(); rank++) {
                hash = combine(combine(hash, found.id(query, rank)), Double.hashCode(found.key(query, rank)));
            }
        }
        return hash;
    }

    static CallAnswer of(Matches found) {
        double mean = found.size() / (double) Math.max(1, found.queries());
        return new CallAnswer(found.report(), mean, () -> hash(found), NOTHING);
    }

    private static long hash(Matches found) {
        long hash = found.queries();
        for (int query = 0; query < found.queries(); query++) {
            hash = combine(hash, found.count(query));
            for (int rank = 0; rank < found.count(query); rank++) {
                hash = combine(combine(hash, found.id(query, rank)), Double.hashCode(found.key(query, rank)));
            }
        }
        return hash;
    }

    /**
     * A tree, which is closed when it is released. Devices have leaves of their own sizes: the hash is that of a search for the
     * neighbors of some points.
     */
    static CallAnswer of(KdTree tree) {
        BuildReport build = tree.report();
        ExecutionReport report = new ExecutionReport(
                build.device(), JoinMethod.KD_TREE, build.prepareNanos(), build.deviceTiming(), 0, 0);
        return new CallAnswer(report, () -> combine(tree.places(), searched(tree)), tree::close);
    }

    static CallAnswer of(TopK selected) {
        return new CallAnswer(null, () -> Arrays.hashCode(selected.toIdArray()), NOTHING);
    }

    static CallAnswer of(TopPairs pairs) {
        return new CallAnswer(
                null,
                () -> combine(Arrays.hashCode(pairs.toLeftArray()), Arrays.hashCode(pairs.toRightArray())),
                NOTHING);
    }

    static CallAnswer of(int... values) {
        return new CallAnswer(null, () -> Arrays.hashCode(values), NOTHING);
    }

    static CallAnswer of(long value) {
        return new CallAnswer(null, () -> value, NOTHING);
    }

    /** The parts of a call, as far as its report tells them. */
    static final List<String> PARTS = List.of("prepare", "upload", "compile", "compute", "download", "refine");

    /**
     * What the report says, by the titles of columns.
     *
     * @param nanos time of the call
     */
    Map<String, Object> notes(long nanos) {
        List<DeviceShare> shares = report == null ? List.of() : report.shares();
        double answered =
                Math.max(1, shares.stream().mapToLong(DeviceShare::answered).sum());
        boolean shared = !shares.isEmpty();
        long idle = shares.stream().mapToLong(DeviceShare::idleNanos).max().orElse(0);
        return Map.of(
                "found",
                found,
                "ran on",
                report == null ? Run.UNKNOWN : ranOn(answered),
                "devices",
                Math.max(1, shares.size()),
                "on device %",
                shared ? 100 * shares.getFirst().answered() / answered : Double.NaN,
                "idle %",
                shared ? 100.0 * idle / nanos : Double.NaN,
                "failed %",
                shared ? 100 * report.exactFallbacks() / answered : Double.NaN);
    }

    /** The device, or which devices answered which part. */
    private String ranOn(double answered) {
        return report.shares().isEmpty()
                ? report.device().id()
                : report.shares().stream()
                        .map(share ->
                                share.device().id() + " " + Table.number(100 * share.answered() / answered) + " %")
                        .collect(Collectors.joining(" + "));
    }

    /** The times of {@link #PARTS}, in their order; none where the operation does not tell. */
    Map<String, Long> parts() {
        Map<String, Long> parts = new LinkedHashMap<>();
        if (report == null) {
            return parts;
        }
        parts.put("prepare", report.prepareNanos());
        parts.put("upload", report.deviceTiming().uploadNanos());
        parts.put("compile", report.compileNanos());
        parts.put("compute", report.deviceTiming().computeNanos());
        parts.put("download", report.deviceTiming().downloadNanos());
        parts.put("refine", report.refineNanos());
        return parts;
    }

    private static long combine(long one, long other) {
        return one * 1_000_003 + other;
    }

    private static long searched(KdTree tree) {
        Points points = tree.points();
        int dims = points.dims();
        double[] queries = new double[Math.min(points.size(), SEARCHED) * dims];
        for (int i = 0; i < queries.length; i++) {
            queries[i] = points.coordinate(i / dims, i % dims);
        }
        return of(tree.nearest(Points.wrap(queries, dims), 2)).hash.getAsLong();
    }
}
