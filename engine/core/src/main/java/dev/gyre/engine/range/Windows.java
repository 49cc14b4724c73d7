package dev.gyre.engine.range;

import dev.gyre.engine.data.Points;

/**
 * All points in a window for each query, its sides included.
 *
 * @param lower the lower corners
 * @param upper the upper corners, of the same number and dimensions
 * @param points the points, of the same dimensions
 */
public record Windows(Points lower, Points upper, Points points) implements Regions {

    /**
     * Checks the corners.
     *
     * @throws IllegalArgumentException if they differ in number or dimensions, or a lower one is above an upper one
     */
    public Windows {
        checkCorners(lower, upper, points);
        for (int row = 0; row < lower.size(); row++) {
            for (int dim = 0; dim < lower.dims(); dim++) {
                if (lower.coordinate(row, dim) > upper.coordinate(row, dim)) {
                    throw new IllegalArgumentException(
                            "a window's lower corner must not be above its upper one: row=" + row + ", column=" + dim
                                    + ", lower=" + lower.coordinate(row, dim) + ", upper="
                                    + upper.coordinate(row, dim));
                }
            }
        }
    }

    /** Refuses corners that differ in number or dimensions. */
    static void checkCorners(Points lower, Points upper, Points points) {
        if (lower.size() != upper.size() || lower.dims() != upper.dims()) {
            throw new IllegalArgumentException(
                    "lower and upper corners must be equally many, of the same dimensions: lower=" + lower.size()
                            + " x " + lower.dims() + ", upper=" + upper.size() + " x " + upper.dims());
        }
        if (lower.dims() != points.dims()) {
            throw new IllegalArgumentException("windows and points must have the same dimensions: windows="
                    + lower.dims() + ", points=" + points.dims());
        }
    }

    @Override
    public int size() {
        return lower.size();
    }

    @Override
    public double key(int query, int row, Points where, int at) {
        for (int dim = 0; dim < points.dims(); dim++) {
            double coordinate = where.coordinate(at, dim);
            if (coordinate < lower.coordinate(query, dim) || coordinate > upper.coordinate(query, dim)) {
                return OUTSIDE;
            }
        }
        return 0;
    }
}
