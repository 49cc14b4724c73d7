package dev.gyre.cli;

import dev.gyre.cli.csv.Groups;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.SortOptions;
import dev.gyre.engine.op.Keys;
import dev.gyre.engine.op.Sorting;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Sorts rows within their groups: brings the rows of each group together, then sorts by one coordinate after the other, the most
 * significant last. This is correct because the sort of segments is stable.
 */
final class GroupedOrder {

    private GroupedOrder() {}

    /** Returns the first k rows of each group, or all rows of a smaller group. */
    static int[] first(int k, int[] rows, int... offsets) {
        return IntStream.range(0, offsets.length - 1)
                .flatMap(group -> Arrays.stream(
                        rows, offsets[group], offsets[group] + Math.min(k, offsets[group + 1] - offsets[group])))
                .toArray();
    }

    static int[] find(Sorting sorting, Points points, Groups groups, SortOptions options) {
        int[] offsets = groups.offsets();
        int[] rows = groups.rowsTogether();
        for (int dim = points.dims() - 1; dim >= 0; dim--) {
            double[] keys = new double[rows.length];
            for (int slot = 0; slot < rows.length; slot++) {
                // Adding 0.0 makes -0.0 the same number as 0.0.
                keys[slot] = points.coordinate(rows[slot], dim) + 0.0;
            }
            int[] places = sorting.argsortSegments(Keys.of(keys), offsets, options);
            int[] before = rows;
            rows = new int[places.length];
            for (int slot = 0; slot < rows.length; slot++) {
                rows[slot] = before[places[slot]];
            }
        }
        return rows;
    }
}
