package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.sample.Sample;
import dev.gyre.engine.verify.OperationCheck;
import java.util.Optional;
import java.util.Random;

/** Builds trees and holds them against the check of their structure. */
public final class KdStructureCheck implements OperationCheck {

    private static final long MEMORY = 1L << 30;
    private static final int LARGE = 20_000;

    /** For the service loader. */
    public KdStructureCheck() {}

    @Override
    public String name() {
        return "kd-structure";
    }

    @Override
    public Optional<String> check(Backend backend, Workers workers, Sample sample) {
        Random random = sample.random();
        int size = random.nextInt(4) == 0 ? random.nextInt(LARGE) : sample.size();
        Points points = Points.of(sample.shape().rows(size, sample.dims(), random), sample.dims());
        Duplicates duplicates = random.nextBoolean() ? Duplicates.KEEP : Duplicates.DROP;
        KdTreeOptions options =
                KdTreeOptions.DEFAULT.withMetric(Metric.CHEBYSHEV).withDuplicates(duplicates);
        try (KdTree tree = KdTree.build(backend, workers, MEMORY, points, options)) {
            StructureReport report = tree.verify();
            return report.isSound()
                    ? Optional.empty()
                    : Optional.of(report.violations() + " findings, n=" + size + ", " + duplicates + ": "
                            + report.findings().get(0));
        }
    }
}
