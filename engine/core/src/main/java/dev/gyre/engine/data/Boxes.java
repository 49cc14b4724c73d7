package dev.gyre.engine.data;

import java.nio.Buffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * An immutable set of axis-parallel boxes of 1 to {@value #MAX_DIMENSIONS} dimensions. A box's id is its row, from 0. A box contains its
 * sides; it may be flat in some dimensions, or a single point in all.
 *
 * <p>Bounds must be finite and have a magnitude of at most {@link Points#MAX_MAGNITUDE}, and a lower bound must not be above its upper one.
 * Memory: 16 bytes per box and dimension. Safe for use by several threads.
 */
public final class Boxes {

    /** Largest number of dimensions. */
    public static final int MAX_DIMENSIONS = 8;

    /** Rows that a thread checks at a time; up to this number, the calling thread checks all rows itself. */
    private static final int SLICE = 1 << 16;

    private final double[] bounds;
    private final int dims;
    private final int size;
    private final double[] extent;

    private Boxes(double[] bounds, int dims) {
        this.bounds = bounds;
        this.dims = dims;
        size = bounds.length / (2 * dims);
        extent = new double[2 * dims];
        Arrays.fill(extent, 0, dims, Double.POSITIVE_INFINITY);
        Arrays.fill(extent, dims, 2 * dims, Double.NEGATIVE_INFINITY);
        int slices = Math.ceilDiv(size, SLICE);
        IntStream all = IntStream.range(0, slices);
        (slices > 1 ? all.parallel() : all).forEach(slice -> check(slice * SLICE, Math.min(size, (slice + 1) * SLICE)));
    }

    /**
     * Makes boxes from row-major bounds, which are copied.
     *
     * @param bounds for each box {@code dims} lower bounds, then {@code dims} upper bounds
     * @param dims number of dimensions, 1 to {@value #MAX_DIMENSIONS}
     * @return the boxes
     * @throws IllegalArgumentException if dims is out of range, if the length is not a multiple of {@code 2 dims}, if a bound is not
     *     finite or too large, or if a lower bound is above its upper one; the message names row and column
     */
    public static Boxes of(double[] bounds, int dims) {
        checkLength(bounds.length, dims);
        return new Boxes(bounds.clone(), dims);
    }

    /**
     * Makes boxes that take ownership of an array, which must not change afterwards. This saves the copy that
     * {@link #of(double[], int)} makes.
     *
     * @param bounds for each box {@code dims} lower bounds, then {@code dims} upper bounds
     * @param dims number of dimensions, 1 to {@value #MAX_DIMENSIONS}
     * @return the boxes
     * @throws IllegalArgumentException as {@link #of(double[], int)}
     */
    public static Boxes wrap(double[] bounds, int dims) {
        checkLength(bounds.length, dims);
        return new Boxes(bounds, dims);
    }

    /**
     * Makes boxes from row-major bounds of a buffer on the heap or outside of it, from its position to its limit, which are copied once;
     * see {@link Points} for memory of other libraries.
     *
     * @param bounds for each box {@code dims} lower bounds, then {@code dims} upper bounds; the position does not change
     * @param dims number of dimensions, 1 to {@value #MAX_DIMENSIONS}
     * @return the boxes
     * @throws IllegalArgumentException as {@link #of(double[], int)}, or if there are 2^31 - 8 bounds or more
     */
    public static Boxes of(DoubleBuffer bounds, int dims) {
        return ofBuffer(bounds, dims);
    }

    /**
     * Makes boxes from row-major bounds of a buffer, which are copied once; see {@link #of(DoubleBuffer, int)}.
     *
     * @param bounds for each box {@code dims} lower bounds, then {@code dims} upper bounds
     * @param dims number of dimensions, 1 to {@value #MAX_DIMENSIONS}
     * @return the boxes
     * @throws IllegalArgumentException as {@link #of(DoubleBuffer, int)}
     */
    public static Boxes of(FloatBuffer bounds, int dims) {
        return ofBuffer(bounds, dims);
    }

    private static Boxes ofBuffer(Buffer bounds, int dims) {
        checkLength(bounds.remaining(), dims);
        double[] rows = new double[checkedLength(bounds.remaining() / (2 * dims), dims)];
        BufferCopy.copy(bounds, rows);
        return new Boxes(rows, dims);
    }

    /**
     * Makes boxes from one buffer per bound, the layout of Arrow, which are copied once; see {@link #of(DoubleBuffer, int)}.
     *
     * @param columns the lower bounds of each dimension, then the upper bounds of each, all equally many from position to limit
     * @return the boxes
     * @throws IllegalArgumentException if the number of columns is not even, if their lengths differ, or as {@link #of(double[], int)}
     */
    public static Boxes ofColumns(DoubleBuffer... columns) {
        return ofBuffers(columns);
    }

    /**
     * Makes boxes from one buffer per bound, which are copied once; see {@link #ofColumns(DoubleBuffer...)}.
     *
     * @param columns the lower bounds of each dimension, then the upper bounds of each
     * @return the boxes
     * @throws IllegalArgumentException as {@link #ofColumns(DoubleBuffer...)}
     */
    public static Boxes ofColumns(FloatBuffer... columns) {
        return ofBuffers(columns);
    }

    private static Boxes ofBuffers(Buffer[] columns) {
        if (columns.length % 2 != 0) {
            throw new IllegalArgumentException(
                    "boxes need as many columns of lower bounds as of upper ones: columns=" + columns.length);
        }
        int dims = checkedDims(columns.length / 2);
        int size = BufferCopy.size(columns);
        double[] rows = new double[checkedLength(size, dims)];
        BufferCopy.interleave(columns, size, rows);
        return new Boxes(rows, dims);
    }

    /**
     * Makes boxes from their corners.
     *
     * @param lower lower corners
     * @param upper upper corners, as many and of the same dimensions
     * @return the boxes
     * @throws IllegalArgumentException if the corners differ in number or dimensions, or as {@link #of(double[], int)}
     */
    public static Boxes of(Points lower, Points upper) {
        if (lower.size() != upper.size() || lower.dims() != upper.dims()) {
            throw new IllegalArgumentException(
                    "lower and upper corners must be equally many, of the same dimensions: lower=" + lower.size()
                            + " x " + lower.dims() + ", upper=" + upper.size() + " x " + upper.dims());
        }
        int dims = checkedDims(lower.dims());
        double[] bounds = new double[checkedLength(lower.size(), dims)];
        for (int row = 0; row < lower.size(); row++) {
            System.arraycopy(lower.array(), row * dims, bounds, 2 * row * dims, dims);
            System.arraycopy(upper.array(), row * dims, bounds, (2 * row + 1) * dims, dims);
        }
        return new Boxes(bounds, dims);
    }

    /**
     * Makes boxes of one point each.
     *
     * @param points the points
     * @return the boxes
     * @throws IllegalArgumentException if the points have more than {@value #MAX_DIMENSIONS} dimensions
     */
    public static Boxes of(Points points) {
        return of(points, points);
    }

    private static int checkedDims(int dims) {
        if (dims < 1 || dims > MAX_DIMENSIONS) {
            throw new IllegalArgumentException("dims of boxes must be in 1.." + MAX_DIMENSIONS + ": dims=" + dims);
        }
        return dims;
    }

    private static void checkLength(int length, int dims) {
        if (length % (2 * checkedDims(dims)) != 0) {
            throw new IllegalArgumentException(
                    "the number of bounds must be a multiple of 2 dims: length=" + length + ", dims=" + dims);
        }
    }

    private static int checkedLength(int size, int dims) {
        long length = 2L * size * dims;
        if (length > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException(
                    "2 x size x dims must be below 2^31 - 8: size=" + size + ", dims=" + dims);
        }
        return (int) length;
    }

    /** Checks some rows, and widens the extent to contain them. */
    private void check(int begin, int end) {
        double[] found = extent.clone();
        for (int row = begin; row < end; row++) {
            int at = 2 * row * dims;
            for (int dim = 0; dim < dims; dim++) {
                double low = bounds[at + dim];
                double high = bounds[at + dims + dim];
                // False for NaN too.
                if (!(low <= high && low >= -Points.MAX_MAGNITUDE && high <= Points.MAX_MAGNITUDE)) {
                    throw refused(row, dim, low, high);
                }
                found[dim] = Math.min(found[dim], low);
                found[dims + dim] = Math.max(found[dims + dim], high);
            }
        }
        synchronized (extent) {
            for (int dim = 0; dim < dims; dim++) {
                extent[dim] = Math.min(extent[dim], found[dim]);
                extent[dims + dim] = Math.max(extent[dims + dim], found[dims + dim]);
            }
        }
    }

    private IllegalArgumentException refused(int row, int dim, double low, double high) {
        if (Math.abs(low) <= Points.MAX_MAGNITUDE && Math.abs(high) <= Points.MAX_MAGNITUDE) {
            return new IllegalArgumentException("a box's lower bound must not be above its upper one: row=" + row
                    + ", column=" + dim + ", lower=" + low + ", upper=" + high);
        }
        boolean ofLow = !(Math.abs(low) <= Points.MAX_MAGNITUDE);
        return new IllegalArgumentException("bounds must be finite and of magnitude 2^500 at most: row=" + row
                + ", column=" + (ofLow ? dim : dims + dim) + ", value=" + (ofLow ? low : high));
    }

    /**
     * Returns the number of boxes.
     *
     * @return the number
     */
    public int size() {
        return size;
    }

    /**
     * Returns the number of dimensions.
     *
     * @return the number
     */
    public int dims() {
        return dims;
    }

    /**
     * Returns a lower bound.
     *
     * @param row id of the box
     * @param dim dimension
     * @return the bound
     * @throws IndexOutOfBoundsException if there is no such row or dimension
     */
    public double lower(int row, int dim) {
        return bounds[2 * Objects.checkIndex(row, size) * dims + Objects.checkIndex(dim, dims)];
    }

    /**
     * Returns an upper bound.
     *
     * @param row id of the box
     * @param dim dimension
     * @return the bound
     * @throws IndexOutOfBoundsException if there is no such row or dimension
     */
    public double upper(int row, int dim) {
        return bounds[(2 * Objects.checkIndex(row, size) + 1) * dims + Objects.checkIndex(dim, dims)];
    }

    /**
     * Returns the smallest box around all boxes.
     *
     * @return a new array of {@code dims} lower bounds, then {@code dims} upper bounds; infinite and inverted if there are no boxes
     */
    public double[] extent() {
        return extent.clone();
    }

    /**
     * Returns all bounds.
     *
     * @return a new array: for each box {@code dims} lower bounds, then {@code dims} upper bounds
     */
    public double[] toRowMajor() {
        return bounds.clone();
    }

    /**
     * Returns the array of the bounds itself, without a copy.
     *
     * @return for each box {@code dims} lower bounds, then {@code dims} upper bounds; not to be changed
     * @hidden engine only
     */
    public double[] array() {
        return bounds;
    }

    @Override
    public String toString() {
        return size + " boxes of " + dims + " dimensions";
    }
}
