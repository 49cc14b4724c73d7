package dev.gyre.engine.knn;

import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.search.NearestList;
import dev.gyre.engine.search.NeighborSlots;
import dev.gyre.engine.search.PartProgress;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes answers from candidates, on the host. Candidates are ordered by their exact keys; if a point that was left out might belong to the
 * answer of a query, the query is answered again over all points.
 *
 * <p>"Exact" is the canonical value of {@link Points#key}.
 */
final class Refinement {

    /** Coordinates that a thread compares before it can be stopped: a few milliseconds. If points have more, threads share a query. */
    private static final long PART_COORDINATES = 1 << 22;

    /** Lists that a thread fills at a time: at most the slices of a loop, so that the loop can be stopped after each list. */
    private static final int LISTS_PER_THREAD = 64;

    /** Neighbors in the lists that are filled at a time, unless each thread has one list only. */
    private static final long MAX_NEIGHBORS = 1 << 20;

    private final Points queries;
    private final Points points;
    private final Norm norm;
    private final boolean self;
    private final int k;
    private final Float32Frame image;
    private final NeighborSlots slots;
    private int exactFallbacks;

    Refinement(NeighborJoin join, Float32Frame image) {
        queries = join.queries();
        points = join.space();
        norm = join.norm();
        self = join.self();
        k = join.k();
        slots = join.slots();
        slots.begin();
        this.image = image;
    }

    int exactFallbacks() {
        return exactFallbacks;
    }

    /**
     * Answers the queries {@code first .. first+count-1} from their candidates.
     *
     * @param candidates {@code count x capacity} ids of candidates in any order
     * @param plan the plan by which they were found
     * @param progress is told that all are done, because only this step is left; may cancel
     * @return the queries for which a point left out might belong to the answer
     */
    int[] order(Workers workers, int first, int count, int[] candidates, KnnPlan plan, Progress progress) {
        slots.await();
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
                PartProgress.step(progress, count));
        return Arrays.copyOf(doubtful, doubts.get());
    }

    /**
     * Answers queries again, over all points.
     *
     * @param count queries of the batch
     * @param progress is told that all are done, because only these are left; may cancel
     */
    void answerAgain(Workers workers, int[] doubtful, int count, Progress progress) {
        Progress step = PartProgress.step(progress, count);
        int parts = (int) Math.ceilDiv((long) points.size() * points.dims(), PART_COORDINATES);
        long perThread = Math.clamp(MAX_NEIGHBORS / k / workers.threads(), 1, LISTS_PER_THREAD);
        int group = (int) Math.max(1, perThread * workers.threads() / parts);
        for (int from = 0; from < doubtful.length && !step.cancelled(); from += group) {
            int[] some = Arrays.copyOfRange(doubtful, from, Math.min(doubtful.length, from + group));
            answerInParts(workers, some, parts, step);
        }
        exactFallbacks += doubtful.length;
    }

    /** Answers a few queries again, each over a number of separate parts of the points. */
    void answerInParts(Workers workers, int[] some, int parts, Progress progress) {
        slots.await();
        NearestList[] lists = new NearestList[some.length * parts];
        workers.forEach(lists.length, item -> lists[item] = nearest(some[item / parts], item % parts, parts), progress);
        workers.forEach(
                some.length,
                item -> {
                    NearestList nearest = lists[item * parts];
                    for (int part = 1; part < parts; part++) {
                        nearest.offerAll(lists[item * parts + part]);
                    }
                    slots.write(some[item], nearest);
                },
                progress);
    }

    /** Orders the candidates of one query and writes the best; returns false if a point left out might belong to them. */
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
                || (found == k
                        && image.surelyNearer(
                                slots.lastKey(query), worst, image.stretch(queries, query), plan.expanded()));
    }

    /** Searches a part of the points with the k-th candidate's key as the limit, which no neighbor exceeds. */
    private NearestList nearest(int query, int part, int parts) {
        int begin = (int) ((long) points.size() * part / parts);
        int end = (int) ((long) points.size() * (part + 1) / parts);
        NearestList nearest = new NearestList(k, part == 0 ? points.size() : end - begin);
        nearest.clear(slots.lastKey(query));
        for (int id = begin; id < end; id++) {
            if (!(self && id == query)) {
                nearest.offer(queries, query, points, id, norm);
            }
        }
        return nearest;
    }
}
