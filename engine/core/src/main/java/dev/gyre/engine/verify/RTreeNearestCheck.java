package dev.gyre.engine.verify;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Packing;
import dev.gyre.engine.op.RTree;
import dev.gyre.engine.op.RTreeOptions;
import dev.gyre.engine.plan.Context;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** Compares searches for the nearest boxes with the order of all boxes. */
public final class RTreeNearestCheck {

    /** Those that boxes have distances in. */
    public static final List<Metric> METRICS =
            List.of(Metric.EUCLIDEAN, Metric.SQUARED_EUCLIDEAN, Metric.MANHATTAN, Metric.CHEBYSHEV);

    private static final int MAX_QUERIES = 40;

    private RTreeNearestCheck() {}

    static Optional<String> check(Context context, Sample sample) {
        Random random = sample.random();
        Boxes boxes = BoxCases.draw(sample, sample.size(), random);
        Boxes queries = BoxCases.draw(sample, random.nextInt(MAX_QUERIES), random);
        Packing packing = Packing.values()[random.nextInt(Packing.values().length)];
        RTreeOptions options = RTreeOptions.DEFAULT.withPacking(packing).withNodeSize(2 + random.nextInt(63));
        Metric metric = METRICS.get(random.nextInt(METRICS.size()));
        int k = random.nextInt(4) == 0 ? 1 + random.nextInt(boxes.size() + 3) : 1 + random.nextInt(12);
        try (RTree tree = RTree.build(context, boxes, options)) {
            return difference(tree, queries, k, Double.POSITIVE_INFINITY, metric)
                    .or(() -> difference(tree, queries, k, radius(queries, boxes, metric, random), metric));
        }
    }

    /** A distance that a box has from a query, so that one is just within. */
    public static double radius(Boxes queries, Boxes boxes, Metric metric, Random random) {
        return queries.size() == 0 || boxes.size() == 0
                ? 1
                : metric.distance(
                        key(queries, random.nextInt(queries.size()), boxes, random.nextInt(boxes.size()), metric));
    }

    /** The first difference between a search and the order of all boxes. */
    public static Optional<String> difference(RTree tree, Boxes queries, int k, double radius, Metric metric) {
        Boxes boxes = tree.boxes();
        Neighbors neighbors = tree.nearest(queries, k, radius, metric, Monitor.NONE);
        double limit = metric.largestKey(radius);
        for (int query = 0; query < queries.size(); query++) {
            double[] keys = new double[boxes.size()];
            for (int row = 0; row < keys.length; row++) {
                keys[row] = key(queries, query, boxes, row, metric);
            }
            int[] expected = IntStream.range(0, keys.length)
                    .filter(row -> keys[row] <= limit)
                    .boxed()
                    .sorted(Comparator.<Integer>comparingDouble(row -> keys[row])
                            .thenComparing(row -> row))
                    .limit(k)
                    .mapToInt(row -> row)
                    .toArray();
            for (int rank = 0; rank < k; rank++) {
                int id = rank < expected.length ? expected[rank] : Neighbors.NONE;
                double key = rank < expected.length ? keys[id] : Double.POSITIVE_INFINITY;
                if (neighbors.id(query, rank) != id || neighbors.key(query, rank) != key) {
                    return Optional.of(tree.packing() + ", n=" + boxes.size() + ", dims=" + boxes.dims() + ", nodeSize="
                            + tree.nodeSize() + ", k=" + k + ", radius=" + radius + ", " + metric + ", query=" + query
                            + ", rank=" + rank + ", expected=" + id + " at " + key + ", actual="
                            + neighbors.id(query, rank) + " at " + neighbors.key(query, rank));
                }
            }
        }
        return Optional.empty();
    }

    /** From the first dimension to the last, as the canonical keys are. */
    private static double key(Boxes queries, int query, Boxes boxes, int row, Metric metric) {
        double key = 0;
        for (int dim = 0; dim < boxes.dims(); dim++) {
            double gap = 0;
            if (queries.lower(query, dim) > boxes.upper(row, dim)) {
                gap = queries.lower(query, dim) - boxes.upper(row, dim);
            } else if (boxes.lower(row, dim) > queries.upper(query, dim)) {
                gap = boxes.lower(row, dim) - queries.upper(query, dim);
            }
            if (metric == Metric.CHEBYSHEV) {
                key = Math.max(key, gap);
            } else {
                key += metric == Metric.MANHATTAN ? gap : gap * gap;
            }
        }
        return key;
    }
}
