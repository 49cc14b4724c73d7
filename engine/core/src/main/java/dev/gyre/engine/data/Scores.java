package dev.gyre.engine.data;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A score for each row of a set of points or boxes. Scores of every type are compared as {@code double}, which holds each {@code int} and
 * {@code float} exactly; a zero has no sign. Immutable; safe for use by several threads. Memory: that of the array.
 */
public final class Scores {

    /** Largest magnitude of a score: 2^500, so that sums and products of two scores are finite, also with weights. */
    public static final double MAX_MAGNITUDE = 0x1p500;

    /** Rows that a thread checks at a time; up to this number, the calling thread checks all rows itself. */
    private static final int SLICE = 1 << 17;

    private final Object values;
    private final int size;
    private final double min;
    private final double max;

    /** The least and the largest score of some rows. */
    private record Range(double min, double max) {

        static final Range NONE = new Range(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY);

        Range and(Range other) {
            return new Range(Math.min(min, other.min), Math.max(max, other.max));
        }
    }

    private Scores(Object values, int size, IntFunction<Range> ranges) {
        this.values = values;
        this.size = size;
        int slices = Math.ceilDiv(size, SLICE);
        IntStream all = IntStream.range(0, slices);
        Range range = (slices > 1 ? all.parallel() : all).mapToObj(ranges).reduce(Range.NONE, Range::and);
        min = range.min() + 0.0;
        max = range.max() + 0.0;
    }

    /**
     * Makes scores from an array, which is copied.
     *
     * @param values a score for each row
     * @return the scores
     */
    public static Scores of(int... values) {
        return wrap(values.clone());
    }

    /**
     * Makes scores from an array, which is copied.
     *
     * @param values a score for each row
     * @return the scores
     * @throws IllegalArgumentException if a score is NaN, infinite, or too large; the message names the row
     */
    public static Scores of(float... values) {
        return wrap(values.clone());
    }

    /**
     * Makes scores from an array, which is copied.
     *
     * @param values a score for each row
     * @return the scores
     * @throws IllegalArgumentException if a score is NaN, infinite, or too large; the message names the row
     */
    public static Scores of(double... values) {
        return wrap(values.clone());
    }

    /**
     * Makes scores that take ownership of an array, which must not change afterwards.
     *
     * @param values a score for each row
     * @return the scores
     */
    public static Scores wrap(int... values) {
        return new Scores(values, values.length, slice -> {
            int smallest = Integer.MAX_VALUE;
            int largest = Integer.MIN_VALUE;
            for (int row = slice * SLICE; row < endOf(slice, values.length); row++) {
                smallest = Math.min(smallest, values[row]);
                largest = Math.max(largest, values[row]);
            }
            return new Range(smallest, largest);
        });
    }

    /**
     * Makes scores that take ownership of an array, which must not change afterwards.
     *
     * @param values a score for each row
     * @return the scores
     * @throws IllegalArgumentException if a score is NaN, infinite, or too large; the message names the row
     */
    public static Scores wrap(float... values) {
        return new Scores(values, values.length, slice -> {
            float smallest = Float.POSITIVE_INFINITY;
            float largest = Float.NEGATIVE_INFINITY;
            for (int row = slice * SLICE; row < endOf(slice, values.length); row++) {
                smallest = Math.min(smallest, values[row]);
                largest = Math.max(largest, values[row]);
            }
            return checked(smallest, largest, slice * SLICE, endOf(slice, values.length), row -> (double) values[row]);
        });
    }

    /**
     * Makes scores that take ownership of an array, which must not change afterwards.
     *
     * @param values a score for each row
     * @return the scores
     * @throws IllegalArgumentException if a score is NaN, infinite, or too large; the message names the row
     */
    public static Scores wrap(double... values) {
        return new Scores(values, values.length, slice -> {
            double smallest = Double.POSITIVE_INFINITY;
            double largest = Double.NEGATIVE_INFINITY;
            for (int row = slice * SLICE; row < endOf(slice, values.length); row++) {
                smallest = Math.min(smallest, values[row]);
                largest = Math.max(largest, values[row]);
            }
            return checked(smallest, largest, slice * SLICE, endOf(slice, values.length), row -> values[row]);
        });
    }

    private static int endOf(int slice, int size) {
        return (int) Math.min(size, (slice + 1L) * SLICE);
    }

    /** Refuses scores that are out of range. If one of them is NaN, {@code smallest} and {@code largest} are NaN. */
    private static Range checked(double smallest, double largest, int begin, int end, IntFunction<Double> values) {
        // False for NaN too.
        if (!(smallest >= -MAX_MAGNITUDE && largest <= MAX_MAGNITUDE)) {
            for (int row = begin; row < end; row++) {
                double value = values.apply(row);
                if (!(Math.abs(value) <= MAX_MAGNITUDE)) {
                    throw new IllegalArgumentException(
                            "scores must be numbers of magnitude 2^500 at most: row=" + row + ", score=" + value);
                }
            }
        }
        return new Range(smallest, largest);
    }

    /**
     * Returns the number of rows.
     *
     * @return the number
     */
    public int size() {
        return size;
    }

    /**
     * Returns a score.
     *
     * @param row the row
     * @return the score
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public double score(int row) {
        Objects.checkIndex(row, size);
        double score = values instanceof int[] ints
                ? ints[row]
                : values instanceof float[] floats ? floats[row] : ((double[]) values)[row];
        return score + 0.0;
    }

    /**
     * Returns the least score.
     *
     * @return the score; infinity if there are no rows
     */
    public double min() {
        return min;
    }

    /**
     * Returns the largest score.
     *
     * @return the score; negative infinity if there are no rows
     */
    public double max() {
        return max;
    }

    /**
     * Returns all scores.
     *
     * @return a new array
     */
    public double[] toArray() {
        double[] all = new double[size];
        write(0, size, all, 0);
        Arrays.setAll(all, row -> all[row] + 0.0);
        return all;
    }

    /**
     * Writes scores as they are in the array, zeros with their signs.
     *
     * @param begin the first row
     * @param end the index after the last row
     * @param to receives the scores
     * @param at index for the first score
     * @hidden engine only
     */
    public void write(int begin, int end, double[] to, int at) {
        if (values instanceof int[] ints) {
            for (int row = begin; row < end; row++) {
                to[at + row - begin] = ints[row];
            }
        } else if (values instanceof float[] floats) {
            for (int row = begin; row < end; row++) {
                to[at + row - begin] = floats[row];
            }
        } else {
            System.arraycopy(values, begin, to, at, end - begin);
        }
    }

    /**
     * Returns the array itself, without a copy.
     *
     * @return an array of ints, floats or doubles, not to be changed
     * @hidden engine only
     */
    public Object array() {
        return values;
    }

    @Override
    public String toString() {
        return size + " scores in " + min + ".." + max;
    }
}
