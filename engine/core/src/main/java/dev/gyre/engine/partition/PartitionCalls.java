package dev.gyre.engine.partition;

import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.data.IntRows;
import dev.gyre.engine.data.Split;
import dev.gyre.engine.host.Checks;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.partition.Reduction.Operator;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Layout;
import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/** Checks the arguments of scans, reductions and partitions, places the calls, and runs them. */
public final class PartitionCalls {

    private final Placement placement;

    public PartitionCalls(Placement placement) {
        this.placement = Objects.requireNonNull(placement, "placement");
    }

    /** Returns the context for a call that moves some arrays of n elements to and from the device. */
    private Context at(int n, int arrays) {
        return placement.at(Operation.PARTITION, new Workload(n, 1, arrays, 1));
    }

    private static <A> A zeros(Class<A> type, int length) {
        return type.cast(Array.newInstance(type.getComponentType(), length));
    }

    public int[] scan(int[] values, boolean inclusive) {
        int n = values.length;
        if (n == 0) {
            return new int[0];
        }
        return new ArrayCall(at(n, 2), "scan", inclusive, n)
                .in(values)
                .out(int[].class, n)
                .run(
                        (arrays, layout) -> inclusive
                                ? Scan.inclusive(arrays.ints(0), arrays.ints(1), layout)
                                : Scan.exclusive(arrays.ints(0), arrays.ints(1), layout),
                        scan -> scan.setSize(n),
                        (scan, arrays) -> {
                            scan.checkOverflow(values);
                            return arrays.result(arrays.ints(1), n);
                        });
    }

    public long[] reduce(Operator operator, int[] values, int[] offsets) {
        Checks.offsets(offsets, values.length);
        if (values.length == 0) {
            long[] results = new long[offsets.length - 1];
            Arrays.fill(results, operator.intNeutral());
            return results;
        }
        return reduce(at(values.length, 1), operator, values, values.length, offsets, long[].class);
    }

    public double[] reduce(Operator operator, float[] values, int[] offsets) {
        Checks.offsets(offsets, values.length);
        if (values.length == 0) {
            double[] results = new double[offsets.length - 1];
            Arrays.fill(results, operator.floatNeutral());
            return results;
        }
        Context context = at(values.length, 1);
        Checks.noNaN(values, context.workers());
        return reduce(context, operator, values, values.length, offsets, double[].class);
    }

    private static <R> R reduce(
            Context context, Operator operator, Object values, int n, int[] offsets, Class<R> results) {
        int segments = offsets.length - 1;
        return new ArrayCall(context, "reduction", operator, n)
                .in(values)
                .offsets(offsets)
                .out(results, segments)
                .run(
                        (arrays, layout) -> new Reduction(
                                operator,
                                arrays.all().get(0),
                                arrays.ints(1),
                                arrays.all().get(2),
                                layout),
                        reduction -> reduction.setSize(n, segments),
                        (reduction, arrays) ->
                                arrays.result(results.cast(arrays.all().get(2)), segments));
    }

    public double[][] levels(Operator operator, double[] values, int width) {
        Checks.atLeast("width", width, 2);
        int n = values.length;
        if (n == 0) {
            return new double[0][];
        }
        Context context = at(n, 2);
        Checks.noNaN(values, context.workers());
        int[] sizes = LevelReduction.sizes(n, width);
        ArrayCall call = new ArrayCall(context, "levels", List.of(operator, width), n).in(values);
        IntStream.of(sizes).forEach(size -> call.out(double[].class, size));
        return call.run(
                (arrays, layout) -> new LevelReduction(
                        operator,
                        arrays.all().stream().map(double[].class::cast).toList(),
                        width,
                        layout),
                levels -> levels.setSize(n),
                (levels, arrays) -> IntStream.range(0, sizes.length)
                        .mapToObj(level -> arrays.result((double[]) arrays.all().get(level + 1), sizes[level]))
                        .toArray(double[][]::new));
    }

    public static int[] toInts(long[] results) {
        return Arrays.stream(results).mapToInt(result -> (int) result).toArray();
    }

