package dev.gyre.engine.data;

import java.nio.Buffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.Objects;

/**
 * An immutable set of points of 1 or more dimensions. A point's id is its row, from 0.
 *
 * <p>Coordinates of every source are stored as {@code double}, and answers apply to the doubles. Coordinates must be finite and
 * have a magnitude of at most {@link #MAX_MAGNITUDE}, so that keys of all norms stay finite. Memory: 8 bytes per coordinate.
 * Safe for use by several threads.
 *
 * <p>All loops read arrays of the heap. Only {@link #wrap} makes points without a copy; {@code of} and {@code ofColumns} copy arrays and
 * buffers once. For memory of other libraries, such as columns of Arrow, take buffers: on Java 22 and later, a {@code MemorySegment} of up to
 * 2 GiB is the buffer {@code segment.asByteBuffer().order(ByteOrder.nativeOrder()).asDoubleBuffer()}. The threads of the common pool share the
 * copy of a buffer, and the check of coordinates.
 */
public final class Points {

    /** Largest magnitude of a coordinate: 2^500, about 3.3e150. */
    public static final double MAX_MAGNITUDE = 0x1p500;

    /** Largest number of dimensions. */
    public static final int MAX_DIMENSIONS = 4096;

    /** Bits that {@link #ofBits} puts into a coordinate: as many as a float32 holds. */
    public static final int BITS_PER_COORDINATE = 24;

    private final double[] rows;
    private final int dims;
    private final int size;

    private Points(double[] rows, int dims) {
        this(rows, dims, rows.length / dims);
    }

    private Points(double[] rows, int dims, int size) {
        this.rows = rows;
        this.dims = dims;
        this.size = size;
    }

    /**
     * Makes points from row-major coordinates, which are copied.
     *
     * @param coordinates {@code size x dims} coordinates, row-major
     * @param dims number of dimensions, 1 or more
     * @return the points
     * @throws IllegalArgumentException if dims is out of range, if the length is not a multiple of it, or if a coordinate is
     *     not finite or too large; the message names row and column
     */
    public static Points of(double[] coordinates, int dims) {
        return wrap(BufferCopy.copyOf(coordinates), dims);
    }

    /**
     * Makes points from row-major coordinates, which are copied.
     *
     * @param coordinates {@code size x dims} coordinates, row-major
     * @param dims number of dimensions, 1 or more
     * @return the points
     * @throws IllegalArgumentException as {@link #of(double[], int)}
     */
    public static Points of(float[] coordinates, int dims) {
        return of(FloatBuffer.wrap(coordinates), dims);
    }

    /**
     * Makes points from row-major coordinates of a buffer on the heap or outside of it, from its position to its limit, which are copied
     * once.
     *
     * @param coordinates {@code size x dims} coordinates, row-major, in the byte order of the buffer; its position does not change
     * @param dims number of dimensions, 1 or more
     * @return the points
     * @throws IllegalArgumentException as {@link #of(double[], int)}, or if there are 2^31 - 8 coordinates or more
     */
    public static Points of(DoubleBuffer coordinates, int dims) {
        return ofBuffer(coordinates, dims);
    }

    /**
     * Makes points from row-major coordinates of a buffer, which are copied once; see {@link #of(DoubleBuffer, int)}.
     *
     * @param coordinates {@code size x dims} coordinates, row-major
     * @param dims number of dimensions, 1 or more
     * @return the points
     * @throws IllegalArgumentException as {@link #of(DoubleBuffer, int)}
     */
    public static Points of(FloatBuffer coordinates, int dims) {
        return ofBuffer(coordinates, dims);
    }

    private static Points ofBuffer(Buffer coordinates, int dims) {
        checkLength(coordinates.remaining(), dims);
        double[] rows = new double[checkedLength(coordinates.remaining() / dims, dims)];
        BufferCopy.copy(coordinates, rows);
        return wrap(rows, dims);
    }

    /**
     * Makes points that take ownership of an array, which must not change afterwards. This saves the copy that
     * {@link #of(double[], int)} makes.
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
     * Makes points from one array per dimension, which are copied.
     *
     * @param columns one array for each dimension, all of one length
     * @return the points
     * @throws IllegalArgumentException if there is no column, if their lengths differ, or as {@link #of(double[], int)}
     */
    public static Points ofColumns(double[]... columns) {
        return ofBuffers(Arrays.stream(columns).map(DoubleBuffer::wrap).toArray(Buffer[]::new));
    }

    /**
     * Makes points from one buffer per dimension, the layout of Arrow, which are copied once; see {@link #of(DoubleBuffer, int)}.
     *
     * @param columns one buffer for each dimension, all with equally many coordinates from position to limit
     * @return the points
     * @throws IllegalArgumentException as {@link #ofColumns(double[][])}
     */
    public static Points ofColumns(DoubleBuffer... columns) {
        return ofBuffers(columns);
    }

    /**
     * Makes points from one buffer per dimension, which are copied once; see {@link #of(DoubleBuffer, int)}.
     *
     * @param columns one buffer for each dimension, all with equally many coordinates from position to limit
     * @return the points
     * @throws IllegalArgumentException as {@link #ofColumns(double[][])}
     */
    public static Points ofColumns(FloatBuffer... columns) {
        return ofBuffers(columns);
    }

    private static Points ofBuffers(Buffer[] columns) {
        checkDims(columns.length);
        int size = BufferCopy.size(columns);
        double[] rows = new double[checkedLength(size, columns.length)];
        BufferCopy.interleave(columns, size, rows);
        return wrap(rows, columns.length);
    }

