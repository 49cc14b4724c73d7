package dev.gyre.engine.topk;

import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import java.util.Arrays;

/**
 * Points in parts, one part after the other. Each part has the points of some wide {@link Cells}, so that compared points are in near
 * memory. Points may be in all parts that they reach. Memory: {@code 8 d + 12} bytes for each point in a part. Immutable; safe for use by
 * several threads.
 */
final class PointParts {

    /** Slices of all rows for each thread. */
    private static final int SLICES_PER_THREAD = 4;

    private final int dims;
    private final int[] starts;
    private final double[] coordinates;
    private final double[] values;
    private final int[] rows;

    /**
     * Parts.
     *
     * @param of the rows that are put into parts
     * @param begin the first of these rows
     * @param end the end of these rows, exclusive
     * @param spreadOut whether each point is in all parts that it reaches
     */
    PointParts(Cells cells, Points points, Side.Rows of, int begin, int end, boolean spreadOut, Workers workers) {
        dims = points.dims();
        double[] from = points.array();
        int slices =
                Math.max(1, Math.min(end - begin, workers.threads() == 1 ? 1 : workers.threads() * SLICES_PER_THREAD));
        int[][] places = new int[slices][cells.lists()];
        workers.forEachSlice(slices, 1, (first, last) -> {
            Cells.Lists to = new Cells.Lists();
            for (int slice = first; slice < last; slice++) {
                for (int i = start(slice, slices, begin, end); i < start(slice + 1, slices, begin, end); i++) {
                    cells.note(from, of.row(i) * dims, spreadOut, to);
                    for (int j = 0; j < to.count; j++) {
                        places[slice][to.lists[j]]++;
                    }
                }
            }
        });
        starts = new int[cells.lists() + 1];
        int sum = 0;
        for (int part = 0; part < cells.lists(); part++) {
            starts[part] = sum;
            for (int slice = 0; slice < slices; slice++) {
                int count = places[slice][part];
                places[slice][part] = sum;
                sum = Math.addExact(sum, count);
            }
        }
        starts[cells.lists()] = sum;
        coordinates = new double[Math.multiplyExact(sum, dims)];
        values = new double[sum];
        rows = new int[sum];
        workers.forEachSlice(slices, 1, (first, last) -> {
            Cells.Lists to = new Cells.Lists();
            for (int slice = first; slice < last; slice++) {
                for (int i = start(slice, slices, begin, end); i < start(slice + 1, slices, begin, end); i++) {
                    int row = of.row(i);
                    cells.note(from, row * dims, spreadOut, to);
                    for (int j = 0; j < to.count; j++) {
                        put(places[slice][to.lists[j]]++, from, row, of.values()[i]);
                    }
                }
            }
        });
    }

    private static int start(int slice, int slices, int begin, int end) {
        return (int) (begin + (long) slice * (end - begin) / slices);
    }

    private void put(int slot, double[] from, int row, double value) {
        values[slot] = value;
        rows[slot] = row;
        for (int dim = 0; dim < dims; dim++) {
            coordinates[slot * dims + dim] = from[row * dims + dim];
        }
    }

    /** Number of points of a part. */
    int size(int part) {
        return starts[part + 1] - starts[part];
    }

    Points points(int part) {
        return Points.over(
                Arrays.copyOfRange(coordinates, starts[part] * dims, starts[part + 1] * dims), dims, size(part));
    }

    /** Rows and values of the points of a part. */
    Side.Rows rows(int part) {
        return new Side.Rows(
                Arrays.copyOfRange(rows, starts[part], starts[part + 1]),
                Arrays.copyOfRange(values, starts[part], starts[part + 1]));
    }
}
