package dev.gyre.benchmarks;

import dev.gyre.engine.data.BuildReport;
import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.ExecutionReport.DeviceShare;
import dev.gyre.engine.data.Hierarchy;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.OutlierScores;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.SpanningTree;
import dev.gyre.engine.data.StructureReport;
import dev.gyre.engine.data.TopPairs;
import dev.gyre.engine.op.Grid;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.TopK;
import dev.gyre.engine.program.Execution.Timing;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * The answer of a call.
 *
 * @param report where it ran and how its time was used; null if the operation has no report
 * @param notes further figures, by name
 * @param hash of the whole answer, the same on all devices; computed after the call; null if it is not compared
 * @param release frees the answer
 */
record CallAnswer(ExecutionReport report, Map<String, Double> notes, LongSupplier hash, Runnable release) {

    /** The parts of a call that a report tells. */
    static final List<String> PARTS = List.of("prepare", "upload", "compile", "compute", "download", "refine");

    private static final int SEARCHED = 1_000;
    private static final double MILLI = 1e6;
    private static final Runnable NOTHING = () -> {};

    /** Makes an answer that is only compared. */
    static CallAnswer of(LongSupplier hash) {
        return new CallAnswer(null, Map.of(), hash, NOTHING);
    }

    static CallAnswer of(long value) {
        return of(() -> value);
    }

    static CallAnswer of(int... values) {
        return of(() -> Arrays.hashCode(values));
    }

    static CallAnswer of(Neighbors found) {
        return new CallAnswer(found.report(), Map.of(), () -> hash(found), NOTHING);
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
        return new CallAnswer(found.report(), Map.of("found", mean), () -> hash(found), NOTHING);
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

    static CallAnswer of(OutlierScores found) {
        return new CallAnswer(found.report(), Map.of(), () -> Arrays.hashCode(found.toFactorArray()), NOTHING);
    }

    static CallAnswer of(Hierarchy found) {
        LongSupplier hash = () -> combine(
                combine(Arrays.hashCode(found.toLabelArray()), Arrays.hashCode(found.toProbabilityArray())),
                Arrays.hashCode(found.toOutlierScoreArray()));
        return new CallAnswer(found.report(), Map.of("found", (double) found.clusters()), hash, NOTHING);
    }

    /**
     * A tree, which is closed when it is released. Devices have leaves of different sizes, so the hash is that of a search for the
     * neighbors of some points.
     */
    static CallAnswer of(KdTree tree) {
        return ofBuild(tree.report(), JoinMethod.KD_TREE, () -> combine(tree.places(), searched(tree)), tree::close);
    }

    static CallAnswer of(SpanningTree tree) {
        return new CallAnswer(
                tree.report(),
                Map.of("weight", tree.weight()),
                () -> combine(
                        Arrays.hashCode(tree.toFromArray()),
                        combine(Arrays.hashCode(tree.toToArray()), Arrays.hashCode(tree.toKeyArray()))),
                NOTHING);
    }

    static CallAnswer of(Grid grid) {
        return ofBuild(grid.report(), JoinMethod.GRID, () -> combine(grid.cells(), grid.fullestCell()), grid::close);
    }

    static CallAnswer ofBuild(BuildReport build, JoinMethod method, LongSupplier hash, Runnable release) {
        ExecutionReport report =
                new ExecutionReport(build.device(), method, build.prepareNanos(), build.deviceTiming(), 0, 0);
        Map<String, Double> notes =
                Map.of("sort ms", build.sortNanos() / MILLI, "arrange ms", build.arrangeNanos() / MILLI);
        return new CallAnswer(report, notes, hash, release);
    }

    /** A check of a tree, on the host: {@code refine} is its time. */
    static CallAnswer ofCheck(KdTree tree) {
        StructureReport checked = tree.verify();
        if (!checked.isSound()) {
            throw new IllegalStateException("the tree is not sound: " + checked.findings());
        }
        ExecutionReport report =
                new ExecutionReport(tree.report().device(), JoinMethod.KD_TREE, 0, Timing.ZERO, checked.nanos(), 0);
        return new CallAnswer(report, Map.of(), tree::places, NOTHING);
    }

    static CallAnswer of(TopK selected) {
        return of(selected.toIdArray());
    }

    static CallAnswer of(TopPairs pairs) {
        return of(() -> combine(Arrays.hashCode(pairs.toLeftArray()), Arrays.hashCode(pairs.toRightArray())));
    }

    /** Returns this answer with other notes. */
    CallAnswer noting(Map<String, Double> others) {
        return new CallAnswer(report, others, hash, release);
    }

    /** Returns the columns {@code ran on} and {@code notes} of a call of some time. */
    Map<String, String> columns(long nanos) {
        Map<String, Double> all = new LinkedHashMap<>(notes);
        List<DeviceShare> shares = report == null ? List.of() : report.shares();
        double answered = shares.stream().mapToLong(DeviceShare::answered).sum();
        if (!shares.isEmpty()) {
            long idle = shares.stream().mapToLong(DeviceShare::idleNanos).max().orElseThrow();
            all.put("idle %", 100.0 * idle / nanos);
            all.put("failed %", 100 * report.exactFallbacks() / answered);
        }
        String told = all.entrySet().stream()
                .map(note -> note.getKey() + " " + Table.number(note.getValue()))
                .sorted()
                .collect(Collectors.joining("; "));
        return Map.of("ran on", ranOn(shares, answered), "notes", told.isEmpty() ? Run.UNKNOWN : told);
    }

    /** Returns the device, or the part that each device answered. */
    private String ranOn(List<DeviceShare> shares, double answered) {
        if (report == null) {
            return Run.UNKNOWN;
        }
        return shares.isEmpty()
                ? report.device().id()
                : shares.stream()
                        .map(share ->
                                share.device().id() + " " + Table.number(100 * share.answered() / answered) + " %")
                        .collect(Collectors.joining(" + "));
    }

    /** Returns the times of {@link #PARTS}, in their order; none if the operation has no report. */
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

    static long combine(long one, long other) {
        return one * 1_000_003 + other;
    }

    private static long searched(KdTree tree) {
        Points points = tree.points();
        int dims = points.dims();
        double[] queries = new double[Math.min(points.size(), SEARCHED) * dims];
        for (int i = 0; i < queries.length; i++) {
            queries[i] = points.coordinate(i / dims, i % dims);
        }
        return hash(tree.nearest(Points.wrap(queries, dims), 2));
    }
}
