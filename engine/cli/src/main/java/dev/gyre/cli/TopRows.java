package dev.gyre.cli;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.op.Keys;
import dev.gyre.engine.op.Selection;
import dev.gyre.engine.op.SelectionOptions;
import dev.gyre.engine.op.SortOptions;
import dev.gyre.engine.op.Sorting;
import dev.gyre.engine.op.TopKFloats;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The k rows whose first coordinate is smallest or largest, ties by row. Selection works on float32: if that changes a number,
 * it finds the rows that can be among the k, and their doubles decide.
 *
 * <p>Memory: 4 bytes per row, and 12 for each that can be among the k.
 */
record TopRows(Selection selection, Sorting sorting) {

    int[] find(Points points, int k, SelectionOptions options) {
        int n = points.size();
        float[] values = new float[n];
        boolean exact = true;
        for (int row = 0; row < n; row++) {
            double number = number(points, row);
            values[row] = (float) number;
            exact &= values[row] == number;
        }
        TopKFloats selected = selection.of(values, 1, k, options);
        return exact ? selected.ids(0) : decide(points, values, selected.value(0, k - 1), k, options.order());
    }

    /** Rounding to float32 keeps the order, so that no row of the answer is beyond the last value selected. */
    private int[] decide(Points points, float[] values, float last, int k, Order order) {
        boolean smallest = order == Order.ASCENDING;
        int[] rows = IntStream.range(0, values.length)
                .filter(row -> smallest ? values[row] <= last : values[row] >= last)
                .toArray();
        double[] keys =
                IntStream.of(rows).mapToDouble(row -> number(points, row)).toArray();
        int[] best = sorting.argsort(Keys.of(keys), SortOptions.DEFAULT.withOrder(order));
        return Arrays.stream(best, 0, k).map(place -> rows[place]).toArray();
    }

    /** Adding 0.0 makes -0.0 the same number as 0.0. */
    private static double number(Points points, int row) {
        return points.coordinate(row, 0) + 0.0;
    }
}
