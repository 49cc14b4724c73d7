package dev.gyre.engine.knn;

import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * From candidates to the answer, on the host: candidates are ordered by their exact keys, and a query whose
 * candidates cannot be told from the points left out is answered again over all points.
 *
 * <p>"Exact" is the canonical value of {@link Points#key}.
 */
final class Refinement {

    private final Points queries;
    private final Points points;
    private final Norm norm;
    private final boolean self;
    private final int k;
    private final Float32Frame image;
    private final NeighborSlots slots;
    private int exactFallbacks;

    Refinement(Points queries, Points points, Norm norm, boolean self, int k, Float32Frame image, Workers workers) {
        this.queries = queries;
        this.points = points;
        this.norm = norm;
        this.self = self;
        this.k = k;
        this.image = image;
        slots = new NeighborSlots(queries.size(), k, points.size() == 0, workers);
    }

    NeighborSlots slots() {
        return slots;
    }

    int exactFallbacks() {
        return exactFallbacks;
    }

    /**
     * Answers the queries {@code first .. first+count-1} from their candidates.
     *
     * @param candidates {@code count x capacity} ids of candidates in any order
     * @param plan how they were found
     * @return the queries for which a point left out might belong to the answer
     */
    int[] order(Workers workers, int first, int count, int[] candidates, KnnPlan plan) {
        int capacity = plan.capacity();
        int[] doubtful = new int[count];
        AtomicInteger doubts = new AtomicInteger();
        workers.forEachSlice(
                count,
                32,
                (begin, end) -> {
                    NearestList nearest = new NearestList(k, capacity);
                    for (int item = begin; item < end; item++) {
                        if (!order(first + item, candidates, item * capacity, plan, nearest)) {
                            doubtful[doubts.getAndIncrement()] = first + item;
                        }
                    }
                },
                Progress.NONE);
        return Arrays.copyOf(doubtful, doubts.get());
    }

    /**
     * Answers queries again, over all points.
     *
     * @param doubtful queries
     * @param count queries of the batch
     */
    void answerAgain(Workers workers, int[] doubtful, int count, Progress progress) {
        workers.forEachSlice(
                doubtful.length,
                1,
                (begin, end) -> {
                    NearestList nearest = new NearestList(k, points.size());
                    for (int item = begin; item < end; item++) {
                        answerAgain(doubtful[item], nearest);
                    }
                },
                // Done, as they are but for these; so that the watcher can still cancel.
                new PartProgress(progress, count, false));
        exactFallbacks += doubtful.length;
    }

    /** Orders the candidates of one query and writes the best; false where a point left out might belong to them. */
    private boolean order(int query, int[] candidates, int from, KnnPlan plan, NearestList nearest) {
        int capacity = plan.capacity();
        nearest.clear(Double.POSITIVE_INFINITY);
        double worst = Double.NEGATIVE_INFINITY;
        for (int slot = from; slot < from + capacity; slot++) {
            int id = candidates[slot];
            double key = queries.key(query, points, id, norm);
            worst = Math.max(worst, key);
            if (!(self && id == query)) {
                nearest.offer(key, id);
            }
        }
        int found = slots.write(query, nearest);
        return image.isExact()
                || capacity == points.size()
                || (found == k && image.surelyNearer(slots.lastKey(query), worst, plan.expanded()));
    }

    /** Goes over all points with the k-th candidate's key as the limit: it is attained, so that the answer lies within. */
    private void answerAgain(int query, NearestList nearest) {
        nearest.clear(slots.lastKey(query));
        for (int id = 0; id < points.size(); id++) {
            if (!(self && id == query)) {
                nearest.offer(queries.key(query, points, id, norm), id);
            }
        }
        slots.write(query, nearest);
    }
}
