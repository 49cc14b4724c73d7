package dev.gyre.engine.cluster;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.SpanningTree;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.KdGroups;
import dev.gyre.engine.kdtree.KdIndex;
import dev.gyre.engine.plan.HostArrays;
import dev.gyre.engine.sort.ColumnSource;
import dev.gyre.engine.sort.KeyBits;
import dev.gyre.engine.sort.RowOrder;
import java.util.function.Supplier;

/** Turns the edges between slots into those between rows, in their order. Memory: 68 bytes for each edge, by mutual reachability 76. */
final class Edges {

    private static final int MIN_SLICE = 1 << 12;

    private final KdIndex index;
    private final double[] cores;
    private final Workers workers;
    private final int[] from;
    private final int[] to;
    private final double[] keys;
    private int count;

    /**
     * Copies edges between slots, and adds those between the rows of each slot.
     *
     * @param cores the keys of the core distances of the slots, or null
     */
    Edges(KdIndex index, SlotEdges tree, double[] cores, Workers workers) {
        this.index = index;
        this.cores = cores;
        this.workers = workers;
        int n = index.points().size();
        int slots = index.layout().size();
        int[] rows = index.ids();
        Supplier<int[]> roomOfFrom = HostArrays.room(int[].class, n - 1);
        Supplier<int[]> roomOfTo = HostArrays.room(int[].class, n - 1);
        keys = new double[n - 1];
        from = roomOfFrom.get();
        to = roomOfTo.get();
        workers.forEachSlice(slots - 1, MIN_SLICE, (begin, end) -> {
            for (int edge = begin; edge < end; edge++) {
                int one = rows[tree.from()[edge]];
                int other = rows[tree.to()[edge]];
                from[edge] = Math.min(one, other);
                to[edge] = Math.max(one, other);
                keys[edge] = tree.keys()[edge];
            }
        });
        count = slots - 1;
        for (int slot = 0; slot < slots && count < n - 1; slot++) {
            int least = rows[slot];
            for (int row = index.groups().next(least);
                    row != KdGroups.NONE;
                    row = index.groups().next(row)) {
                from[count] = least;
                to[count] = row;
                keys[count++] = cores == null ? 0 : cores[slot];
            }
        }
    }

    /**
     * Orders the edges.
     *
     * @param report the report without the time since {@code start}
     */
    SpanningTree inOrder(Metric metric, ExecutionReport report, long start) {
        Supplier<int[]> roomOfFrom = HostArrays.room(int[].class, count);
        Supplier<int[]> roomOfTo = HostArrays.room(int[].class, count);
        Supplier<double[]> roomOfKeys = HostArrays.room(double[].class, count);
        int[] order = RowOrder.of(count, columns(), workers);
        int[] orderedFrom = roomOfFrom.get();
        int[] orderedTo = roomOfTo.get();
        double[] orderedKeys = roomOfKeys.get();
        workers.forEachSlice(count, MIN_SLICE, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                orderedFrom[i] = from[order[i]];
                orderedTo[i] = to[order[i]];
                orderedKeys[i] = keys[order[i]];
            }
        });
        return new SpanningTree(
                orderedFrom, orderedTo, orderedKeys, metric, report.withRefinement(System.nanoTime() - start));
    }

    private ColumnSource columns() {
        int slots = index.layout().size();
        Points points = index.points();
        int width = cores == null ? 2 : 4;
        return ColumnSource.of(
                width + 2,
                0,
                (values, stride) -> workers.forEachSlice(count, MIN_SLICE, (begin, end) -> {
                    for (int edge = begin; edge < end; edge++) {
                        // Distances can underflow to 0: -0.0 sets edges between equal rows before these.
                        boolean equal = edge >= slots - 1;
                        double key = equal && cores == null ? -0.0 : keys[edge];
                        KeyBits.split(KeyBits.ordered(key), values, stride, edge);
                        if (cores != null) {
                            double distance = equal ? -0.0 : points.key(from[edge], points, to[edge], index.norm());
                            KeyBits.split(KeyBits.ordered(distance), values, stride, 2 * stride + edge);
                        }
                        values[width * stride + edge] = from[edge];
                        values[(width + 1) * stride + edge] = to[edge];
                    }
                }));
    }
}
