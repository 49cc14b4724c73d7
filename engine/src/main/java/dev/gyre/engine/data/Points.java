package dev.gyre.engine.data;

import java.util.Arrays;
import java.util.Objects;

/**
 * An immutable set of points of 1 or more dimensions. A point's id is its row, from 0.
 *
 * <p>Coordinates are kept as {@code double}, whatever they came from, and answers are those of the doubles. They must be
 * finite and of a magnitude of at most {@link #MAX_MAGNITUDE}, so that keys of all norms stay finite. Memory: 8 bytes per
 * coordinate. Safe for use by several threads.
 */
public final class Points {

    /** Largest magnitude of a coordinate: 2^500, about 3.3e150. */
    public static final double MAX_MAGNITUDE = 0x1p500;

    /** Largest number of dimensions. */
    public static final int MAX_DIMENSIONS = 4096;

    private final double[] rows;
    private final int dims;
    private final int size;

    private Points(double[] rows, int dims) {
        this.rows = rows;
        this.dims = dims;
        this.size = rows.length / dims;
    }

    /**
     * Points from row-major coordinates, which are copied.
     *
     * @param coordinates {@code size x dims} coordinates, row-major
     * @param dims number of dimensions, 1 or more
     * @return the points
     * @throws IllegalArgumentException if dims is out of range, if the length is no multiple of it, or if a coordinate is
     *     not finite or too large; the message names row and column
     */
    public static Points of(double[] coordinates, int dims) {
        return wrap(coordinates.clone(), dims);
    }