    /** Converts results to floats; adding 0.0 turns -0.0 into 0.0. */
    public static float[] toFloats(double[] results) {
        float[] floats = new float[results.length];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) results[i] + 0f;
        }
        return floats;
    }

    public int[] histogram(int[] labels, int bins) {
        Histogram.checkBins(bins);
        int n = labels.length;
        if (n == 0) {
            return new int[bins];
        }
        return new ArrayCall(at(n, 1), "histogram", bins, n)
                .in(labels)
                .outExactly(int[].class, bins)
                .run(
                        (arrays, layout) -> new Histogram(arrays.ints(0), bins, arrays.ints(1), layout),
                        histogram -> histogram.setSize(n),
                        (histogram, arrays) -> {
                            histogram.checkLabels(labels);
                            return arrays.result(arrays.ints(1), bins);
                        });
    }

    /** Makes a split of arrays: the flags, the values if there are any, and the output. */
    private static FlagSplit split(List<Object> arrays, boolean others, Layout layout) {
        int[] flags = (int[]) arrays.get(0);
        Object values = arrays.size() > 2 ? arrays.get(1) : null;
        return others
                ? FlagSplit.partition(flags, values, arrays.getLast(), layout)
                : FlagSplit.compaction(flags, values, arrays.getLast(), layout);
    }

    /** Does a compaction or a partition; makes the result from the elements and the number of flagged ones. */
    public <A, R> R split(int[] flags, Object values, Class<A> type, boolean others, BiFunction<A, Integer, R> result) {
        int n = flags.length;
        if (values != null) {
            Checks.sameLength("flags", n, "values", Array.getLength(values));
        }
        if (n == 0) {
            return result.apply(zeros(type, 0), 0);
        }
        Context context = at(n, values == null ? 2 : 3);
        ArrayCall call = new ArrayCall(context, others ? "partition" : "compaction", "", n).in(flags);
        if (values != null) {
            call.in(values);
        }
        return (others ? call.out(type, n) : call.outUpTo(type, n))
                .run(
                        (arrays, layout) -> split(arrays.all(), others, layout),
                        split -> split.setSize(n),
                        (split, arrays) -> {
                            int flagged = split.count()[0];
                            A out = type.cast(arrays.all().getLast());
                            return result.apply(arrays.result(out, others ? n : flagged), flagged);
                        });
    }

    public IntRows multiwayPartition(int[] labels, int parts) {
        MultiwayPartition.checkParts(parts);
        int n = labels.length;
        if (n == 0) {
            return IntRows.of(new int[parts + 1], new int[0]);
        }
        Context context = at(n, 3);
        int[] offsets = MultiwayPartition.offsets(labels, parts, context.workers());
        return new ArrayCall(context, "multi-way partition", MultiwayPartition.digits(parts), n)
                .run(
                        (arrays, layout) -> new MultiwayPartition(arrays.capacity(), parts, layout),
                        rows -> rows.load(labels, context.workers()),
                        (rows, arrays) -> IntRows.of(offsets, arrays.result(rows.rows(), n)));
    }

    public Split.Segments segmentedPartition(int[] keys, int[] payload, int[] offsets, int[] pivots) {
        int n = keys.length;
        Checks.offsets(offsets, n);
        Checks.sameLength("payload", payload.length, "keys", n);
        int segments = offsets.length - 1;
        Checks.sameLength("pivots", pivots.length, "segments", segments);
        if (n == 0) {
            return new Split.Segments(new int[0], new int[0], new int[segments]);
        }
        return new ArrayCall(at(n, 4), "segmented partition", "", n)
                .in(keys)
                .in(payload)
                .offsets(offsets)
                .in(pivots)
                .out(int[].class, n)
                .out(int[].class, n)
                .out(int[].class, segments)
                .run(
                        (arrays, layout) -> new SegmentedPartition(
                                new SegmentedPartition.Columns(
                                        arrays.ints(0),
                                        arrays.ints(1),
                                        arrays.ints(2),
                                        arrays.ints(3),
                                        arrays.ints(4),
                                        arrays.ints(5),
                                        arrays.ints(6)),
                                layout),
                        partition -> partition.setSize(n, segments),
                        (partition, arrays) -> new Split.Segments(
                                arrays.result(arrays.ints(4), n),
                                arrays.result(arrays.ints(5), n),
                                arrays.result(arrays.ints(6), segments)));
    }

    public <A> A gather(A values, int elements, int[] indices, Class<A> type) {
        Context context = at(indices.length, 3);
        Checks.indices(indices, elements, context.workers());
        return gather(context, values, indices, type);
    }

    public <A> A permute(A values, int n, int[] order, Class<A> type) {
        return gather(checkPermutation(n, order), values, order, type);
    }

    private Context checkPermutation(int n, int[] order) {
        Context context = at(n, 3);
        Checks.sameLength("indices", order.length, "values", n);
        Checks.indices(order, n, context.workers());
        Checks.distinct(order, n, context.workers());
        return context;
    }

    private static <A> A gather(Context context, A values, int[] indices, Class<A> type) {
        int n = indices.length;
        if (n == 0) {
            return zeros(type, 0);
        }
        return new ArrayCall(context, "gather", "", n)
                .in(indices)
                .in(values)
                .out(type, n)
                .run(
                        (arrays, layout) -> GatherScatter.gather(
                                arrays.all().get(1),
                                arrays.ints(0),
                                layout.add(new int[1]),
                                arrays.all().get(2)),
                        move -> move.count()[0] = n,
                        (move, arrays) -> arrays.result(type.cast(arrays.all().get(2)), n));
    }

    public <A> A scatter(A values, int elements, int[] indices, int length, Class<A> type) {
        Checks.atLeast("length", length, 0);
        int n = indices.length;
        Checks.sameLength("indices", n, "values", elements);
        Context context = at(n, 3);
        Checks.indices(indices, length, context.workers());
        boolean[] named = Checks.distinct(indices, length, context.workers());
        if (n == 0) {
            return zeros(type, length);
        }
        return new ArrayCall(context, "scatter", "", n)
                .in(indices)
                .in(values)
                .out(type, length)
                .run(
                        (arrays, layout) -> GatherScatter.scatter(
                                arrays.all().get(1),
                                arrays.ints(0),
                                layout.add(new int[1]),
                                arrays.all().get(2)),
                        move -> move.count()[0] = n,
                        (move, arrays) -> {
                            A out = arrays.result(type.cast(arrays.all().get(2)), length);
                            if (n < length) {
                                HostArrays.clearUnless(named, out, context.workers());
                            }
                            return out;
                        });
    }

    public int[] inverse(int[] order) {
        int n = order.length;
        Context context = checkPermutation(n, order);
        if (n == 0) {
            return new int[0];
        }
        return new ArrayCall(context, "inverse", "", n)
                .in(order)
                .out(int[].class, n)
                .run(
                        (arrays, layout) ->
                                GatherScatter.invert(arrays.ints(0), layout.add(new int[1]), arrays.ints(1)),
                        move -> move.count()[0] = n,
                        (move, arrays) -> arrays.result(arrays.ints(1), n));
    }
}
