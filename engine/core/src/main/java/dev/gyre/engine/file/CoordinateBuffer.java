package dev.gyre.engine.file;

import dev.gyre.engine.data.InputException;
import java.util.ArrayList;
import java.util.List;

/**
 * Coordinates as they come, in blocks, so that none is copied before all are there. (A list of Eclipse Collections would do
 * nearly the same, but its jar is signed, and checking the signature when the first class is loaded takes a third of the time
 * that a small join has.)
 */
public final class CoordinateBuffer {

    /** Most coordinates of an array. */
    public static final int MAX_SIZE = Integer.MAX_VALUE - 8;

    private static final int FIRST_BLOCK = 1 << 10;
    private static final int MAX_BLOCK = 1 << 20;

    private final String file;
    private final List<double[]> full = new ArrayList<>();
    private double[] block;
    private int used;
    private long size;

    /** For coordinates of a file, as many as are expected: a number that its length bears out, or 0 where it is not known. */
    public CoordinateBuffer(String file, long expected) {
        this.file = file;
        checkSize(expected);
        block = new double[expected == 0 ? FIRST_BLOCK : (int) expected];
    }

    public void add(double[] point) {
        for (int from = 0; from < point.length; ) {
            int count = Math.min(point.length - from, room());
            System.arraycopy(point, from, block, used, count);
            used += count;
            from += count;
        }
    }

    void add(double value) {
        room();
        block[used++] = value;
    }

    /** All of them. The buffer is not to be used any more. */
    public double[] toArray() {
        if (full.isEmpty() && used == block.length) {
            return block;
        }
        double[] all = new double[(int) (size + used)];
        int at = 0;
        for (double[] each : full) {
            System.arraycopy(each, 0, all, at, each.length);
            at += each.length;
        }
        System.arraycopy(block, 0, all, at, used);
        return all;
    }

    /** Free places of the block, 1 or more. */
    private int room() {
        if (used == block.length) {
            size += used;
            checkSize(size + 1);
            full.add(block);
            block = new double[(int) Math.min(Math.max(FIRST_BLOCK, Math.min(2L * used, MAX_BLOCK)), MAX_SIZE - size)];
            used = 0;
        }
        return block.length - used;
    }

    private void checkSize(long coordinates) {
        if (coordinates > MAX_SIZE) {
            throw InputException.of(file, "more than " + MAX_SIZE + " coordinates, which is the most that points have");
        }
    }
}
