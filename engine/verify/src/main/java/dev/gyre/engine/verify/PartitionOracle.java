package dev.gyre.engine.verify;

import dev.gyre.engine.data.Split;
import dev.gyre.engine.op.Partitioning;
import dev.gyre.engine.partition.Reduction.Operator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The operations of {@link Partitioning} by the plainest code, to compare with. */
public final class PartitionOracle {

    private PartitionOracle() {}

    /**
     * Returns running sums.
     *
     * @param inclusive whether a sum includes its own element
     * @return the sums, wrapped around if they overflow
     */
    public static int[] scan(int[] values, boolean inclusive) {
        int[] sums = new int[values.length];
        int sum = 0;
        for (int i = 0; i < values.length; i++) {
            sums[i] = inclusive ? sum + values[i] : sum;
            sum += values[i];
        }
        return sums;
    }

    /** Tells whether a running sum leaves the range of int. */
    public static boolean overflows(int[] values) {
        long sum = 0;
        for (int value : values) {
            sum += value;
            if (sum != (int) sum) {
                return true;
            }
        }
        return false;
    }

    /**
     * Reduces segments of ints.
     *
     * @return one result per segment
     */
    public static long[] reduce(Operator operator, int[] values, int[] offsets) {
        long[] results = new long[offsets.length - 1];
        for (int s = 0; s < results.length; s++) {
            results[s] = operator.intNeutral();
            for (int i = offsets[s]; i < offsets[s + 1]; i++) {
                results[s] = switch (operator) {
                    case SUM -> results[s] + values[i];
                    case MIN -> Math.min(results[s], values[i]);
                    case MAX -> Math.max(results[s], values[i]);
                };
            }
        }
        return results;
    }

    /**
     * Reduces segments of floats; sums add the elements from the first to the last, in double.
     *
     * @return one result per segment
     */
    public static double[] reduce(Operator operator, float[] values, int[] offsets) {
        double[] results = new double[offsets.length - 1];
        for (int s = 0; s < results.length; s++) {
            results[s] = operator.floatNeutral();
            for (int i = offsets[s]; i < offsets[s + 1]; i++) {
                results[s] = switch (operator) {
                    case SUM -> results[s] + values[i];
                    case MIN -> Math.min(results[s], values[i]);
                    case MAX -> Math.max(results[s], values[i]);
                };
            }
        }
        return results;
    }

    /** Reduces each level of a packed tree from the one below, by streams. */
    public static double[][] levels(Operator operator, double[] values, int width) {
        List<double[]> levels = new ArrayList<>();
        double[] below = values;
        while (below.length > 1 || (levels.isEmpty() && below.length == 1)) {
            double[] children = below;
            below = IntStream.range(0, Math.ceilDiv(children.length, width))
                    .mapToObj(node ->
                            Arrays.stream(children, node * width, Math.min(children.length, (node + 1) * width)))
                    .mapToDouble(node -> switch (operator) {
                        case SUM -> node.reduce(Double::sum).orElseThrow();
                        case MIN -> node.min().orElseThrow();
                        case MAX -> node.max().orElseThrow();
                    })
                    .toArray();
            levels.add(below);
        }
        return levels.toArray(double[][]::new);
    }

    /**
     * Counts labels.
     *
     * @return one count per bin
     */
    public static int[] histogram(int[] labels, int bins) {
        int[] counts = new int[bins];
        for (int label : labels) {
            counts[label]++;
        }
        return counts;
    }

    /**
     * Returns the indices of flags that are not 0, then the others.
     *
     * @return the order, and the position where the others begin
     */
    public static Split<int[]> partition(int[] flags) {
        int[] order = new int[flags.length];
        int at = 0;
        for (int i = 0; i < flags.length; i++) {
            if (flags[i] != 0) {
                order[at++] = i;
            }
        }
        int split = at;
        for (int i = 0; i < flags.length; i++) {
            if (flags[i] == 0) {
                order[at++] = i;
            }
        }
        return new Split<>(order, split);
    }

    /**
     * Partitions segments around pivots.
     *
     * @return keys, values and splits
     */
    public static Split.Segments segmentedPartition(int[] keys, int[] payload, int[] offsets, int[] pivots) {
        Split.Segments result = new Split.Segments(new int[keys.length], new int[keys.length], new int[pivots.length]);
        int at = 0;
        for (int s = 0; s < pivots.length; s++) {
            for (int pass = 0; pass < 2; pass++) {
                for (int i = offsets[s]; i < offsets[s + 1]; i++) {
                    if (keys[i] < pivots[s] == (pass == 0)) {
                        result.keys()[at] = keys[i];
                        result.payload()[at] = payload[i];
                        at++;
                    }
                }
                if (pass == 0) {
                    result.splits()[s] = at;
                }
            }
        }
        return result;
    }
}
