package dev.gyre.engine.data;

import java.nio.Buffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;

/**
 * Copies numbers of arrays, and of buffers from position to limit, into an array in one pass of all threads. Positions do not change. Also runs loops over
 * slices for other classes of data.
 */
final class BufferCopy {

    /** Numbers, or rows of columns, that a thread handles at a time; up to this number, the calling thread does all work. */
    private static final int SLICE = 1 << 14;

    /** Numbers of an array that is cleared in about the time that threads start in: an estimate. */
    private static final int LONG = 1 << 20;

    /** Smallest number of threads for which clearing by one and copying by all is faster than copying by one: an estimate. */
    private static final int MANY_THREADS = 4;

    private BufferCopy() {}

    /** Copies an array. */
    static double[] copyOf(double[] from) {
        return copyOf(from, ForkJoinPool.getCommonPoolParallelism());
    }

    /** Copies an array, a long one by all threads if there are many: its clone is written by one, which then only clears it. */
    static double[] copyOf(double[] from, int threads) {
        if (from.length <= LONG || threads < MANY_THREADS) {
            return from.clone();
        }
        double[] to = new double[from.length];
        forEachSlice(to.length, (begin, end) -> System.arraycopy(from, begin, to, begin, end - begin));
        return to;
    }

    /** Copies all numbers. */
    static void copy(Buffer from, double[] to) {
        forEachSlice(to.length, (begin, end) -> read(from, begin, to, begin, end - begin));
    }

    /** Copies columns into rows. */
    static void interleave(Buffer[] columns, int size, double[] to) {
        forEachSlice(size, (begin, end) -> {
            double[] part = new double[end - begin];
            for (int dim = 0; dim < columns.length; dim++) {
                read(columns[dim], begin, part, 0, part.length);
                int at = begin * columns.length + dim;
                for (double number : part) {
                    to[at] = number;
                    at += columns.length;
                }
            }
        });
    }

    private static void read(Buffer from, int first, double[] to, int at, int count) {
        int begin = from.position() + first;
        if (from instanceof DoubleBuffer doubles) {
            doubles.get(begin, to, at, count);
            return;
        }
        float[] part = new float[count];
        ((FloatBuffer) from).get(begin, part, 0, count);
        for (int i = 0; i < count; i++) {
            to[at + i] = part[i];
        }
    }

    /** Returns the number of numbers that all columns have. */
    static int size(Buffer[] columns) {
        int size = columns.length == 0 ? 0 : columns[0].remaining();
        for (int dim = 1; dim < columns.length; dim++) {
            if (columns[dim].remaining() != size) {
                throw new IllegalArgumentException("columns must be of one length: column 0 has " + size + ", column "
                        + dim + " has " + columns[dim].remaining());
            }
        }
        return size;
    }

    /** Work on items {@code begin..end}. */
    @FunctionalInterface
    interface Slice {
        void run(int begin, int end);
    }

    /**
     * Works on slices, each up to its first bad item.
     *
     * @param work returns that item, or the end of the slice
     * @return the first bad item of all, or the number of items
     */
    static int firstBad(int items, IntBinaryOperator work) {
        AtomicInteger first = new AtomicInteger(items);
        forEachSlice(items, (begin, end) -> {
            int bad = work.applyAsInt(begin, end);
            if (bad < end) {
                first.accumulateAndGet(bad, Math::min);
            }
        });
        return first.get();
    }

    static void forEachSlice(int items, Slice work) {
        if (items <= SLICE) {
            work.run(0, items);
            return;
        }
        IntStream.range(0, Math.ceilDiv(items, SLICE))
                .parallel()
                .forEach(slice -> work.run(slice * SLICE, Math.min(items, (slice + 1) * SLICE)));
    }
}
