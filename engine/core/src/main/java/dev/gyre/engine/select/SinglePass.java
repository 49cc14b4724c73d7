package dev.gyre.engine.select;

import dev.gyre.tasks.select.PartSelectionWorkGroup;

/**
 * The parts of a selection in a single pass.
 *
 * @param parts parts of each row, which are searched at the same time
 * @param capacity pairs that a work-group sorts at once, a power of two greater than k
 * @param slots values that a thread of a work-group collects between two sorts
 */
public record SinglePass(int parts, int capacity, int slots) {

    /** Greatest k. */
    public static final int MAX_K = 2048;

    private static final int MAX_LOCAL_BYTES = 48 << 10;

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if a value, or the local memory that the values need, is out of range
     */
    public SinglePass {
        if (parts < 1) {
            throw new IllegalArgumentException("parts must be 1 or more: parts=" + parts);
        }
        if (capacity < 2 || Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException("capacity must be a power of two above 1: capacity=" + capacity);
        }
        if (slots <= PartSelectionWorkGroup.UNROLL) {
            throw new IllegalArgumentException(
                    "slots must be more than " + PartSelectionWorkGroup.UNROLL + ": slots=" + slots);
        }
        if (localBytes(capacity, slots) > MAX_LOCAL_BYTES) {
            throw new IllegalArgumentException("local memory must be " + MAX_LOCAL_BYTES + " bytes at most: capacity="
                    + capacity + ", slots=" + slots);
        }
    }

    /**
     * Returns a shape with one part per row and room for k.
     *
     * @param k values to keep, 1 to {@link #MAX_K}
     * @throws IllegalArgumentException if k is out of range
     */
    public static SinglePass of(int k) {
        if (k < 1 || k > MAX_K) {
            throw new IllegalArgumentException("k must be in 1.." + MAX_K + " for a single pass: k=" + k);
        }
        return k <= 512 ? new SinglePass(1, 1024, 16) : new SinglePass(1, k <= 1024 ? 2048 : 4096, k <= 1024 ? 16 : 12);
    }

    /**
     * Returns this shape with another number of parts.
     *
     * @param newParts parts of each row
     */
    public SinglePass withParts(int newParts) {
        return new SinglePass(newParts, capacity, slots);
    }

    private static long localBytes(int capacity, int slots) {
        return 8L * capacity + (4L * slots + 8) * PartSelectionWorkGroup.THREADS + 8;
    }
}
