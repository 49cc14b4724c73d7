package dev.gyre.engine.host;

import dev.gyre.engine.jvm.SliceWork;
import dev.gyre.engine.jvm.Workers;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntPredicate;

/** Checks of arguments on the host, by all threads. The messages name the wrong value. */
public final class Checks {

    /** Smallest slice of a check, about 10 microseconds of work: less does not pay for waking a thread. */
    private static final int MIN_SLICE = 1 << 14;

    private Checks() {}

    /**
     * Refuses columns of different lengths.
     *
     * @param other name of the column whose length is required
     * @throws IllegalArgumentException if the lengths differ
     */
    public static void sameLength(String name, int length, String other, int otherLength) {
        if (length != otherLength) {
            throw new IllegalArgumentException(name + " must be as many as " + other + ": " + name + "=" + length + ", "
                    + other + "=" + otherLength);
        }
    }

    /**
     * Refuses a value below a minimum.
     *
     * @throws IllegalArgumentException if the value is less
     */
    public static void atLeast(String name, int value, int smallest) {
        if (value < smallest) {
            throw new IllegalArgumentException(name + " must be " + smallest + " or more: " + name + "=" + value);
        }
    }

    /**
     * Refuses a k that is not in 1..n.
     *
     * @throws IllegalArgumentException if k is out of range
     */
    public static void k(int k, int n) {
        if (k < 1 || k > n) {
            throw new IllegalArgumentException("k must be in 1..n: k=" + k + ", n=" + n);
        }
    }

    /**
     * Refuses an output that is the same array as the input.
     *
     * @throws IllegalArgumentException if they are the same array
     */
    public static void twoArrays(Object in, Object out) {
        if (in == out) {
            throw new IllegalArgumentException("input and output must be two arrays");
        }
    }

    /**
     * Throws if a number of elements is out of range.
     *
     * @param smallest the smallest legal number
     * @param capacity the largest legal number
     * @throws IllegalArgumentException if it is out of range
     */
    public static void size(String name, int value, int smallest, int capacity) {
        if (value < smallest || value > capacity) {
            throw new IllegalArgumentException(
                    name + " must be in " + smallest + "..capacity: " + name + "=" + value + ", capacity=" + capacity);
        }
    }

    /**
     * Returns the length of an array of columns.
     *
     * @param n rows
     * @throws IllegalArgumentException if no array is that long
     */
    public static int arrayLength(int n, int columns) {
        long length = (long) n * columns;
        if (length > HostArrays.MAX_LENGTH) {
            throw new IllegalArgumentException("n x columns must be below 2^31 - 8: n=" + n + ", columns=" + columns);
        }
        return (int) length;
    }

    /**
     * Refuses invalid offsets of segments of n elements.
     *
     * @param offsets the positions where segments begin, ascending from 0, and n at the end
     * @throws IllegalArgumentException if they do not ascend from 0 to n
     */
    public static void offsets(int[] offsets, int n) {
        if (offsets.length == 0 || offsets[0] != 0 || offsets[offsets.length - 1] != n) {
            throw new IllegalArgumentException("offsets must begin with 0 and end with n: "
                    + (offsets.length == 0
                            ? "length=0"
                            : "first=" + offsets[0] + ", last=" + offsets[offsets.length - 1])
                    + ", n=" + n);
        }
        for (int s = 0; s < offsets.length - 1; s++) {
            if (offsets[s] > offsets[s + 1]) {
                throw new IllegalArgumentException("offsets must ascend: offsets[" + s + "]=" + offsets[s]
                        + ", offsets[" + (s + 1) + "]=" + offsets[s + 1]);
            }
        }
    }

    /**
     * Refuses indices out of range.
     *
     * @throws IllegalArgumentException if one is not in 0..n-1; names the first
     */
    public static void indices(int[] indices, int n, Workers workers) {
        int wrong = firstIndex(indices.length, i -> indices[i] < 0 || indices[i] >= n, workers);
        if (wrong >= 0) {
            throw new IllegalArgumentException(
                    "indices must be in 0..n-1: indices[" + wrong + "]=" + indices[wrong] + ", n=" + n);
        }
    }

