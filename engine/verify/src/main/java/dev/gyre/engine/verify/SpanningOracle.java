package dev.gyre.engine.verify;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.SpanningTree;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Spanning trees by Prim's algorithm over all pairs, in O(n²). */
public final class SpanningOracle {

    private final Points space;
    private final Metric metric;
    private final int n;
    private final double[] cores;
    private final boolean mutual;

    private SpanningOracle(Points points, int minPoints, Metric metric) {
        space = metric.toSpace(points);
        this.metric = metric;
        n = points.size();
        mutual = minPoints > 1;
        cores = new double[n];
        for (int row = 0; row < n && mutual; row++) {
            double[] keys = new double[n];
            for (int other = 0; other < n; other++) {
                keys[other] = distance(row, other);
            }
            Arrays.sort(keys);
            cores[row] = keys[minPoints - 1];
        }
    }

    /** An edge from a smaller row to a larger one; edges are ordered by all parts, but only by mutual reachability by the distance. */
    public record Edge(double key, double distance, boolean different, int from, int to) implements Comparable<Edge> {

        @Override
        public int compareTo(Edge other) {
            int byLength = key == other.key ? Double.compare(distance, other.distance) : Double.compare(key, other.key);
            int byKind = byLength == 0 ? Boolean.compare(different, other.different) : byLength;
            int byFrom = byKind == 0 ? Integer.compare(from, other.from) : byKind;
            return byFrom == 0 ? Integer.compare(to, other.to) : byFrom;
        }
    }

    private double distance(int row, int other) {
        return space.key(row, space, other, metric.norm());
    }

    private Edge edge(int row, int other) {
        double distance = distance(row, other);
        double key = mutual ? Math.max(distance, Math.max(cores[row], cores[other])) : distance;
        boolean different = false;
        for (int dim = 0; dim < space.dims(); dim++) {
            different |= space.coordinate(row, dim) != space.coordinate(other, dim);
        }
        return new Edge(key, mutual ? distance : 0, different, Math.min(row, other), Math.max(row, other));
    }

    private List<Edge> edges() {
        Edge[] best = new Edge[n];
        boolean[] done = new boolean[n];
        Edge[] edges = new Edge[Math.max(0, n - 1)];
        int last = 0;
        for (int count = 0; count < edges.length; count++) {
            done[last] = true;
            int next = -1;
            for (int row = 0; row < n; row++) {
                if (!done[row]) {
                    Edge edge = edge(last, row);
                    best[row] = best[row] == null || edge.compareTo(best[row]) < 0 ? edge : best[row];
                    next = next < 0 || best[row].compareTo(best[next]) < 0 ? row : next;
                }
            }
            edges[count] = best[next];
            last = next;
        }
        Arrays.sort(edges);
        return List.of(edges);
    }

    /**
     * Compares a tree with the oracle's, edge by edge.
     *
     * @param minPoints rows up to the core distance
     * @return the first difference, or empty
     */
    public static Optional<String> difference(Points points, int minPoints, Metric metric, SpanningTree tree) {
        return difference(edges(points, minPoints, metric), metric, tree);
    }

    /** Finds the edges of a tree in order, to compare several trees with. */
    public static List<Edge> edges(Points points, int minPoints, Metric metric) {
        return new SpanningOracle(points, minPoints, metric).edges();
    }

    /** Compares a tree with the {@linkplain #edges(Points, int, Metric) expected edges}; returns the first difference, or empty. */
    public static Optional<String> difference(List<Edge> expected, Metric metric, SpanningTree tree) {
        if (tree.edges() != expected.size()) {
            return Optional.of("edges=" + tree.edges() + ", expected=" + expected.size());
        }
        double sum = 0;
        for (int i = 0; i < expected.size(); i++) {
            Edge edge = expected.get(i);
            double distance = metric.distance(edge.key());
            sum += distance;
            if (tree.from(i) != edge.from()
                    || tree.to(i) != edge.to()
                    || tree.key(i) != edge.key()
                    || tree.distance(i) != distance) {
                return Optional.of("edge=" + i + ", expected=" + edge + ", actual=" + tree.from(i) + " to " + tree.to(i)
                        + ", key=" + tree.key(i));
            }
        }
        return tree.weight() == sum ? Optional.empty() : Optional.of("weight=" + tree.weight() + ", expected=" + sum);
    }
}
