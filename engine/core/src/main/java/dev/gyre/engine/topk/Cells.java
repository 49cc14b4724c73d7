package dev.gyre.engine.topk;

import dev.gyre.engine.data.Points;
import java.util.Arrays;

/**
 * The cells of an unbounded grid. A hash distributes them to lists: outliers cost nothing, and a list may have several cells. Cells are at
 * least twice as wide as the reach, so that a point's surroundings lie in at most two cells of each dimension. The grid has up to
 * {@value #MOST_DIMS} dimensions, those with the largest spread of the points. Immutable.
 */
final class Cells {

    /** Most dimensions of cells. */
    static final int MOST_DIMS = 3;

    private static final int SAMPLE = 256;

    /** Odd numbers that mix the cells of each dimension. */
    private static final long[] FACTORS = {0x9E3779B97F4A7C15L, 0xC2B2AE3D27D4EB4FL, 0x165667B19E3779F9L};

    private final int[] gridDims;
    private final double reach;
    private final double perCell;
    private final int shift;

    /** Lists of a point's surroundings, each once. */
    static final class Lists {

        final int[] lists = new int[1 << 6];
        int count;
    }

    private Cells(int[] gridDims, double reach, double perCell, int bits) {
        this.gridDims = gridDims;
        this.reach = reach;
        this.perCell = perCell;
        shift = Integer.SIZE - bits;
    }

    /**
     * Cells for some points.
     *
     * @param reach largest difference of coordinates within the distance
     * @param each points per cell if they were spread evenly
     * @param bits binary logarithm of the number of lists, 1 or more
     */
    static Cells of(Points points, double reach, double each, int bits) {
        double[] spread = middles(points)[1];
        int[] dims = widest(spread);
        double width = 1;
        for (int dim : dims) {
            width *= Math.pow(spread[dim], 1.0 / dims.length);
        }
        width *= Math.pow(each / Math.max(1, points.size()), 1.0 / dims.length);
        return new Cells(dims, reach, 1 / Math.max(2 * reach * (1 + 0x1p-20), width), bits);
    }

    /** The same cells, spread over another number of lists. */
    Cells withBits(int bits) {
        return new Cells(gridDims, reach, perCell, bits);
    }

    /** The middle of the points in each dimension, then their spread in each dimension, without outliers. */
    static double[][] middles(Points points) {
        int[] sample = Side.strata(points.size(), SAMPLE);
        double[][] middles = new double[2][points.dims()];
        double[] column = new double[sample.length];
        for (int dim = 0; dim < points.dims() && sample.length > 0; dim++) {
            for (int i = 0; i < sample.length; i++) {
                column[i] = points.coordinate(sample[i], dim);
            }
            Arrays.sort(column);
            double low = column[column.length / 10];
            double high = column[column.length - 1 - column.length / 10];
            middles[0][dim] = low / 2 + high / 2;
            middles[1][dim] = (high - low) / 0.8;
        }
        return middles;
    }

    /** Up to {@value #MOST_DIMS} dimensions, the one with the largest spread first. */
    static int[] widest(double... spread) {
        int[] order = new int[spread.length];
        Arrays.setAll(order, i -> i);
        for (int i = 0; i < Math.min(MOST_DIMS, order.length); i++) {
            for (int j = i + 1; j < order.length; j++) {
                if (spread[order[j]] > spread[order[i]]) {
                    int other = order[i];
                    order[i] = order[j];
                    order[j] = other;
                }
            }
        }
        return Arrays.copyOf(order, Math.min(MOST_DIMS, order.length));
    }

    /** Number of lists. */
    int lists() {
        return 1 << (Integer.SIZE - shift);
    }

    /** The cell of a coordinate; the first or the last possible one if the coordinate is too large. */
    private long cell(double coordinate) {
        return (long) Math.floor(coordinate * perCell);
    }

    /**
     * Notes the lists of a point.
     *
     * @param spreadOut whether to note the lists of all cells around it, or only that of its own cell
     */
    void note(double[] from, int at, boolean spreadOut, Lists to) {
        if (spreadOut) {
            noteAround(from, at, to);
        } else {
            noteOwn(from, at, to);
        }
    }

    private void noteOwn(double[] from, int at, Lists to) {
        long hash = 0;
        for (int i = 0; i < gridDims.length; i++) {
            hash += cell(from[at + gridDims[i]]) * FACTORS[i];
        }
        to.lists[0] = list(hash);
        to.count = 1;
    }

    /** Has a loop for each dimension, because it runs for every point and query. */
    private void noteAround(double[] from, int at, Lists to) {
        to.count = 0;
        double x = from[at + gridDims[0]];
        long lowX = cell(x - reach);
        // Counts the cells, because the last possible one has no next one.
        int moreX = (int) (cell(x + reach) - lowX);
        double y = gridDims.length > 1 ? from[at + gridDims[1]] : 0;
        long lowY = gridDims.length > 1 ? cell(y - reach) : 0;
        int moreY = gridDims.length > 1 ? (int) (cell(y + reach) - lowY) : 0;
        double z = gridDims.length > 2 ? from[at + gridDims[2]] : 0;
        long lowZ = gridDims.length > 2 ? cell(z - reach) : 0;
        int moreZ = gridDims.length > 2 ? (int) (cell(z + reach) - lowZ) : 0;
        for (int i = 0; i <= moreX; i++) {
            long hashX = (lowX + i) * FACTORS[0];
            for (int j = 0; j <= moreY; j++) {
                long hashY = hashX + (lowY + j) * FACTORS[1];
                for (int k = 0; k <= moreZ; k++) {
                    note(list(hashY + (lowZ + k) * FACTORS[2]), to);
                }
            }
        }
    }

    private static void note(int list, Lists to) {
        for (int i = 0; i < to.count; i++) {
            if (to.lists[i] == list) {
                return;
            }
        }
        to.lists[to.count++] = list;
    }

    private int list(long hash) {
        long mixed = (hash ^ (hash >>> 32)) * 0xD6E8FEB86659FD93L;
        return (int) (mixed >>> Integer.SIZE) >>> shift;
    }
}
