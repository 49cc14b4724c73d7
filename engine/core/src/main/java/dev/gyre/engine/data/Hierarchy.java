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
}
