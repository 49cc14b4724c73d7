package dev.gyre.engine.verify;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.op.TopK;
import dev.gyre.engine.op.TopKFloats;
import dev.gyre.engine.op.TopKInts;
import java.util.Arrays;
import java.util.Optional;
import org.eclipse.collections.api.block.comparator.primitive.IntComparator;

/** The plainest way to the same answer: rows sorted whole. For checks only. */
public final class SelectionOracle {

    private SelectionOracle() {}

    /**
     * Compares a result with that of the oracle: ids, their order where it is sorted, and values with the sign of zeros.
     *
     * @param order which end was asked for
     * @param sorted whether the result should be in order
     * @return the first difference, or empty
     */
    public static Optional<String> difference(float[] matrix, Order order, boolean sorted, TopKFloats actual) {
        for (int slot = 0; slot < actual.rows() * actual.k(); slot++) {
            int row = slot / actual.k();
            int rank = slot % actual.k();
            float expected = matrix[row * (matrix.length / actual.rows()) + actual.id(row, rank)];
            if (Float.compare(expected, actual.value(row, rank)) != 0) {
                return Optional.of("row=" + row + ", rank=" + rank + ", id=" + actual.id(row, rank)
                        + ", value expected=" + expected + ", actual=" + actual.value(row, rank));
            }
        }
        return difference(matrix.length, (a, b) -> Float.compare(matrix[a], matrix[b]), order, sorted, actual);
    }

    /**
     * Compares a result with that of the oracle: ids, their order where it is sorted, and values.
     *
     * @param order which end was asked for
     * @param sorted whether the result should be in order
     * @return the first difference, or empty
     */
    public static Optional<String> difference(int[] matrix, Order order, boolean sorted, TopKInts actual) {
        for (int slot = 0; slot < actual.rows() * actual.k(); slot++) {
            int row = slot / actual.k();
            int rank = slot % actual.k();
            int expected = matrix[row * (matrix.length / actual.rows()) + actual.id(row, rank)];
            if (expected != actual.value(row, rank)) {
                return Optional.of("row=" + row + ", rank=" + rank + ", id=" + actual.id(row, rank)
                        + ", value expected=" + expected + ", actual=" + actual.value(row, rank));
            }
        }
        return difference(matrix.length, (a, b) -> Integer.compare(matrix[a], matrix[b]), order, sorted, actual);
    }

    private static Optional<String> difference(
            int length, IntComparator ascending, Order order, boolean sorted, TopK actual) {
        int sign = order == Order.ASCENDING ? 1 : -1;
        int n = actual.rows() == 0 ? 0 : length / actual.rows();
        for (int row = 0; row < actual.rows(); row++) {
            int first = row * n;
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
