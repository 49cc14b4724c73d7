package dev.gyre.engine.partition;

import dev.gyre.engine.device.Progress;
import dev.gyre.engine.jvm.Workers;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;

/** Checks of arguments on the host. */
final class Checks {

    private static final int MIN_SLICE = 4096;

    private Checks() {}

    static void sameLength(String name, int length, String other, int otherLength) {
        if (length != otherLength) {
            throw new IllegalArgumentException(name + " must be as many as " + other + ": " + name + "=" + length + ", "
                    + other + "=" + otherLength);
        }
    }

    /** Offsets of segments of n elements. */
    static void offsets(int[] offsets, int n) {
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

    /** Indices of n elements. */
    static void indices(int[] indices, int n, Workers workers) {
        int wrong = firstIndex(indices.length, i -> indices[i] < 0 || indices[i] >= n, workers);
        if (wrong >= 0) {
            throw new IllegalArgumentException(
                    "indices must be in 0..n-1: indices[" + wrong + "]=" + indices[wrong] + ", n=" + n);
        }
    }

    /** Indices that occur once; returns which of the n do. */
    static BitSet distinct(int[] indices, int n) {
        BitSet seen = new BitSet(n);
        for (int i = 0; i < indices.length; i++) {
            if (seen.get(indices[i])) {
                throw new IllegalArgumentException(
                        "indices must not occur twice: indices[" + i + "]=" + indices[i] + ", n=" + n);
            }
            seen.set(indices[i]);
        }
        return seen;
    }

    static void noNaN(float[] values, Workers workers) {
        int wrong = firstIndex(values.length, i -> Float.isNaN(values[i]), workers);
        if (wrong >= 0) {
            throw new IllegalArgumentException("values must not be NaN: index=" + wrong);
        }
    }

    /** The first index for which the condition holds, or -1. */
    private static int firstIndex(int n, IntPredicate condition, Workers workers) {
        AtomicInteger first = new AtomicInteger(Integer.MAX_VALUE);
        workers.forEachSlice(
                n,
                MIN_SLICE,
                (begin, end) -> {
                    for (int i = begin; i < end; i++) {
                        if (condition.test(i)) {
                            first.accumulateAndGet(i, Math::min);
                            return;
                        }
                    }
                },
                Progress.NONE);
        return first.get() == Integer.MAX_VALUE ? -1 : first.get();
    }
}
