package dev.gyre.engine.file;

import dev.gyre.engine.data.InputException;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects coordinates in blocks, so that none is copied before all have been added. (A list of Eclipse Collections would do nearly the
 * same. But its jar is signed, and checking the signature when the first class is loaded takes a third of the time of a small join.)
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

    /** Makes a buffer for the coordinates of a file. The expected number must be confirmed by the file's length; it is 0 if unknown. */
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

    /** Returns all coordinates. The buffer must not be used afterwards. */
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

    /** Returns the number of free elements of the block, 1 or more; begins a new block if the last one is full. */
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
