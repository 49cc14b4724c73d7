package dev.gyre.engine.partition;

import dev.gyre.engine.plan.Context;
import dev.gyre.engine.sample.Sample;
import dev.gyre.engine.sample.Values;
import dev.gyre.engine.verify.OperationCheck;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;

/** Holds compaction against the oracle: indices and values. */
public final class CompactionCheck implements OperationCheck {

    private static final long MEMORY = 1L << 30;

    /** For the service loader. */
    public CompactionCheck() {}

    @Override
    public String name() {
        return "compaction";
    }

    @Override
    public Optional<String> check(Context context, Sample sample) {
        Random random = sample.random();
        int n = TileSample.anySize(sample, random);
        Partitioning partitioning = new Partitioning(context);
        int[] flags = Values.flags(n, random);
        TwoWayPartition.OfInts expected = PartitionOracle.partition(flags);
        int[] kept = Arrays.copyOf(expected.values(), expected.split());
        if (random.nextBoolean()) {
            return PartitionOracle.difference("kept indices", kept, partitioning.keepWhere(flags));
        }
        int[] values = Values.ints(sample.shape(), n, random);
        return PartitionOracle.difference(
                "kept values",
                Arrays.stream(kept).map(i -> values[i]).toArray(),
                partitioning.keepWhere(values, flags));
    }
}
