package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.search.NearestList;
import dev.gyre.engine.search.NeighborSlots;
import dev.gyre.engine.search.PartProgress;
import dev.gyre.engine.tree.NearestWork;
import dev.gyre.tasks.tree.TreeNearest;
import java.util.Arrays;

/**
 * Turns the places that a search found into the nearest rows, on the host. Keys of a search are canonical for all norms except powers. For
 * powers, rows are ordered by their canonical keys, and a query that the sums of powers leave undecided is searched again with canonical
 * keys.
 */
public final class NearestAnswers implements NearestWork {

    private static final int MIN_SLICE = 64;

    /** Candidates beyond k in a norm of powers: with one, most close calls are settled without a second search. */
    private static final int EXTRA_OF_POWERS = 1;

    private final KdIndex index;
    private final int[] ids;
    private final Points queries;
    private final boolean self;
    private final int k;
    private final double limit;
    private final KeyBound bound;
    private final NeighborSlots slots;
    private final Workers workers;
    private int searchedAgain;

    /**
     * The answers to all queries of an operation.
     *
     * @param self whether the queries are the tree's own points; each is left out of its own answer
     * @param limit the largest key of a neighbor
     * @param slots receives the answers, together with those of other devices
     */
    public NearestAnswers(
            KdIndex index, Points queries, boolean self, int k, double limit, NeighborSlots slots, Workers workers) {
        this.index = index;
        this.queries = queries;
        this.self = self;
        this.k = k;
        this.limit = limit;
        ids = index.ids();
        bound = KeyBound.of(index.norm(), index.points(), queries, workers);
        this.slots = slots;
        this.workers = workers;
        slots.begin();
    }

    @Override
    public int size() {
        return queries.size();
    }

    @Override
    public double[] queries() {
        return queries.array();
    }

    /** Candidates per query for k neighbors in a tree. */
    public static int candidates(Norm norm, int k, int places) {
        return (int) Math.min(places, (long) k + (norm.isPower() ? EXTRA_OF_POWERS : 0));
    }

    @Override
    public int candidates() {
        return candidates(index.norm(), k, index.layout().size());
    }

    /** Tells whether no query is searched again; a second search would need the tree on the host. */
    @Override
    public boolean isExact() {
        return bound.isExact();
    }

    public int searchedAgain() {
        return searchedAgain;
    }

    @Override
    public void writeLimits(double[] limits) {
        limits[TreeNearest.LIMIT] = bound.limit(limit);
        limits[TreeNearest.SCALE] = bound.scale();
    }

    /** Takes in a batch; the results of a slot are those of all its rows. */
    @Override
    public void accept(int first, int count, Found found, Progress progress) {
        slots.await();
        if (isReady() && found.isByQuery() && found.capacity() == k) {
            workers.forEachSlice(
                    count,
                    MIN_SLICE,
                    (begin, end) -> slots.write(first + begin, end - begin, found::read, begin),
                    progress);
            return;
        }
        Doubts doubts = new Doubts();
        workers.forEachSlice(
                count,
                MIN_SLICE,
                (begin, end) -> {
                    Work work = new Work(found, doubts);
                    found.forEach(begin, end, item -> {
                        int from = item * found.capacity();
                        int of = first + found.of(item);
                        if (found.ofSlots()) {
                            work.answerPlace(ids[of], from);
                        } else {
                            work.answer(of, self ? of : Neighbors.NONE, from);
                        }
                    });
                    work.finish();
                },
                progress);
        doubts.settle(progress, count);
    }

    /** Tells whether the results of a search are the answers. */
    private boolean isReady() {
        return bound.isExact() && index.groups().isSingle();
    }

    /** Undecided queries, each with the key of its k-th neighbor so far: no neighbor has a larger one. */
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

