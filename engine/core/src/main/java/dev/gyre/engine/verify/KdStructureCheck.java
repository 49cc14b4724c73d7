package dev.gyre.engine.verify;

import dev.gyre.engine.data.Duplicates;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.StructureReport;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.KdTreeOptions;
import dev.gyre.engine.plan.Context;
import java.util.Optional;
import java.util.Random;

/** Builds trees and runs the check of their structure. */
final class KdStructureCheck {

    private static final int LARGE = 20_000;
    private static final int RARELY = 8;

    /** So that a full check sees a thousand trees. */
    private static final int JVM_TREES = 16;

    private KdStructureCheck() {}

    static Optional<String> check(Context context, Sample sample) {
        Random random = sample.random();
        // A device compiles each of them.
        int trees = context.onJvm() ? JVM_TREES : 1;
        Optional<String> difference = Optional.empty();
        for (int tree = 0; tree < trees && difference.isEmpty(); tree++) {
            difference = check(context, sample, random);
        }
        return difference;
    }

    private static Optional<String> check(Context context, Sample sample, Random random) {
        int size = random.nextInt(RARELY) == 0 ? random.nextInt(LARGE) : sample.size();
        Points points = Points.of(sample.shape().rows(size, sample.dims(), random), sample.dims());
        Duplicates duplicates = random.nextBoolean() ? Duplicates.KEEP : Duplicates.DROP;
        KdTreeOptions options =
                KdTreeOptions.DEFAULT.withMetric(Metric.CHEBYSHEV).withDuplicates(duplicates);
        try (KdTree tree = KdTree.build(context, points, options)) {
            StructureReport report = tree.verify();
            return report.isSound()
                    ? Optional.empty()
                    : Optional.of(report.violations() + " findings, n=" + size + ", " + duplicates + ": "
                            + report.findings().get(0));
        }
    }
}
