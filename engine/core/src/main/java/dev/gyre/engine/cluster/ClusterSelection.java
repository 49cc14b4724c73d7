package dev.gyre.engine.cluster;

import dev.gyre.engine.data.Dendrogram;
import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.HdbscanOptions;
import dev.gyre.engine.data.Hierarchy;
import dev.gyre.engine.data.Hierarchy.CondensedTree;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.Workers;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Selects clusters of a condensed tree, and says of each row how it belongs to them. O(n); clusters are counted from 0 here. A cluster comes
 * after the one that contains it, so that loops upwards see containing clusters first, and loops downwards contained ones.
 */
final class ClusterSelection {

    private static final int NONE = -1;
    private static final int MIN_SLICE = 1 << 12;

    private final CondensedTree tree;
    private final HdbscanOptions options;
    private final Workers workers;
    private final int rows;
    private final int clusters;

    /** Whether the cluster of all rows may be selected. */
    private final boolean allowsAll;

    private final boolean[] contains;
    private final boolean[] selected;

    /** For each cluster the selected one that contains it, or is it. */
    private final int[] owners;

    /** The least distance at which something leaves a cluster, and the least at which a row leaves it or one that it contains. */
    private final double[] deaths;

    private final double[] lastDeaths;

    /** For each selected cluster its number in the answer. */
    private final int[] numbers;

    ClusterSelection(CondensedTree tree, HdbscanOptions options, Workers workers) {
        this.workers = workers;
        this.tree = tree;
        this.options = options;
        rows = tree.rows();
        clusters = tree.clusters();
        allowsAll = options.allowSingleCluster() && rows >= options.minClusterSize();
        contains = new boolean[clusters];
        selected = new boolean[clusters];
        owners = new int[clusters];
        deaths = new double[clusters];
        lastDeaths = new double[clusters];
        numbers = new int[clusters];
        for (int cluster = 1; cluster < clusters; cluster++) {
            contains[parent(cluster)] = true;
        }
    }

    private int parent(int cluster) {
        return tree.parent(rows + cluster) - rows;
    }

    Hierarchy select(Dendrogram dendrogram, ExecutionReport report) {
        Supplier<int[]> roomOfLabels = HostArrays.room(int[].class, rows);
        Supplier<double[]> roomOfProbabilities = HostArrays.room(double[].class, rows);
        Supplier<double[]> roomOfScores = HostArrays.room(double[].class, rows);
        if (options.selection() == HdbscanOptions.Selection.LEAF) {
            selectLeaves();
        } else {
            selectMass();
        }
        if (options.epsilon() > 0 && clusters > 1 && !selected[0]) {
            merge();
        }
        own();
        findDeaths();
        int[] nodes = number();
        int[] labels = roomOfLabels.get();
        double[] probabilities = roomOfProbabilities.get();
        double[] scores = roomOfScores.get();
        workers.forEachSlice(rows, MIN_SLICE, (begin, end) -> {
            for (int row = begin; row < end; row++) {
                labels[row] = label(row);
                if (labels[row] != Hierarchy.NOISE) {
                    probabilities[row] = probability(row, nodes[labels[row]] - rows);
                }
                scores[row] = score(row);
            }
        });
        return new Hierarchy(labels, probabilities, scores, nodes, tree, dendrogram, report);
    }

    private void selectLeaves() {
        for (int cluster = allowsAll ? 0 : 1; cluster < clusters; cluster++) {
            selected[cluster] = !contains[cluster];
        }
    }

    /** Selects each cluster that is at least as stable as the best clusters in it together; of those, {@link #own} takes the largest. */
    private void selectMass() {
        double[] within = new double[clusters];
        for (int cluster = clusters - 1; cluster >= 0; cluster--) {
            double own = tree.stability(rows + cluster);
            selected[cluster] = (cluster > 0 || allowsAll) && !(within[cluster] > own);
            if (cluster > 0) {
                within[parent(cluster)] += selected[cluster] ? own : within[cluster];
            }
        }
    }

