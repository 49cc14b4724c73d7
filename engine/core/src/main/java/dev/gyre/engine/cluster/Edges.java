package dev.gyre.engine.cluster;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.SpanningTree;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.KdGroups;
import dev.gyre.engine.kdtree.KdIndex;
import dev.gyre.engine.plan.HostArrays;
import dev.gyre.engine.sort.KeyBits;
import dev.gyre.engine.sort.RowKeys;
import dev.gyre.engine.sort.RowOrder;
import java.util.function.Supplier;

/** Turns the edges between slots into those between rows, in their order. Memory: 44 bytes for each edge. */
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
        int[] order = RowOrder.of(count, new Keys(), workers);
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

    /** The columns by which edges are ordered, read where they are: few edges tie, so that few distances are needed. */
    private final class Keys implements RowKeys {

        private final int slots = index.layout().size();
        private final Points points = index.points();
        private final int width = cores == null ? 2 : 4;

        @Override
        public int columns() {
            return width + 2;
        }

        @Override
        public void writeBits(int begin, int end, long[] bits) {
            for (int edge = begin; edge < end; edge++) {
                bits[edge - begin] = key(edge) ^ Long.MIN_VALUE;
            }
        }

        @Override
        public int value(int edge, int column) {
            if (column >= width) {
                return column == width ? from[edge] : to[edge];
            }
            return KeyBits.column(column < 2 ? key(edge) : distance(edge), column & 1);
        }

        /** Distances can underflow to 0: -0.0 sets edges between equal rows before these. */
        private boolean isEqual(int edge) {
            return edge >= slots - 1;
        }

        private long key(int edge) {
            return KeyBits.ordered(isEqual(edge) && cores == null ? -0.0 : keys[edge]);
        }

        private long distance(int edge) {
            return KeyBits.ordered(isEqual(edge) ? -0.0 : points.key(from[edge], points, to[edge], index.norm()));
        }
    }
}
