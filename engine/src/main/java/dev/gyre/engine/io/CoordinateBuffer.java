package dev.gyre.engine.io;

import java.util.Arrays;

/**
 * A growing array. A primitive list of Eclipse Collections would do the same, but its jar is signed, and checking the
 * signature when the first class is loaded takes a third of the time that a small join has.
 */
final class CoordinateBuffer {

    private static final int FIRST_CAPACITY = 1024;

    private double[] values = new double[FIRST_CAPACITY];
    private int size;

    void add(double[] point) {
        int needed = Math.addExact(size, point.length);
        if (needed > values.length) {
            int doubled = (int) Math.min(2L * values.length, Integer.MAX_VALUE - 8);
            values = Arrays.copyOf(values, Math.max(doubled, needed));
        }
        System.arraycopy(point, 0, values, size, point.length);
        size = needed;
    }

    double[] toArray() {
        return Arrays.copyOf(values, size);
    }
}
