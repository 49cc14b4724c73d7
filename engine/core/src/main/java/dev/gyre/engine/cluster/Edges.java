package dev.gyre.engine.cluster;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.SpanningTree;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.KdGroups;
import dev.gyre.engine.kdtree.KdIndex;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.sort.KeyBits;
import dev.gyre.engine.sort.RowKeys;
import dev.gyre.engine.sort.RowOrder;
import java.util.function.Supplier;

/**
 * The edges of a spanning tree between places, and their order. A place is a slot of the tree, or one of the other rows of slots, which hang on
 * the least row of their slot. Memory: 20 bytes for each edge, 12 more while they are put in order.
 */
final class Edges {

    private static final int MIN_SLICE = 1 << 12;

    /**
     * Threads from which on all of them find the chains of merges. One thread that joins in order needs 160 instead of 240 ms for a million rows x 3
     * with minPoints 2, and as long with minPoints 50, where two threads share the work (AMD EPYC, 2026-11-28).
     */
    private static final int MIN_THREADS = 2;

    private final Points points;
    private final Norm norm;
    private final int slots;
    private final boolean mutual;
    private final Workers workers;

    /** The row of each place. */
    private final int[] rows;

    private final int[] one;
    private final int[] other;
    private final double[] keys;

    /**
     * Copies edges between slots, and adds those between the rows of each slot.
     *
     * @param cores the keys of the core distances of the slots, or null
     */
    Edges(KdIndex index, SlotEdges tree, double[] cores, Workers workers) {
        this.workers = workers;
        points = index.points();
        norm = index.norm();
        slots = index.layout().size();
        mutual = cores != null;
        int n = points.size();
        Supplier<int[]> roomOfOne = HostArrays.room(int[].class, n - 1);
        Supplier<int[]> roomOfOther = HostArrays.room(int[].class, n - 1);
        Supplier<double[]> roomOfKeys = HostArrays.room(double[].class, n - 1);
        rows = new int[n];
        one = roomOfOne.get();
        other = roomOfOther.get();
        keys = roomOfKeys.get();
        HostArrays.copy(index.ids(), 0, rows, 0, slots, workers);
        HostArrays.copy(tree.from(), 0, one, 0, slots - 1, workers);
        HostArrays.copy(tree.to(), 0, other, 0, slots - 1, workers);
        HostArrays.copy(tree.keys(), 0, keys, 0, slots - 1, workers);
        int place = slots;
        for (int slot = 0; slot < slots && place < n; slot++) {
            for (int row = index.groups().next(rows[slot]);
                    row != KdGroups.NONE;
                    row = index.groups().next(row)) {
                rows[place] = row;
                one[place - 1] = slot;
                other[place - 1] = place;
                keys[place - 1] = mutual ? cores[slot] : 0;
                place++;
            }
        }
    }

    /** No edges, of no point or one. */
    Edges(Points points) {
        this.points = points;
        norm = Norm.EUCLIDEAN;
        slots = points.size();
        mutual = false;
        workers = null;
        rows = new int[slots];
        one = new int[0];
        other = new int[0];
        keys = new double[0];
    }

    private int[] order() {
        return RowOrder.of(keys.length, new Keys(), workers);
    }

    private int from(int edge) {
        return Math.min(rows[one[edge]], rows[other[edge]]);
    }

    private int to(int edge) {
        return Math.max(rows[one[edge]], rows[other[edge]]);
    }

    /** The edges between rows, in their order. */
    SpanningTree tree(Metric metric, ExecutionReport report) {
        if (keys.length == 0) {
            return new SpanningTree(one, other, keys, metric, report);
        }
        long start = System.nanoTime();
        Supplier<int[]> roomOfFrom = HostArrays.room(int[].class, keys.length);
        Supplier<int[]> roomOfTo = HostArrays.room(int[].class, keys.length);
        Supplier<double[]> roomOfKeys = HostArrays.room(double[].class, keys.length);
        int[] order = order();
        int[] orderedFrom = roomOfFrom.get();
        int[] orderedTo = roomOfTo.get();
        double[] orderedKeys = roomOfKeys.get();
        workers.forEachSlice(keys.length, MIN_SLICE, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                orderedFrom[i] = from(order[i]);
                orderedTo[i] = to(order[i]);
                orderedKeys[i] = keys[order[i]];
            }
        });
        return new SpanningTree(
                orderedFrom, orderedTo, orderedKeys, metric, report.withRefinement(System.nanoTime() - start));
    }

    /** The chains of merges; takes the edges over, so that nothing else can be made of them. */
    Chains chains(Metric metric, Progress progress) {
        if (keys.length == 0) {
            return new Chains(rows.length, new long[0], new int[0], keys);
        }
        int[] order = order();
        double[] distances = new double[order.length];
        // Haversine distances take longer than all that follows.
        workers.forEachSlice(
                order.length,
                MIN_SLICE,
                (begin, end) -> {
                    for (int i = begin; i < end; i++) {
                        distances[i] = metric.distance(keys[order[i]]);
                    }
                },
                progress);
        return workers.threads() < MIN_THREADS
                ? Joining.of(rows, one, other, order, distances)
                : Linkage.of(rows, one, other, order, distances, workers);
    }

    /** The columns by which edges are ordered, read where they are: few edges tie, so that few distances are needed. */
    private final class Keys implements RowKeys {

        private final int width = mutual ? 4 : 2;

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
                return column == width ? from(edge) : to(edge);
            }
            return KeyBits.column(column < 2 ? key(edge) : distance(edge), column & 1);
        }

        /** Distances can underflow to 0: -0.0 sets edges between equal rows before these. */
        private boolean isEqual(int edge) {
            return edge >= slots - 1;
        }

        private long key(int edge) {
            return KeyBits.ordered(isEqual(edge) && !mutual ? -0.0 : keys[edge]);
        }

        private long distance(int edge) {
            return KeyBits.ordered(isEqual(edge) ? -0.0 : points.key(from(edge), points, to(edge), norm));
        }
    }
}
