package dev.gyre.engine.cluster;

import dev.gyre.engine.data.GraphKind;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.join.KnnJoins;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Planner;
import dev.gyre.engine.search.BatchProgress;
import dev.gyre.engine.search.NeighborOrder;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Graphs of nearest neighbors, from one join. A row j is among the k nearest of i if (key, i) does not come after the last neighbor of j, so
 * each slot is tested in constant time. A row of a union is its neighbors, then those rows that have it as neighbor and come later.
 */
public final class NeighborGraphs {

    /** Rows of a slice: their neighbors are worth a thread's turn. */
    private static final int MIN_ROWS = 1 << 10;

    private final Planner planner;

    public NeighborGraphs(Planner planner) {
        this.planner = planner;
    }

    /**
     * The graph of the k nearest.
     *
     * @param k neighbors of a row, 1 or more; if there are fewer other rows, all of them
     * @throws IllegalArgumentException if k is less than 1, the edges do not fit a result, or as {@link KnnJoins#nearest}
     */
    public Matches graph(Points points, int k, GraphKind kind, JoinOptions options) {
        options.checkUnfiltered("neighbor graphs");
        Neighbors near = new KnnJoins(planner).nearest(points, points, true, k, options);
        long start = System.nanoTime();
        int n = near.queries();
        BatchProgress progress = new BatchProgress(options.monitor(), n, 0, n);
        Edges edges = new Edges(near, Math.min(k, Math.max(0, n - 1)), kind);
        Workers workers = planner.jvm().workers();
        workers.forEachSlice(n, MIN_ROWS, edges::count, progress);
        edges.makeRoom();
        workers.forEachSlice(n, MIN_ROWS, edges::write, progress);
        if (kind == GraphKind.UNION) {
            workers.forEachSlice(n, MIN_ROWS, edges::sortLater, progress);
        }
        progress.stopIfCancelled();
        return new Matches(
                edges.offsets,
                edges.ids,
                edges.keys,
                options.metric(),
                near.report().withRefinement(System.nanoTime() - start));
    }

    private static final class Edges {

        private final Neighbors near;
        private final int width;
        private final GraphKind kind;
        private final int blockBits;
        private final int[] offsets;

        /** Edges of each row; later, where its next edge that is not to a neighbor goes. */
        private final AtomicIntegerArray counts;

        private int[][] ids;
        private double[][] keys;

        Edges(Neighbors near, int width, GraphKind kind) {
            this.near = near;
            this.width = width;
            this.kind = kind;
            int n = near.queries();
            blockBits = Matches.blockBits(n);
            offsets = new int[n + 1];
            counts = new AtomicIntegerArray(n);
        }

        /** Whether a row is also among the nearest of its neighbor. */
        private boolean isMutual(int row, int rank) {
            int neighbor = near.id(row, rank);
            int last = width - 1;
            return !NeighborOrder.precedes(near.key(neighbor, last), near.id(neighbor, last), near.key(row, rank), row);
        }

        void count(int begin, int end) {
            for (int row = begin; row < end; row++) {
                int own = width;
                for (int rank = 0; kind != GraphKind.DIRECTED && rank < width; rank++) {
                    if (isMutual(row, rank)) {
                        continue;
                    }
                    if (kind == GraphKind.MUTUAL) {
                        own--;
                    } else {
                        counts.incrementAndGet(near.id(row, rank));
                    }
                }
                counts.addAndGet(row, own);
            }
        }

        void makeRoom() {
            int n = near.queries();
            long edges = 0;
            for (int row = 0; row < n; row++) {
                edges += counts.get(row);
                offsets[row + 1] = (int) edges;
                counts.set(row, offsets[row] + width);
            }
            long max = Matches.largestOnHeap(true);
            if (edges > max) {
                throw new IllegalArgumentException("the graph does not fit the memory: edges=" + edges + ", bytes="
                        + edges * Matches.BYTES_WITH_KEY + ", most edges on this heap=" + max);
            }
            int blocks = n == 0 ? 0 : block(n - 1) + 1;
            ids = new int[blocks][];
            keys = new double[blocks][];
            for (int block = 0; block < blocks; block++) {
                int first = block << blockBits;
                int size = offsets[(int) Math.min(n, first + (1L << blockBits))] - offsets[first];
                ids[block] = new int[size];
                keys[block] = new double[size];
            }
        }

        void write(int begin, int end) {
            for (int row = begin; row < end; row++) {
                int at = offsets[row];
                for (int rank = 0; rank < width; rank++) {
                    int neighbor = near.id(row, rank);
                    boolean kept = kind == GraphKind.DIRECTED || isMutual(row, rank);
                    if (kept || kind == GraphKind.UNION) {
                        put(row, at++, neighbor, near.key(row, rank));
                    }
                    if (!kept && kind == GraphKind.UNION) {
                        put(neighbor, counts.getAndIncrement(neighbor), row, near.key(row, rank));
                    }
                }
            }
        }

        private void put(int row, int at, int id, double key) {
            int block = block(row);
            int slot = at - offsets[block << blockBits];
            ids[block][slot] = id;
            keys[block][slot] = key;
        }

        /** Orders the edges of each row after those to its neighbors, which threads wrote in any order. */
        void sortLater(int begin, int end) {
            for (int row = begin; row < end; row++) {
                int block = block(row);
                int first = offsets[row] + width;
                NeighborOrder.sort(
                        keys[block], ids[block], first - offsets[block << blockBits], offsets[row + 1] - first);
            }
        }

        private int block(int row) {
            return row >> blockBits;
        }
    }
}
