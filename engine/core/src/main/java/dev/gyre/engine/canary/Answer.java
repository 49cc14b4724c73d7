package dev.gyre.engine.canary;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/**
 * An array that a device must return, as far as its elements are known.
 *
 * @param known the indices of elements that kernels have written: others are arbitrary on a device
 */
record Answer(Object expected, BitSet known) {

    /** An array of which all elements are known. */
    static Answer of(Object expected) {
        BitSet known = new BitSet();
        known.set(0, Array.getLength(expected));
        return new Answer(expected, known);
    }

    /** An array of which those elements are known that do not depend on what memory contained at first. */
    static Answer ofBoth(Object expected, Object withOtherMemory) {
        Answer answer = of(expected);
        int length = Array.getLength(expected);
        for (int i = mismatch(expected, withOtherMemory, 0);
                i < length;
                i = mismatch(expected, withOtherMemory, i + 1)) {
            answer.known.clear(i);
        }
        return answer;
    }

    /** Leaves out elements that are as they were before. */
    Answer changedFrom(Object before) {
        BitSet changed = new BitSet();
        int length = Array.getLength(expected);
        for (int i = mismatch(expected, before, 0); i < length; i = mismatch(expected, before, i + 1)) {
            changed.set(i);
        }
        changed.and(known);
        return new Answer(expected, changed);
    }

    /** Returns the first known element in which an array differs, bit by bit. */
    Optional<String> difference(Object actual) {
        int length = Array.getLength(expected);
        for (int i = mismatch(expected, actual, 0); i < length; i = mismatch(expected, actual, i + 1)) {
            if (known.get(i)) {
                return Optional.of(
                        "index=" + i + ", expected=" + Array.get(expected, i) + ", actual=" + Array.get(actual, i));
            }
        }
        return Optional.empty();
    }

    /** Returns the first index, from one on, at which two arrays differ; their length if there is none. */
    private static int mismatch(Object expected, Object actual, int from) {
        int length = Array.getLength(expected);
        int at = switch (expected) {
            case int[] ints -> Arrays.mismatch(ints, from, length, (int[]) actual, from, length);
            case long[] longs -> Arrays.mismatch(longs, from, length, (long[]) actual, from, length);
            case float[] floats -> Arrays.mismatch(floats, from, length, (float[]) actual, from, length);
            default -> Arrays.mismatch((double[]) expected, from, length, (double[]) actual, from, length);
        };
        return at < 0 ? length : from + at;
    }
}
