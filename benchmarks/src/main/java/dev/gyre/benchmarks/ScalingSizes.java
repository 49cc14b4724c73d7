package dev.gyre.benchmarks;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Powers of 2.
 *
 * @param min exponent of the smallest
 * @param max exponent of the largest; below min for none
 */
record ScalingSizes(int min, int max) {

    private static final int MOST = 30;

    ScalingSizes {
        if (min < 0 || max > MOST) {
            throw new IllegalArgumentException("exponents must be in 0.." + MOST + ": min=" + min + ", max=" + max);
        }
    }

    List<Integer> all() {
        return IntStream.rangeClosed(min, max)
                .map(exponent -> 1 << exponent)
                .boxed()
                .toList();
    }

    /** A size as it is written in a report. */
    static String title(int n) {
        return "2^" + (Integer.SIZE - 1 - Integer.numberOfLeadingZeros(n));
    }
}
