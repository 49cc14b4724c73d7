package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.KdTreeOptions.Duplicates;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.sort.GroupMarks;
import java.util.Arrays;

/** Rows that share a place of the tree, because they are equal: chains from each row to the next higher one. Immutable. */
public final class KdGroups {

    /** The end of a chain. */
    public static final int NONE = -1;

    private static final KdGroups SINGLE = new KdGroups(null, false);

    private final int[] next;
    private final boolean dropped;

    private KdGroups(int[] next, boolean dropped) {
        this.next = next;
        this.dropped = dropped;
    }

    /** Every row has a place of its own. */
    static KdGroups single() {
        return SINGLE;
    }

    /**
     * Groups of the given chains.
     *
     * @param dropped whether all equal rows except the first were left out
     */
    static KdGroups of(int[] next, boolean dropped) {
        return new KdGroups(next, dropped);
    }

    /** Whether two rows have the same coordinates: the largest difference, which cannot underflow, is 0. */
    static boolean equal(Points points, int row, int other) {
        return points.key(row, points, other, Norm.CHEBYSHEV) == 0;
    }

    /**
     * Chains of the rows of each group.
     *
     * @param order rows in order; equal ones ascending
     * @param marks for each index of the order, its mark of {@link GroupMarks}
     */
    static int[] chain(int[] order, int[] marks, int rows, Workers workers) {
        int[] next = new int[rows];
        HostArrays.forEachSlice(rows, workers, (begin, end) -> Arrays.fill(next, begin, end, NONE));
        HostArrays.forEachSlice(rows, workers, (begin, end) -> {
            for (int slot = Math.max(1, begin); slot < end; slot++) {
                if (marks[slot] == GroupMarks.EQUAL) {
                    next[order[slot - 1]] = order[slot];
                }
            }
        });
        return next;
    }

    /**
     * These groups in a tree that treats duplicates in the given manner.
     *
     * @throws IllegalArgumentException if points are equal and duplicates are refused
     */
    public KdGroups treat(Duplicates duplicates) {
        if (next == null || duplicates == Duplicates.KEEP) {
            return this;
        }
        int[] kept = new int[next.length];
        Arrays.fill(kept, NONE);
        for (int row = 0; row < next.length && duplicates == Duplicates.REFUSE; row++) {
            if (next[row] != NONE) {
                throw new IllegalArgumentException(
                        "points must differ: rows " + row + " and " + next[row] + " are equal");
            }
        }
        return new KdGroups(kept, true);
    }

    /** Whether no two rows share a place. */
    boolean isSingle() {
        return next == null;
    }

    /** Whether equal rows except the first may have been left out. */
    boolean isDropped() {
        return dropped;
    }

    /** The next row of the same place, or {@link #NONE}. */
    public int next(int row) {
        return next == null ? NONE : next[row];
    }

    /**
     * The number of rows that share the place of a row.
     *
     * @param head the first of them
     */
    public int size(int head) {
        int size = 1;
        for (int row = next(head); row != NONE; row = next(row)) {
            size++;
        }
        return size;
    }

    /** The chains themselves: for each row the next one, or {@link #NONE}; null if no two rows share a place. */
    int[] chains() {
        return next;
    }

    /** A copy of the chains; empty if there are none. */
    int[] toArray() {
        return next == null ? new int[0] : next.clone();
    }

    /** A copy of the chains of all rows, even if each row has a place of its own. */
    int[] toArray(int rows) {
        if (next != null) {
            return next.clone();
        }
        int[] chains = new int[rows];
        Arrays.fill(chains, NONE);
        return chains;
    }
}
