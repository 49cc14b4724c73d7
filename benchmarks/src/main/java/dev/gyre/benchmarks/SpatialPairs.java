package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.op.Keys;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * The pairs of a search for neighbors in the order of (distance, right row). A pair has the number {@code left row * k + rank}. Every left row must
 * have k neighbors.
 */
final class SpatialPairs {

    private static final int SLICE = 1 << 14;

    private final Neighbors found;
    private final double[] keys;
    private final int[] order;
    private final double sum;

    /**
     * Orders the pairs, by all threads.
     *
     * @param measure a distance for a key, which is added up
     */
    SpatialPairs(Engine engine, Neighbors found, DoubleUnaryOperator measure) {
        this.found = found;
        keys = found.toKeyArray();
        order = engine.sorting().argsort(Keys.of(keys));
        // A run at the border of two slices is sorted by the first one. The other may read it meanwhile, but not what
        // is equal in it at any time.
        sum = IntStream.range(0, Math.ceilDiv(keys.length, SLICE))
                .parallel()
                .mapToDouble(slice -> sortRuns(SLICE * slice, measure))
                .sum();
    }

    /** Returns the numbers of the pairs, in order. */
    int[] order() {
        return order;
    }

    /** Returns the sum of the measures. */
    double sum() {
        return sum;
    }

    /** Sorts the runs of equal keys that begin in a slice of the order; returns the sum of the slice's measures. */
    private double sortRuns(int from, DoubleUnaryOperator measure) {
        int to = Math.min(keys.length, from + SLICE);
        // First all reads, for which a processor waits together.
        double[] ofSlice = new double[to - from];
        for (int slot = from; slot < to; slot++) {
            ofSlice[slot - from] = keys[order[slot]];
        }
        double ofMeasures = 0;
        double before = from == 0 ? Double.NaN : keys[order[from - 1]];
        boolean isInRun = false;
        for (int slot = from; slot < to; slot++) {
            double key = ofSlice[slot - from];
            ofMeasures += measure.applyAsDouble(key);
            boolean isEqual = key == before;
            if (isEqual && !isInRun && slot > from) {
                sortRun(slot - 1);
            }
            // A run that began in the slice before is that slice's.
            isInRun = isEqual;
            before = key;
        }
        if (!isInRun && to < keys.length && before == keys[order[to]]) {
            sortRun(to - 1);
        }
        return ofMeasures;
    }

    /** Orders the pairs from a place on that are at the same distance. */
    private void sortRun(int begin) {
        double key = keys[order[begin]];
        int end = begin + 1;
        while (end < order.length && keys[order[end]] == key) {
            end++;
        }
        int k = found.k();
        int[] sorted = Arrays.stream(order, begin, end)
                .boxed()
                .sorted(Comparator.comparingInt(pair -> found.id(pair / k, pair % k)))
                .mapToInt(Integer::intValue)
                .toArray();
        System.arraycopy(sorted, 0, order, begin, sorted.length);
    }
}
