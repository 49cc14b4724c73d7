package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.Points;
import dev.gyre.engine.device.Progress;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.sort.GroupMarks;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.DoubleStream;

/**
 * Rows that share a place of the tree, because their float32 images are equal: chains from each row to the next higher one.
 * Immutable.
 */
final class KdGroups {

    /** The end of a chain. */
    static final int NONE = -1;

    private static final int MIN_SLICE = 1 << 12;

    private static final KdGroups SINGLE = new KdGroups(null, true);

    private final int[] next;
    private final boolean equal;

    private KdGroups(int[] next, boolean equal) {
        this.next = next;
        this.equal = equal;
    }

    /** Every row has a place of its own. */
    static KdGroups single() {
        return SINGLE;
    }

    /** Groups of the given chains. */
    static KdGroups of(int[] next, Points points, Workers workers) {
        AtomicBoolean equal = new AtomicBoolean(true);
        workers.forEachSlice(
                next.length,
                MIN_SLICE,
                (begin, end) -> {
                    for (int row = begin; row < end; row++) {
                        if (next[row] != NONE && !areEqual(points, row, next[row])) {
                            equal.set(false);
                        }
                    }
                },
                Progress.NONE);
        return new KdGroups(next, equal.get());
    }

    /** By coordinates: the squares of small differences are 0. */
    private static boolean areEqual(Points points, int row, int other) {
        boolean equal = true;
        for (int dim = 0; dim < points.dims(); dim++) {
            equal &= points.coordinate(row, dim) == points.coordinate(other, dim);
        }
        return equal;
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
    KdGroups treat(Duplicates duplicates, Points points) {
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
        return new KdGroups(kept, equal);
    }

    private void treatChain(int head, Duplicates duplicates, Points points, int[] kept) {
        Map<Place, Integer> places = new HashMap<>();
        int last = head;
        places.put(Place.of(points, head), head);
        for (int row = next[head]; row != NONE; row = next[row]) {
            Integer earlier = places.putIfAbsent(Place.of(points, row), row);
            if (earlier == null) {
                kept[last] = row;
                last = row;
            } else if (duplicates == Duplicates.REFUSE) {
                throw new IllegalArgumentException(
                        "points must differ: rows " + earlier + " and " + row + " are equal");
            }
        }
        kept[last] = NONE;
    }

    /** Coordinates to be compared; -0 and 0 are the same. */
    private record Place(List<Double> coordinates) {
        static Place of(Points points, int row) {
            return new Place(DoubleStream.of(points.point(row))
                    .map(coordinate -> coordinate + 0.0)
                    .boxed()
                    .toList());
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

    /** The next row of the same place, or {@link #NONE}. */
    int next(int row) {
        return next == null ? NONE : next[row];
    }

    /** A copy of the chains; empty where there are none. */
    int[] toArray() {
        return next == null ? new int[0] : next.clone();
    }
}
