package dev.gyre.engine.verify;

import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.op.Partitioning;
import dev.gyre.engine.partition.Reduction.Operator;
import dev.gyre.engine.plan.Context;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;

/** Holds segmented reductions against the oracle, and sums of floats against the bits of the JVM. */
final class ReduceCheck implements OperationCheck {

    private static final long MEMORY = 1L << 30;

    @Override
    public String name() {
        return "reduce";
    }

    @Override
    public Optional<String> check(Context context, Sample sample) {
        Random random = sample.random();
        int n = TileSample.anySize(sample, random);
        Partitioning partitioning = new Partitioning(context);
        int[] offsets = Offsets.drawAny(n, random);
        float[] floats = Values.floats(sample.shape(), n, random);
        double[] sums = partitioning.segmentedSum(floats, offsets);
        double[] expected = new Partitioning(new Context(new JvmBackend(context.workers()), context.workers(), MEMORY))
                .segmentedSum(floats, offsets);
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
}
