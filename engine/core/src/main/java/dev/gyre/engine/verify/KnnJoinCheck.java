package dev.gyre.engine.verify;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.knn.KnnJoin;
import dev.gyre.engine.plan.Context;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Holds the join against the oracle: self and two-set, in one pass and in two, all metrics, k from 1 to beyond n, all points at
 * once and in parts; now and then in as many dimensions as have squared distances expanded.
 */
final class KnnJoinCheck implements OperationCheck {

    private static final long MUCH = 1L << 30;

    /** Enough for a part of most samples. */
    private static final long LITTLE = 200_000;

    private static final List<JoinMethod> METHODS =
            List.of(JoinMethod.BRUTE_FORCE, JoinMethod.FUSED, JoinMethod.TWO_STAGE);

    private static final int WIDE = 64;
    private static final int MAX_WIDE_ROWS = 300;

    @Override
    public String name() {
        return "knn-join";
    }

    @Override
    public Optional<String> check(Context context, Sample sample) {
        Random random = sample.random();
        boolean wide = random.nextInt(4) == 0;
        int dims = wide ? WIDE + sample.dims() : sample.dims();
        int size = wide ? Math.min(sample.size(), MAX_WIDE_ROWS) : sample.size();
        Points points = Points.of(sample.shape().rows(size, dims, random), dims);
        int k = random.nextInt(4) == 0 ? 1 + random.nextInt(points.size() + 3) : 1 + random.nextInt(12);
        boolean inParts = k <= 100 && random.nextInt(3) == 0;
        KnnJoin join = new KnnJoin(context);
        Metric metric = MetricCases.draw(MetricCases.all(), dims, random);
        Points targets = MetricCases.in(metric, points);
        JoinMethod method = METHODS.get(random.nextInt(METHODS.size()));
        JoinOptions options = JoinOptions.DEFAULT.withMetric(metric).withMethod(method);
        String how = method + ", " + metric + ", dims=" + dims + ", ";
        Neighbors self = join.self(targets, k, options);
        Optional<String> difference =
                KnnOracle.difference(targets, targets, true, metric, self).map(text -> "self, " + how + text);
        if (difference.isPresent()) {
            return difference;
        }
        double[] queryRows = sample.shape().rows(random.nextInt(40), dims, random);
        Points queries = MetricCases.in(metric, Points.of(queryRows, dims));
        Neighbors between = join.between(queries, targets, k, options);
        return KnnOracle.difference(queries, targets, false, metric, between).map(text -> "two sets, " + how + text);
    }
}
