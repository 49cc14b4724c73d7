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
 * Compares brute-force joins with the oracle: self and two-set, fused and two-stage, all metrics, k from 1 to beyond n, all points at
 * once and in parts; sometimes in so many dimensions that squared distances are expanded.
 */
final class KnnJoinCheck {

    /** Enough for a part of the queries of most samples. */
    private static final long LITTLE = 200_000;

    private static final int MAX_PARTED_K = 100;

    private static final List<JoinMethod> METHODS =
            List.of(JoinMethod.BRUTE_FORCE, JoinMethod.FUSED, JoinMethod.TWO_STAGE);

    private static final int WIDE = 64;
    private static final int MAX_COSTLY_ROWS = 300;

    private KnnJoinCheck() {}

    static Optional<String> check(Context context, Sample sample) {
        Random random = sample.random();
        boolean wide = random.nextInt(4) == 0;
        int dims = wide ? WIDE + sample.dims() : sample.dims();
        boolean inParts = random.nextInt(3) == 0;
        int size = wide || inParts ? Math.min(sample.size(), MAX_COSTLY_ROWS) : sample.size();
        Points points = Points.of(sample.shape().rows(size, dims, random), dims);
        int k = random.nextInt(4) == 0 ? 1 + random.nextInt(points.size() + 3) : 1 + random.nextInt(12);
        if (inParts) {
            k = Math.min(k, MAX_PARTED_K);
        }
        Metric metric = MetricCases.draw(MetricCases.all(), dims, random);
        Points targets = MetricCases.in(metric, points);
        JoinMethod method = METHODS.get(random.nextInt(METHODS.size()));
        JoinOptions options = JoinOptions.DEFAULT.withMetric(metric).withMethod(method);
        double[] queryRows = sample.shape().rows(random.nextInt(40), dims, random);
        Points queries = MetricCases.in(metric, Points.of(queryRows, dims));
        String how = method + ", " + metric + ", dims=" + dims + ", in parts=" + inParts + ", ";
        if (!inParts) {
            return difference(context, queries, targets, k, options).map(text -> how + text);
        }
        long bytes = random.nextInt(4) == 0 ? LITTLE : bytesOfAPart(points, k);
        try (Context little = context.within(bytes)) {
            return difference(little, queries, targets, k, options).map(text -> how + text);
        }
    }

    /** Returns the bytes for two thirds of the points, or a little more than the least that any join needs. */
    private static long bytesOfAPart(Points points, int k) {
        long least = 256L * (points.dims() + 2) + 120L * (k + 20);
        return Math.max(least, 4L * points.size() * points.dims() * 2 / 3);
    }

    private static Optional<String> difference(
            Context context, Points queries, Points targets, int k, JoinOptions options) {
        KnnJoin join = new KnnJoin(context);
        Metric metric = options.metric();
        Neighbors self = join.self(targets, k, options);
        Optional<String> difference =
                KnnOracle.difference(targets, targets, true, metric, self).map(text -> "self, " + text);
        if (difference.isPresent()) {
            return difference;
        }
        Neighbors between = join.between(queries, targets, k, options);
        return KnnOracle.difference(queries, targets, false, metric, between).map(text -> "two sets, " + text);
    }
}
