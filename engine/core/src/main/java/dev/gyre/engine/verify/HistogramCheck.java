package dev.gyre.engine.verify;

import dev.gyre.engine.op.Partitioning;
import dev.gyre.engine.plan.Context;
import java.util.Optional;
import java.util.Random;

/** Holds histograms against the oracle: few bins and many. */
final class HistogramCheck implements OperationCheck {

    @Override
    public String name() {
        return "histogram";
    }

    @Override
    public Optional<String> check(Context context, Sample sample) {
        Random random = sample.random();
        int n = TileSample.anySize(sample, random);
        Partitioning partitioning = new Partitioning(context);
        int bins = 1 + random.nextInt(random.nextBoolean() ? 128 : 5000);
        int[] labels = Values.ints(sample.shape(), n, random);
        for (int i = 0; i < n; i++) {
            labels[i] = Math.floorMod(labels[i], bins);
        }
        return PartitionOracle.difference(
                "histogram of " + bins + " bins",
                PartitionOracle.histogram(labels, bins),
                partitioning.histogram(labels, bins));
    }
}