    /**
     * Refuses indices that occur twice.
     *
     * @param indices indices in 0..n-1
     * @return for each of the n elements whether an index names it
     * @throws IllegalArgumentException if an index occurs twice; names the first one that does
     */
    public static boolean[] distinct(int[] indices, int n, Workers workers) {
        boolean[] named = named(indices, n, workers);
        if (named != null) {
            return named;
        }
        BitSet seen = new BitSet(n);
        int i = 0;
        while (!seen.get(indices[i])) {
            seen.set(indices[i++]);
        }
        throw new IllegalArgumentException(
                "indices must not occur twice: indices[" + i + "]=" + indices[i] + ", n=" + n);
    }

    /**
     * Refuses an order that does not hold each of the rows 0 to n-1 once.
     *
     * @throws IllegalArgumentException if a row is missing; names the first wrong position
     */
    public static void rows(int[] order, int n, Workers workers) {
        if (order.length != n) {
            throw new IllegalArgumentException(
                    "order must hold each row once: n=" + n + ", length of the order=" + order.length);
        }
        if (firstIndex(n, i -> order[i] < 0 || order[i] >= n, workers) < 0 && named(order, n, workers) != null) {
            return;
        }
        BitSet seen = new BitSet(n);
        for (int index = 0; index < n; index++) {
            int row = order[index];
            if (row < 0 || row >= n || seen.get(row)) {
                throw new IllegalArgumentException("order must hold each row once: index=" + index + ", row=" + row
                        + (row < 0 || row >= n ? ", n=" + n : ", which has been there before"));
            }
            seen.set(row);
        }
    }

    /** Returns for each of n elements whether an index names it, or null if an index occurs twice. All indices must be in range. */
    private static boolean[] named(int[] indices, int n, Workers workers) {
        boolean[] named = new boolean[n];
        // Several threads may write the same value in any order, and a write leaves neighboring elements unchanged.
        forEachSlice(workers, indices.length, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                named[indices[i]] = true;
            }
        });
        LongAdder count = new LongAdder();
        forEachSlice(workers, n, (begin, end) -> {
            int sum = 0;
            for (int i = begin; i < end; i++) {
                sum += named[i] ? 1 : 0;
            }
            count.add(sum);
        });
        return count.sum() == indices.length ? named : null;
    }

    /**
     * Refuses NaN.
     *
     * @throws IllegalArgumentException if one is NaN; names the first
     */
    public static void noNaN(float[] values, Workers workers) {
        int wrong = firstNaN(values, workers);
        if (wrong >= 0) {
            throw new IllegalArgumentException("values must not be NaN: index=" + wrong);
        }
    }

    /** Refuses NaN among doubles. */
    public static void noNaN(double[] values, Workers workers) {
        int wrong = firstIndex(values.length, i -> Double.isNaN(values[i]), workers);
        if (wrong >= 0) {
            throw new IllegalArgumentException("values must not be NaN: index=" + wrong);
        }
    }

    /**
     * Returns the index of the first NaN.
     *
     * @return its index, or -1 if there is none
     */
    public static int firstNaN(float[] values, Workers workers) {
        AtomicInteger first = new AtomicInteger(Integer.MAX_VALUE);
        forEachSlice(workers, values.length, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                if (Float.isNaN(values[i])) {
                    first.accumulateAndGet(i, Math::min);
                    return;
                }
            }
        });
        return first.get() == Integer.MAX_VALUE ? -1 : first.get();
    }

    /**
     * Returns the first index for which a condition holds.
     *
     * @param condition the condition, which several threads evaluate at a time
     * @return the index, or -1 if there is none
     */
    public static int firstIndex(int n, IntPredicate condition, Workers workers) {
        AtomicInteger first = new AtomicInteger(Integer.MAX_VALUE);
        forEachSlice(workers, n, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                if (condition.test(i)) {
                    first.accumulateAndGet(i, Math::min);
                    return;
                }
            }
        });
        return first.get() == Integer.MAX_VALUE ? -1 : first.get();
    }

    private static void forEachSlice(Workers workers, int n, SliceWork work) {
        workers.forEachSlice(n, MIN_SLICE, work);
    }
}
