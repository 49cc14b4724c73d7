package dev.gyre.engine.knn;

import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import java.util.Arrays;
import java.util.Random;

/**
 * Estimates from a sample of rows where most points of a set are. A few outliers do not change it, however far away they are. Only the
 * order of magnitude matters.
 */
final class Bulk {

    /** If a third of all rows are outliers, they are half of a sample less than once in 10 million samples. */
    private static final int SAMPLE = 256;

    private static final int MIN_SLICE = 64;

    private final int dims;
    private final int size;
    private final double[] rows;

    /** Draws a sample, the same one for the same points; all points if there are not many. */
    Bulk(Points points) {
        dims = points.dims();
        size = Math.min(SAMPLE, points.size());
        rows = new double[size * dims];
        // Not evenly spaced, because outliers may be, for example at the end of each line of a scan.
        Random random = new Random(points.size());
        double[] row = new double[dims];
        for (int i = 0; i < size; i++) {
            points.copyRows(points.size() <= SAMPLE ? i : random.nextInt(points.size()), 1, row);
            System.arraycopy(row, 0, rows, i * dims, dims);
        }
    }

    /** The median of each coordinate. */
    double[] center(Workers workers) {
        double[] center = new double[dims];
        workers.forEachSlice(dims, MIN_SLICE, (begin, end) -> {
            double[] column = new double[size];
            for (int dim = begin; dim < end; dim++) {
                for (int i = 0; i < size; i++) {
                    column[i] = rows[i * dims + dim];
                }
                Arrays.sort(column);
                center[dim] = column[size / 2];
            }
        });
        return center;
    }

    /** The median of the rows' largest differences from a position in any dimension; of rows elsewhere only, 0 if there are none. */
    double radius(double[] point) {
        double[] distances = new double[size];
        int others = 0;
        for (int i = 0; i < size; i++) {
            double farthest = 0;
            for (int dim = 0; dim < dims; dim++) {
                farthest = Math.max(farthest, Math.abs(rows[i * dims + dim] - point[dim]));
            }
            if (farthest > 0) {
                distances[others++] = farthest;
            }
        }
        Arrays.sort(distances, 0, others);
        return others == 0 ? 0 : distances[others / 2];
    }
}
