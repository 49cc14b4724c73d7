package dev.gyre.engine.topk;

import dev.gyre.engine.data.TopPairs;
import dev.gyre.engine.jvm.Workers;

/**
 * Puts the best pairs in order and finds their scores and distances, by all threads: each sorts a part of the pairs; then each takes the
 * pairs between two bounds from all parts. Memory: 16 bytes for each pair, besides those of the result.
 */
final class SortedPairs {

    /** The fewest pairs of a part: to sort them and find their distances takes 0.1 ms (AMD EPYC, November 2026). */
    private static final int MIN_PART = 1 << 9;

    /** Pairs of each part from which bounds are taken. */
    private static final int SAMPLE = 1 << 4;

    private final BestPairs best;
    private final TopKCall call;
    private final int parts;
    private final int[] left;
    private final int[] right;
    private final double[] scores;
    private final double[] distances;

    private SortedPairs(BestPairs best, TopKCall call) {
        this.best = best;
        this.call = call;
        parts = Math.clamp(best.size() / MIN_PART, 1, call.context().workers().threads());
        int size = Math.min(call.k(), best.size());
        left = new int[size];
        right = new int[size];
        scores = new double[size];
        distances = new double[size];
    }

    /**
     * The k best of some pairs, or all if there are fewer.
     *
     * @param best k pairs or more if there are as many; they get another order
     */
    static SortedPairs of(BestPairs best, TopKCall call) {
        SortedPairs sorted = new SortedPairs(best, call);
        if (sorted.parts == 1) {
            best.keepBest();
            best.sort();
            sorted.set(0, best);
        } else {
            sorted.inParts(call.context().workers());
        }
        return sorted;
    }

    TopPairs result(TopPairs.Work work) {
        return new TopPairs(left, right, scores, distances, work);
    }

    private int start(int part) {
        return (int) ((long) part * best.size() / parts);
    }

    private void inParts(Workers workers) {
        workers.forEach(parts, part -> best.sort(start(part), start(part + 1)));
        int[][] cuts = cuts();
        workers.forEach(parts, range -> {
            int first = 0;
            for (int part = 0; part < parts; part++) {
                first += cuts[range][part] - start(part);
            }
            if (first < left.length) {
                BestPairs some = BestPairs.all();
                for (int part = 0; part < parts; part++) {
                    some.addAll(best, cuts[range][part], cuts[range + 1][part]);
                }
                some.sort();
                set(first, some);
            }
        });
    }

    /** For each bound and part the first pair that is not better. */
    private int[][] cuts() {
        BestPairs sample = BestPairs.all();
        for (int part = 0; part < parts; part++) {
            for (int i = 0; i < SAMPLE; i++) {
                int at = start(part) + (int) ((long) i * (start(part + 1) - start(part)) / SAMPLE);
                sample.addAll(best, at, at + 1);
            }
        }
        sample.sort();
        int[][] cuts = new int[parts + 1][parts];
        for (int range = 0; range <= parts; range++) {
            for (int part = 0; part < parts; part++) {
                cuts[range][part] = range == parts
                        ? start(part + 1)
                        : best.better(start(part), start(part + 1), sample, range * SAMPLE);
            }
        }
        return cuts;
    }

    /** Sets the pairs of the result from an index on. */
    private void set(int first, BestPairs pairs) {
        for (int i = 0; i < pairs.size() && first + i < left.length; i++) {
            int slot = first + i;
            left[slot] = Bound.left(pairs.pair(i));
            right[slot] = Bound.right(pairs.pair(i));
            scores[slot] = call.rank().score(pairs.rank(i));
            distances[slot] = call.finder().distance(left[slot], right[slot]);
        }
    }
}