    /**
     * Makes points from rows of bits, for {@link Metric#HAMMING}: {@value #BITS_PER_COORDINATE} bits per coordinate, the lowest first. A
     * coordinate needs 8 bytes, so that a bit needs a third of a byte.
     *
     * @param words {@code ceil(bitsPerRow / 64)} words for each row; bit i of a row is bit {@code i % 64}, from the lowest, of
     *     its word {@code i / 64}
     * @param bitsPerRow number of bits of a row, 1 or more, 98,304 at most
     * @return the points, of {@code ceil(bitsPerRow / 24)} dimensions
     * @throws IllegalArgumentException if the number of bits is out of range, if the number of words is not a multiple of the words of a
     *     row, or if a bit beyond {@code bitsPerRow} is set
     */
    public static Points ofBits(long[] words, int bitsPerRow) {
        int max = BITS_PER_COORDINATE * MAX_DIMENSIONS;
        if (bitsPerRow < 1 || bitsPerRow > max) {
            throw new IllegalArgumentException("bitsPerRow must be in 1.." + max + ": bitsPerRow=" + bitsPerRow);
        }
        int wordsPerRow = Math.ceilDiv(bitsPerRow, Long.SIZE);
        if (words.length % wordsPerRow != 0) {
            throw new IllegalArgumentException("the number of words must be a multiple of those of a row: length="
                    + words.length + ", wordsPerRow=" + wordsPerRow);
        }
        int size = words.length / wordsPerRow;
        int dims = Math.ceilDiv(bitsPerRow, BITS_PER_COORDINATE);
        double[] rows = new double[checkedLength(size, dims)];
        int unused = wordsPerRow * Long.SIZE - bitsPerRow;
        for (int row = 0; row < size; row++) {
            int at = row * wordsPerRow;
            if (unused > 0 && words[at + wordsPerRow - 1] >>> (Long.SIZE - unused) != 0) {
                throw new IllegalArgumentException(
                        "bits beyond those of a row must be 0: row=" + row + ", bitsPerRow=" + bitsPerRow);
            }
            for (int dim = 0; dim < dims; dim++) {
                rows[row * dims + dim] = bits(words, at, wordsPerRow, dim * BITS_PER_COORDINATE);
            }
        }
        return new Points(rows, dims);
    }

    /** Returns the bits of a coordinate, which may begin in one word and end in the next. */
    private static long bits(long[] words, int at, int wordsPerRow, int first) {
        int word = first / Long.SIZE;
        int shift = first % Long.SIZE;
        long bits = words[at + word] >>> shift;
        if (shift > Long.SIZE - BITS_PER_COORDINATE && word + 1 < wordsPerRow) {
            bits |= words[at + word + 1] << (Long.SIZE - shift);
        }
        return bits & Norm.MAX_WORD;
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
        int first = BufferCopy.firstBad(rows.length, (begin, end) -> {
            int i = begin;
            // False for NaN too.
            while (i < end && Math.abs(rows[i]) <= MAX_MAGNITUDE) {
                i++;
            }
            return i;
        });
        if (first < rows.length) {
            throw new IllegalArgumentException("coordinates must be finite and of magnitude 2^500 at most: row="
                    + first / dims + ", column=" + first % dims + ", value=" + rows[first]);
        }
    }

    /**
     * Returns the number of points.
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
     * Returns one coordinate.
     *
     * @param row id of the point
     * @param dim dimension
     * @return the coordinate
     * @throws IndexOutOfBoundsException if there is no such row or dimension
     */
    public double coordinate(int row, int dim) {
        // Both are checked, as the product could overflow into another row.
        return rows[Objects.checkIndex(row, size) * dims + Objects.checkIndex(dim, dims)];
    }

    /**
     * Computes the canonical squared distance: the {@linkplain #key key} of {@link Norm#EUCLIDEAN}.
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
     * Computes the canonical key of a pair, which decides the order of neighbors. The norm defines the key, which adds the dimensions from
     * first to last, each step rounded to {@code double}. The key is finite and symmetric.
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
        return norm.key(rows, at, other.rows, otherAt, dims);
    }

    /**
     * Computes the canonical keys of one point with several others, as {@link #key} does.
     *
     * @param row id of the point
     * @param other points of the same dimensions
     * @param otherRows ids of the other points
     * @param count number of other points
     * @param norm the norm
     * @param keys receives the keys
     * @throws IndexOutOfBoundsException if there is no such row, or if the array for the keys is too short
     */
    public void keys(int row, Points other, int[] otherRows, int count, Norm norm, double[] keys) {
        norm.keys(rows, Objects.checkIndex(row, size) * dims, other.rows, otherRows, count, dims, keys);
    }

    /**
     * Returns the coordinates of one point.
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
     * Copies consecutive points.
     *
     * @param first row of the first one
     * @param count number of points
     * @param to receives {@code count x dims} coordinates, row-major
     * @throws IndexOutOfBoundsException if there are no such rows, or if the array is too short
     */
    public void copyRows(int first, int count, double[] to) {
        Objects.checkFromIndexSize(first, count, size);
        System.arraycopy(rows, first * dims, to, 0, count * dims);
    }

    /**
     * Makes points that are a view of the first coordinates of an array, without a copy or a check.
     *
     * @param rows {@code size x dims} coordinates or more, row-major; they must not change as long as the points are used
     * @param dims number of dimensions
     * @param size number of points
     * @return the points
     * @hidden engine only
     */
    public static Points over(double[] rows, int dims, int size) {
        return new Points(rows, dims, size);
    }

    /**
     * Returns the array of the coordinates itself, without a copy.
     *
     * @return {@code size x dims} coordinates or more, row-major; not to be changed
     * @hidden engine only
     */
    public double[] array() {
        return rows;
    }

    /**
     * Returns all coordinates.
     *
     * @return a new array of {@code size x dims} coordinates, row-major
     */
    public double[] toRowMajor() {
        return Arrays.copyOf(rows, size * dims);
    }
}
