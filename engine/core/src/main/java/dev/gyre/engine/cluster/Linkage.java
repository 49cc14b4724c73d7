package dev.gyre.engine.cluster;

import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.Workers;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Finds the {@link Chains} of a spanning tree by all threads; {@link Joining} is for one (after Sao, Prokopenko and Lebrun-Grandié, "PANDORA: A parallel dendrogram
 * construction algorithm for single linkage clustering on GPU", 2024).
 *
 * <p>In rounds, each group of places takes the least edge that leaves it, and the groups that these edges join are those of the next round.
 * A merge is in the chain of the first group around it that no lesser edge leaves; what it adds there is the group that has taken its edge.
 *
 * <p>A group of the first round is a place; each other one is known by its least edge. Edges near each other should join places near each
 * other, which keeps groups in the caches. About O(n) in practice, O(n log n) at most. Temporary memory: 40 bytes for each row besides the
 * arguments.
 */
final class Linkage {

    private static final int MIN_SLICE = 1 << 12;
    private static final int NONE = -1;

    /** In place of an edge and its rank: leads out of no group. */
    private static final long LAST = Long.MAX_VALUE;

    private final int edges;

    /** The number of rows, and the row of each place. */
    private final int n;

    private final int[] rows;
    private final int[] order;
    private final Workers workers;
    private final int[] ranks;

    /** For each edge its two groups: a place, or n + the least edge of the group. */
    private final int[] one;

    private final int[] other;

    /** For each group the least edge that leaves it, with its rank in the upper half. */
    private final long[] first;

    /** For each edge the least edge of the group that it is within. */
    private final int[] within;

    /** For the least edge of each group the number of its chain. */
    private final int[] numbers;

    /** For each merge its chain, in the upper half, and what it adds there: see {@link Chains}. */
    private final long[] steps;

    /** For each chain the node that its first merge adds to. */
    private int[] starts;

    private Linkage(int[] rows, int[] one, int[] other, int[] order, Workers workers) {
        this.rows = rows;
        this.one = one;
        this.other = other;
        this.order = order;
        this.workers = workers;
        n = rows.length;
        edges = order.length;
        Supplier<long[]> roomOfFirst = HostArrays.room(long[].class, n + edges);
        Supplier<long[]> roomOfSteps = HostArrays.room(long[].class, edges);
        Supplier<int[]> roomOfWithin = HostArrays.room(int[].class, edges);
        Supplier<int[]> roomOfNumbers = HostArrays.room(int[].class, edges);
        ranks = new int[edges];
        within = roomOfWithin.get();
        numbers = roomOfNumbers.get();
        steps = roomOfSteps.get();
        first = roomOfFirst.get();
    }

    /**
     * Finds the chains of a tree.
     *
     * @param rows the row of each place
     * @param one a place of each edge; overwritten
     * @param other its other place; overwritten
     * @param order the edges in ascending order
     * @param distances the distance of each edge, in that order; taken over
     */
    static Chains of(int[] rows, int[] one, int[] other, int[] order, double[] distances, Workers workers) {
        Linkage linkage = new Linkage(rows, one, other, order, workers);
        linkage.number(linkage.join());
        workers.forEachSlice(linkage.edges, MIN_SLICE, linkage::findSteps);
        return new Chains(linkage.n, linkage.steps, linkage.starts, distances);
    }

    /** Puts two numbers into one. */
    static long pair(int high, int low) {
        return (long) high << Integer.SIZE | low & 0xffff_ffffL;
    }

    static int high(long pair) {
        return (int) (pair >> Integer.SIZE);
    }

    /** Joins groups, round by round, until there is one; returns room for a subset. */
    private Subset join() {
        workers.forEachSlice(first.length, MIN_SLICE, (begin, end) -> Arrays.fill(first, begin, end, LAST));
        workers.forEachSlice(edges, MIN_SLICE, (begin, end) -> {
            for (int rank = begin; rank < end; rank++) {
                ranks[order[rank]] = rank;
            }
        });
        Subset apart = new Subset(edges, workers);
        apart.take(edge -> true);
        while (apart.size() > 0) {
            apart.forEach(edge -> {
                long taken = pair(ranks[edge], edge);
                Least.lower(first, one[edge], taken);
                Least.lower(first, other[edge], taken);
            });
            apart.forEach(this::point);
            apart.forEach(this::follow);
            apart.keep(this::isOutside);
        }
        return apart;
    }

    private boolean isFirst(int group, int edge) {
        return (int) first[group] == edge;
    }

    /** Points an edge that a group takes at the one that its other group takes, which is less, or the same. */
    private void point(int edge) {
        int byOne = (int) first[one[edge]];
        int byOther = (int) first[other[edge]];
        within[edge] = byOne == edge ? byOther : byOther == edge ? byOne : NONE;
    }

    /** Follows the edges from one that a group takes to the least, and points all on the way there, as other threads do too. */
    private void follow(int edge) {
        if (within[edge] == NONE) {
            return;
        }
        int min = edge;
        while (within[min] != min) {
            min = within[min];
        }
        for (int at = edge; at != min; ) {
            int next = within[at];
            within[at] = min;
            at = next;
        }
    }

    /** Whether an edge still leaves groups; then sets these. */
    private boolean isOutside(int edge) {
        if (within[edge] != NONE) {
            return false;
        }
        one[edge] = n + within[(int) first[one[edge]]];
        other[edge] = n + within[(int) first[other[edge]]];
        return true;
    }

    private void number(Subset min) {
        min.take(edge -> within[edge] == edge);
        int[] all = min.toArray();
        starts = new int[all.length];
        workers.forEachSlice(all.length, MIN_SLICE, (begin, end) -> {
            for (int number = begin; number < end; number++) {
                numbers[all[number]] = number;
            }
        });
    }

    private void findSteps(int begin, int end) {
        for (int edge = begin; edge < end; edge++) {
            int chain = within[edge];
            while (high(first[n + chain]) < ranks[edge]) {
                chain = within[(int) first[n + chain]];
            }
            int added = isFirst(one[edge], edge) ? one[edge] : other[edge];
            int number = numbers[chain];
            // The chain of a least edge is that of its own group.
            if (chain == edge) {
                starts[number] = node(other[edge]);
                number |= Chains.FIRST;
            }
            steps[ranks[edge]] = pair(number, node(added));
        }
    }

    /** A row, or {@code ~} a chain. */
    private int node(int group) {
        return group < n ? rows[group] : ~numbers[group - n];
    }
}
