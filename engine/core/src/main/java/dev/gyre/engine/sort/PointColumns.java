package dev.gyre.engine.sort;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import java.util.concurrent.atomic.AtomicBoolean;

/** The coordinates of points as columns of ordered ints: one for each dimension if every coordinate is a float32, else two. */
public final class PointColumns {

    private static final int MIN_SLICE = 1 << 12;

    private PointColumns() {}

    public static ColumnSource of(Points points, int first, Order order, int width, Workers workers) {
        return ColumnSource.of(
                points.dims() * width,
                first * width,
                (values, stride, also) -> workers.forEachSlice(points.size(), MIN_SLICE, (begin, end) -> {
                    for (int dim = 0; dim < points.dims(); dim++) {
                        write(points, dim, order, values, dim * width * stride, width, stride, begin, end);
                    }
                    also.run(begin, end);
                }));
    }

    private static void write(
            Points points, int dim, Order order, int[] values, int start, int width, int stride, int begin, int end) {
        for (int row = begin; row < end; row++) {
            // Adding 0.0 turns -0.0 into 0.0.
            double coordinate = points.coordinate(row, dim) + 0.0;
            if (width == 1) {
                values[start + row] = KeyBits.ordered((float) coordinate, order);
            } else {
                KeyBits.split(KeyBits.ordered(coordinate, order), values, stride, start + row);
            }
        }
    }

    /** Returns the number of columns of a dimension. */
    public static int width(Points points, Workers workers) {
        AtomicBoolean fits = new AtomicBoolean(true);
        workers.forEachSlice(points.size(), MIN_SLICE, (begin, end) -> {
            for (int row = begin; row < end && fits.get(); row++) {
                for (int dim = 0; dim < points.dims(); dim++) {
                    double coordinate = points.coordinate(row, dim);
                    if ((float) coordinate != coordinate) {
                        fits.set(false);
                    }
                }
            }
        });
        return fits.get() ? 1 : 2;
    }
}
