package dev.gyre.engine.data;

import java.util.Objects;

/**
 * The clusters of a {@link Dendrogram} as the distance shrinks, after Campello, Moulavi and Sander (2013): where two parts of enough rows
 * separate, two new clusters appear; rows of a smaller part leave the cluster, which goes on without them. Immutable; safe for use by several
 * threads. Memory: 12 bytes per row, 32 per cluster.
 *
 * <p>A node below {@link #rows} is a row; the others are clusters, of which {@code rows()} is the one of all rows, and each comes after the
 * one that contains it. Each node but that first cluster has a parent: the cluster that it leaves, or that it was split from, and the distance
 * at which it does so. So the nodes are the lines of the table that the hdbscan package calls condensed tree: parent, child, lambda and size.
 * A lambda is 1 divided by a distance, infinite for 0.
 *
 * <p>Splits at equal distances follow the order of {@link Dendrogram merges}, from the last to the first. Where lambda is infinite, nothing
 * splits: rows that hang together at distance 0 leave together.
 *
 * <p>The stability of a cluster is the sum, over the rows that leave it, of their lambda less the lambda at which it appeared (0 for the
 * first), added in the order of merges from the last to the first.
 */
public final class CondensedTree {

    /** Parent of the first cluster. */
    public static final int NONE = -1;

    private final int rows;
    private final int[] parents;
    private final double[] distances;
    private final int[] sizes;
    private final double[] stabilities;

    /**
     * Takes ownership of finished arrays, which must not change afterwards.
     *
     * @param parents parent of each node, first the rows
     * @param distances distance at which each node leaves its parent
     * @param sizes number of rows of each cluster
     * @param stabilities stability of each cluster
     * @hidden engine only
     */
    public CondensedTree(int[] parents, double[] distances, int[] sizes, double[] stabilities) {
        this.rows = parents.length - sizes.length;
        this.parents = parents;
        this.distances = distances;
        this.sizes = sizes;
        this.stabilities = stabilities;
    }

    /** {@return the number of rows} */
    public int rows() {
        return rows;
    }

    /** {@return the number of clusters, 1 or more if there are rows} */
    public int clusters() {
        return sizes.length;
    }

    /**
     * Returns the cluster that a node leaves.
     *
     * @param node a row or a cluster
     * @return a cluster, {@link #NONE} for the first one
     * @throws IndexOutOfBoundsException if there is no such node
     */
    public int parent(int node) {
        return parents[Objects.checkIndex(node, parents.length)];
    }

    /**
     * Returns the distance at which a node leaves its parent: where the row becomes noise, or the cluster appears.
     *
     * @param node a row or a cluster
     * @return the distance, +infinity for the first cluster
     * @throws IndexOutOfBoundsException if there is no such node
     */
    public double distance(int node) {
        return distances[Objects.checkIndex(node, parents.length)];
    }

    /**
     * Returns the inverse of {@link #distance}.
     *
     * @param node a row or a cluster
     * @return lambda, +infinity for distance 0, 0 for the first cluster
     * @throws IndexOutOfBoundsException if there is no such node
     */
    public double lambda(int node) {
        return 1 / distance(node);
    }

    /**
     * Returns the number of rows of a node.
     *
     * @param node a row or a cluster
     * @return the number, 1 for a row
     * @throws IndexOutOfBoundsException if there is no such node
     */
    public int size(int node) {
        return Objects.checkIndex(node, parents.length) < rows ? 1 : sizes[node - rows];
    }

    /**
     * Returns the stability of a cluster.
     *
     * @param cluster a cluster, {@link #rows} for the first one
     * @return the stability, 0 or more, may be infinite
     * @throws IndexOutOfBoundsException if there is no such cluster
     */
    public double stability(int cluster) {
        return stabilities[Objects.checkIndex(cluster - rows, sizes.length)];
    }

    /** {@return a new array of the parents of all nodes, first the rows} */
    public int[] toParentArray() {
        return parents.clone();
    }

    /** {@return a new array of the distances of all nodes, first the rows} */
    public double[] toDistanceArray() {
        return distances.clone();
    }
}
