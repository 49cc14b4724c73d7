package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.op.Keys;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * The pairs of a search for neighbors in the order of (distance, right row). Their keys are sorted as {@code float}, in half the passes of
 * {@code double}; then runs of equal ones are sorted by what they are exactly. A pair has the number {@code left row * k + rank}. Every left row
 * must have k neighbors.
 */
final class SpatialPairs {

    private static final int SLICE = 1 << 14;

    /** A longer run is sorted by a comparator. */
    private static final int SHORT_RUN = 32;

    private final Neighbors found;
    private final int k;
    private final int size;
    private double sum;

    SpatialPairs(Neighbors found) {
        this.found = found;
        k = found.k();
        size = Math.multiplyExact(found.queries(), k);
    }

    /**
     * Orders the pairs, by all threads.
     *
     * @param measure a distance for a key, which is added up
     * @return the numbers of the pairs
     */
    int[] order(Engine engine, DoubleUnaryOperator measure) {
        float[] keys = new float[size];
        sum = IntStream.range(0, Math.ceilDiv(found.queries(), SLICE))
                .parallel()
                .mapToDouble(slice -> toFloats(keys, SLICE * slice, measure))
                .sum();
        int[] order = engine.sorting().argsort(Keys.of(keys));
        // A run at the border of two slices is sorted by the first one. The other may read it meanwhile, but not what
        // is equal in it at any time.
        IntStream.range(0, Math.ceilDiv(size, SLICE)).parallel().forEach(slice -> sortRuns(order, keys, SLICE * slice));
        return order;
    }

    /** Returns the sum of the measures. */
    double sum() {
        return sum;
    }

    private double key(int pair) {
        return found.key(pair / k, pair % k);
    }

    private int right(int pair) {
        return found.id(pair / k, pair % k);
    }

    /** Writes the keys of the left rows of a slice, and returns the sum of their measures. */
    private double toFloats(float[] keys, int begin, DoubleUnaryOperator measure) {
        double ofSlice = 0;
        for (int left = begin; left < Math.min(found.queries(), begin + SLICE); left++) {
            for (int rank = 0; rank < k; rank++) {
                double key = found.key(left, rank);
                keys[left * k + rank] = (float) key;
                ofSlice += measure.applyAsDouble(key);
            }
        }
        return ofSlice;
    }

    /** Sorts the runs that begin in a slice. */
    private void sortRuns(int[] order, float[] keys, int from) {
        int to = Math.min(size, from + SLICE);
        // First all reads, for which a processor waits together.
        float[] ofSlice = new float[to - from];
        for (int place = from; place < to; place++) {
            ofSlice[place - from] = keys[order[place]];
        }
        int begin = from;
        while (from > 0 && begin < to && ofSlice[begin - from] == keys[order[from - 1]]) {
            begin++;
        }
        while (begin < to) {
            float value = ofSlice[begin - from];
            int end = begin + 1;
            while (end < size && value == (end < to ? ofSlice[end - from] : keys[order[end]])) {
                end++;
            }
            if (end - begin > SHORT_RUN) {
                sortLong(order, begin, end);
            } else if (end - begin > 1) {
                sortShort(order, begin, end);
            }
            begin = end;
        }
    }

    private void sortShort(int[] order, int begin, int end) {
        for (int next = begin + 1; next < end; next++) {
            int pair = order[next];
            double key = key(pair);
            int hole = next;
            while (hole > begin && isBefore(pair, key, order[hole - 1])) {
                order[hole] = order[hole - 1];
                hole--;
            }
            order[hole] = pair;
        }
    }

    private boolean isBefore(int pair, double key, int other) {
        double ofOther = key(other);
        return key < ofOther || key == ofOther && right(pair) < right(other);
    }

    private void sortLong(int[] order, int begin, int end) {
        int[] sorted = Arrays.stream(order, begin, end)
                .boxed()
                .sorted(Comparator.<Integer>comparingDouble(this::key).thenComparingInt(this::right))
                .mapToInt(Integer::intValue)
                .toArray();
        System.arraycopy(sorted, 0, order, begin, sorted.length);
    }
}
