package dev.gyre.tasks.tree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * Whole numbers in the order of the coordinates, by which a tree is built.
 *
 * <p>Each dimension has cuts: {@value #RANGES} ranges of about as many points, each divided evenly. So keys tell points apart
 * where they are dense, whatever else is far away. Coordinates outside of all ranges have the first or the last key.
 */
public final class KdKeys {

    /** Ranges of a dimension. */
    public static final int RANGES = 64;

    /** Numbers that describe the ranges of a dimension: their lower bounds, ascending, then the keys in a unit of each. */
    public static final int CUTS = 2 * RANGES;

    /** Keys of a range. */
    public static final int KEYS = 1 << 26;

    private KdKeys() {}

    /**
     * Makes the keys; an item is a key.
     *
     * @param begin first item
     * @param end after the last item
     * @param coordinates in: rows x dims coordinates, row-major
     * @param cuts in: dims x {@link #CUTS}
     * @param parameters in: {@link KdParameters}, of which {@link KdParameters#ROWS} is the number of rows
     * @param keys out: dims x stride keys, column-major; those between the columns are left alone
     */
    public static void makeKeys(int begin, int end, double[] coordinates, double[] cuts, int[] parameters, int[] keys) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int stride = parameters[KdParameters.STRIDE];
            int dim = item / stride;
            int row = item - dim * stride;
            if (row < parameters[KdParameters.ROWS]) {
                keys[item] = key(coordinates[row * parameters[KdParameters.DIMENSIONS] + dim], cuts, dim);
            }
        }
    }

    /** The key of a coordinate: a larger coordinate never has a smaller one. */
    public static int key(double coordinate, double[] cuts, int dim) {
        int first = dim * CUTS;
        int range = 0;
        for (int step = RANGES / 2; step > 0; step = step / 2) {
            range += coordinate >= cuts[first + range + step] ? step : 0;
        }
        double inRange = (coordinate - cuts[first + range]) * cuts[first + RANGES + range];
        double bounded = Math.min(Math.max(inRange, 0.0), KEYS - 1.0);
        return (range - RANGES / 2) * KEYS + (int) bounded;
    }
}
