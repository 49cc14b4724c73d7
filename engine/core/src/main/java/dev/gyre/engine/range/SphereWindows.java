package dev.gyre.engine.range;

import dev.gyre.engine.data.Points;

/**
 * All points on the sphere in a window of longitudes and latitudes for each query, its sides included. A window whose western side is east of
 * its eastern one crosses the 180th meridian. All meridians meet in a pole, so that a window up to a pole contains it.
 *
 * @param lower western and southern side of each window, in degrees
 * @param upper eastern and northern sides
 * @param points the points, of longitude and latitude in degrees
 * @param bounds windows of unit vectors that contain the windows
 */
public record SphereWindows(Points lower, Points upper, Points points, Windows bounds) implements Regions {

    /** Above the sum of all roundings of a unit vector and of a bound: below 3e-15 for angles up to 360 degrees. */
    private static final double SLACK = 0x1p-46;

    private static final double HALF_TURN = 180;
    private static final double POLE = 90;

    /**
     * Checks the windows.
     *
     * @param points the points in degrees
     * @param vectors the unit vectors of these points
     * @throws IllegalArgumentException if corners differ in number or dimensions, if one is not on the sphere, or if a window's southern side
     *     is north of its northern one
     */
    public static SphereWindows of(Points lower, Points upper, Points points, Points vectors) {
        Windows.checkCorners(lower, upper, points);
        double[] low = new double[3 * lower.size()];
        double[] high = new double[3 * lower.size()];
        for (int row = 0; row < lower.size(); row++) {
            check(row, lower);
            check(row, upper);
            if (lower.coordinate(row, 1) > upper.coordinate(row, 1)) {
                throw new IllegalArgumentException(
                        "a window's southern side must not be north of its northern one: row=" + row + ", south="
                                + lower.coordinate(row, 1) + ", north=" + upper.coordinate(row, 1));
            }
            bound(lower.point(row), upper.point(row), low, high, 3 * row);
        }
        return new SphereWindows(lower, upper, points, new Windows(Points.wrap(low, 3), Points.wrap(high, 3), vectors));
    }

    private static void check(int row, Points corners) {
        if (!(Math.abs(corners.coordinate(row, 0)) <= HALF_TURN && Math.abs(corners.coordinate(row, 1)) <= POLE)) {
            throw new IllegalArgumentException("corners of windows on the sphere must be in -180..180 and -90..90: row="
                    + row + ", longitude=" + corners.coordinate(row, 0) + ", latitude=" + corners.coordinate(row, 1));
        }
    }

    /** Computes the smallest box around a window's unit vectors, and widens it. */
    private static void bound(double[] lower, double[] upper, double[] low, double[] high, int at) {
        double south = StrictMath.toRadians(lower[1]);
        double north = StrictMath.toRadians(upper[1]);
        double cosOfSouth = StrictMath.cos(south);
        double cosOfNorth = StrictMath.cos(north);
        // The distances from the axis of the poles.
        double min = Math.min(cosOfSouth, cosOfNorth);
        double max = south <= 0 && north >= 0 ? 1 : Math.max(cosOfSouth, cosOfNorth);
        for (int dim = 0; dim < 2; dim++) {
            // y is x of longitudes that are 90 degrees less.
            double zero = dim * POLE;
            double west = StrictMath.cos(StrictMath.toRadians(lower[0] - zero));
            double east = StrictMath.cos(StrictMath.toRadians(upper[0] - zero));
            boolean isOppositeInside = contains(lower[0], upper[0], zero - HALF_TURN)
                    || dim == 0 && contains(lower[0], upper[0], HALF_TURN);
            double smallest = isOppositeInside ? -1 : Math.min(west, east);
            double largest = contains(lower[0], upper[0], zero) ? 1 : Math.max(west, east);
            low[at + dim] = (smallest < 0 ? max : min) * smallest - SLACK;
            high[at + dim] = (largest > 0 ? max : min) * largest + SLACK;
        }
        low[at + 2] = StrictMath.sin(south) - SLACK;
        high[at + 2] = StrictMath.sin(north) + SLACK;
    }

    /** Returns whether a window has a longitude of -180..180. */
    private static boolean contains(double west, double east, double longitude) {
        return west <= east ? west <= longitude && longitude <= east : longitude >= west || longitude <= east;
    }

    @Override
    public int size() {
        return lower.size();
    }

    /** Decides by degrees. Their remainder of a full turn is exact. */
    @Override
    public double key(int query, int row, Points where, int at) {
        double latitude = points.coordinate(row, 1);
        if (latitude < lower.coordinate(query, 1) || latitude > upper.coordinate(query, 1)) {
            return OUTSIDE;
        }
        double west = lower.coordinate(query, 0);
        double east = upper.coordinate(query, 0);
        double longitude = Math.IEEEremainder(points.coordinate(row, 0), 2 * HALF_TURN);
        boolean isInside = Math.abs(latitude) == POLE
                || contains(west, east, longitude)
                || Math.abs(longitude) == HALF_TURN && contains(west, east, -longitude);
        return isInside ? 0 : OUTSIDE;
    }
}
