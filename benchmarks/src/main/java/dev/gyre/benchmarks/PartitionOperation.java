package dev.gyre.benchmarks;

import dev.gyre.engine.partition.Compaction;
import dev.gyre.engine.partition.Histogram;
import dev.gyre.engine.partition.Reduction;
import dev.gyre.engine.partition.Scan;
import dev.gyre.engine.partition.SegmentedPartition;
import dev.gyre.engine.partition.TwoWayPartition;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Stage;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** The operations of {@link PartitionBenchmark}: each makes seeded data and the stages over it. */
enum PartitionOperation {
    /** Exclusive sums of zeros and ones. */
    SCAN {
        @Override
        Work work(int n, Device device) {
            int[] values = flags(n);
            int[] sums = new int[n];
            Scan scan = Scan.exclusive(values, sums, device);
            return new Work(inputs(scan.uploads(), values), scan.stages(), List.of(sums, scan.overflows()), 8L * n);
        }
    },
    /** The sum of all, in long. */
    REDUCE {
        @Override
        Work work(int n, Device device) {
            int[] values = flags(n);
            int[] offsets = {0, n};
            long[] sum = new long[1];
            Reduction reduction = Reduction.of(Reduction.Operator.SUM, values, offsets, sum);
            return new Work(inputs(reduction.uploads(), values, offsets), reduction.stages(), List.of(sum), 4L * n);
        }
    },
    /** Ints kept where a flag is set, about every other. */
    COMPACTION {
        @Override
        Work work(int n, Device device) {
            int[] flags = flags(n);
            int[] values = numbers(n, Integer.MAX_VALUE);
            int[] kept = new int[n];
            Compaction compaction = Compaction.ofValues(flags, values, kept, device);
            long bytes = 8L * n + 4L * Arrays.stream(flags).sum();
            return new Work(
                    inputs(compaction.uploads(), flags, values),
                    compaction.stages(),
                    List.of(kept, compaction.count()),
                    bytes);
        }
    },
    /** Ints with a flag first, about every other, then the rest. */
    TWO_WAY_PARTITION {
        @Override
        Work work(int n, Device device) {
            int[] flags = flags(n);
            int[] values = numbers(n, Integer.MAX_VALUE);
            int[] out = new int[n];
            TwoWayPartition partition = TwoWayPartition.ofValues(flags, values, out, device);
            return new Work(
                    inputs(partition.uploads(), flags, values),
                    partition.stages(),
                    List.of(out, partition.split()),
                    12L * n);
        }
    },
    /** Keys with payload around the middle, in segments of 1,000. */
    SEGMENTED_PARTITION {
        @Override
        Work work(int n, Device device) {
            int[] keys = numbers(n, 1 << 20);
            int[] payload = numbers(n, Integer.MAX_VALUE);
            int segments = Math.ceilDiv(n, 1000);
            int[] offsets = new int[segments + 1];
            Arrays.setAll(offsets, s -> Math.min(n, 1000 * s));
            int[] pivots = new int[segments];
            Arrays.fill(pivots, 1 << 19);
            SegmentedPartition.Columns columns = new SegmentedPartition.Columns(
                    keys, payload, offsets, pivots, new int[n], new int[n], new int[segments]);
            SegmentedPartition partition = new SegmentedPartition(columns, device);
            return new Work(
                    inputs(partition.uploads(), keys, payload, offsets, pivots),
                    partition.stages(),
                    List.of(columns.outKeys(), columns.outPayload(), columns.splits()),
                    16L * n);
        }
    },
    /** Uniform labels in 256 bins. */
    HISTOGRAM_256 {
        @Override
        Work work(int n, Device device) {
            return histogram(n, 256, device);
        }
    },
    /** Uniform labels in 65,536 bins. */
    HISTOGRAM_65536 {
        @Override
        Work work(int n, Device device) {
            return histogram(n, 65_536, device);
        }
    };

    private static final long SEED = 20261120L;

    /**
     * What there is to run.
     *
     * @param inputs arrays to upload
     * @param stages the stages
     * @param outputs arrays to download
     * @param bytes input and output, each counted once
     */
    record Work(List<Object> inputs, List<Stage> stages, List<Object> outputs, long bytes) {

        Phase.Builder stages(Phase.Builder phase) {
            stages.forEach(phase::stage);
            return phase;
        }
    }

    abstract Work work(int n, Device device);

    private static Work histogram(int n, int bins, Device device) {
        int[] labels = numbers(n, bins);
        int[] counts = new int[bins];
        Histogram histogram = new Histogram(labels, bins, counts, device);
        return new Work(
                inputs(histogram.uploads(), labels), histogram.stages(), List.of(counts, histogram.strays()), 4L * n);
    }

    private static int[] flags(int n) {
        return numbers(n, 2);
    }

    private static int[] numbers(int n, int bound) {
        return new Random(SEED).ints(n, 0, bound).toArray();
    }

    private static List<Object> inputs(Object[] parameters, Object... arrays) {
        Object[] all = Arrays.copyOf(arrays, arrays.length + parameters.length);
        System.arraycopy(parameters, 0, all, arrays.length, parameters.length);
        return List.of(all);
    }
}
