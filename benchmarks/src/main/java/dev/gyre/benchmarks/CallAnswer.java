package dev.gyre.benchmarks;

import dev.gyre.engine.data.BuildReport;
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

/**
 * What a {@link Call} gave.
 *
 * @param report where it ran and where its time went; null where the operation does not tell
 * @param hash of the whole answer, the same on all devices; worked out after the call
 * @param release what has to be done with the answer
 */
record CallAnswer(ExecutionReport report, LongSupplier hash, Runnable release) {

    private static final int SEARCHED = 1_000;
    private static final Runnable NOTHING = () -> {};

    static CallAnswer of(Neighbors neighbors) {
        return new CallAnswer(
                neighbors.report(),
                () -> combine(Arrays.hashCode(neighbors.toIdArray()), Arrays.hashCode(neighbors.toKeyArray())),
                NOTHING);
    }

    static CallAnswer of(Matches matches) {
        return new CallAnswer(
                matches.report(),
                () -> combine(
                        combine(Arrays.hashCode(matches.toOffsetArray()), Arrays.hashCode(matches.toIdArray())),
                        Arrays.hashCode(matches.toKeyArray())),
                NOTHING);
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

    /** The device that the report names, or a dash. */
    String ranOn() {
        return report == null ? Run.UNKNOWN : report.device().id();
    }

    /** The times of {@link #PARTS}, in their order; none where the operation does not tell. */
    Map<String, Long> parts() {
        return report == null ? Map.of() : parts(report);
    }

    /** The times of {@link #PARTS}, in their order. */
    static Map<String, Long> parts(ExecutionReport report) {
        Map<String, Long> parts = new LinkedHashMap<>();
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
