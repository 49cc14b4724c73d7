package dev.gyre.engine.data;

import java.util.Objects;

/**
 * A minimum spanning tree of rows: the n - 1 edges that connect n rows with the least total length. Stored as columns of equal length, the
 * shortest edge first.
 *
 * <p>Edges are ordered by (key, smaller row, larger row), edges between equal rows before all others of their key; by mutual reachability by
 * (key, key of the distance, smaller row, larger row). The tree is the minimum under that order, so there is only one. Rows that are equal
 * hang together as a star at the least of them.
 *
 * <p>Immutable; safe for use by several threads. Memory: 16 bytes for each edge.
 */
public final class SpanningTree {

    private final int[] from;
    private final int[] to;
    private final double[] keys;
    private final Metric metric;
    private final ExecutionReport report;

    /**
     * Takes ownership of finished arrays, which must not change afterwards.
     *
     * @param from the smaller row of each edge
     * @param to the larger row of each edge
     * @param keys the key of each edge
     * @param metric the metric of the keys
     * @param report device and times
     * @hidden engine only
     */
    public SpanningTree(int[] from, int[] to, double[] keys, Metric metric, ExecutionReport report) {
        this.from = from;
        this.to = to;
        this.keys = keys;
        this.metric = metric;
        this.report = report;
    }

    /**
     * Returns the number of edges.
     *
     * @return n - 1, or 0 if there are no rows
     */
    public int edges() {
        return from.length;
    }

    /**
     * Returns the smaller row of an edge.
     *
     * @param edge 0 for the shortest edge
     * @return the row
     * @throws IndexOutOfBoundsException if there is no such edge
     */
    public int from(int edge) {
        return from[Objects.checkIndex(edge, from.length)];
    }

    /**
     * Returns the larger row of an edge.
     *
     * @param edge 0 for the shortest edge
     * @return the row
     * @throws IndexOutOfBoundsException if there is no such edge
     */
    public int to(int edge) {
        return to[Objects.checkIndex(edge, from.length)];
    }

    /**
     * Returns the key of an edge, by which edges are ordered.
     *
     * @param edge 0 for the shortest edge
     * @return the key of the metric's norm: of the distance, or by mutual reachability the largest of that key and the keys of the core
     *     distances of both rows
     * @throws IndexOutOfBoundsException if there is no such edge
     */
    public double key(int edge) {
        return keys[Objects.checkIndex(edge, from.length)];
    }

    /**
     * Returns the length of an edge.
     *
     * @param edge 0 for the shortest edge
     * @return the distance, or by mutual reachability the largest of the distance and both core distances, in the unit of the metric
     * @throws IndexOutOfBoundsException if there is no such edge
     */
    public double distance(int edge) {
        return metric.distance(key(edge));
    }

    /**
     * Returns the total length: the distances of all edges, added in their order.
     *
     * @return the sum, in the unit of the metric; 0 without edges
     */
    public double weight() {
        double sum = 0;
        for (double key : keys) {
            sum += metric.distance(key);
        }
        return sum;
    }

    /**
     * Returns the smaller rows.
     *
     * @return a new array, the shortest edge first
     */
    public int[] toFromArray() {
        return from.clone();
    }

    /**
     * Returns the larger rows.
     *
     * @return a new array, the shortest edge first
     */
    public int[] toToArray() {
        return to.clone();
    }

    /**
     * Returns the keys.
     *
     * @return a new array, the shortest edge first
     */
    public double[] toKeyArray() {
        return keys.clone();
    }

    /**
     * Returns the lengths.
     *
     * @return a new array, the shortest edge first
     */
    public double[] toDistanceArray() {
        double[] distances = new double[keys.length];
        for (int edge = 0; edge < keys.length; edge++) {
            distances[edge] = metric.distance(keys[edge]);
        }
        return distances;
    }

    /**
     * Returns the metric.
     *
     * @return the metric of the lengths
     */
    public Metric metric() {
        return metric;
    }

    /**
     * Returns device and times.
     *
     * @return the report
     */
    public ExecutionReport report() {
        return report;
    }

    @Override
    public String toString() {
        return edges() + " edges by " + metric;
    }
}
