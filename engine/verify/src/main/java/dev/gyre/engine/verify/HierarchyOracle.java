package dev.gyre.engine.verify;

import dev.gyre.engine.data.HdbscanOptions;
import dev.gyre.engine.data.Hierarchy;
import dev.gyre.engine.data.Points;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * HDBSCAN* from its definition, without a spanning tree: the edges within a group of rows are removed one by one, the longest first, until
 * the group falls apart. O(n^4) at worst.
 */
public final class HierarchyOracle {

    private static final double INFINITY = Double.POSITIVE_INFINITY;

    /** A cluster of the condensed tree, with its rows when it appears. */
    public static final class Cluster {

        /** The distance at which it appears. */
        public final double birth;

        /** Its rows when it appears. */
        public final int size;

        final Cluster parent;
        final List<Cluster> parts = new ArrayList<>();
        double stability;
        double death = INFINITY;

        Cluster(Cluster parent, double birth, int size) {
            this.parent = parent;
            this.birth = birth;
            this.size = size;
        }

        /** Returns the sum of what its rows last. */
        public double stability() {
            return stability;
        }

        boolean contains(Cluster other) {
            return other == this || other.parent != null && contains(other.parent);
        }

        double lastDeath() {
            return parts.stream().mapToDouble(Cluster::lastDeath).reduce(death, Math::min);
        }
    }

    /** An edge between two rows, the smaller one first. */
    public record Edge(double distance, double key, double direct, boolean apart, int low, int high) {

        /** By mutual reachability, by distance, equal rows first, by rows. */
        public static final Comparator<Edge> ORDER = Comparator.comparingDouble(Edge::key)
                .thenComparingDouble(Edge::direct)
                .thenComparing(Edge::apart)
                .thenComparingInt(Edge::low)
                .thenComparingInt(Edge::high);
    }

    /** Cluster of each row, or -1. */
    public final int[] labels;

    /** Probability of each row. */
    public final double[] probabilities;

    /** Outlier score of each row. */
    public final double[] scores;

    /** All clusters of the condensed tree. */
    public final List<Cluster> clusters = new ArrayList<>();

    /** The cluster that each row leaves. */
    public final Cluster[] left;

    /** The distance at which each row leaves its cluster. */
    public final double[] leaving;

    private final int n;
    private final HdbscanOptions options;
    private final List<Edge> edges = new ArrayList<>();

    /** Finds the clusters of points. */
    public HierarchyOracle(Points points, HdbscanOptions options) {
        this.options = options;
        n = points.size();
        left = new Cluster[n];
        leaving = new double[n];
        labels = new int[n];
        probabilities = new double[n];
        scores = new double[n];
        for (int low = 0; low < n; low++) {
            for (int high = low + 1; high < n; high++) {
                edges.add(edge(points, options, low, high));
            }
        }
        edges.sort(Edge.ORDER.reversed());
        if (n > 0) {
            boolean[] all = new boolean[n];
            Arrays.fill(all, true);
            Cluster root = new Cluster(null, INFINITY, n);
            clusters.add(root);
            shrink(all, root);
            label();
        }
    }

    /**
     * Compares clusters with the oracle's.
     *
     * @return the first difference, or empty
     */
    public static Optional<String> difference(Points points, HdbscanOptions options, Hierarchy found) {
        HierarchyOracle oracle = new HierarchyOracle(points, options);
        int clusters = Arrays.stream(oracle.labels).max().orElse(-1) + 1;
        if (clusters != found.clusters() || !Arrays.equals(oracle.labels, found.toLabelArray())) {
            return Optional.of("labels: expected=" + Arrays.toString(oracle.labels) + ", actual="
                    + Arrays.toString(found.toLabelArray()));
        }
        if (!Arrays.equals(oracle.probabilities, found.toProbabilityArray())) {
            return Optional.of("probabilities: expected=" + Arrays.toString(oracle.probabilities) + ", actual="
                    + Arrays.toString(found.toProbabilityArray()));
        }
        return Arrays.equals(oracle.scores, found.toOutlierScoreArray())
                ? Optional.empty()
                : Optional.of("outlier scores: expected=" + Arrays.toString(oracle.scores) + ", actual="
                        + Arrays.toString(found.toOutlierScoreArray()));
    }

    /** Returns the edge of two rows; {@code low} is the smaller one. */
    public static Edge edge(Points points, HdbscanOptions options, int low, int high) {
        Points space = options.metric().toSpace(points);
        double direct = key(space, options, low, high);
        double key = Math.max(direct, Math.max(core(space, options, low), core(space, options, high)));
        boolean apart = false;
        for (int dim = 0; dim < space.dims(); dim++) {
            apart |= space.coordinate(low, dim) != space.coordinate(high, dim);
        }
        return new Edge(options.metric().distance(key), key, direct, apart, low, high);
    }

    private static double key(Points space, HdbscanOptions options, int row, int other) {
        return space.key(row, space, other, options.metric().norm());
    }

    private static double core(Points space, HdbscanOptions options, int row) {
        double[] keys = new double[space.size()];
        for (int other = 0; other < keys.length; other++) {
            keys[other] = key(space, options, row, other);
        }
        Arrays.sort(keys);
        return keys[Math.min(options.minPoints(), keys.length) - 1];
    }