    /** Replaces each selected cluster that appears at epsilon or below by the nearest containing one that appears above it. */
    private void merge() {
        boolean[] chosen = selected.clone();
        int[] above = new int[clusters];
        own();
        Arrays.fill(selected, false);
        for (int cluster = 0; cluster < clusters; cluster++) {
            boolean climbs = cluster > 0
                    && tree.distance(rows + cluster) <= options.epsilon()
                    && (parent(cluster) > 0 || allowsAll);
            above[cluster] = climbs ? above[parent(cluster)] : cluster;
            if (chosen[cluster] && owners[cluster] == cluster) {
                selected[above[cluster]] = true;
            }
        }
    }

    private void own() {
        for (int cluster = 0; cluster < clusters; cluster++) {
            int outer = cluster == 0 ? NONE : owners[parent(cluster)];
            owners[cluster] = outer != NONE ? outer : selected[cluster] ? cluster : NONE;
        }
    }

    private void findDeaths() {
        Arrays.fill(deaths, Double.POSITIVE_INFINITY);
        workers.forEachSlice(rows, MIN_SLICE, (begin, end) -> {
            for (int row = begin; row < end; row++) {
                Least.lower(deaths, tree.parent(row) - rows, tree.distance(row));
            }
        });
        for (int cluster = 1; cluster < clusters; cluster++) {
            deaths[parent(cluster)] = Math.min(deaths[parent(cluster)], tree.distance(rows + cluster));
        }
        System.arraycopy(deaths, 0, lastDeaths, 0, clusters);
        for (int cluster = clusters - 1; cluster > 0; cluster--) {
            int parent = parent(cluster);
            lastDeaths[parent] = Math.min(lastDeaths[parent], lastDeaths[cluster]);
        }
    }

    /** Numbers the selected clusters by their least rows; returns their nodes. */
    private int[] number() {
        int[] min = new int[clusters];
        Arrays.fill(min, rows);
        workers.forEachSlice(rows, MIN_SLICE, (begin, end) -> {
            for (int row = begin; row < end; row++) {
                int owner = owners[tree.parent(row) - rows];
                if (owner > 0 || owner == 0 && isInSingle(row)) {
                    Least.lower(min, owner, row);
                }
            }
        });
        long[] order = IntStream.range(0, clusters)
                .filter(cluster -> min[cluster] < rows)
                .mapToLong(cluster -> (long) min[cluster] << Integer.SIZE | cluster)
                .sorted()
                .toArray();
        for (int number = 0; number < order.length; number++) {
            numbers[(int) order[number]] = number;
        }
        return Arrays.stream(order).mapToInt(cluster -> rows + (int) cluster).toArray();
    }

    private int label(int row) {
        int owner = owners[tree.parent(row) - rows];
        return owner == NONE || owner == 0 && !isInSingle(row) ? Hierarchy.NOISE : numbers[owner];
    }

    /** Whether a row is in the cluster of all rows, instead of noise: it is still there at epsilon, or where that cluster ends. */
    private boolean isInSingle(int row) {
        return tree.distance(row) <= (options.epsilon() > 0 ? options.epsilon() : deaths[0]);
    }

    private double probability(int row, int cluster) {
        double lambda = tree.lambda(row);
        double largest = 1 / deaths[cluster];
        return lambda == Double.POSITIVE_INFINITY || largest == 0 ? 1 : Math.min(lambda, largest) / largest;
    }

    private double score(int row) {
        double lambda = tree.lambda(row);
        double largest = 1 / lastDeaths[tree.parent(row) - rows];
        if (lambda == Double.POSITIVE_INFINITY || largest == 0) {
            return 0;
        }
        return largest == Double.POSITIVE_INFINITY ? 1 : (largest - lambda) / largest;
    }
}
