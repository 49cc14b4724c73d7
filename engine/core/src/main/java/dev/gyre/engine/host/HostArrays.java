package dev.gyre.engine.host;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.SliceWork;
import dev.gyre.engine.jvm.Workers;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/** Copies between arrays of the host by all threads. */
public final class HostArrays {

    /** Longest array that every JVM can allocate. */
    public static final int MAX_LENGTH = Integer.MAX_VALUE - 8;

    /**
     * Elements of a slice: 512 KiB of ints, which a thread copies in about the time that waking the threads needs. An
     * estimate, to be measured.
     */
    private static final int MIN_SLICE = 1 << 17;

    /**
     * Smallest number of threads for which clearing an array by one thread and filling it by all is faster than filling it by one, or which
     * leave one for clearing: an estimate from the bandwidth of one core and of a processor, to be measured.
     */
    private static final int MANY_THREADS = 4;

    /** Rows of a slice. */
    private static final int MIN_ROWS = 1 << 12;

    private HostArrays() {}

    /**
     * Begins to allocate an array in another thread, since clearing a large one costs as much as copying it. Call this method before you
     * wait for something else.
     *
     * @param <A> type of the array
     * @return a supplier that waits for the new array; call it only once
     */
    public static <A> Supplier<A> room(Class<A> type, int length) {
        if (length <= MIN_SLICE) {
            return () -> allocate(type, length);
        }
        return ahead(() -> allocate(type, length));
    }

    /** Begins to {@link #room(Class, int) allocate} if there are enough threads; if not, allocates when asked. */
    public static <A> Supplier<A> room(Class<A> type, int length, Workers workers) {
        return length <= MIN_SLICE ? () -> allocate(type, length) : ahead(() -> allocate(type, length), workers);
    }

    /** Begins to {@link #ahead(Supplier) allocate} if there are more threads than all work keeps busy; if not, allocates when asked. */
    public static <A> Supplier<A> ahead(Supplier<A> allocation, Workers workers) {
        return workers.threads() < MANY_THREADS ? allocation : ahead(allocation);
    }

    /**
     * Begins to allocate in another thread.
     *
     * @param <A> what is allocated
     * @return a supplier that waits for it, and throws what the allocation threw
     */
    public static <A> Supplier<A> ahead(Supplier<A> allocation) {
        FutureTask<A> room = new FutureTask<>(allocation::get);
        Thread.ofVirtual().name("gyre-room").start(room);
        return () -> await(room);
    }

    private static <A> A allocate(Class<A> type, int length) {
        return type.cast(Array.newInstance(type.getComponentType(), length));
    }

    /** Waits even if interrupted: the wait is short, and the content of the array has already been computed. */
    private static <A> A await(FutureTask<A> room) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return room.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    if (e.getCause() instanceof RuntimeException cause) {
                        throw cause;
                    }
                    // An allocation throws no checked exception.
                    throw (Error) e.getCause();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Copies the first elements of an array into an array that {@link #room} began to allocate.
     *
     * @param room waits for the array, whose length is the number of elements to copy
     * @param <A> type of the array
     */
    public static <A> A copyInto(A from, Supplier<A> room, Workers workers) {
        A to = room.get();
        copy(from, 0, to, 0, Array.getLength(to), workers);
        return to;
    }

    /**
     * Copies elements like {@link System#arraycopy}, by all threads.
     *
     * @param fromStart index of the first element to copy
     * @param to another array of the same type
     * @param toStart index of the first element written
     */
    public static void copy(Object from, int fromStart, Object to, int toStart, int length, Workers workers) {
        forEachSlice(
                length,
                workers,
                (begin, end) -> System.arraycopy(from, fromStart + begin, to, toStart + begin, end - begin));
    }

    /** Copies in slices by all threads, or on this thread alone if the length is small. */
    public static void forEachSlice(int length, Workers workers, SliceWork copy) {
        if (length <= MIN_SLICE) {
            copy.run(0, length);
        } else {
            workers.forEachSlice(length, MIN_SLICE, copy);
        }
    }

    /**
     * Copies the first elements of an array into a new array.
     *
     * @param from an array of ints, longs, floats or doubles
     * @param <A> type of the array
     */
    @SuppressWarnings("unchecked")
    public static <A> A copyOf(A from, int length, Workers workers) {
        if (workers.threads() < MANY_THREADS || length <= MIN_SLICE) {
            return (A) filled(from, length);
        }
        Object to = Array.newInstance(from.getClass().getComponentType(), length);
        copy(from, 0, to, 0, length, workers);
        return (A) to;
    }

    /** Returns a copy in an array that is not cleared before it is filled. */
    private static Object filled(Object from, int length) {
        if (from instanceof int[] ints) {
            return Arrays.copyOf(ints, length);
        }
        if (from instanceof float[] floats) {
            return Arrays.copyOf(floats, length);
        }
        return from instanceof long[] longs ? Arrays.copyOf(longs, length) : Arrays.copyOf((double[]) from, length);
    }

    /**
     * Writes 0, 1, 2 and so on.
     *
     * @param length number of elements to write
     */
    public static void fillSequence(int[] array, int length, Workers workers) {
        workers.forEachSlice(length, MIN_SLICE, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                array[i] = i;
            }
        });
    }

    /**
     * Writes 0 to the elements without a mark.
     *
     * @param array an array of ints or floats, as long as the marks
     */
    public static void clearUnless(boolean[] marks, Object array, Workers workers) {
        workers.forEachSlice(marks.length, MIN_SLICE, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                if (!marks[i] && array instanceof int[] ints) {
                    ints[i] = 0;
                } else if (!marks[i]) {
                    ((float[]) array)[i] = 0;
                }
            }
        });
    }

    /**
     * Copies some points, in another order.
     *
     * @param ids rows of the points, each 0 or more and below their number
     * @param count number of ids
     * @param room array for the coordinates, {@code count x dims} or longer; it must not change as long as the new points are used
     * @return new points: in row i the point {@code ids[i]}
     */
    public static Points gather(Points points, int[] ids, int count, double[] room, Workers workers) {
        int dims = points.dims();
        double[] rows = points.array();
        workers.forEachSlice(count, MIN_ROWS, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                int from = ids[i] * dims;
                for (int dim = 0; dim < dims; dim++) {
                    room[i * dims + dim] = rows[from + dim];
                }
            }
        });
        return Points.over(room, dims, count);
    }

    /**
     * Copies some points, in another order, into an array of their own.
     *
     * @return new points: in row i the point {@code rows[i]}
     */
    public static Points gather(Points points, int[] rows, Workers workers) {
        return gather(points, rows, rows.length, new double[Math.multiplyExact(rows.length, points.dims())], workers);
    }

    /**
     * Copies boxes in another order.
     *
     * @param rows for each new box its row in the others
     */
    public static Boxes gather(Boxes boxes, int[] rows, Workers workers) {
        int width = 2 * boxes.dims();
        double[] bounds = boxes.array();
        double[] gathered = new double[Math.multiplyExact(rows.length, width)];
        workers.forEachSlice(rows.length, MIN_ROWS, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                System.arraycopy(bounds, rows[i] * width, gathered, i * width, width);
            }
        });
        return Boxes.wrap(gathered, boxes.dims());
    }
}
