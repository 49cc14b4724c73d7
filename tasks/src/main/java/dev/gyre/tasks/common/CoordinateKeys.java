package dev.gyre.tasks.common;

/**
 * Whole numbers in the order of coordinates, by which a tree is built.
 *
 * <p>Each dimension has cuts: {@value #RANGES} ranges of about as many points, each divided evenly. So keys tell points apart
 * where they are dense, whatever else is far away. Coordinates outside of all ranges have the first or the last key.
 */
public final class CoordinateKeys {

    /** Ranges of a dimension. */
    public static final int RANGES = 64;

    /** Numbers that describe the ranges of a dimension: their lower bounds, ascending, then the keys in a unit of each. */
    public static final int CUTS = 2 * RANGES;

    /** Keys of a range. */
    public static final int KEYS = 1 << 26;

    private CoordinateKeys() {}

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
