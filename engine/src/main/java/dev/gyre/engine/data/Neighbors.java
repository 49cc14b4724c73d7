package dev.gyre.engine.data;

import java.util.Arrays;
import java.util.Objects;

/**
 * The nearest points of each query, best first. Immutable; safe for use by several threads.
 *
 * <p>The neighbors of a query are in ascending order of (key, id), where the key is that of the metric's
 * {@link Norm}, so that those for a smaller k are the first of those for a larger one. Where there are fewer than k, the
 * other slots hold id -1 and distance +infinity. Memory: 12 bytes per slot.
 */
public final class Neighbors {

    /** Id of an unused slot. */
    public static final int NONE = -1;

    private final int queries;
    private final int k;
    private final int[] ids;
    private final double[] keys;
    private final Metric metric;
    private final JoinReport report;

    /**
     * Takes over finished arrays, which must not be changed any more.
     *
     * @param queries number of queries
     * @param k slots per query
     * @param ids {@code queries x k} ids, row-major
     * @param keys {@code queries x k} canonical keys in the metric's space, row-major; +infinity in unused slots
     * @param metric the metric
     * @param report where the work was done
     * @throws IllegalArgumentException if the arrays are not of {@code queries x k}
     */
    public Neighbors(int queries, int k, int[] ids, double[] keys, Metric metric, JoinReport report) {
        if (ids.length != (long) queries * k || keys.length != ids.length) {
            throw new IllegalArgumentException("arrays must be of queries x k: queries=" + queries + ", k=" + k
                    + ", ids=" + ids.length + ", distances=" + keys.length);
        }
        this.queries = queries;
        this.k = k;
        this.ids = ids;
        this.keys = keys;
        this.metric = Objects.requireNonNull(metric, "metric");
        this.report = Objects.requireNonNull(report, "report");
    }

    /**
     * Number of queries.
     *
     * @return the number
     */
    public int queries() {
        return queries;
    }

    /**
     * Slots per query.
     *
     * @return k
     */
    public int k() {
        return k;
    }

    /**
     * Number of neighbors of a query: k, or fewer where there are fewer points.
     *
     * @param query row of the query
     * @return the number of used slots
     * @throws IndexOutOfBoundsException if there is no such query
     */
    public int count(int query) {
        int row = row(query);
        int count = 0;
        while (count < k && ids[row + count] != NONE) {
            count++;
        }
        return count;
    }

    /**
     * The id of a neighbor.
     *
     * @param query row of the query
     * @param rank 0 for the nearest
     * @return row of the point, or {@link #NONE}
     * @throws IndexOutOfBoundsException if there is no such query or rank
     */
    public int id(int query, int rank) {
        return ids[slot(query, rank)];
    }

    /**
     * The canonical key of a neighbor in the space of the metric, which decided its rank: see {@link Norm}.
     *
     * @param query row of the query
     * @param rank 0 for the nearest
     * @return the key, +infinity for an unused slot
     * @throws IndexOutOfBoundsException if there is no such query or rank
     */
    public double key(int query, int rank) {
        return keys[slot(query, rank)];
    }

    /**
     * The squared distance to a neighbor in the space of the metric: for haversine the squared chord on the unit sphere.
     * It is the {@linkplain #key key} where the norm is Euclidean; for other norms it is the square of the key, which may be
     * infinite where the key is not, and tells nothing of inner products.
     *
     * @param query row of the query
     * @param rank 0 for the nearest
     * @return the squared distance, +infinity for an unused slot
     * @throws IndexOutOfBoundsException if there is no such query or rank
     */
    public double distanceSq(int query, int rank) {
        return square(key(query, rank));
    }

    /**
     * The distance to a neighbor in the unit of the metric.
     *
     * @param query row of the query
     * @param rank 0 for the nearest
     * @return the distance, +infinity for an unused slot
     * @throws IndexOutOfBoundsException if there is no such query or rank
     */
    public double distance(int query, int rank) {
        return metric.distance(key(query, rank));
    }

    /**
     * The ids of all slots of a query.
     *
     * @param query row of the query
     * @return a new array of k ids
     * @throws IndexOutOfBoundsException if there is no such query
     */
    public int[] ids(int query) {
        int row = row(query);
        return Arrays.copyOfRange(ids, row, row + k);
    }

    /**
     * All ids.
     *
     * @return a new array of {@code queries x k} ids, row-major
     */
    public int[] toIdArray() {
        return ids.clone();
    }

    /**
     * All canonical keys in the space of the metric.
     *
     * @return a new array of {@code queries x k} keys, row-major
     */
    public double[] toKeyArray() {
        return keys.clone();
    }

    /**
     * All squared distances in the space of the metric, as {@link #distanceSq} gives them.
     *
     * @return a new array of {@code queries x k} squared distances, row-major
     */
    public double[] toDistanceSqArray() {
        return Arrays.stream(keys).map(this::square).toArray();
    }

    /**
     * The metric of {@link #distance}.
     *
     * @return the metric
     */
    public Metric metric() {
        return metric;
    }

    /**
     * Where the work was done and how long it took.
     *
     * @return the report
     */
    public JoinReport report() {
        return report;
    }

    private double square(double key) {
        return metric.norm() == Norm.EUCLIDEAN ? key : key * key;
    }

    private int row(int query) {
        return Objects.checkIndex(query, queries) * k;
    }

    private int slot(int query, int rank) {
        return row(query) + Objects.checkIndex(rank, k);
    }
}
