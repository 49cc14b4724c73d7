package dev.gyre.engine.cluster;

import dev.gyre.engine.data.HdbscanOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * HDBSCAN* from its definition, without a spanning tree: the edges within a group of rows are removed one by one, the longest first, until
 * the group falls apart. O(n^4) at worst.
 */
final class HierarchyOracle {

    private static final double INFINITY = Double.POSITIVE_INFINITY;

    /** A cluster of the condensed tree, with its rows when it appears. */
    static final class Cluster {

        final Cluster parent;
        final double birth;
        final int size;
        final List<Cluster> parts = new ArrayList<>();
        double stability;
        double death = INFINITY;

        Cluster(Cluster parent, double birth, int size) {
            this.parent = parent;
            this.birth = birth;
            this.size = size;
        }

        boolean contains(Cluster other) {
            return other == this || other.parent != null && contains(other.parent);
        }

        double lastDeath() {
            return parts.stream().mapToDouble(Cluster::lastDeath).reduce(death, Math::min);
        }
    }

    /** Longest edges first. */
    record Edge(double distance, double direct, int low, int high) {}

    final int n;
    final List<Cluster> clusters = new ArrayList<>();
    final Cluster[] left;
    final double[] leaving;
    final int[] labels;
    final double[] probabilities;
    final double[] scores;
    private final HdbscanOptions options;
    private final List<Edge> edges = new ArrayList<>();

    /** Works on the distances of all pairs; equal ones are told apart by the direct distances, then by the rows. */
    HierarchyOracle(double[][] direct, HdbscanOptions options) {
        this.options = options;
        n = direct.length;
        left = new Cluster[n];
        leaving = new double[n];
        labels = new int[n];
        probabilities = new double[n];
        scores = new double[n];
        double[][] distances = reachability(direct, options.minPoints());
        for (int low = 0; low < n; low++) {
            for (int high = low + 1; high < n; high++) {
                edges.add(new Edge(distances[low][high], direct[low][high], low, high));
            }
        }
        edges.sort(Comparator.comparingDouble(Edge::distance)
                .thenComparingDouble(Edge::direct)
                .thenComparingInt(Edge::low)
                .thenComparingInt(Edge::high)
                .reversed());
        if (n > 0) {
            boolean[] all = new boolean[n];
            Arrays.fill(all, true);
            Cluster root = new Cluster(null, INFINITY, n);
            clusters.add(root);
            shrink(all, root);
            label();
        }
    }

    static double[][] reachability(double[][] direct, int minPoints) {
        int n = direct.length;
        double[] cores = new double[n];
        for (int row = 0; row < n; row++) {
            double[] sorted = direct[row].clone();
            Arrays.sort(sorted);
            cores[row] = minPoints > n ? INFINITY : sorted[minPoints - 1];
        }
        double[][] distances = new double[n][n];
        for (int row = 0; row < n; row++) {
            for (int other = 0; other < n; other++) {
                distances[row][other] = Math.max(direct[row][other], Math.max(cores[row], cores[other]));
            }
        }
        return distances;
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
            double most = 1 / own.death;
            probabilities[row] = lambda == INFINITY || most == 0 ? 1 : Math.min(lambda, most) / most;
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
