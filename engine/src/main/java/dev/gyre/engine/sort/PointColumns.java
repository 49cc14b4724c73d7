package dev.gyre.engine.sort;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.device.Progress;
import dev.gyre.engine.jvm.Workers;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The coordinates of points as columns of ordered ints: one for each dimension where every coordinate is a float32, else two.
 */
final class PointColumns {

    private static final int MIN_SLICE = 1 << 12;

    private PointColumns() {}

    static KeyColumns of(Points points, int first, Order order, Workers workers) {
        int width = width(points, workers);
        boolean narrow = width == 1;
        int n = points.size();
        int[] values = new int[Sorting.checkedLength(n, Math.multiplyExact(points.dims(), width))];
        boolean descending = order == Order.DESCENDING;
        workers.forEachSlice(
                n,
                MIN_SLICE,
                (begin, end) -> {
                    for (int dim = 0; dim < points.dims(); dim++) {
                        int start = dim * width * n;
                        for (int row = begin; row < end; row++) {
                            // Adding 0.0 makes -0.0 the same place as 0.0.
                            double coordinate = points.coordinate(row, dim) + 0.0;
                            if (narrow) {
                                int key = Keys.ordered((float) coordinate);
                                values[start + row] = descending ? ~key : key;
                            } else {
                                long key = Keys.ordered(coordinate);
                                Keys.split(descending ? ~key : key, values, n, start + row);
                            }
                        }
                    }
                },
                Progress.NONE);
        return KeyColumns.of(values, n, points.dims() * width, first * width);
    }

    /** Columns that a dimension takes. */
    static int width(Points points, Workers workers) {
        return fitsFloat(points, workers) ? 1 : 2;
    }

    private static boolean fitsFloat(Points points, Workers workers) {
        AtomicBoolean fits = new AtomicBoolean(true);
        workers.forEachSlice(
                points.size(),
                MIN_SLICE,
                (begin, end) -> {
                    for (int row = begin; row < end && fits.get(); row++) {
                        for (int dim = 0; dim < points.dims(); dim++) {
                            double coordinate = points.coordinate(row, dim);
                            if ((float) coordinate != coordinate) {
                                fits.set(false);
                            }
                        }
                    }
                },
                Progress.NONE);
        return fits.get();
    }
}
