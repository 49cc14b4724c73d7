package dev.gyre.engine.verify;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.Points;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.eclipse.collections.api.block.comparator.primitive.IntComparator;

/** The results of sorting, by the plainest code. */
public final class SortOracle {

    private SortOracle() {}

    /**
     * Compares an order of rows with the expected one.
     *
     * @param what what was sorted, for the message
     * @return the first difference, or empty
     */
    public static Optional<String> difference(String what, int[] expected, int[] actual) {
        int at = Arrays.mismatch(expected, actual);
        if (at < 0) {
            return Optional.empty();
        }
        if (expected.length != actual.length) {
            return Optional.of(what + ": length, expected=" + expected.length + ", actual=" + actual.length);
        }
        return Optional.of(what + ": place=" + at + ", expected=" + expected[at] + ", actual=" + actual[at]);
    }

    /**
     * Returns the order of float keys, NaN last in both orders.
     *
     * @param order ascending or descending
     * @return a comparator of rows
     */
    public static IntComparator floatOrder(float[] keys, Order order) {
        double[] doubles = new double[keys.length];
        Arrays.setAll(doubles, i -> keys[i]);
        return doubleOrder(doubles, order);
    }

    /**
     * Returns the order of double keys, NaN last in both orders.
     *
     * @param order ascending or descending
     * @return a comparator of rows
     */
    public static IntComparator doubleOrder(double[] keys, Order order) {
        int sign = order == Order.ASCENDING ? 1 : -1;
        return (a, b) -> {
            int nanLast = Boolean.compare(Double.isNaN(keys[a]), Double.isNaN(keys[b]));
            return nanLast != 0 ? nanLast : sign * Double.compare(keys[a], keys[b]);
        };
    }

    /**
     * Returns the rows of a range in order, equal ones ascending.
     *
     * @param end the row after the last one
     */
    public static int[] order(int begin, int end, IntComparator comparator) {
        return order(IntStream.range(begin, end), comparator);
    }

    /**
     * Returns the rows in order, equal ones in the given order: the JDK's sort of objects is stable, and compares less often than a
     * quicksort.
     */
    static int[] order(IntStream rows, IntComparator comparator) {
        return rows.boxed()
                .sorted(comparator::compare)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /**
     * Returns the order of points by super key, equal points by row.
     *
     * @param first the coordinate that counts most
     * @param order ascending or descending
     */
    public static int[] superKeyOrder(Points points, int first, Order order) {
        int sign = order == Order.ASCENDING ? 1 : -1;
        return order(0, points.size(), (a, b) -> {
            for (int i = 0; i < points.dims(); i++) {
                int dim = (first + i) % points.dims();
                double coordinateA = points.coordinate(a, dim);
                double coordinateB = points.coordinate(b, dim);
                if (coordinateA != coordinateB) {
                    return coordinateA < coordinateB ? -sign : sign;
                }
            }
            return 0;
        });
    }

    /**
     * Compares rows in blocks with the full order.
     *
     * @param what what was sorted, for the message
     * @param full the rows in full order, segment after segment
     * @param offsets the positions where segments begin, and the number of rows at the end
     * @return the first block with other rows or another first row, or empty
     */
    public static Optional<String> blockDifference(
            String what, int[] full, int[] offsets, int blockSize, int[] actual) {
        if (actual.length != full.length) {
            return Optional.of(what + ": length, expected=" + full.length + ", actual=" + actual.length);
        }
        for (int segment = 0; segment + 1 < offsets.length; segment++) {
            for (long start = offsets[segment]; start < offsets[segment + 1]; start += blockSize) {
                int begin = (int) start;
                int end = (int) Math.min(start + blockSize, offsets[segment + 1]);
                int[] expected = Arrays.copyOfRange(full, begin, end);
                int[] found = Arrays.copyOfRange(actual, begin, end);
                String block = what + ": block of " + begin + " to " + (end - 1);
                if (found[0] != expected[0]) {
                    return Optional.of(block + ": best row, expected=" + expected[0] + ", actual=" + found[0]);
                }
                Arrays.sort(expected);
                Arrays.sort(found);
                Optional<String> difference = difference(block + ", its rows ascending", expected, found);
                if (difference.isPresent()) {
                    return difference;
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Tells whether two points are equal.
     *
     * @param b another row
     * @return whether all coordinates are equal; -0.0 equals 0.0
     */
    static boolean samePlace(Points points, int a, int b) {
        return IntStream.range(0, points.dims())
                .allMatch(dim -> points.coordinate(a, dim) == points.coordinate(b, dim));
    }

    /**
     * Returns the starts of groups of equal points.
     *
     * @param order the rows of the points in order
     * @return the first position of each group, and the number of points at the end
     */
    public static int[] groupOffsets(Points points, int[] order) {
        return IntStream.rangeClosed(0, order.length)
                .filter(place ->
                        place == 0 || place == order.length || !samePlace(points, order[place - 1], order[place]))
                .toArray();
    }
}
