package dev.gyre.engine.knn;

import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.sample.Sample;
import dev.gyre.engine.verify.OperationCheck;
import java.util.Optional;
import java.util.Random;

/** Holds the join against the oracle: self and two-set, all metrics, k from 1 to beyond n. */
public final class KnnJoinCheck implements OperationCheck {

    private static final long MEMORY = 1L << 30;

    /** For the service loader. */
    public KnnJoinCheck() {}

    @Override
    public String name() {
        return "knn-join";
    }

    @Override
    public Optional<String> check(Backend backend, Workers workers, Sample sample) {
        Random random = sample.random();
        Points points = Points.of(sample.rows(random), sample.dims());
        KnnJoin join = new KnnJoin(backend, workers, MEMORY);
        int k = random.nextInt(4) == 0 ? 1 + random.nextInt(points.size() + 3) : 1 + random.nextInt(12);
        Metric metric = MetricCases.draw(MetricCases.all(), sample.dims(), random);
        Points targets = MetricCases.in(metric, points);
        JoinOptions options = JoinOptions.DEFAULT.withMetric(metric);
        Neighbors self = join.self(targets, k, options);
        Optional<String> difference =
                KnnOracle.difference(targets, targets, true, metric, self).map(text -> "self, " + metric + ", " + text);
        if (difference.isPresent()) {
            return difference;
        }
        double[] queryRows = sample.shape().rows(random.nextInt(40), sample.dims(), random);
        Points queries = MetricCases.in(metric, Points.of(queryRows, sample.dims()));
        Neighbors between = join.between(queries, targets, k, options);
        return KnnOracle.difference(queries, targets, false, metric, between)
                .map(text -> "two sets, " + metric + ", " + text);
    }
}
