package dev.gyre.engine.verify;

import dev.gyre.engine.data.IntRows;
import dev.gyre.engine.data.Split;
import dev.gyre.engine.join.Placed;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.op.Partitioning;
import dev.gyre.engine.partition.Reduction.Operator;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.pool.Context;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** Compares the operations of {@link Partitioning} with {@link PartitionOracle}. */
final class PartitionChecks {

    static final List<OperationCheck> ALL = List.of(
            check("compaction", PartitionChecks::compaction),
            check("gather-scatter", PartitionChecks::gatherScatter),
            check("histogram", PartitionChecks::histogram),
            check("levels", PartitionChecks::levels),
            check("multiway-partition", PartitionChecks::multiwayPartition),
            new OperationCheck("reduce", PartitionChecks::reduce),
            check("scan", PartitionChecks::scan),
            check("segmented-partition", PartitionChecks::segmentedPartition),
            check("two-way-partition", PartitionChecks::twoWayPartition));

    /** More than two tiles of the JVM. */
    private static final int LARGEST = 70_000;

    private static final long MEMORY = 1L << 30;

    private PartitionChecks() {}

    /** Compares an operation with its oracle on n elements; returns the difference, or empty. */
    private interface Comparison {
        Optional<String> difference(Partitioning partitioning, Shape shape, int n, Random random);
    }

    private static OperationCheck check(String name, Comparison comparison) {
        return new OperationCheck(name, (context, sample) -> {
            Random random = sample.random();
            int n = size(sample, random);
            return comparison.difference(Placed.partitioning(Placement.on(context)), sample.shape(), n, random);
        });
    }

    /** Returns the size of the sample, or in a third of all cases a size that may make many tiles. */
    private static int size(Sample sample, Random random) {
        return random.nextInt(3) == 0 ? random.nextInt(LARGEST) : sample.size();
    }

    private static Optional<String> compaction(Partitioning partitioning, Shape shape, int n, Random random) {
        int[] flags = Values.flags(n, random);
        Split<int[]> expected = PartitionOracle.partition(flags);
        int[] kept = Arrays.copyOf(expected.values(), expected.split());
        if (random.nextBoolean()) {
            return SortOracle.difference("kept indices", kept, partitioning.keepWhere(flags));
        }
        int[] values = Values.ints(shape, n, random);
        return SortOracle.difference("kept values", pick(values, kept), partitioning.keepWhere(values, flags));
    }

    private static int[] pick(int[] values, int[] indices) {
        return IntStream.of(indices).map(i -> values[i]).toArray();
    }

    /** Compares gather, scatter and the inverse of a permutation with each other and with a plain loop. */
    private static Optional<String> gatherScatter(Partitioning partitioning, Shape shape, int n, Random random) {
        int[] values = Values.ints(shape, n, random);
        int[] order = Values.permutation(n, random);
        int[] gathered = partitioning.gather(values, order);
        return SortOracle.difference("gather", pick(values, order), gathered)
                .or(() -> SortOracle.difference("scatter", values, partitioning.scatter(gathered, order, n)))
                .or(() -> SortOracle.difference(
                        "inverse", values, partitioning.permute(gathered, partitioning.inverse(order))));
    }

    private static Optional<String> histogram(Partitioning partitioning, Shape shape, int n, Random random) {
        int bins = 1 + random.nextInt(random.nextBoolean() ? 128 : 5000);
        int[] labels = IntStream.of(Values.ints(shape, n, random))
                .map(value -> Math.floorMod(value, bins))
                .toArray();
        return SortOracle.difference(
                "histogram of " + bins + " bins",
                PartitionOracle.histogram(labels, bins),
                partitioning.histogram(labels, bins));
    }

    private static Optional<String> levels(Partitioning partitioning, Shape shape, int n, Random random) {
        double[] values =
                IntStream.of(Values.ints(shape, n, random)).asDoubleStream().toArray();
        int width = 2 + random.nextInt(random.nextBoolean() ? 15 : 300);
        Operator operator = Operator.values()[random.nextInt(Operator.values().length)];
        double[][] actual = switch (operator) {
            case SUM -> partitioning.sumLevels(values, width);
            case MIN -> partitioning.minLevels(values, width);
            case MAX -> partitioning.maxLevels(values, width);
        };
        return Arrays.deepEquals(PartitionOracle.levels(operator, values, width), actual)
                ? Optional.empty()
                : Optional.of("levels by " + operator + " differ: n=" + n + ", width=" + width);
    }

