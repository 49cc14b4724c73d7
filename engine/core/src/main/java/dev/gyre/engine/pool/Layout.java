package dev.gyre.engine.pool;

import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * The arrays of an operation. The operation declares each array once, where it makes it; memory, the largest array, the inputs and
 * the outputs of its program follow.
 *
 * <pre>{@code
 * Search(Sizes sizes, Layout layout) {
 *     queries = layout.input(double[].class, sizes.batch(), sizes.dims());
 *     ids = layout.ints(sizes.batch(), sizes.k());
 *     parameters = layout.add(new int[2]);
 *     sort = new RadixSort(sizes.batch(), layout);
 * }
 * }</pre>
 *
 * <p>A layout that {@linkplain #measured measures} hands out empty arrays and only counts. For a device, so does any layout for the arrays that
 * no phase copies: the host has no memory for them. So a constructor reads or writes no element of a declared array, except of those that it
 * {@linkplain #add adds}, and asks for a {@link #length}, not for the length of the Java array.
 *
 * <p>Not safe for use by several threads.
 */
public final class Layout {

    /** Elements of an array that another thread makes: 512 KiB of ints, which are cleared in about the time that a thread starts. An estimate. */
    private static final int LARGE = 1 << 17;

    private final Device device;
    private final boolean measured;
    private final Deque<Object> given;

    /** Of a layout that measures: the arrays that it made. Of one that is like it: those that are still to come. */
    private final Deque<Made> made = new ArrayDeque<>();

    /** The arrays that only the device has, with their lengths. */
    private final Map<Object, Integer> scratch = new IdentityHashMap<>();

    private final Map<Object, Long> lengths = new IdentityHashMap<>();
    private final List<Object> inputs = new ArrayList<>();
    private final List<Object> outputs = new ArrayList<>();
    private boolean declaresGiven;
    private long bytes;
    private long largestBytes;
    private long longest;

    /**
     * An array that a layout makes.
     *
     * @param given whether the caller may give it
     * @param array gives the array; null if nobody has begun to make it
     */
    private record Made(Class<?> type, long length, boolean given, Supplier<?> array) {}

    private Layout(Device device, boolean measured, Object... given) {
        this.device = device;
        this.measured = measured;
        this.given = new ArrayDeque<>(Arrays.asList(given));
    }

    /**
     * Makes a layout that allocates.
     *
     * @param device the device on which the operation will run
     * @param given arrays of the caller, in the order in which the operation declares them by {@link #given} or {@link #input}; none if the
     *     operation allocates these too
     * @return a layout without arrays
     */
    public static Layout on(Device device, Object... given) {
        return new Layout(device, false, given);
    }

    /**
     * Makes a layout that has the large arrays of one which measured made by others, all at once, from now on. Clearing them takes a tenth to
     * a fifth of the time of an operation that reads its input a few times. Arrays that only the device needs are not made.
     *
     * @param counted a layout of the same operation that measured
     * @param rooms begins to make an array of a type and a length, and returns what waits for it
     * @param given arrays of the caller, as in {@link #on}, as long as they were counted
     * @return a layout without arrays
     */
    public static Layout like(Layout counted, BiFunction<Class<?>, Integer, Supplier<?>> rooms, Object... given) {
        Layout layout = new Layout(counted.device, false, given);
        int left = given.length;
        for (Made array : counted.made) {
            // What is longer than any array is refused when it is declared.
            int length = (int) Math.min(array.length(), Integer.MAX_VALUE);
            if (array.given() && left > 0) {
                left--;
            } else if (counted.scratch.containsKey(array.array().get())) {
                Object empty = allocate(array.type(), 0);
                layout.scratch.put(empty, length);
                layout.made.add(new Made(array.type(), length, false, () -> empty));
            } else {
                boolean begun = length >= LARGE && length == array.length();
                layout.made.add(new Made(
                        array.type(), array.length(), false, begun ? rooms.apply(array.type(), length) : null));
            }
        }
        return layout;
    }

    /**
     * Notes which arrays only the device needs: those that a stage of the program uses and no phase copies. Layouts {@link #like} this one, which
     * measures, do not make them.
     *
     * @param program the program of the operation that has declared its arrays here
     */
    void leaveOnDevice(Program program) {
        Set<Object> used = Collections.newSetFromMap(new IdentityHashMap<>());
        Set<Object> copied = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Phase phase : program.phases()) {
            phase.stages().forEach(stage -> used.addAll(stage.arguments()));
            copied.addAll(phase.uploads());
            copied.addAll(phase.downloads());
        }
        for (Made array : made) {
            Object empty = array.array().get();
            if (used.contains(empty) && !copied.contains(empty)) {
                scratch.put(empty, (int) Math.min(array.length(), Integer.MAX_VALUE));
            }
        }
    }

    /** Returns the arrays that only the device has, each with the number of its elements. */
    Map<Object, Integer> scratch() {
        return scratch;
    }

    /** Whether another thread makes an array of this length. */
    static boolean isLarge(Object array) {
        return Array.getLength(array) >= LARGE;
    }

    private static Object allocate(Class<?> type, int length) {
        return Array.newInstance(type.getComponentType(), length);
    }

    /**
     * Makes a layout that only counts, and allocates nothing.
     *
     * @param device the device on which the operation would run
     * @return a layout without arrays
     */
    public static Layout measured(Device device) {
        return new Layout(device, true);
    }

    /** Returns the device on which the operation will run. */
    public Device device() {
        return device;
    }

    /**
     * Declares an array.
     *
     * @param <A> type of the array
     * @param type class of an array of ints, longs, floats or doubles
     * @param shape the number of elements, as factors
     * @return a new array, all 0
     * @throws IllegalArgumentException if no array is that long, unless the layout only measures
     */
    public <A> A array(Class<A> type, long... shape) {
        long length = length(shape);
        return declare(type.cast(made(type, length).get()), length);
    }

    /**
     * Declares an array that the operation first needs after others: if {@linkplain #like other threads} make it, nothing waits for it now.
     *
     * @param <A> type of the array
     * @param type class of an array of ints, longs, floats or doubles
     * @param shape the number of elements, as factors
     * @return gives the new array, all 0 at first; to be asked by one thread
     * @throws IllegalArgumentException if no array is that long, unless the layout only measures
     */
    public <A> Supplier<A> later(Class<A> type, long... shape) {
        long length = length(shape);
        Supplier<?> made = made(type, length);
        count(type, length);
        return new Supplier<>() {

            private A array;

            @Override
            public A get() {
                array = array == null ? type.cast(made.get()) : array;
                return array;
            }
        };
    }

    private long length(long... shape) {
        long length = 1;
        for (long factor : shape) {
            length = Math.multiplyExact(length, factor);
        }
        if (!measured && length > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("an array must be below 2^31 - 8 elements: elements=" + length
                    + ", shape=" + Arrays.toString(shape));
        }
        return length;
    }

    private Supplier<?> made(Class<?> type, long length) {
        if (measured) {
            Object empty = allocate(type, 0);
            made.add(new Made(type, length, declaresGiven, () -> empty));
            return () -> empty;
        }
        Made next = made.poll();
        if (next != null && next.type() == type && next.length() == length) {
            return next.array() == null ? () -> allocate(type, (int) length) : next.array();
        }
        if (next != null) {
            // The operation declares something else than before: no array waits for what may not come.
            made.clear();
        }
        return () -> allocate(type, (int) length);
    }

    /**
     * Declares an array of ints.
     *
     * @param shape the number of elements, as factors
     * @return a new array, all 0
     */
    public int[] ints(long... shape) {
        return array(int[].class, shape);
    }

    /**
     * Declares an array of longs.
     *
     * @param shape the number of elements, as factors
     * @return a new array, all 0
     */
    public long[] longs(long... shape) {
        return array(long[].class, shape);
    }

    /**
     * Declares an array of floats.
     *
     * @param shape the number of elements, as factors
     * @return a new array, all 0
     */
    public float[] floats(long... shape) {
        return array(float[].class, shape);
    }

    /**
     * Declares an array of doubles.
     *
     * @param shape the number of elements, as factors
     * @return a new array, all 0
     */
    public double[] doubles(long... shape) {
        return array(double[].class, shape);
    }

    /**
     * Declares a small array that is there already, such as the sizes of a run: the operation may write it at once.
     *
     * @param <A> type of the array
     * @return the array itself
     */
    public <A> A add(A array) {
        return declare(array, Array.getLength(array));
    }

    /**
     * Declares an array that is the caller's own if it gave one. On the JVM, an operation works on the data of its caller.
     *
     * @param <A> type of the array
     * @param type class of an array of ints, longs, floats or doubles
     * @param shape the number of elements, as factors
     * @return the next given array, or a new one
     */
    public <A> A given(Class<A> type, long... shape) {
        if (!given.isEmpty()) {
            return add(type.cast(given.poll()));
        }
        declaresGiven = true;
        A array = array(type, shape);
        declaresGiven = false;
        return array;
    }

    /**
     * Declares an array that is {@linkplain #given the caller's own} if it gave one, and that the host otherwise writes only by {@link
     * Execution#write}: an input of the program.
     *
     * @param <A> type of the array
     * @param type class of an array of ints, longs, floats or doubles
     * @param shape the number of elements, as factors
     * @return the next given array, or a new one
     */
    public <A> A input(Class<A> type, long... shape) {
        A input = given(type, shape);
        inputs.add(input);
        return input;
    }

    /**
     * Declares an array that the host reads only by {@link Execution#read}: an output of the program.
     *
     * @param <A> type of the array
     * @param type class of an array of ints, longs, floats or doubles
     * @param shape the number of elements, as factors
     */
    public <A> A output(Class<A> type, long... shape) {
        return output(array(type, shape));
    }

    /**
     * Makes a declared array an output of the program.
     *
     * @param <A> type of the array
     * @param array an array that was declared here
     * @return the array itself
     */
    public <A> A output(A array) {
        outputs.add(array);
        return array;
    }

    private <A> A declare(A array, long length) {
        if (lengths.putIfAbsent(array, length) == null) {
            count(array.getClass(), length);
        }
        return array;
    }

    private void count(Class<?> type, long length) {
        long size = length * (type == long[].class || type == double[].class ? Long.BYTES : Integer.BYTES);
        bytes = Math.addExact(bytes, size);
        largestBytes = Math.max(largestBytes, size);
        longest = Math.max(longest, length);
    }

    /**
     * Returns the declared number of elements of an array; of an array that is not declared here, its length.
     *
     * @return the elements, at most 2^31 - 1
     */
    public int length(Object array) {
        Long length = lengths.get(array);
        return length == null ? Array.getLength(array) : (int) Math.min(length, Integer.MAX_VALUE);
    }

    /**
     * Returns the bytes of all declared arrays.
     *
     * @return the bytes on the device
     */
    public long bytes() {
        return bytes;
    }

    /**
     * Returns the bytes of the largest array.
     *
     * @return the bytes, 0 if there is no array
     */
    public long largestBytes() {
        return largestBytes;
    }

    /**
     * Returns the elements of the longest array.
     *
     * @return the elements, 0 if there is no array
     */
    public long longest() {
        return longest;
    }

    /**
     * Returns the inputs.
     *
     * @return a view of the arrays that were declared by {@link #input}
     */
    public List<Object> inputs() {
        return Collections.unmodifiableList(inputs);
    }

    /**
     * Returns the outputs.
     *
     * @return a view of the arrays that were declared by {@link #output}
     */
    public List<Object> outputs() {
        return Collections.unmodifiableList(outputs);
    }
}