        /** Searches these queries again with canonical keys, on all threads. */
        void settle(Progress progress, int count) {
            if (size == 0) {
                return;
            }
            searchedAgain += size;
            // The tree may be on the device only: copies it to the host.
            index.arrays();
            workers.forEachSlice(
                    size,
                    1,
                    (begin, end) -> {
                        int[] ids = new int[k];
                        double[] keys = new double[k];
                        for (int i = begin; i < end; i++) {
                            Points query = Points.of(queries.point(rows[i]), queries.dims());
                            int found = new KdRows(index, query, limits[i])
                                    .first(self ? rows[i] : Neighbors.NONE, ids, keys);
                            slots.write(rows[i], found, ids, keys, 0);
                        }
                    },
                    // Reports the batch as done, with no further items, so that the monitor can still cancel.
                    PartProgress.step(progress, count));
        }
    }

    /** The state of one thread. */
    private final class Work {

        private final double[] keys;
        private final int[] found;
        private final int capacity;
        private final boolean heap;
        private final boolean ready;
        private final Doubts doubts;
        private final NearestList list;
        private int[] doubtful = new int[MIN_SLICE];
        private double[] limits = new double[MIN_SLICE];
        private int doubtfulCount;
        private double worst;

        Work(Found batch, Doubts doubts) {
            keys = batch.keys();
            found = batch.rows();
            capacity = batch.capacity();
            heap = batch.heap();
            this.doubts = doubts;
            ready = isReady();
            list = new NearestList(k, index.points().size());
        }

        /** Answers the rows of a place. */
        void answerPlace(int head, int from) {
            for (int row = head; row != KdGroups.NONE; row = index.groups().next(row)) {
                answer(row, head, from);
            }
        }

        /** Answers a query whose places begin at index {@code from}; its own place is that of row {@code ownHead}, if it has one. */
        void answer(int query, int ownHead, int from) {
            if (ready || isSingle(ownHead, from)) {
                slots.writeUsed(query, found, keys, from, capacity, !heap);
            } else {
                decide(query, ownHead, from);
            }
        }

        /** Whether keys are canonical and no place, neither that of the query nor those found, has several rows. */
        private boolean isSingle(int ownHead, int from) {
            boolean single = bound.isExact() && isSingle(ownHead);
            for (int slot = from; slot < from + capacity && single; slot++) {
                single = isSingle(found[slot]);
            }
            return single;
        }

        private boolean isSingle(int head) {
            return head == Neighbors.NONE || index.groups().next(head) == KdGroups.NONE;
        }

        private void decide(int query, int ownHead, int from) {
            worst = 0;
            list.clear(limit);
            offerPlace(query, ownHead);
            boolean full = true;
            for (int slot = from; slot < from + capacity; slot++) {
                full &= found[slot] != Neighbors.NONE;
                offerPlace(query, found[slot]);
            }
            slots.write(query, list);
            double last = Math.min(slots.lastKey(query), limit);
            if (!bound.isExact() && full && !bound.surelyNearer(last, worst)) {
                if (doubtfulCount == doubtful.length) {
                    doubtful = Arrays.copyOf(doubtful, 2 * doubtfulCount);
                    limits = Arrays.copyOf(limits, 2 * doubtfulCount);
                }
                doubtful[doubtfulCount] = query;
                limits[doubtfulCount++] = last;
            }
        }

        /** Hands over the undecided queries. */
        void finish() {
            doubts.add(doubtfulCount, doubtful, limits);
        }

        /** Offers the rows of a place except the query itself. They are equal, so at most k of them can be among the best. */
        private void offerPlace(int query, int head) {
            if (head == Neighbors.NONE) {
                return;
            }
            double key = queries.key(query, index.points(), head, index.norm());
            worst = Math.max(worst, key);
            int more = k;
            for (int row = head;
                    row != KdGroups.NONE && more > 0;
                    row = index.groups().next(row)) {
                if (!self || row != query) {
                    list.offer(key, row);
                    more--;
                }
            }
        }
    }
}