    private static int count(boolean[] group) {
        int count = 0;
        for (boolean in : group) {
            count += in ? 1 : 0;
        }
        return count;
    }

    /** Follows a cluster to its end. */
    private void shrink(boolean[] rows, Cluster cluster) {
        boolean[] group = rows;
        while (true) {
            if (count(group) == 1) {
                leave(group, cluster, 0);
                return;
            }
            boolean[] part = new boolean[n];
            double distance = takeApart(group, part);
            boolean[] rest = new boolean[n];
            for (int row = 0; row < n; row++) {
                rest[row] = group[row] && !part[row];
            }
            boolean splits = 1 / distance < INFINITY;
            boolean first = splits && count(part) >= options.minClusterSize();
            boolean second = splits && count(rest) >= options.minClusterSize();
            int gone = (first && !second ? 0 : count(part)) + (second && !first ? 0 : count(rest));
            cluster.stability += (1 / distance - 1 / cluster.birth) * gone;
            cluster.death = Math.min(cluster.death, distance);
            if (first && second) {
                // The part with the smaller row comes first.
                grow(part, cluster, distance);
                grow(rest, cluster, distance);
                return;
            }
            if (!first) {
                leave(part, cluster, distance);
            }
            if (!second) {
                leave(rest, cluster, distance);
            }
            if (!first && !second) {
                return;
            }
            group = first ? part : rest;
        }
    }

    private void grow(boolean[] rows, Cluster parent, double distance) {
        Cluster made = new Cluster(parent, distance, count(rows));
        parent.parts.add(made);
        clusters.add(made);
        shrink(rows, made);
    }

    private void leave(boolean[] rows, Cluster cluster, double distance) {
        for (int row = 0; row < n; row++) {
            if (rows[row]) {
                left[row] = cluster;
                leaving[row] = distance;
                cluster.death = Math.min(cluster.death, distance);
            }
        }
    }

    /** Finds the edge without which a group is not connected; marks the part that has the least row. */
    private double takeApart(boolean[] group, boolean[] part) {
        List<Edge> within =
                edges.stream().filter(e -> group[e.low()] && group[e.high()]).toList();
        int size = count(group);
        for (int removed = 1; removed <= within.size(); removed++) {
            Arrays.fill(part, false);
            for (int row = n - 1; row >= 0; row--) {
                if (group[row]) {
                    Arrays.fill(part, false);
                    part[row] = true;
                }
            }
            List<Edge> kept = within.subList(removed, within.size());
            boolean grows = true;
            while (grows) {
                grows = false;
                for (Edge edge : kept) {
                    if (part[edge.low()] != part[edge.high()]) {
                        part[edge.low()] = true;
                        part[edge.high()] = true;
                        grows = true;
                    }
                }
            }
            if (count(part) < size) {
                return within.get(removed - 1).distance();
            }
        }
        throw new AssertionError("a group of one row");
    }

    private void label() {
        Cluster root = clusters.getFirst();
        boolean all = options.allowSingleCluster() && n >= options.minClusterSize();
        List<Cluster> chosen = new ArrayList<>();
        if (options.selection() == HdbscanOptions.Selection.LEAF) {
            clusters.stream()
                    .filter(c -> c.parts.isEmpty() && (c != root || all))
                    .forEach(chosen::add);
        } else {
            choose(root, all, chosen);
        }
        if (options.epsilon() > 0 && !chosen.contains(root)) {
            chosen = chosen.stream().map(c -> merged(c, root, all)).distinct().toList();
        }
        List<Cluster> numbered = new ArrayList<>();
        for (int row = 0; row < n; row++) {
            Cluster leaves = left[row];
            double end = leaves.lastDeath();
            double lambda = 1 / leaving[row];
            boolean last = lambda == INFINITY || 1 / end == 0;
            scores[row] = last ? 0 : 1 / end == INFINITY ? 1 : (1 / end - lambda) / (1 / end);
            Cluster own =
                    chosen.stream().filter(c -> c.contains(leaves)).findFirst().orElse(null);
            double reach = options.epsilon() > 0 ? options.epsilon() : root.death;
            if (own == null || own == root && leaving[row] > reach) {
                labels[row] = -1;
                continue;
            }
            if (!numbered.contains(own)) {
                numbered.add(own);
            }
            labels[row] = numbered.indexOf(own);
            double max = 1 / own.death;
            probabilities[row] = lambda == INFINITY || max == 0 ? 1 : Math.min(lambda, max) / max;
        }
    }

    /** Chooses the best of a cluster and those in it; returns its stability. */
    private static double choose(Cluster cluster, boolean allowed, List<Cluster> chosen) {
        List<Cluster> inner = new ArrayList<>();
        double sum = 0;
        for (Cluster part : cluster.parts) {
            sum += choose(part, true, inner);
        }
        if (allowed && cluster.stability >= sum) {
            chosen.add(cluster);
            return cluster.stability;
        }
        chosen.addAll(inner);
        return sum;
    }

    private Cluster merged(Cluster cluster, Cluster root, boolean all) {
        Cluster at = cluster;
        while (at.birth <= options.epsilon() && at != root && (at.parent != root || all)) {
            at = at.parent;
        }
        return at;
    }
}
