package dev.gyre.engine.verify;

import dev.gyre.engine.cluster.Dbscan;
import dev.gyre.engine.data.Clusters;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.plan.Context;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Compares DBSCAN with the oracle: within a distance of two points, or all or no distance. */
final class DbscanCheck {

    private static final List<Metric> METRICS = MetricCases.ofTrees().stream()
            .filter(metric -> !metric.norm().isPower())
            .toList();

    private DbscanCheck() {}

    static Optional<String> check(Context context, Sample sample) {
        Random random = sample.random();
        PointCase given = PointCase.draw(sample, METRICS, random);
        double eps =
                random.nextInt(3) == 0 ? given.radius() : PointCase.nearRadius(given.points(), given.metric(), random);
        int minPoints =
                1 + random.nextInt(random.nextInt(4) == 0 ? given.points().size() + 3 : 8);
        Clusters found = new Dbscan(context)
                .clusters(given.points(), eps, minPoints, JoinOptions.DEFAULT.withMetric(given.metric()));
        return DbscanOracle.difference(given.points(), given.metric(), eps, minPoints, found)
                .map(text -> given + "eps=" + eps + ", minPoints=" + minPoints + ", " + text);
    }
}
