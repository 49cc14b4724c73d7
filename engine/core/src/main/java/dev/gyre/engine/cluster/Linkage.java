package dev.gyre.engine.cluster;

import dev.gyre.engine.data.Dendrogram;
import dev.gyre.engine.data.SpanningTree;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Makes the dendrogram of a spanning tree by all threads: the same as {@link Dendrogram#of} (after Sao, Prokopenko and Lebrun-Grandié,
 * "PANDORA: A parallel dendrogram construction algorithm for single linkage clustering on GPU", 2024).
 *
 * <p>In rounds, each group of rows takes the least edge that leaves it, and the groups that these edges join are the groups of the next
 * round. In the dendrogram, what is left of the merges without those of the next rounds are chains: a merge is in the chain of the first of the
 * groups around it that no lesser edge leaves. There, each merge is below the next one, and the last one below the merge of the edge that
 * leaves the group. So no edge waits for the one before it, as it does where groups are merged one by one.
 *
 * <p>Groups of the first round are rows; each other one is known by its least edge, of which its chain is made from below. O(n log n) at most,
 * about O(n) in practice. Temporary memory: 32 bytes for each row.
 */
final class Linkage {

    private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
    private static final int MIN_SLICE = 1 << 12;

    /** Binary logarithm of the chains in turn that one thread links: their last merges share a cache line. */
    private static final int LINE_BITS = 4;

    /** No edge: the one above all. */
    private static final int NONE = Integer.MAX_VALUE;

    private final int rows;
    private final int edges;
    private final double[] distances;
    private final Workers workers;

    /** For each edge its two groups: a row, or {@code rows} + the least edge of the group; later its chain, and the merge above it. */
    private final int[] one;

    private final int[] other;

    /** For each group the least edge that leaves it; for a chain that is being linked its lowest merge so far. */
    private final int[] first;

    /** For each edge the least edge of the group within which it is. */
    private final int[] within;

    /** For each merge its two nodes + 1, or 0. */
    private final int[] left;

    private final int[] right;

    private Linkage(int rows, SpanningTree tree, Workers workers) {
        this.rows = rows;
        this.workers = workers;
        edges = tree.edges();
        distances = new double[edges];
        one = new int[edges];
        other = new int[edges];
        first = new int[rows + edges];
        within = new int[edges];
        left = new int[edges];
        right = new int[edges];
    }

    /**
     * Makes the dendrogram of a tree.
     *
     * @param progress receives the progress of the rows
     */
    static Dendrogram of(int rows, SpanningTree tree, Workers workers, Progress progress) {
        Linkage linkage = new Linkage(rows, tree, workers);
        linkage.read(tree, progress);
        linkage.join();
        linkage.link();
        return linkage.count();
    }

    /** Haversine distances take most of the time between tree and dendrogram, so all threads compute them. */
    private void read(SpanningTree tree, Progress progress) {
        workers.forEachSlice(first.length, MIN_SLICE, (begin, end) -> Arrays.fill(first, begin, end, NONE));
        workers.forEachSlice(
                edges,
                MIN_SLICE,
                (begin, end) -> {
                    for (int edge = begin; edge < end; edge++) {
                        distances[edge] = tree.distance(edge);
                        one[edge] = tree.from(edge);
                        other[edge] = tree.to(edge);
                        Least.lower(first, one[edge], edge);
                        Least.lower(first, other[edge], edge);
                    }
                },
                progress);
    }

    /** Joins groups, round by round, until there is one. */
    private void join() {
        Subset apart = new Subset(edges, workers);
        apart.take(edge -> true);
        while (apart.size() > 0) {
            apart.forEach(this::point);
            apart.forEach(this::follow);
            apart.keep(this::isOutside);
            apart.forEach(edge -> {
                Least.lower(first, one[edge], edge);
                Least.lower(first, other[edge], edge);
            });
        }
    }

    /** Points an edge that a group takes at the one that its other group takes, which is less, or the same. */
    private void point(int edge) {
        int byOne = first[one[edge]];
        int byOther = first[other[edge]];
        within[edge] = byOne == edge ? byOther : byOther == edge ? byOne : NONE;
        if (byOne == edge && one[edge] < rows) {
            left[edge] = one[edge] + 1;
        }
        if (byOther == edge && other[edge] < rows) {
            right[edge] = other[edge] + 1;
        }
    }

    /** Follows the edges from one that a group takes to the least. No other thread writes its element, so that others see one on the way. */
    private void follow(int edge) {
        int at = within[edge];
        if (at == NONE) {
            return;
        }
        int next = within[at];
        while (next != at) {
            at = next;
            next = within[at];
        }
        within[edge] = at;
    }

    /** Whether an edge still leaves groups; then sets these. */
    private boolean isOutside(int edge) {
        if (within[edge] != NONE) {
            return false;
        }
        one[edge] = rows + within[first[one[edge]]];
        other[edge] = rows + within[first[other[edge]]];
        return true;
    }

    /** Finds the chain of each merge, and links the chains from their highest merges down; threads have chains of their own. */
    private void link() {
        workers.forEachSlice(edges, MIN_SLICE, (begin, end) -> {
            for (int edge = begin; edge < end; edge++) {
                int chain = within[edge];
                while (first[rows + chain] < edge) {
                    chain = within[first[rows + chain]];
                }
                one[edge] = chain;
            }
        });
        int parts = workers.threads();
        workers.forEach(parts, part -> {
            for (int merge = edges - 1; merge >= 0; merge--) {
                int chain = one[merge];
                if ((chain >> LINE_BITS) % parts == part) {
                    int above = first[rows + chain];
                    first[rows + chain] = merge;
                    if (above != NONE) {
                        place(above, rows + merge + 1);
                    }
                }
            }
        });
    }

    /** Sets a node of a merge. Only where both are merges, two threads may do so at once. */
    private void place(int merge, int node) {
        if (left[merge] != 0) {
            right[merge] = node;
        } else if (right[merge] != 0) {
            left[merge] = node;
        } else if (!INTS.compareAndSet(left, merge, 0, node)) {
            right[merge] = node;
        }
    }

    /** Counts the rows of each merge, and sets its nodes in order. One thread: it waits for no result but the one before, if for any. */
    private Dendrogram count() {
        int[] sizes = new int[edges];
        // The least row of a merge, and the number of its rows.
        long[] groups = new long[edges];
        for (int merge = 0; merge < edges; merge++) {
            int node = left[merge] - 1;
            int second = right[merge] - 1;
            long group = node < rows ? (long) node << Integer.SIZE | 1 : groups[node - rows];
            long next = second < rows ? (long) second << Integer.SIZE | 1 : groups[second - rows];
            left[merge] = group < next ? node : second;
            right[merge] = group < next ? second : node;
            sizes[merge] = (int) group + (int) next;
            groups[merge] = Math.min(group, next) >> Integer.SIZE << Integer.SIZE | sizes[merge];
        }
        return new Dendrogram(rows, left, right, distances, sizes);
    }
}
