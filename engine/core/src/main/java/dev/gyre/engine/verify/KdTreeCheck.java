package dev.gyre.engine.verify;

import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.join.KdJoin;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.KdTreeOptions;
import dev.gyre.engine.plan.Context;
import java.util.Optional;
import java.util.Random;

/**
 * Compares searches of a tree, with and without a radius, and the self-join by tree with the oracle: all metrics, k from 1 to
 * beyond n, queries in, around and far from the points.
 */
final class KdTreeCheck {

    private static final int MAX_QUERIES = 40;

    private KdTreeCheck() {}

    static Optional<String> check(Context context, Sample sample) {
        Random random = sample.random();
        Metric metric = MetricCases.draw(MetricCases.ofTrees(), sample.dims(), random);
        Points points = MetricCases.in(metric, Points.of(sample.rows(random), sample.dims()));
        int k = random.nextInt(4) == 0 ? 1 + random.nextInt(points.size() + 3) : 1 + random.nextInt(12);
        if (random.nextBoolean()) {
            Neighbors self = new KdJoin(context).self(points, k, JoinOptions.DEFAULT.withMetric(metric));
            return KnnOracle.difference(points, points, true, metric, self)
                    .map(text -> "self, " + metric + ", " + text);
        }
        Points queries = MetricCases.in(metric, queries(sample, random));
        try (KdTree tree = KdTree.build(context, points, KdTreeOptions.DEFAULT.withMetric(metric))) {
            Neighbors nearest = tree.nearest(queries, k);
            return KnnOracle.difference(queries, points, false, metric, nearest)
                    .or(() -> differenceWithin(tree, queries, nearest, random))
                    .map(text -> metric + ", " + text);
        }
    }

    /** The same search again within a distance that one of the neighbors has. */
    private static Optional<String> differenceWithin(KdTree tree, Points queries, Neighbors nearest, Random random) {
        if (queries.size() == 0 || nearest.count(0) == 0) {
            return Optional.empty();
        }
        double radius = nearest.distance(0, random.nextInt(nearest.count(0)));
        double limit = tree.metric().key(radius);
        Neighbors within = tree.nearest(queries, nearest.k(), radius, Monitor.NONE);
        for (int query = 0; query < queries.size(); query++) {
            for (int rank = 0; rank < nearest.k(); rank++) {
                int expected = nearest.key(query, rank) <= limit ? nearest.id(query, rank) : Neighbors.NONE;
                if (within.id(query, rank) != expected) {
                    return Optional.of("radius=" + radius + ", query=" + query + ", rank=" + rank + ", expected="
                            + expected + ", actual=" + within.id(query, rank));
                }
            }
        }
        return Optional.empty();
    }

    /** Of the same shape; some as far as they may be. */
    private static Points queries(Sample sample, Random random) {
        double[] rows = sample.shape().rows(random.nextInt(MAX_QUERIES), sample.dims(), random);
        if (random.nextInt(3) == 0) {
            double factor = Math.scalb(1.0, random.nextInt(500));
            for (int i = 0; i < rows.length; i++) {
                rows[i] = Math.max(-Points.MAX_MAGNITUDE, Math.min(Points.MAX_MAGNITUDE, rows[i] * factor));
            }
        }
        return Points.of(rows, sample.dims());
    }
}
