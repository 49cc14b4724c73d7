package dev.gyre.engine.verify;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.op.NeighborIndex;
import dev.gyre.engine.op.NeighborIndexOptions;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.CostModel;
import dev.gyre.engine.plan.CostTerm;
import dev.gyre.engine.plan.DeviceCosts;
import dev.gyre.engine.plan.Planner;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * Compares searches of an index with the oracle, for every strategy: the costs are drawn, so that a tree may be built on one device
 * and searched on another.
 */
public final class NeighborIndexCheck {

    private static final int MAX_QUERIES = 40;
    private static final int MAX_K = 12;

    private NeighborIndexCheck() {}

    public static Optional<String> check(Context context, Sample sample) {
        Random random = sample.random();
        Metric metric = MetricCases.draw(MetricCases.all(), sample.dims(), random);
        Points points = MetricCases.in(metric, Points.of(sample.rows(random), sample.dims()));
        double[] queryRows = sample.shape().rows(random.nextInt(MAX_QUERIES), sample.dims(), random);
        Points queries = MetricCases.in(metric, Points.of(queryRows, sample.dims()));
        int k = 1 + random.nextInt(MAX_K);
        CostModel costs = CostModel.given(device -> draw(random));
        NeighborIndexOptions options = NeighborIndexOptions.DEFAULT
                .withMetric(metric)
                .expecting(random.nextInt(1000), 1 + random.nextInt(MAX_K));
        Context jvm = context.onJvm()
                ? context
                : new Context(new JvmBackend(context.workers()), context.workers(), context.memoryLimit());
        Planner planner = Planner.named(jvm, context, () -> costs, "for a check");
        try (NeighborIndex index = NeighborIndex.build(planner, points, options)) {
            boolean self = random.nextBoolean();
            Neighbors found = self ? index.nearestOthers(k) : index.nearest(queries, k);
            return KnnOracle.difference(self ? points : queries, points, self, metric, found)
                    .map(text -> metric + ", self=" + self + ", "
                            + found.report().device().id() + ", "
                            + found.report().method() + ", " + index.choice() + ", " + text);
        }
    }

    /** Costs of any size. */
    private static DeviceCosts draw(Random random) {
        Map<CostTerm, Double> seconds = new EnumMap<>(CostTerm.class);
        for (CostTerm term : CostTerm.values()) {
            seconds.put(term, Math.pow(10, -9 * random.nextDouble()));
        }
        return new DeviceCosts(seconds);
    }
}
