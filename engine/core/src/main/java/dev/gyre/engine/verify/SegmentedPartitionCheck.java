package dev.gyre.engine.verify;

import dev.gyre.engine.data.SplitSegments;
import dev.gyre.engine.op.Partitioning;
import dev.gyre.engine.plan.Context;
import java.util.Optional;
import java.util.Random;

/** Holds the segmented partition against the oracle. */
final class SegmentedPartitionCheck implements OperationCheck {

    @Override
    public String name() {
        return "segmented-partition";
    }

    @Override
    public Optional<String> check(Context context, Sample sample) {
        Random random = sample.random();
        int n = TileSample.anySize(sample, random);
        Partitioning partitioning = new Partitioning(context);
        int[] offsets = Offsets.drawAny(n, random);
        int[] keys = Values.ints(sample.shape(), n, random);
        int[] payload = Values.permutation(n, random);
        int[] pivots = random.ints(offsets.length - 1, 0, Math.max(1, n))
                .map(i -> n == 0 ? 0 : keys[i])
                .toArray();
        SplitSegments expected = PartitionOracle.segmentedPartition(keys, payload, offsets, pivots);
        SplitSegments actual = partitioning.segmentedPartition(keys, payload, offsets, pivots);
        return PartitionOracle.difference("splits", expected.splits(), actual.splits())
                .or(() -> PartitionOracle.difference("keys", expected.keys(), actual.keys()))
                .or(() -> PartitionOracle.difference("payload", expected.payload(), actual.payload()));
    }
}
