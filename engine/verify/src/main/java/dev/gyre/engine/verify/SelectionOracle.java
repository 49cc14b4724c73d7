package dev.gyre.engine.verify;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.op.TopK;
import java.util.Arrays;
import java.util.Optional;
import org.eclipse.collections.api.block.comparator.primitive.IntComparator;

/** Selects by the plainest code: it sorts whole rows. For checks only. */
public final class SelectionOracle {

    private SelectionOracle() {}

    /**
     * Compares a result with that of the oracle: ids, their order if the result is sorted, and values with the sign of zeros.
     *
     * @param order the requested order
     * @param sorted whether the result should be in order
     * @return the first difference, or empty
     */
    public static Optional<String> difference(float[] matrix, Order order, boolean sorted, TopK.Floats actual) {
        return difference(
                matrix.length,
                (a, b) -> Float.compare(matrix[a], matrix[b]),
                (at, row, rank) -> Float.compare(matrix[at], actual.value(row, rank)) == 0,
                order,
                sorted,
                actual);
    }

    /**
     * Compares a result with that of the oracle: ids, their order if the result is sorted, and values.
     *
     * @param order the requested order
     * @param sorted whether the result should be in order
     * @return the first difference, or empty
     */
    public static Optional<String> difference(int[] matrix, Order order, boolean sorted, TopK.Ints actual) {
        return difference(
                matrix.length,
                (a, b) -> Integer.compare(matrix[a], matrix[b]),
                (at, row, rank) -> matrix[at] == actual.value(row, rank),
                order,
                sorted,
                actual);
    }

    /** Tells whether the value at an index of the matrix is that of a rank. */
    private interface SameValue {
        boolean test(int at, int row, int rank);
    }

    private static Optional<String> difference(
            int length, IntComparator ascending, SameValue value, Order order, boolean sorted, TopK actual) {
        int sign = order == Order.ASCENDING ? 1 : -1;
        int n = actual.rows() == 0 ? 0 : length / actual.rows();
        for (int row = 0; row < actual.rows(); row++) {
            int first = row * n;
            for (int rank = 0; rank < actual.k(); rank++) {
                if (!value.test(first + actual.id(row, rank), row, rank)) {
                    return Optional.of("row=" + row + ", rank=" + rank + ", id=" + actual.id(row, rank)
                            + ": another value than that of the id, method=" + actual.method());
                }
            }
            int[] expected = Arrays.stream(SortOracle.order(first, first + n, (a, b) -> sign * ascending.compare(a, b)))
                    .limit(actual.k())
                    .map(at -> at - first)
                    .toArray();
            int[] found = actual.ids(row);
            if (!sorted) {
                Arrays.sort(expected);
                Arrays.sort(found);
            }
            int at = Arrays.mismatch(expected, found);
            if (at >= 0) {
                return Optional.of("row=" + row + ", rank=" + at + ", id expected=" + expected[at] + ", actual="
                        + found[at] + ", method=" + actual.method());
            }
        }
        return Optional.empty();
    }
}
