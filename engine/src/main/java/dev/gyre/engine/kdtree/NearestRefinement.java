package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.device.Progress;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.knn.FloatImage;
import dev.gyre.engine.knn.KnnJoin;
import dev.gyre.engine.knn.NearestList;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * From the places that a search found to the nearest rows, on the host: places become their rows, rows are ordered by
 * their exact keys, and a query for which float32 cannot tell is searched for again in {@code double}.
 */
final class NearestRefinement {

    private static final int MIN_SLICE = 64;

    private final KdIndex index;
    private final Points queries;
    private final boolean self;
    private final int k;
    private final double limit;
    private final FloatImage image;
    private final int[] ids;
    private final double[] keys;
    private final AtomicInteger searchedAgain = new AtomicInteger();

    /**
     * A refinement of all queries of an operation.
     *
     * @param self whether the queries are the tree's own points, of which each is left out of its own answer
     * @param limit the largest key that is wanted
     * @param image what the queries were brought into; known to be exact or not before {@link #refine}
     */
    NearestRefinement(KdIndex index, Points queries, boolean self, int k, double limit, FloatImage image) {
        this.index = index;
        this.queries = queries;
        this.self = self;
        this.k = k;
        this.limit = limit;
        this.image = image;
        ids = new int[KnnJoin.checkedSlots(queries.size(), k)];
        keys = new double[ids.length];
        if (index.layout().size() == 0) {
            clear();
        }
    }

    /** Leaves every slot unused: for rows that no batch is about. */
    void clear() {
        clear(0, ids.length);
    }

    private void clear(int from, int to) {
        Arrays.fill(ids, from, to, Neighbors.NONE);
        Arrays.fill(keys, from, to, Double.POSITIVE_INFINITY);
    }

    /** Number of queries. */
    int queries() {
        return queries.size();
    }

    int[] ids() {
        return ids;
    }

    double[] keys() {
        return keys;
    }

    int searchedAgain() {
        return searchedAgain.get();
    }

    /**
     * Refines a batch of a self-join: item i is about the place of slot {@code first + i}.
     *
     * @param found {@code count x capacity} rows that stand for their places, -1 where unused
     */
    void refineSlots(Workers workers, int first, int count, int[] found, int capacity, Progress progress) {
        workers.forEachSlice(
                count,
                MIN_SLICE,
                (begin, end) -> {
                    Work work = new Work(capacity);
                    for (int item = begin; item < end; item++) {
                        int head = index.arrays().ids()[first + item];
                        for (int row = head;
                                row != KdGroups.NONE;
                                row = index.groups().next(row)) {
                            work.refine(row, head, found, item * capacity, 1);
                        }
                    }
                },
                progress);
    }

    /**
     * Refines a batch of queries in an order of their own: item i is about query {@code first + order[i]}.
     *
     * @param coordinates of the batch, row-major
     * @param found {@code count x capacity} rows that stand for their places, -1 where unused
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
        workers.forEachSlice(
                count,
                MIN_SLICE,
                (begin, end) -> {
                    Work work = new Work(capacity);
                    for (int item = begin; item < end; item++) {
                        double stretch = image.stretch(coordinates, order[item], dims);
                        work.refine(first + order[item], KdGroups.NONE, found, item * capacity, stretch);
                    }
                },
                progress);
    }

    /** What one thread needs. */
    private final class Work {

        private final int capacity;
        private final NearestList list;
        private final ExactSearch exact = new ExactSearch(index);
        private double worst;

        Work(int capacity) {
            this.capacity = capacity;
            list = new NearestList(k, index.points().size());
        }

        void refine(int query, int ownHead, int[] found, int from, double stretch) {
            list.clear(limit);
            offerPlace(query, ownHead);
            worst = 0;
            boolean full = true;
            for (int at = from; at < from + capacity; at++) {
                full &= found[at] != Neighbors.NONE;
                offerPlace(query, found[at]);
            }
            int count = list.finish(ids, keys, query * k);
            double last = count == k ? keys[query * k + k - 1] : limit;
            boolean told = stretch < Double.POSITIVE_INFINITY
                    && (!full || image.isExact() || image.surelyNearer(last, worst, stretch));
            if (!told) {
                searchedAgain.incrementAndGet();
                list.clear(last);
                exact.nearest(queries, query, self, list);
                count = list.finish(ids, keys, query * k);
            }
            clear(query * k + count, query * k + k);
        }

        /** Offers the rows of a place; of equal ones no more than can be among the best. */
        private void offerPlace(int query, int head) {
            int most = index.groups().areEqual() ? k : Integer.MAX_VALUE;
            int row = head;
            while (row != KdGroups.NONE && most > 0) {
                if (!self || row != query) {
                    double key = queries.key(query, index.points(), row, index.norm());
                    worst = Math.max(worst, key);
                    list.offer(key, row);
                    most--;
                }
                row = index.groups().next(row);
            }
        }
    }
}
