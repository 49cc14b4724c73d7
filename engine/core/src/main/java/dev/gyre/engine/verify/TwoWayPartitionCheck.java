package dev.gyre.engine.verify;

import dev.gyre.engine.data.SplitInts;
import dev.gyre.engine.op.Partitioning;
import dev.gyre.engine.plan.Context;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;

/** Holds the two-way partition against the oracle: ints and floats. */
final class TwoWayPartitionCheck implements OperationCheck {

    @Override
    public String name() {
        return "two-way-partition";
    }

    @Override
    public Optional<String> check(Context context, Sample sample) {
        Random random = sample.random();
        int n = TileSample.anySize(sample, random);
        Partitioning partitioning = new Partitioning(context);
        int[] flags = Values.flags(n, random);
        int[] values = Values.ints(sample.shape(), n, random);
        SplitInts expected = PartitionOracle.partition(flags);
        int[] sorted = Arrays.stream(expected.values()).map(i -> values[i]).toArray();
        if (random.nextBoolean()) {
            SplitInts actual = partitioning.partition(values, flags);
            return actual.split() == expected.split()
                    ? PartitionOracle.difference("partition", sorted, actual.values())
                    : Optional.of("split is " + actual.split() + ", n=" + n);
        }
        float[] floats = new float[n];
        for (int i = 0; i < n; i++) {
            floats[i] = Float.intBitsToFloat(values[i] & 0x7effffff);
        }
        int[] bits = new int[n];
        float[] actual = partitioning.partition(floats, flags).values();
        for (int i = 0; i < n; i++) {
            sorted[i] &= 0x7effffff;
            bits[i] = Float.floatToRawIntBits(actual[i]);
        }
        return PartitionOracle.difference("partition of floats", sorted, bits);
    }
}
