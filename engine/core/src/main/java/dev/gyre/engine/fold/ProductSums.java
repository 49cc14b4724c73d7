package dev.gyre.engine.fold;

import java.math.BigInteger;

/**
 * Sums of products of whole numbers of two parts ({@link SlotWeights}), in bins. Three sums of 128 bits for each bin hold the products of both
 * high parts, of a high and a low one, and of both low ones, without an error. Not safe for use by several threads.
 */
final class ProductSums {

    private static final int KINDS = 3;

    private final long[] upper;
    private final long[] lower;

    ProductSums(int bins) {
        upper = new long[KINDS * bins];
        lower = new long[KINDS * bins];
    }

    /** Adds the product of two numbers to a bin. */
    void add(int bin, long high, long low, long otherHigh, long otherLow) {
        addProduct(KINDS * bin, high, otherHigh);
        addProduct(KINDS * bin + 1, high, otherLow);
        addProduct(KINDS * bin + 1, low, otherHigh);
        addProduct(KINDS * bin + 2, low, otherLow);
    }

    private void addProduct(int at, long a, long b) {
        add(at, Math.multiplyHigh(a, b), a * b);
    }

    private void add(int at, long high, long low) {
        long sum = lower[at] + low;
        upper[at] += high + (Long.compareUnsigned(sum, low) < 0 ? 1 : 0);
        lower[at] = sum;
    }

    /** Adds the sums of all bins. */
    void add(ProductSums other) {
        for (int at = 0; at < lower.length; at++) {
            add(at, other.upper[at], other.lower[at]);
        }
    }

    BigInteger sum(int bin) {
        return wide(KINDS * bin)
                .shiftLeft(2 * SlotWeights.LOW_BITS)
                .add(wide(KINDS * bin + 1).shiftLeft(SlotWeights.LOW_BITS))
                .add(wide(KINDS * bin + 2));
    }

    private BigInteger wide(int at) {
        BigInteger low = BigInteger.valueOf(lower[at] >>> 1).shiftLeft(1).add(BigInteger.valueOf(lower[at] & 1));
        return BigInteger.valueOf(upper[at]).shiftLeft(Long.SIZE).add(low);
    }
}