    /** Compares with a stable sort by label: with one part, several parts, and more parts than one digit can express. */
    private static Optional<String> multiwayPartition(Partitioning partitioning, Shape shape, int n, Random random) {
        int parts = new int[] {1, 2, 7, 256, 257, 70_000}[random.nextInt(6)];
        int used = random.nextBoolean() ? parts : 1 + random.nextInt(parts);
        int[] labels = random.ints(n, 0, used).toArray();
        int[] order = SortOracle.order(0, n, (a, b) -> Integer.compare(labels[a], labels[b]));
        int[] offsets = new int[parts + 1];
        IntStream.of(labels).forEach(label -> offsets[label + 1]++);
        for (int part = 0; part < parts; part++) {
            offsets[part + 1] += offsets[part];
        }
        IntRows actual = partitioning.multiwayPartition(labels, parts);
        return SortOracle.difference("order of " + parts + " parts", order, actual.toArray())
                .or(() -> SortOracle.difference("offsets of " + parts + " parts", offsets, actual.toOffsets()));
    }

    /** Compares segmented reductions of ints with the oracle, and sums of floats with the bits of the JVM. */
    private static Optional<String> reduce(Context context, Sample sample) {
        Random random = sample.random();
        int n = size(sample, random);
        Partitioning partitioning = Placed.partitioning(Placement.on(context));
        int[] offsets = Offsets.drawAny(n, random);
        float[] floats = Values.floats(sample.shape(), n, random);
        double[] sums = partitioning.segmentedSum(floats, offsets);
        Context jvm = new Context(new JvmBackend(context.workers()), context.workers(), MEMORY);
        double[] expected = Placed.partitioning(Placement.on(jvm)).segmentedSum(floats, offsets);
        int at = Arrays.mismatch(expected, sums);
        if (at >= 0) {
            return Optional.of("sum of segment " + at + " has other bits: expected=" + expected[at] + ", actual="
                    + sums[at] + ", n=" + n);
        }
        int[] ints = Values.ints(sample.shape(), n, random);
        Operator operator = Operator.values()[random.nextInt(Operator.values().length)];
        long[] reduced = switch (operator) {
            case SUM -> partitioning.segmentedSum(ints, offsets);
            case MIN -> toLongs(partitioning.segmentedMin(ints, offsets));
            case MAX -> toLongs(partitioning.segmentedMax(ints, offsets));
        };
        int wrong = Arrays.mismatch(PartitionOracle.reduce(operator, ints, offsets), reduced);
        return wrong < 0
                ? Optional.empty()
                : Optional.of(operator + " of segment " + wrong + " is " + reduced[wrong] + ", n=" + n);
    }

    private static long[] toLongs(int[] values) {
        return Arrays.stream(values).asLongStream().toArray();
    }

    /** Compares scans with the oracle, and expects the exception for overflow if a running sum does not fit an int. */
    private static Optional<String> scan(Partitioning partitioning, Shape shape, int n, Random random) {
        int[] values = Values.ints(shape, n, random);
        boolean inclusive = random.nextBoolean();
        try {
            int[] sums = inclusive ? partitioning.inclusiveScan(values) : partitioning.exclusiveScan(values);
            return PartitionOracle.overflows(values)
                    ? Optional.of("an overflow was not detected, n=" + n)
                    : SortOracle.difference("scan", PartitionOracle.scan(values, inclusive), sums);
        } catch (ArithmeticException e) {
            return PartitionOracle.overflows(values) ? Optional.empty() : Optional.of(e.getMessage());
        }
    }

    private static Optional<String> segmentedPartition(Partitioning partitioning, Shape shape, int n, Random random) {
        int[] offsets = Offsets.drawAny(n, random);
        int[] keys = Values.ints(shape, n, random);
        int[] payload = Values.permutation(n, random);
        int[] pivots = random.ints(offsets.length - 1, 0, Math.max(1, n))
                .map(i -> n == 0 ? 0 : keys[i])
                .toArray();
        Split.Segments expected = PartitionOracle.segmentedPartition(keys, payload, offsets, pivots);
        Split.Segments actual = partitioning.segmentedPartition(keys, payload, offsets, pivots);
        return SortOracle.difference("splits", expected.splits(), actual.splits())
                .or(() -> SortOracle.difference("keys", expected.keys(), actual.keys()))
                .or(() -> SortOracle.difference("payload", expected.payload(), actual.payload()));
    }

    /** Compares partitions of ints, or of floats by their bits, with the oracle. */
    private static Optional<String> twoWayPartition(Partitioning partitioning, Shape shape, int n, Random random) {
        int[] flags = Values.flags(n, random);
        int[] values = Values.ints(shape, n, random);
        Split<int[]> expected = PartitionOracle.partition(flags);
        int[] sorted = pick(values, expected.values());
        if (random.nextBoolean()) {
            Split<int[]> actual = partitioning.partition(values, flags);
            return actual.split() == expected.split()
                    ? SortOracle.difference("partition", sorted, actual.values())
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
        return SortOracle.difference("partition of floats", sorted, bits);
    }
}
