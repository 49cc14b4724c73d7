package dev.gyre.engine.plan;

import dev.gyre.engine.jvm.SliceWork;
import dev.gyre.engine.jvm.Workers;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/** Copies between arrays of the host by all threads. */
public final class HostArrays {

    /**
     * Elements of a slice: 512 KiB of ints, which a thread copies in about the time that waking the threads needs. An
     * estimate, to be measured.
     */
    private static final int MIN_SLICE = 1 << 17;

    /**
     * Number of threads from which on clearing an array by one thread and filling it by all is faster than filling it by
     * one: an estimate from the bandwidth of one core and of a processor, to be measured.
     */
    private static final int MANY_THREADS = 4;

    private HostArrays() {}

    /**
     * Begins to allocate an array in another thread, since clearing a large one costs as much as copying it. Call it before the
     * caller waits for something else.
     *
     * @param <A> type of the array
     * @return waits for the array, which is a new one at the first call
     */
    public static <A> Supplier<A> room(Class<A> type, int length) {
        if (length <= MIN_SLICE) {
            return () -> allocate(type, length);
        }
        FutureTask<A> room = new FutureTask<>(() -> allocate(type, length));
        Thread.ofVirtual().name("gyre-room").start(room);
        return () -> await(room);
    }

    private static <A> A allocate(Class<A> type, int length) {
        return type.cast(Array.newInstance(type.getComponentType(), length));
    }

    /** Waits also when interrupted: the wait is short, and the work for the array is done. */
    private static <A> A await(FutureTask<A> room) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return room.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    // An allocation fails for want of memory alone.
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
     * The first elements of an array in an array of their own that was begun before.
     *
     * @param room where they go, as long as they are
     * @param <A> type of the array
     */
    public static <A> A copyInto(A from, Supplier<A> room, Workers workers) {
        A to = room.get();
        copy(from, 0, to, 0, Array.getLength(to), workers);
        return to;
    }

    /**
     * Copies as {@link System#arraycopy}.
     *
     * @param fromStart its first element
     * @param to another array of the same type
     * @param toStart where it goes
     */
    public static void copy(Object from, int fromStart, Object to, int toStart, int length, Workers workers) {
        forEachSlice(
                length,
                workers,
                (begin, end) -> System.arraycopy(from, fromStart + begin, to, toStart + begin, end - begin));
    }

    /** Copies in slices by all threads, what is small by this one alone. */
    static void forEachSlice(int length, Workers workers, SliceWork copy) {
        if (length <= MIN_SLICE) {
            copy.run(0, length);
        } else {
            workers.forEachSlice(length, MIN_SLICE, copy);
        }
    }

    /**
     * The first elements of an array in an array of their own.
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

    /** An array that is not cleared before it is filled. */
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
     * Writes 0 where no mark is.
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
}
