package dev.gyre.engine.knn;

import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.device.Progress;
import dev.gyre.engine.jvm.Workers;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * From candidates to the answer, on the host: candidates are ordered by their exact distances, and a query whose
 * candidates cannot be told from the points left out is answered again over all points.
 *
 * <p>"Exact" is the canonical value: the sum of (a-b)² in double, from the first dimension to the last.
 */
final class Refinement {

    private static final int SELECTION_SLACK = 64;

    private final double[] queryRows;
    private final double[] pointRows;
    private final int points;
    private final int dims;
    private final boolean self;
    private final int k;
    private final FloatImage image;
    private final int[] ids;
    private final double[] distancesSq;
    private int answeredAgain;

    Refinement(Points queries, Points points, boolean self, int k, FloatImage image) {
        this.queryRows = queries.toRowMajor();
        this.pointRows = queries == points ? queryRows : points.toRowMajor();
        this.points = points.size();
        this.dims = points.dims();
        this.self = self;
        this.k = k;
        this.image = image;
        int slots = KnnJoin.checkedSlots(queries.size(), k);
        this.ids = new int[slots];
        this.distancesSq = new double[slots];
        Arrays.fill(ids, Neighbors.NONE);
        Arrays.fill(distancesSq, Double.POSITIVE_INFINITY);
    }

    int[] ids() {
        return ids;
    }

    double[] distancesSq() {
        return distancesSq;
    }

    int answeredAgain() {
        return answeredAgain;
    }

    /**
     * Answers the queries {@code first .. first+count-1}.
     *
     * @param candidates {@code count x capacity} ids of candidates in any order
     */
    void refine(Workers workers, int first, int count, int[] candidates, int capacity, Progress progress) {
        int[] doubtful = new int[count];
        AtomicInteger doubts = new AtomicInteger();
        workers.forEachSlice(
                count,
                32,
                (begin, end) -> {
                    Selection selection = new Selection(capacity);
                    for (int item = begin; item < end; item++) {
                        if (!order(first + item, candidates, item * capacity, capacity, selection)) {
                            doubtful[doubts.getAndIncrement()] = first + item;
                        }
                    }
                },
                Progress.NONE);
        workers.forEachSlice(
                doubts.get(),
                1,
                (begin, end) -> {
                    Selection selection = new Selection(2 * k + SELECTION_SLACK);
                    for (int item = begin; item < end; item++) {
                        answerAgain(doubtful[item], selection);
                    }
                },
                new CancelOnly(progress));
        answeredAgain += doubts.get();
    }

    /** Orders the candidates of one query and writes the best; false where a point left out might belong to them. */
    private boolean order(int query, int[] candidates, int from, int capacity, Selection selection) {
        selection.clear();
        double worstSq = 0;
        for (int slot = from; slot < from + capacity; slot++) {
            int id = candidates[slot];
            double distanceSq = distanceSq(query, id);
            worstSq = Math.max(worstSq, distanceSq);
            if (!(self && id == query)) {
                selection.add(distanceSq, id);
            }
        }
        selection.sort();
        int found = write(query, selection);
        return image.isExact()
                || capacity == points
                || (found == k && image.surelyNearer(distancesSq[query * k + k - 1], worstSq));
    }

    /**
     * Goes over all points with the k-th candidate's distance as the limit: it is attained, so that the answer lies
     * within. Ids ascend, so that a later point of equal distance comes after all kept ones.
     */
    private void answerAgain(int query, Selection selection) {
        selection.clear();
        double limitSq = distancesSq[query * k + k - 1];
        boolean trimmed = false;
        for (int id = 0; id < points; id++) {
            double distanceSq = distanceSq(query, id);
            boolean near = trimmed ? distanceSq < limitSq : distanceSq <= limitSq;
            if (near && !(self && id == query)) {
                if (selection.isFull()) {
                    selection.sort();
                    selection.keep(k);
                    limitSq = selection.distanceSq(k - 1);
                    trimmed = true;
                    if (distanceSq >= limitSq) {
                        continue;
                    }
                }
                selection.add(distanceSq, id);
            }
        }
        selection.sort();
        write(query, selection);
    }

    private int write(int query, Selection selection) {
        int found = Math.min(k, selection.size());
        selection.copyTo(ids, distancesSq, query * k, found);
        return found;
    }

    private double distanceSq(int query, int point) {
        double sum = 0;
        int q = query * dims;
        int p = point * dims;
        for (int dim = 0; dim < dims; dim++) {
            double difference = queryRows[q + dim] - pointRows[p + dim];
            sum += difference * difference;
        }
        return sum;
    }

    /** Passes the wish to cancel on, but not the items, which are not queries in order. */
    private record CancelOnly(Progress progress) implements Progress {
        @Override
        public void completed(long items) {}

        @Override
        public boolean cancelled() {
            return progress.cancelled();
        }
    }

    /** A growing list of (squared distance, id) pairs of fixed capacity. */
    private static final class Selection {

        private final double[] distancesSq;
        private final int[] ids;
        private int size;

        Selection(int capacity) {
            distancesSq = new double[capacity];
            ids = new int[capacity];
        }

        void clear() {
            size = 0;
        }

        boolean isFull() {
            return size == ids.length;
        }

        int size() {
            return size;
        }

        double distanceSq(int rank) {
            return distancesSq[rank];
        }

        void add(double distanceSq, int id) {
            distancesSq[size] = distanceSq;
            ids[size++] = id;
        }

        void keep(int best) {
            size = best;
        }

        void sort() {
            NeighborOrder.sort(distancesSq, ids, size);
        }

        void copyTo(int[] toIds, double[] toDistancesSq, int at, int count) {
            System.arraycopy(ids, 0, toIds, at, count);
            System.arraycopy(distancesSq, 0, toDistancesSq, at, count);
        }
    }
}
