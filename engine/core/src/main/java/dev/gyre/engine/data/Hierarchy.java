package dev.gyre.engine.data;

import java.util.Objects;

/**
 * Clusters of any density, as HDBSCAN* finds them: see {@link CondensedTree}. Clusters are numbered from 0 in the order of their least rows.
 * Immutable; safe for use by several threads. Memory: 20 bytes per row, and that of the trees.
 */
public final class Hierarchy {

    /** Label of a row that is in no cluster. */
    public static final int NOISE = -1;

    private final int[] labels;
    private final double[] probabilities;
    private final double[] outlierScores;
    private final int[] clusters;
    private final CondensedTree condensed;
    private final Dendrogram dendrogram;
    private final ExecutionReport report;

    /**
     * Takes ownership of finished arrays, which must not change afterwards.
     *
     * @param labels cluster of each row
     * @param probabilities probability of each row
     * @param outlierScores outlier score of each row
     * @param clusters node of each cluster in the condensed tree
     * @param condensed the condensed tree
     * @param dendrogram the dendrogram
     * @param report device and times of the work
     * @hidden engine only
     */
    public Hierarchy(
            int[] labels,
            double[] probabilities,
            double[] outlierScores,
            int[] clusters,
            CondensedTree condensed,
            Dendrogram dendrogram,
            ExecutionReport report) {
        this.labels = labels;
        this.probabilities = probabilities;
        this.outlierScores = outlierScores;
        this.clusters = clusters;
        this.condensed = condensed;
        this.dendrogram = dendrogram;
        this.report = Objects.requireNonNull(report, "report");
    }

    /** {@return the number of rows} */
    public int size() {
        return labels.length;
    }

    /** {@return the number of clusters} */
    public int clusters() {
        return clusters.length;
    }

    /**
     * Returns the cluster of a row.
     *
     * @param row the row
     * @return the cluster, from 0 on, or {@link #NOISE}
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public int label(int row) {
        return labels[Objects.checkIndex(row, labels.length)];
    }

    /**
     * Returns how firmly a row belongs to its cluster: the lambda at which it leaves, divided by the largest lambda at which anything leaves
     * that cluster; 1 if it leaves later, within a cluster that the own one contains, or if its lambda is infinite.
     *
     * @param row the row
     * @return 0 to 1; 0 for noise
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public double probability(int row) {
        return probabilities[Objects.checkIndex(row, labels.length)];
    }

    /**
     * Returns the outlier score of a row (GLOSH; Campello, Moulavi, Zimek and Sander, 2015): with the lambda at which it leaves a cluster
     * of the condensed tree, and the largest lambda at which a row leaves that cluster or one that it contains, their difference divided by
     * the larger one. If the larger one is infinite, it is 0 for rows that leave there, and 1 for the others.
     *
     * @param row the row
     * @return 0 to 1; large for outliers
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public double outlierScore(int row) {
        return outlierScores[Objects.checkIndex(row, labels.length)];
    }

    /**
     * Returns the node of a cluster in the condensed tree, which has its distances and its stability.
     *
     * @param cluster the cluster, from 0 on
     * @return its node
     * @throws IndexOutOfBoundsException if there is no such cluster
     */
    public int node(int cluster) {
        return clusters[Objects.checkIndex(cluster, clusters.length)];
    }

    /** {@return all clusters of enough rows, from which those of the labels were selected} */
    public CondensedTree condensedTree() {
        return condensed;
    }

    /** {@return the merges of rows by mutual reachability distances} */
    public Dendrogram dendrogram() {
        return dendrogram;
    }

    /**
     * Returns the same labels in the form of DBSCAN's. By the definition of DBSCAN*, all rows of a cluster are its core.
     *
     * @return the clusters, with the same numbers
     */
    public Clusters toClusters() {
        boolean[] core = new boolean[labels.length];
        for (int row = 0; row < core.length; row++) {
            core[row] = labels[row] != NOISE;
        }
        return new Clusters(labels, core, clusters.length, report);
    }

    /** {@return a new array of the clusters of all rows} */
    public int[] toLabelArray() {
        return labels.clone();
    }

    /** {@return a new array of the probabilities of all rows} */
    public double[] toProbabilityArray() {
        return probabilities.clone();
    }

    /** {@return a new array of the outlier scores of all rows} */
    public double[] toOutlierScoreArray() {
        return outlierScores.clone();
    }

    /** {@return device and times of the work} */
    public ExecutionReport report() {
        return report;
    }

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
    public static final class CondensedTree {

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
}
