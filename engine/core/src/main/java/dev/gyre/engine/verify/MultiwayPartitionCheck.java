package dev.gyre.engine.verify;

import dev.gyre.engine.data.IntRows;
import dev.gyre.engine.op.Partitioning;
import dev.gyre.engine.plan.Context;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** Holds the multi-way partition against a stable sort by label: one part, some, and more than a digit tells apart. */
final class MultiwayPartitionCheck implements OperationCheck {

    @Override
    public String name() {
        return "multiway-partition";
    }

    @Override
    public Optional<String> check(Context context, Sample sample) {
        Random random = sample.random();
        int n = TileSample.anySize(sample, random);
        int parts = new int[] {1, 2, 7, 256, 257, 70_000}[random.nextInt(6)];
        int used = random.nextBoolean() ? parts : 1 + random.nextInt(parts);
        int[] labels = random.ints(n, 0, used).toArray();
        int[] order = SortOracle.order(0, n, (a, b) -> Integer.compare(labels[a], labels[b]));
        int[] offsets = new int[parts + 1];
        IntStream.of(labels).forEach(label -> offsets[label + 1]++);
        for (int part = 0; part < parts; part++) {
            offsets[part + 1] += offsets[part];
        }
        IntRows actual = new Partitioning(context).multiwayPartition(labels, parts);
        return PartitionOracle.difference("order of " + parts + " parts", order, actual.toArray())
                .or(() -> PartitionOracle.difference("offsets of " + parts + " parts", offsets, actual.toOffsets()));
    }
}
