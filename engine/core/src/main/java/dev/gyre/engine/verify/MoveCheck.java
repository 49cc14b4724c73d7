package dev.gyre.engine.verify;

import dev.gyre.engine.op.Partitioning;
import dev.gyre.engine.plan.Context;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;

/** Holds gather, scatter and the inverse of a permutation against each other and plain loops. */
final class MoveCheck implements OperationCheck {

    @Override
    public String name() {
        return "gather-scatter";
    }

    @Override
    public Optional<String> check(Context context, Sample sample) {
        Random random = sample.random();
        int n = TileSample.anySize(sample, random);
        Partitioning partitioning = new Partitioning(context);
        int[] values = Values.ints(sample.shape(), n, random);
        int[] order = Values.permutation(n, random);
        int[] gathered = partitioning.gather(values, order);
        return PartitionOracle.difference(
                        "gather", Arrays.stream(order).map(i -> values[i]).toArray(), gathered)
                .or(() -> PartitionOracle.difference("scatter", values, partitioning.scatter(gathered, order, n)))
                .or(() -> PartitionOracle.difference(
                        "inverse", values, partitioning.permute(gathered, partitioning.inverse(order))));
    }
}
