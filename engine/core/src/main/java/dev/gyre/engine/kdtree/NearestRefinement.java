package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.knn.Float32Frame;
import dev.gyre.engine.knn.NearestList;
import dev.gyre.engine.knn.NeighborOrder;
import dev.gyre.engine.knn.NeighborSlots;
import dev.gyre.engine.knn.PartProgress;
import dev.gyre.engine.program.Progress;
import java.util.Arrays;

/**
 * From the places that a search found to the nearest rows, on the host: places become their rows, rows are ordered by
 * their exact keys, and a query for which float32 cannot tell is searched for again in {@code double}.
 */
public final class NearestRefinement {

    private static final int MIN_SLICE = 64;

    private final KdIndex index;
    private final int[] ids;
    private final boolean labelsAreSlots;
    private final Points arranged;
    private final Points queries;
    private final boolean self;
    private final int k;
    private final double limit;
    private final Float32Frame image;
    private final NeighborSlots slots;
    private int searchedAgain;

    /**
     * A refinement of all queries of an operation.
     *
     * @param self whether the queries are the tree's own points, of which each is left out of its own answer
     * @param limit the largest key that is wanted
     * @param image what the queries were brought into; known to be exact or not before {@link #refineQueries}
     */
    public NearestRefinement(
            KdIndex index, Points queries, boolean self, int k, double limit, Float32Frame image, Workers workers) {
        this.index = index;
        this.queries = queries;
        this.self = self;
        this.k = k;
        this.limit = limit;
        this.image = image;
        ids = index.ids();
        labelsAreSlots = index.labelsAreSlots();
        // Rows that were dropped are in no place.
        boolean unused = index.layout().size() == 0 || (self && index.groups().isDropped());
        slots = new NeighborSlots(queries.size(), k, unused, workers);
        arranged = labelsAreSlots ? index.arranged(queries.size(), workers) : null;
    }

    /** Number of queries. */
    int queries() {
        return queries.size();
    }

    public NeighborSlots slots() {
        return slots;
    }

    public int searchedAgain() {
        return searchedAgain;
    }

    /**
     * Refines a batch of a self-join: item i is about the place of slot {@code first + i}.
     *
     * @param found {@code count x capacity} labels of places, -1 where unused
     */
    void refineSlots(Workers workers, int first, int count, int[] found, int capacity, Progress progress) {
        Doubts doubts = new Doubts();
        workers.forEachSlice(
                count,
                MIN_SLICE,
                (begin, end) -> {
                    Work work = new Work(capacity, doubts);
                    for (int item = begin; item < end; item++) {
                        int slot = first + item;
                        int head = ids[slot];
                        for (int row = head;
                                row != KdGroups.NONE;
                                row = index.groups().next(row)) {
                            work.query = row;
                            work.points = row == head && arranged != null ? arranged : queries;
                            work.at = work.points == arranged ? slot : row;
                            work.refine(labelsAreSlots ? slot : head, found, item * capacity, 1);
                        }
                    }
                    work.finish();
                },
                progress);
        doubts.settle(workers, progress, count);
    }

    /**
     * Refines a batch of queries in an order of their own: item i is about query {@code first + order[i]}.
     *
     * @param coordinates of the batch, row-major
     * @param found {@code count x capacity} labels of places, -1 where unused
     */
    void refineQueries(
            Workers workers,
            int first,
            int count,
            int[] order,
            float[] coordinates,
            int[] found,
            int capacity,
            Progress progress) {
        int dims = queries.dims();
        Doubts doubts = new Doubts();
        workers.forEachSlice(
                count,
                MIN_SLICE,
                (begin, end) -> {
                    Work work = new Work(capacity, doubts);
                    for (int item = begin; item < end; item++) {
                        work.query = first + order[item];
                        work.points = queries;
                        work.at = work.query;
                        double stretch = image.stretch(coordinates, order[item], dims);
                        work.refine(Neighbors.NONE, found, item * capacity, stretch);
                    }
                    work.finish();
                },
                progress);
        doubts.settle(workers, progress, count);
    }

    /**
     * Queries that float32 cannot decide, each with the key of the k-th candidate: it is attained, so that no other can be beyond.
     */
    private final class Doubts {

        private int[] rows = new int[0];
        private double[] limits = new double[0];
        private int size;

        synchronized void add(int count, int[] newRows, double[] newLimits) {
            if (size + count > rows.length) {
                rows = Arrays.copyOf(rows, Math.max(size + count, 2 * rows.length));
                limits = Arrays.copyOf(limits, rows.length);
            }
            System.arraycopy(newRows, 0, rows, size, count);
            System.arraycopy(newLimits, 0, limits, size, count);
            size += count;
        }

