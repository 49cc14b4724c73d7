package dev.gyre.engine.program;

import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

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
 * <p>A layout that {@linkplain #measured measures} hands out empty arrays and only counts. So a constructor reads or writes no element of a
 * declared array, except of those that it {@linkplain #add adds}, and asks for a {@link #length}, not for the length of the Java array.
 *
 * <p>Not safe for use by several threads.
 */
public final class Layout {

    private final Device device;
    private final boolean measured;
    private final Allocator allocator;
    private final List<Shape> shapes = new ArrayList<>();
    private final Deque<Object> given;
    private final Map<Object, Long> lengths = new IdentityHashMap<>();
    private final List<Object> inputs = new ArrayList<>();
    private final List<Object> outputs = new ArrayList<>();
    private long bytes;
    private long largestBytes;
    private long longest;

    /** Makes the arrays of a layout. */
    @FunctionalInterface
    public interface Allocator {

        /**
         * Makes an array.
         *
         * @param type class of an array of ints, longs, floats or doubles
         * @param length number of elements
         * @return a new array, all 0
         */
        Object allocate(Class<?> type, int length);
    }

    /**
     * A new array of a layout that measured.
     *
     * @param type class of the array
     * @param length number of elements
     */
    public record Shape(Class<?> type, long length) {}

    private Layout(Device device, boolean measured, Allocator allocator, Object... given) {
        this.device = device;
        this.measured = measured;
        this.allocator = allocator;
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
        return new Layout(device, false, Layout::allocate, given);
    }

    /**
     * Makes a layout that gets its arrays from an allocator.
     *
     * @param device the device on which the operation will run
     * @param allocator makes the arrays, in the order in which the operation declares them
     * @return a layout without arrays
     */
    public static Layout of(Device device, Allocator allocator) {
        return new Layout(device, false, allocator);
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
        return new Layout(device, true, Layout::allocate);
    }

    /**
     * Returns the device on which the operation will run.
     *
     * @return the device
     */
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
        long length = 1;
        for (long factor : shape) {
            length = Math.multiplyExact(length, factor);
        }
        if (!measured && length > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("an array must be below 2^31 - 8 elements: elements=" + length
                    + ", shape=" + Arrays.toString(shape));
        }
        if (measured) {
            shapes.add(new Shape(type, length));
            return declare(type.cast(allocate(type, 0)), length);
        }
        return declare(type.cast(allocator.allocate(type, (int) length)), length);
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
     * @param array the array
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
        return given.isEmpty() ? array(type, shape) : add(type.cast(given.poll()));
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
     * @return a new array
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
            long size = length * elementBytes(array);
            bytes = Math.addExact(bytes, size);
            largestBytes = Math.max(largestBytes, size);
            longest = Math.max(longest, length);
        }
        return array;
    }

    private static long elementBytes(Object array) {
        return array instanceof long[] || array instanceof double[] ? Long.BYTES : Integer.BYTES;
    }

    /**
     * Returns the declared number of elements of an array; of an array that is not declared here, its length.
     *
     * @param array an array
     * @return the elements, at most 2^31 - 1
     */
    public int length(Object array) {
        Long length = lengths.get(array);
        return length == null ? Array.getLength(array) : (int) Math.min(length, Integer.MAX_VALUE);
    }

    /**
     * Returns the bytes of all declared arrays.
     *
     * @return the bytes on the device; the host has as many
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
     * Returns the arrays that a layout which measures would have made.
     *
     * @return their shapes, in the order in which they were declared; none of a layout that does not measure
     */
    public List<Shape> shapes() {
        return Collections.unmodifiableList(shapes);
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
