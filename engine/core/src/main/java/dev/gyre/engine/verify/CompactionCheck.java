package dev.gyre.engine.verify;

import dev.gyre.engine.data.SplitInts;
import dev.gyre.engine.op.Partitioning;
import dev.gyre.engine.plan.Context;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;

/** Holds compaction against the oracle: indices and values. */
final class CompactionCheck implements OperationCheck {

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
        SplitInts expected = PartitionOracle.partition(flags);
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