        /** Searches for them in double, on all threads. */
        void settle(Workers workers, Progress progress, int count) {
            if (size == 0) {
                return;
            }
            searchedAgain += size;
            // The tree may still be on the device alone.
            index.arrays();
            workers.forEachSlice(
                    size,
                    1,
                    (begin, end) -> {
                        ExactSearch exact = new ExactSearch(index);
                        NearestList list = new NearestList(k, index.points().size());
                        for (int i = begin; i < end; i++) {
                            list.clear(limits[i]);
                            exact.nearest(queries, rows[i], self, list);
                            slots.write(rows[i], list);
                        }
                    },
                    // Done, as they are but for these; so that the watcher can still cancel.
                    new PartProgress(progress, count, false));
        }
    }

    /** What one thread needs. */
    private final class Work {

        private final int capacity;
        private final Doubts doubts;
        private final NearestList list;
        private final int[] labels;
        private final int[] rows;
        private final double[] keys;
        private int[] doubtful = new int[MIN_SLICE];
        private double[] limits = new double[MIN_SLICE];
        private int doubtfulCount;
        private double worst;
        private int query;
        private Points points;
        private int at;

        Work(int capacity, Doubts doubts) {
            this.capacity = capacity;
            this.doubts = doubts;
            list = new NearestList(k, index.points().size());
            labels = new int[capacity];
            rows = new int[capacity];
            keys = new double[capacity];
        }

        /** Writes the answer to the query, whose coordinates are in the points, at their place. */
        void refine(int ownLabel, int[] found, int from, double stretch) {
            worst = 0;
            int places = index.groups().isSingle() ? orderSingle(found, from) : orderGroups(ownLabel, found, from);
            double last = slots.lastKey(query);
            last = last < Double.POSITIVE_INFINITY ? last : limit;
            boolean told = stretch < Double.POSITIVE_INFINITY
                    && (places < capacity || image.isExact() || image.surelyNearer(last, worst, stretch));
            if (!told) {
                if (doubtfulCount == doubtful.length) {
                    doubtful = Arrays.copyOf(doubtful, 2 * doubtfulCount);
                    limits = Arrays.copyOf(limits, 2 * doubtfulCount);
                }
                doubtful[doubtfulCount] = query;
                limits[doubtfulCount++] = last;
            }
        }

        /** Hands over the queries that are not decided. */
        void finish() {
            doubts.add(doubtfulCount, doubtful, limits);
        }

        /** Each place has one row: candidates come in nearly their order, and the query is not among them. */
        private int orderSingle(int[] found, int from) {
            int count = 0;
            for (int slot = from; slot < from + capacity; slot++) {
                int label = found[slot];
                if (label != Neighbors.NONE) {
                    labels[count] = label;
                    rows[count++] = labelsAreSlots ? ids[label] : label;
                }
            }
            boolean inOrderOfSlots = arranged != null;
            points.keys(
                    at,
                    inOrderOfSlots ? arranged : index.points(),
                    inOrderOfSlots ? labels : rows,
                    count,
                    index.norm(),
                    keys);
            NeighborOrder.sort(keys, rows, count);
            worst = count == 0 ? 0 : keys[count - 1];
            int kept = Math.min(count, k);
            while (kept > 0 && keys[kept - 1] > limit) {
                kept--;
            }
            slots.write(query, kept, rows, keys);
            return count;
        }

        /** Offers the rows of the own place and of those that were found; how many were found. */
        private int orderGroups(int ownLabel, int[] found, int from) {
            list.clear(limit);
            offerPlace(ownLabel);
            worst = 0;
            int places = 0;
            for (int slot = from; slot < from + capacity; slot++) {
                places += found[slot] != Neighbors.NONE ? 1 : 0;
                offerPlace(found[slot]);
            }
            slots.write(query, list);
            return places;
        }

        /** Offers the rows of a place; of equal ones no more than can be among the best. */
        private void offerPlace(int label) {
            if (label == Neighbors.NONE) {
                return;
            }
            int head = labelsAreSlots ? ids[label] : label;
            int more = index.groups().areEqual() ? k : Integer.MAX_VALUE;
            more -= arranged != null ? offer(head, arranged, label) : offer(head, index.points(), head);
            for (int row = index.groups().next(head);
                    row != KdGroups.NONE && more > 0;
                    row = index.groups().next(row)) {
                more -= offer(row, index.points(), row);
            }
        }

        /** Offers a row, but not the query itself; how many were offered. */
        private int offer(int row, Points where, int place) {
            if (self && row == query) {
                return 0;
            }
            double key = points.key(at, where, place, index.norm());
            worst = Math.max(worst, key);
            list.offer(key, row);
            return 1;
        }
    }
}