    /**
     * Points from row-major coordinates, which are copied.
     *
     * @param coordinates {@code size x dims} coordinates, row-major
     * @param dims number of dimensions, 1 or more
     * @return the points
     * @throws IllegalArgumentException as {@link #of(double[], int)}
     */
    public static Points of(float[] coordinates, int dims) {
        checkLength(coordinates.length, dims);
        double[] rows = new double[coordinates.length];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = coordinates[i];
        }
        checkValues(rows, dims);
        return new Points(rows, dims);
    }

    /**
     * Points that take over an array, which must not be changed any more. Saves the copy that {@link #of(double[], int)} makes.
     *
     * @param coordinates {@code size x dims} coordinates, row-major
     * @param dims number of dimensions, 1 or more
     * @return the points
     * @throws IllegalArgumentException as {@link #of(double[], int)}
     */
    public static Points wrap(double[] coordinates, int dims) {
        checkLength(coordinates.length, dims);
        checkValues(coordinates, dims);
        return new Points(coordinates, dims);
    }

    /**
     * Points from one array per dimension, which are copied.
     *
     * @param columns one array for each dimension, all of one length
     * @return the points
     * @throws IllegalArgumentException if there is no column, if their lengths differ, or as {@link #of(double[], int)}
     */
    public static Points ofColumns(double[]... columns) {
        checkDims(columns.length);
        int size = columns[0].length;
        double[] rows = new double[checkedLength(size, columns.length)];
        for (int dim = 0; dim < columns.length; dim++) {
            if (columns[dim].length != size) {
                throw new IllegalArgumentException("columns must be of one length: column 0 has " + size + ", column "
                        + dim + " has " + columns[dim].length);
            }
            for (int row = 0; row < size; row++) {
                rows[row * columns.length + dim] = columns[dim][row];
            }
        }
        checkValues(rows, columns.length);
        return new Points(rows, columns.length);
    }

    private static void checkDims(int dims) {
        if (dims < 1 || dims > MAX_DIMENSIONS) {
            throw new IllegalArgumentException("dims must be in 1.." + MAX_DIMENSIONS + ": dims=" + dims);
        }
    }

    private static void checkLength(int length, int dims) {
        checkDims(dims);
        if (length % dims != 0) {
            throw new IllegalArgumentException(
                    "the number of coordinates must be a multiple of dims: length=" + length + ", dims=" + dims);
        }
    }

    private static int checkedLength(int size, int dims) {
        long length = (long) size * dims;
        if (length > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("size x dims must be below 2^31 - 8: size=" + size + ", dims=" + dims);
        }
        return (int) length;
    }

    private static void checkValues(double[] rows, int dims) {
        for (int i = 0; i < rows.length; i++) {
            // False for NaN too.
            if (!(Math.abs(rows[i]) <= MAX_MAGNITUDE)) {
                throw new IllegalArgumentException("coordinates must be finite and of magnitude 2^500 at most: row="
                        + i / dims + ", column=" + i % dims + ", value=" + rows[i]);
            }
        }
    }

    /**
     * Number of points.
     *
     * @return the number
     */
    public int size() {
        return size;
    }

    /**
     * Number of dimensions.
     *
     * @return the number
     */
    public int dims() {
        return dims;
    }

    /**
     * One coordinate.
     *
     * @param row id of the point
     * @param dim dimension
     * @return the coordinate
     * @throws IndexOutOfBoundsException if there is no such row or dimension
     */
    public double coordinate(int row, int dim) {
        // Checked both, as the product could overflow into another row.
        return rows[Objects.checkIndex(row, size) * dims + Objects.checkIndex(dim, dims)];
    }

    /**
     * The canonical squared distance: the {@linkplain #key key} of {@link Norm#EUCLIDEAN}.
     *
     * @param row id of the point
     * @param other points of the same dimensions
     * @param otherRow id of the other point
     * @return the squared distance
     * @throws IndexOutOfBoundsException if there is no such row
     * @throws IllegalArgumentException if the dimensions differ
     */
    public double distanceSq(int row, Points other, int otherRow) {
        return key(row, other, otherRow, Norm.EUCLIDEAN);
    }

    /**
     * The canonical key of a pair, which decides the order of neighbors: what the norm makes of the differences, from the
     * first dimension to the last, each step rounded to {@code double}. It is finite, and the same from both sides.
     *
     * @param row id of the point
     * @param other points of the same dimensions
     * @param otherRow id of the other point
     * @param norm the norm
     * @return the key: see {@link Norm}
     * @throws IndexOutOfBoundsException if there is no such row
     * @throws IllegalArgumentException if the dimensions differ
     */
    public double key(int row, Points other, int otherRow, Norm norm) {
        if (dims != other.dims) {
            throw new IllegalArgumentException(
                    "points must have the same dimensions: dims=" + dims + ", other=" + other.dims);
        }
        int at = Objects.checkIndex(row, size) * dims;
        int otherAt = Objects.checkIndex(otherRow, other.size) * other.dims;
        // A loop compiled for each norm: one for all is half as fast once it has seen several.
        return switch (norm) {
            case EUCLIDEAN -> key(Norm.EUCLIDEAN, rows, at, other.rows, otherAt, dims);
            case MANHATTAN -> key(Norm.MANHATTAN, rows, at, other.rows, otherAt, dims);
            case CHEBYSHEV -> key(Norm.CHEBYSHEV, rows, at, other.rows, otherAt, dims);
        };
    }

    private static double key(Norm norm, double[] rows, int at, double[] otherRows, int otherAt, int dims) {
        double key = 0;
        for (int dim = 0; dim < dims; dim++) {
            key = norm.add(key, rows[at + dim] - otherRows[otherAt + dim]);
        }
        return key;
    }

    /**
     * The coordinates of one point.
     *
     * @param row id of the point
     * @return a new array of {@code dims} coordinates
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public double[] point(int row) {
        Objects.checkIndex(row, size);
        return Arrays.copyOfRange(rows, row * dims, (row + 1) * dims);
    }

    /**
     * All coordinates.
     *
     * @return a new array of {@code size x dims} coordinates, row-major
     */
    public double[] toRowMajor() {
        return rows.clone();
    }
}
