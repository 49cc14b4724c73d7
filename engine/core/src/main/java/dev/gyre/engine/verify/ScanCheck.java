package dev.gyre.engine.verify;

import dev.gyre.engine.op.Partitioning;
import dev.gyre.engine.plan.Context;
import java.util.Optional;
import java.util.Random;

/** Holds scans against the oracle, and their detection of overflow. */
final class ScanCheck implements OperationCheck {

    @Override
    public String name() {
        return "scan";
    }

    @Override
    public Optional<String> check(Context context, Sample sample) {
        Random random = sample.random();
        int n = TileSample.anySize(sample, random);
        Partitioning partitioning = new Partitioning(context);
        int[] values = Values.ints(sample.shape(), n, random);
        boolean inclusive = random.nextBoolean();
        try {
            int[] sums = inclusive ? partitioning.inclusiveScan(values) : partitioning.exclusiveScan(values);
            return PartitionOracle.overflows(values)
                    ? Optional.of("an overflow was not detected, n=" + n)
                    : PartitionOracle.difference("scan", PartitionOracle.scan(values, inclusive), sums);
        } catch (ArithmeticException e) {
            return PartitionOracle.overflows(values) ? Optional.empty() : Optional.of(e.getMessage());
        }
    }
}
