package dev.gyre.engine.cluster;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The least number that several threads give for an element, whatever their order. */
final class Least {

    private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
    private static final VarHandle DOUBLES = MethodHandles.arrayElementVarHandle(double[].class);

    private Least() {}

    /** Lowers an element to a number, unless it is as low. */
    static void lower(int[] numbers, int index, int number) {
        int before = (int) INTS.getOpaque(numbers, index);
        while (number < before && !INTS.weakCompareAndSet(numbers, index, before, number)) {
            before = (int) INTS.getOpaque(numbers, index);
        }
    }

    /** Lowers an element to a number, unless it is as low. */
    static void lower(long[] numbers, int index, long number) {
        long before = (long) LONGS.getOpaque(numbers, index);
        while (number < before && !LONGS.weakCompareAndSet(numbers, index, before, number)) {
            before = (long) LONGS.getOpaque(numbers, index);
        }
    }

    /** Lowers an element to a number, unless it is as low. */
    static void lower(double[] numbers, int index, double number) {
        double before = (double) DOUBLES.getOpaque(numbers, index);
        while (number < before && !DOUBLES.weakCompareAndSet(numbers, index, before, number)) {
            before = (double) DOUBLES.getOpaque(numbers, index);
        }
    }
}
