package dev.gyre.tasks.common;

/**
 * Integer keys that order coordinates, for building a tree.
 *
 * <p>Each dimension has {@value #RANGES} ranges with about equally many points; each range is divided evenly. So keys distinguish points in
 * dense regions even if other points are far away. Coordinates outside all ranges have the first or the last key.
 */
public final class CoordinateKeys {

    /** Ranges of a dimension. */
    public static final int RANGES = 64;

    /** Numbers that describe the ranges of a dimension: their lower bounds, ascending, then the keys per unit in each range. */
    public static final int CUTS = 2 * RANGES;

    /** Number of keys of a range. */
    public static final int KEYS = 1 << 26;

    private CoordinateKeys() {}

    /** Returns the key of a coordinate: a larger coordinate never has a smaller key. */
    public static int key(double coordinate, double[] cuts, int dim) {
        int first = dim * CUTS;
        int range = 0;
        for (int step = RANGES / 2; step > 0; step = step / 2) {
            range += coordinate >= cuts[first + range + step] ? step : 0;
        }
        return key(coordinate, cuts, first, range);
    }

    /**
     * Returns the key of a coordinate whose range is known.
     *
     * @param first index of the first number of its dimension in {@code cuts}
     * @param range the last range that begins at or below the coordinate; 0 if there is none
     */
    public static int key(double coordinate, double[] cuts, int first, int range) {
        double inRange = (coordinate - cuts[first + range]) * cuts[first + RANGES + range];
        double bounded = Math.min(Math.max(inRange, 0.0), KEYS - 1.0);
        return (range - RANGES / 2) * KEYS + (int) bounded;
    }
}
