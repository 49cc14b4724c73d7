package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.Duplicates;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.sort.GroupMarks;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.collections.api.block.HashingStrategy;
import org.eclipse.collections.impl.set.strategy.mutable.UnifiedSetWithHashingStrategy;

/**
 * Rows that share a place of the tree, because their float32 images are equal: chains from each row to the next higher one.
 * Immutable.
 */
public final class KdGroups {

    /** The end of a chain. */
    public static final int NONE = -1;

    private static final int MIN_SLICE = 1 << 12;

    private static final KdGroups SINGLE = new KdGroups(null, true, false);

    private final int[] next;
    private final boolean equal;
    private final boolean dropped;

    private KdGroups(int[] next, boolean equal, boolean dropped) {
        this.next = next;
        this.equal = equal;
        this.dropped = dropped;
    }

    /** Every row has a place of its own. */
    static KdGroups single() {
        return SINGLE;
    }

    /** Groups of the given chains, which have all rows. */
    static KdGroups of(int[] next, Points points, Workers workers) {
        return of(next, false, points, workers);
    }

    /**
     * Groups of the given chains.
     *
     * @param dropped whether equal rows but the first are in none of them
     */
    static KdGroups of(int[] next, boolean dropped, Points points, Workers workers) {
        AtomicBoolean equal = new AtomicBoolean(true);
        workers.forEachSlice(
                next.length,
                MIN_SLICE,
                (begin, end) -> {
                    for (int row = begin; row < end; row++) {
                        if (next[row] != NONE && !equal(points, row, next[row])) {
                            equal.set(false);
                        }
                    }
                },
                Progress.NONE);
        return new KdGroups(next, equal.get(), dropped);
    }

    /** Whether two rows have the same coordinates; the largest difference is the one that does not underflow. */
    static boolean equal(Points points, int row, int other) {
        return points.key(row, points, other, Norm.CHEBYSHEV) == 0;
    }

    /**
     * Chains of the rows of each group.
     *
     * @param order rows in order; equal ones ascending
     * @param marks for each place in the order, what {@link GroupMarks} has
     */
    static int[] chain(int[] order, int[] marks, int rows) {
        int[] next = new int[rows];
        Arrays.fill(next, NONE);
        for (int place = 1; place < rows; place++) {
            if (marks[place] == GroupMarks.EQUAL) {
                next[order[place - 1]] = order[place];
            }
        }
        return next;
    }

    /**
     * These groups as a tree with the given way to deal with duplicates has them.
     *
     * @throws IllegalArgumentException if points are equal and that is refused
     */
    public KdGroups treat(Duplicates duplicates, Points points) {
        if (next == null || duplicates == Duplicates.KEEP) {
            return this;
        }
        int[] kept = next.clone();
        boolean[] follows = new boolean[next.length];
        for (int row : next) {
            if (row != NONE) {
                follows[row] = true;
            }
        }
        for (int head = 0; head < next.length; head++) {
            if (!follows[head] && next[head] != NONE) {
                treatChain(head, duplicates, points, kept);
            }
        }
        return new KdGroups(kept, equal, duplicates == Duplicates.DROP);
    }

    private void treatChain(int head, Duplicates duplicates, Points points, int[] kept) {
        UnifiedSetWithHashingStrategy<Integer> places = SamePlace.set(points);
        int last = head;
        places.put(head);
        for (int row = next[head]; row != NONE; row = next[row]) {
            int first = places.put(row);
            if (first == row) {
                kept[last] = row;
                last = row;
            } else if (duplicates == Duplicates.REFUSE) {
                throw new IllegalArgumentException("points must differ: rows " + first + " and " + row + " are equal");
            } else {
                kept[row] = NONE;
            }
        }
        kept[last] = NONE;
    }

    /** Rows by their coordinates; -0 and 0 are the same. */
    record SamePlace(Points points) implements HashingStrategy<Integer> {

        /** An empty set. */
        static UnifiedSetWithHashingStrategy<Integer> set(Points points) {
            return new UnifiedSetWithHashingStrategy<>(new SamePlace(points));
        }

        @Override
        public int computeHashCode(Integer row) {
            int hash = 1;
            for (int dim = 0; dim < points.dims(); dim++) {
                hash = 31 * hash + Double.hashCode(points.coordinate(row, dim) + 0.0);
            }
            return hash;
        }

        @Override
        public boolean equals(Integer row, Integer other) {
            return KdGroups.equal(points, row, other);
        }
    }

    /** Whether no two rows share a place. */
    boolean isSingle() {
        return next == null;
    }

    /** Whether rows that share a place are equal, not only their images: then the first ones are enough. */
    boolean areEqual() {
        return equal;
    }

    /** Whether equal rows but the first may have been left out. */
    boolean isDropped() {
        return dropped;
    }

    /** The next row of the same place, or {@link #NONE}. */
    public int next(int row) {
        return next == null ? NONE : next[row];
    }

    /** A copy of the chains; empty where there are none. */
    int[] toArray() {
        return next == null ? new int[0] : next.clone();
    }

    /** The chains of so many rows, also where each row has a place of its own. */
    int[] toArray(int rows) {
        if (next != null) {
            return next.clone();
        }
        int[] chains = new int[rows];
        Arrays.fill(chains, NONE);
        return chains;
    }
}
