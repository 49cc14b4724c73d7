package dev.gyre.tasks;

/**
 * The norms of a difference between two points, by code: what a kernel adds up, dimension by dimension from 0.
 *
 * <p>Codes travel as scalars. These are compiled in on a device, so that the choice costs nothing there.
 */
public final class Norms {

    /** The sum of the squares: the straight-line distance, squared. */
    public static final int EUCLIDEAN = 0;

    /** The sum of the magnitudes. */
    public static final int MANHATTAN = 1;

    /** The largest magnitude. */
    public static final int CHEBYSHEV = 2;

    private Norms() {}

    /** What the dimensions before, 0 for none, and a difference in one more dimension come to. */
    static float add(int norm, float sum, float difference) {
        return join(norm, sum, part(norm, difference));
    }

    /** What one dimension counts. */
    static float part(int norm, float difference) {
        return norm == EUCLIDEAN ? difference * difference : Math.abs(difference);
    }

    /** What two groups of dimensions come to. */
    static float join(int norm, float sum, float other) {
        return norm == CHEBYSHEV ? Math.max(sum, other) : sum + other;
    }
}
