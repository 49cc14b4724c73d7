package dev.gyre.engine.data;

import java.util.Objects;

/**
 * How far each row is from its k nearest neighbors, and how this compares with its neighbors: three scores, of which large ones mark
 * outliers. Immutable; safe for use by several threads. Memory: 24 bytes per row.
 *
 * <ul>
 *   <li>The <em>k-distance</em> is the distance to the k-th nearest other row (Ramaswamy, Rastogi and Shim, 2000).
 *   <li>The <em>mean distance</em> is that to the k nearest other rows (Angiulli and Pizzuti, 2002).
 *   <li>The <em>local outlier factor</em> (Breunig, Kriegel, Ng and Sander, 2000) compares the density around a row with that around its
 *       neighbors: about 1 within a cluster, however dense it is. The reachability distance of a row from a neighbor is their distance, or
 *       the k-distance of the neighbor if that is larger. The density of a row is the inverse of (the mean of its reachability distances +
 *       {@value #DENSITY_FLOOR}). The factor is the mean, over its neighbors, of their density divided by the row's own.
 * </ul>
 *
 * <p>Differs from the paper in two ways, as scikit-learn does: a row has exactly k neighbors, of which equal distances let the smaller row be
 * one; and {@value #DENSITY_FLOOR} keeps densities finite where more than k rows are equal. So distances should be large beside it: scale
 * coordinates whose differences are not. The factor is the negative of scikit-learn's {@code negative_outlier_factor_}, up to rounding.
 */
public final class OutlierScores {

    /** What is added to a mean reachability distance. */
    public static final double DENSITY_FLOOR = 1e-10;

    private final int k;
    private final double[] kDistances;
    private final double[] meanDistances;
    private final double[] factors;
    private final ExecutionReport report;

    /**
     * Takes ownership of finished arrays, which must not change afterwards.
     *
     * @param k neighbors of each row
     * @param kDistances k-distance of each row
     * @param meanDistances mean distance of each row
     * @param factors local outlier factor of each row
     * @param report device and times of the work
     * @hidden engine only
     */
    public OutlierScores(int k, double[] kDistances, double[] meanDistances, double[] factors, ExecutionReport report) {
        this.k = k;
        this.kDistances = kDistances;
        this.meanDistances = meanDistances;
        this.factors = factors;
        this.report = Objects.requireNonNull(report, "report");
    }

    /** {@return the number of rows} */
    public int size() {
        return kDistances.length;
    }

    /** {@return the number of neighbors that each row was compared with: k, or fewer if there are fewer other rows} */
    public int k() {
        return k;
    }

    /**
     * Returns the distance of a row to its k-th nearest neighbor.
     *
     * @param row the row
     * @return the distance, +infinity for the only row
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public double kDistance(int row) {
        return kDistances[Objects.checkIndex(row, size())];
    }

    /**
     * Returns the mean distance of a row to its k nearest neighbors.
     *
     * @param row the row
     * @return the distance, +infinity for the only row
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public double meanDistance(int row) {
        return meanDistances[Objects.checkIndex(row, size())];
    }

    /**
     * Returns the local outlier factor of a row.
     *
     * @param row the row
     * @return the factor, above 0; 1 for the only row
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public double factor(int row) {
        return factors[Objects.checkIndex(row, size())];
    }

    /** {@return a new array of the k-distances of all rows} */
    public double[] toKDistanceArray() {
        return kDistances.clone();
    }

    /** {@return a new array of the mean distances of all rows} */
    public double[] toMeanDistanceArray() {
        return meanDistances.clone();
    }

    /** {@return a new array of the local outlier factors of all rows} */
    public double[] toFactorArray() {
        return factors.clone();
    }

    /** {@return device and times of the work} */
    public ExecutionReport report() {
        return report;
    }
}
