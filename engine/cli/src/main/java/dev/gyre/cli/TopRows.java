package dev.gyre.cli;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.SelectionOptions;
import dev.gyre.engine.data.SortOptions;
import dev.gyre.engine.op.Selection;
import dev.gyre.engine.op.Sorting;
import dev.gyre.engine.op.TopK;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Finds the k smallest or largest rows, ties by row. Selection uses the first coordinate in float32. If rounding changes a number, or
 * there are more coordinates, it finds the rows that can be among the k, and all their coordinates in double decide.
 *
 * <p>Memory: 4 bytes per row, and 8 per coordinate of each row that can be among the k.
 */
record TopRows(Selection selection, Sorting sorting) {

    int[] find(Points points, int k, SelectionOptions options) {
        int n = points.size();
        float[] values = new float[n];
        boolean exact = points.dims() == 1;
        for (int row = 0; row < n; row++) {
            // Adding 0.0 makes -0.0 the same number as 0.0.
            double number = points.coordinate(row, 0) + 0.0;
            values[row] = (float) number;
            exact &= values[row] == number;
        }
        TopK.Floats selected = selection.of(values, 1, k, options);
        return exact ? selected.ids(0) : decide(points, values, selected.value(0, k - 1), k, options.order());
    }

    /** Rounding to float32 keeps the order, so that no row of the answer is beyond the last value selected. */
    private int[] decide(Points points, float[] values, float last, int k, Order order) {
        boolean smallest = order == Order.ASCENDING;
        int[] rows = IntStream.range(0, values.length)
                .filter(row -> smallest ? values[row] <= last : values[row] >= last)
                .toArray();
        int dims = points.dims();
        double[] coordinates = new double[rows.length * dims];
        for (int at = 0; at < coordinates.length; at++) {
            coordinates[at] = points.coordinate(rows[at / dims], at % dims);
        }
        int[] best = sorting.superKeyOrder(Points.wrap(coordinates, dims), 0, SortOptions.DEFAULT.withOrder(order));
        return Arrays.stream(best, 0, k).map(place -> rows[place]).toArray();
    }
}
