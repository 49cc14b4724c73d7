package dev.gyre.engine.fold;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.KdIndex;
import java.util.concurrent.atomic.DoubleAccumulator;

/**
 * The weights of the rows of a tree, slot by slot. A weight is rounded to a whole number of the unit {@code 2^(e - 53)}, where all weights are
 * below {@code 2^e} in magnitude, and has a high part times 2^27 and a low part of 27 bits. Sums of parts are exact.
 *
 * <p>Memory: 16 bytes for each slot. Immutable; safe for use by several threads.
 */
final class SlotWeights {

    /** Bits of a low part. */
    static final int LOW_BITS = 27;

    private static final int BITS = 53;

    /** Largest exponent of a weight, so that no sum of products overflows. */
    private static final int MAX_EXPONENT = 400;

    private static final double MOST = 0x1p400;
    private static final long LOW_MASK = (1L << LOW_BITS) - 1;
    private static final int MIN_SLICE = 1 << 14;

    private final double[] weights;
    private final KdIndex index;
    private final int exponent;

    /** For each slot the sum of the parts of all slots before it, then that of all. */
    private final long[] highs;

    private final long[] lows;

    /**
     * Adds up the weights of the slots of a tree.
     *
     * @param weights the weights of the rows, as {@link #check} accepts them
     */
    SlotWeights(double[] weights, KdIndex index, Workers workers) {
        this.weights = weights;
        this.index = index;
        DoubleAccumulator largest = new DoubleAccumulator(Math::max, 0);
        workers.forEachSlice(weights.length, MIN_SLICE, (begin, end) -> {
            double most = 0;
            for (int row = begin; row < end; row++) {
                most = Math.max(most, Math.abs(weights[row]));
            }
            largest.accumulate(most);
        });
        exponent = BITS - 1 - Math.getExponent(largest.get());
        int slots = index.layout().size();
        highs = new long[slots + 1];
        lows = new long[slots + 1];
        workers.forEachSlice(slots, MIN_SLICE, (begin, end) -> {
            for (int slot = begin; slot < end; slot++) {
                for (int row = index.ids()[slot]; row >= 0; row = index.groups().next(row)) {
                    highs[slot + 1] += high(row);
                    lows[slot + 1] += low(row);
                }
            }
        });
        for (int slot = 0; slot < slots; slot++) {
            highs[slot + 1] += highs[slot];
            lows[slot + 1] += lows[slot];
        }
    }

    /**
     * Checks weights.
     *
     * @param rows number of rows
     * @throws IllegalArgumentException if there is no weight for each row, or one is no number up to 2^400 in magnitude
     */
    static void check(double[] weights, int rows) {
        if (weights.length != rows) {
            throw new IllegalArgumentException(
                    "there must be a weight for each point: weights=" + weights.length + ", points=" + rows);
        }
        for (int row = 0; row < rows; row++) {
            // False for NaN too.
            if (!(Math.abs(weights[row]) <= MOST)) {
                throw new IllegalArgumentException("weights must be numbers up to 2^" + MAX_EXPONENT
                        + " in magnitude: row=" + row + ", weight=" + weights[row]);
            }
        }
    }

    /** A weight times two to this power is a whole number. */
    int exponent() {
        return exponent;
    }

    private long whole(int row) {
        return (long) Math.rint(Math.scalb(weights[row], exponent));
    }

    private long high(int row) {
        return whole(row) >> LOW_BITS;
    }

    private long low(int row) {
        return whole(row) & LOW_MASK;
    }

    /** The sum of the high parts of some slots. */
    long high(int from, int to) {
        return highs[to] - highs[from];
    }

    /** The sum of the low parts of some slots. */
    long low(int from, int to) {
        return lows[to] - lows[from];
    }

    /** Adds the products of all pairs of different rows of a slot, which are in the first bin whatever its radius. */
    void addOwn(int slot, ProductSums products) {
        int head = index.ids()[slot];
        long high = high(head);
        long low = low(head);
        for (int row = index.groups().next(head); row >= 0; row = index.groups().next(row)) {
            products.add(0, high, low, high(row), low(row));
            high += high(row);
            low += low(row);
        }
    }
}
