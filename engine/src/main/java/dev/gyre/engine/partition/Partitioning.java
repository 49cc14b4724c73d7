package dev.gyre.engine.partition;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.device.Device;
import dev.gyre.engine.device.Execution;
import dev.gyre.engine.device.Progress;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.partition.Reduction.Operator;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Stage;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Scan, reduction, histogram, compaction, partition, gather and scatter of arrays on the host.
 *
 * <p>Each call brings its input to the engine's device, runs there, and brings the result back; on a device it also compiles,
 * which takes longer than the work unless there is much of it. To run an operation many times, or over data that is on the
 * device, use the classes that make stages for a program: {@link Scan}, {@link Reduction}, {@link Histogram},
 * {@link Compaction}, {@link TwoWayPartition}, {@link MultiwayPartition}, {@link SegmentedPartition}, {@link Moves}.
 *
 * <p>Every answer is the same on every device, to the bit. Inputs are never changed; results are the caller's. No elements is
 * legal everywhere. Segments are given by offsets that ascend from 0 to n, one more than there are segments; segment i has
 * the elements {@code offsets[i] .. offsets[i+1]-1}, and may have none.
 *
 * <p>Time: O(n) each, if nothing else is said. Memory: input, result, and what the class behind an operation states as
 * temporary. More than the engine's memory limit is an {@link IllegalArgumentException} that names the sizes.
 *
 * <p>Safe for use by several threads.
 */
public final class Partitioning {

    private final Backend backend;
    private final Workers workers;
    private final DeviceMemory memory;

    /**
     * The operations on a device.
     *
     * @param backend the device
     * @param workers the host's threads
     * @param memoryLimit bytes that arrays on the device may take
     */
    public Partitioning(Backend backend, Workers workers, long memoryLimit) {
        this.backend = backend;
        this.workers = workers;
        this.memory = new DeviceMemory(backend.device(), memoryLimit);
    }

    /**
     * For each element the sum of those before it; 0 for the first.
     *
     * @param values the elements
     * @return the sums
     * @throws ArithmeticException if a running sum, that of all elements included, does not fit an int; names the index
     */
    public int[] exclusiveScan(int[] values) {
        int[] sums = new int[values.length];
        return values.length == 0 ? sums : scan(Scan.exclusive(values, sums, device()), values, sums);
    }

    /**
     * For each element the sum of those up to it.
     *
     * @param values the elements
     * @return the sums
     * @throws ArithmeticException if a running sum does not fit an int; names the index
     */
    public int[] inclusiveScan(int[] values) {
        int[] sums = new int[values.length];
        return values.length == 0 ? sums : scan(Scan.inclusive(values, sums, device()), values, sums);
    }

    private int[] scan(Scan scan, int[] values, int[] sums) {
        run(
                phase("scan", scan.stages(), scan.uploads(), values)
                        .download(sums, scan.overflows())
                        .build(),
                values.length);
        scan.checkOverflow();
        return sums;
    }

    /**
     * The sum of all elements; 0 if there is none.
     *
     * @param values the elements
     * @return the sum, which cannot overflow
     */
    public long sum(int[] values) {
        return segmentedSum(values, one(values.length))[0];
    }

    /**
     * The smallest element; {@link Integer#MAX_VALUE} if there is none.
     *
     * @param values the elements
     * @return the minimum
     */
    public int min(int[] values) {
        return segmentedMin(values, one(values.length))[0];
    }

    /**
     * The largest element; {@link Integer#MIN_VALUE} if there is none.
     *
     * @param values the elements
     * @return the maximum
     */
    public int max(int[] values) {
        return segmentedMax(values, one(values.length))[0];
    }

    /**
     * The sum of all elements, added up in {@code double} as {@link Reduction} says; 0 if there is none. Infinities of both
     * signs give NaN.
     *
     * @param values the elements
     * @return the sum
     * @throws IllegalArgumentException if an element is NaN; names the index
     */
    public double sum(float[] values) {
        return segmentedSum(values, one(values.length))[0];
    }

    /**
     * The smallest element; positive infinity if there is none. Zeros of both signs are equal; a zero is given as 0.0.
     *
     * @param values the elements
     * @return the minimum
     * @throws IllegalArgumentException if an element is NaN; names the index
     */
    public float min(float[] values) {
        return segmentedMin(values, one(values.length))[0];
    }

    /**
     * The largest element; negative infinity if there is none. Zeros of both signs are equal; a zero is given as 0.0.
     *
     * @param values the elements
     * @return the maximum
     * @throws IllegalArgumentException if an element is NaN; names the index
     */
    public float max(float[] values) {
        return segmentedMax(values, one(values.length))[0];
    }

    private static int[] one(int n) {
        return new int[] {0, n};
    }

    /**
     * The sum of each segment; 0 for an empty one.
     *
     * @param values the elements
     * @param offsets where the segments begin, and n
     * @return one sum per segment, which cannot overflow
     * @throws IllegalArgumentException if offsets do not ascend from 0 to n
     */
    public long[] segmentedSum(int[] values, int[] offsets) {
        return segmented(Operator.SUM, values, offsets);
    }

    /**
     * The smallest element of each segment; {@link Integer#MAX_VALUE} for an empty one.
     *
     * @param values the elements
     * @param offsets where the segments begin, and n
     * @return one minimum per segment
     * @throws IllegalArgumentException if offsets do not ascend from 0 to n
     */
    public int[] segmentedMin(int[] values, int[] offsets) {
        return toInts(segmented(Operator.MIN, values, offsets));
    }

    /**
     * The largest element of each segment; {@link Integer#MIN_VALUE} for an empty one.
     *
     * @param values the elements
     * @param offsets where the segments begin, and n
     * @return one maximum per segment
     * @throws IllegalArgumentException if offsets do not ascend from 0 to n
     */
    public int[] segmentedMax(int[] values, int[] offsets) {
        return toInts(segmented(Operator.MAX, values, offsets));
    }

    /**
     * The sum of each segment, added up in {@code double} as {@link Reduction} says; 0 for an empty one. Infinities of both
     * signs give NaN.
     *
     * @param values the elements
     * @param offsets where the segments begin, and n
     * @return one sum per segment
     * @throws IllegalArgumentException if offsets do not ascend from 0 to n, or an element is NaN
     */
    public double[] segmentedSum(float[] values, int[] offsets) {
        return segmented(Operator.SUM, values, offsets);
    }

    /**
     * The smallest element of each segment; positive infinity for an empty one. Zeros as in {@link #min(float[])}.
     *
     * @param values the elements
     * @param offsets where the segments begin, and n
     * @return one minimum per segment
     * @throws IllegalArgumentException if offsets do not ascend from 0 to n, or an element is NaN
     */
    public float[] segmentedMin(float[] values, int[] offsets) {
        return toFloats(segmented(Operator.MIN, values, offsets));
    }

    /**
     * The largest element of each segment; negative infinity for an empty one. Zeros as in {@link #max(float[])}.
     *
     * @param values the elements
     * @param offsets where the segments begin, and n
     * @return one maximum per segment
     * @throws IllegalArgumentException if offsets do not ascend from 0 to n, or an element is NaN
     */
    public float[] segmentedMax(float[] values, int[] offsets) {
        return toFloats(segmented(Operator.MAX, values, offsets));
    }

    private long[] segmented(Operator operator, int[] values, int[] offsets) {
        Checks.offsets(offsets, values.length);
        long[] results = new long[offsets.length - 1];
        if (values.length == 0) {
            Arrays.fill(results, operator.intNeutral());
            return results;
        }
        reduce(Reduction.of(operator, values, offsets, results), values, values.length, offsets, results);
        return results;
    }

    private double[] segmented(Operator operator, float[] values, int[] offsets) {
        Checks.offsets(offsets, values.length);
        Checks.noNaN(values, workers);
        double[] results = new double[offsets.length - 1];
        if (values.length == 0) {
            Arrays.fill(results, operator.floatNeutral());
            return results;
        }
        reduce(Reduction.of(operator, values, offsets, results), values, values.length, offsets, results);
        return results;
    }

    private void reduce(Reduction reduction, Object values, int n, int[] offsets, Object results) {
        run(
                phase("reduction", reduction.stages(), reduction.uploads(), values, offsets)
                        .download(results)
                        .build(),
                n);
    }

    private static int[] toInts(long[] results) {
        return Arrays.stream(results).mapToInt(result -> (int) result).toArray();
    }

    /** The sum with 0.0 makes one zero of the two. */
    private static float[] toFloats(double[] results) {
        float[] floats = new float[results.length];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) results[i] + 0f;
        }
        return floats;
    }

    /**
     * How often each label occurs.
     *
     * @param labels the labels, each in 0..bins-1
     * @param bins number of bins, 1 to {@link Histogram#MAX_BINS}
     * @return one count per bin
     * @throws IllegalArgumentException if bins or a label is out of range; names the index of the first such label
     */
    public int[] histogram(int[] labels, int bins) {
        Histogram.checkBins(bins);
        int[] counts = new int[bins];
        if (labels.length == 0) {
            return counts;
        }
        Histogram histogram = new Histogram(labels, bins, counts, device());
        run(
                phase("histogram", histogram.stages(), histogram.uploads(), labels)
                        .download(counts, histogram.strays())
                        .build(),
                labels.length);
        histogram.checkLabels();
        return counts;
    }

    /**
     * The indices of the flags that are not 0.
     *
     * @param flags the flags
     * @return the indices, ascending
     */
    public int[] keepWhere(int[] flags) {
        int[] kept = new int[flags.length];
        return flags.length == 0 ? kept : compact(Compaction.ofIndices(flags, kept, device()), flags, flags, kept);
    }

    /**
     * The elements whose flag is not 0.
     *
     * @param values the elements
     * @param flags one per element
     * @return the kept elements, in their order
     * @throws IllegalArgumentException if there are not as many flags as elements
     */
    public int[] keepWhere(int[] values, int[] flags) {
        Checks.sameLength("flags", flags.length, "values", values.length);
        int[] kept = new int[flags.length];
        return flags.length == 0
                ? kept
                : compact(Compaction.ofValues(flags, values, kept, device()), flags, values, kept);
    }

    private int[] compact(Compaction compaction, int[] flags, int[] values, int[] kept) {
        run(compactionOf(compaction, flags, values, kept), flags.length);
        return Arrays.copyOf(kept, compaction.count()[0]);
    }

    /**
     * The elements whose flag is not 0.
     *
     * @param values the elements
     * @param flags one per element
     * @return the kept elements, in their order
     * @throws IllegalArgumentException if there are not as many flags as elements
     */
    public float[] keepWhere(float[] values, int[] flags) {
        Checks.sameLength("flags", flags.length, "values", values.length);
        float[] kept = new float[flags.length];
        if (flags.length == 0) {
            return kept;
        }
        Compaction compaction = Compaction.ofValues(flags, values, kept, device());
        run(compactionOf(compaction, flags, values, kept), flags.length);
        return Arrays.copyOf(kept, compaction.count()[0]);
    }

    private static Phase compactionOf(Compaction compaction, int[] flags, Object values, Object kept) {
        return phase("compaction", compaction.stages(), compaction.uploads(), flags, values)
                .download(kept, compaction.count())
                .build();
    }

    /**
     * The indices of the flags that are not 0, then those of the others, both ascending.
     *
     * @param flags the flags
     * @return a permutation of 0..n-1, and where the others begin
     */
    public TwoWayPartition.OfInts partition(int[] flags) {
        int[] order = new int[flags.length];
        if (flags.length == 0) {
            return new TwoWayPartition.OfInts(order, 0);
        }
        TwoWayPartition partition = TwoWayPartition.ofIndices(flags, order, device());
        run(partitionOf(partition, flags, flags, order), flags.length);
        return new TwoWayPartition.OfInts(order, partition.split()[0]);
    }

    /**
     * The elements whose flag is not 0, then the others, both in their order.
     *
     * @param values the elements
     * @param flags one per element
     * @return all elements, and where the others begin
     * @throws IllegalArgumentException if there are not as many flags as elements
     */
    public TwoWayPartition.OfInts partition(int[] values, int[] flags) {
        Checks.sameLength("flags", flags.length, "values", values.length);
        int[] out = new int[flags.length];
        if (flags.length == 0) {
            return new TwoWayPartition.OfInts(out, 0);
        }
        TwoWayPartition partition = TwoWayPartition.ofValues(flags, values, out, device());
        run(partitionOf(partition, flags, values, out), flags.length);
        return new TwoWayPartition.OfInts(out, partition.split()[0]);
    }

    /**
     * The elements whose flag is not 0, then the others, both in their order.
     *
     * @param values the elements
     * @param flags one per element
     * @return all elements, and where the others begin
     * @throws IllegalArgumentException if there are not as many flags as elements
     */
    public TwoWayPartition.OfFloats partition(float[] values, int[] flags) {
        Checks.sameLength("flags", flags.length, "values", values.length);
        float[] out = new float[flags.length];
        if (flags.length == 0) {
            return new TwoWayPartition.OfFloats(out, 0);
        }
        TwoWayPartition partition = TwoWayPartition.ofValues(flags, values, out, device());
        run(partitionOf(partition, flags, values, out), flags.length);
        return new TwoWayPartition.OfFloats(out, partition.split()[0]);
    }

    /**
     * The indices of the elements by ascending label, those of one label in ascending order.
     *
     * @param labels the labels, each in 0..parts-1
     * @param parts number of parts, 1 or more
     * @return the order, and where each part begins
     * @throws IllegalArgumentException if parts is less than 1 or a label is out of range; names the index of the first
     *     such label
     */
    public MultiwayPartition.Result multiwayPartition(int[] labels, int parts) {
        MultiwayPartition.checkParts(parts);
        int n = labels.length;
        int[] offsets = new int[parts + 1];
        for (int i = 0; i < n; i++) {
            if (labels[i] < 0 || labels[i] >= parts) {
                throw new IllegalArgumentException(
                        "labels must be in 0..parts-1: labels[" + i + "]=" + labels[i] + ", parts=" + parts);
            }
            offsets[labels[i] + 1]++;
        }
        for (int part = 0; part < parts; part++) {
            offsets[part + 1] += offsets[part];
        }
        if (n == 0) {
            return new MultiwayPartition.Result(new int[0], offsets);
        }
        MultiwayPartition partition = new MultiwayPartition(n, parts, device());
        System.arraycopy(labels, 0, partition.labels(), 0, n);
        Arrays.setAll(partition.payload(), i -> i);
        run(
                phase(
                                "multi-way partition",
                                partition.stages(),
                                partition.uploads(),
                                partition.labels(),
                                partition.payload())
                        .download(partition.sortedPayload())
                        .build(),
                n);
        return new MultiwayPartition.Result(partition.sortedPayload(), offsets);
    }

    private static Phase partitionOf(TwoWayPartition partition, int[] flags, Object values, Object out) {
        return phase("partition", partition.stages(), partition.uploads(), flags, values)
                .download(out, partition.split())
                .build();
    }

    /**
     * Partitions each segment around its pivot: keys below the pivot first, then the rest, both in their order.
     * O(n log s + s) for s segments.
     *
     * @param keys the keys
     * @param payload one value per key
     * @param offsets where the segments begin, and n
     * @param pivots one per segment
     * @return keys and payload in their new order, and where each segment splits
     * @throws IllegalArgumentException if lengths do not fit or offsets do not ascend from 0 to n
     */
    public SegmentedPartition.Result segmentedPartition(int[] keys, int[] payload, int[] offsets, int[] pivots) {
        Checks.offsets(offsets, keys.length);
        Checks.sameLength("payload", payload.length, "keys", keys.length);
        int segments = offsets.length - 1;
        Checks.sameLength("pivots", pivots.length, "segments", segments);
        SegmentedPartition.Result result =
                new SegmentedPartition.Result(new int[keys.length], new int[keys.length], new int[segments]);
        if (keys.length == 0) {
            return result;
        }
        SegmentedPartition partition = new SegmentedPartition(
                new SegmentedPartition.Columns(
                        keys, payload, offsets, pivots, result.keys(), result.payload(), result.splits()),
                device());
        run(
                phase("segmented partition", partition.stages(), partition.uploads(), keys, payload, offsets, pivots)
                        .download(result.keys(), result.payload(), result.splits())
                        .build(),
                keys.length);
        return result;
    }

    /**
     * Reads by index: {@code result[i] = values[indices[i]]}.
     *
     * @param values the elements
     * @param indices which elements, in any order and as often as wanted
     * @return as many elements as indices
     * @throws IllegalArgumentException if an index is out of range; names it
     */
    public int[] gather(int[] values, int[] indices) {
        Checks.indices(indices, values.length, workers);
        int[] out = new int[indices.length];
        int[] count = {indices.length};
        move("gather", Moves.gather(values, indices, count, out), values, indices, count, out);
        return out;
    }

    /**
     * Reads by index: {@code result[i] = values[indices[i]]}.
     *
     * @param values the elements
     * @param indices which elements, in any order and as often as wanted
     * @return as many elements as indices
     * @throws IllegalArgumentException if an index is out of range; names it
     */
    public float[] gather(float[] values, int[] indices) {
        Checks.indices(indices, values.length, workers);
        float[] out = new float[indices.length];
        int[] count = {indices.length};
        move("gather", Moves.gather(values, indices, count, out), values, indices, count, out);
        return out;
    }

    /**
     * Writes by index: {@code result[indices[i]] = values[i]}, and 0 where no index points.
     *
     * @param values the elements
     * @param indices one per element, none twice
     * @param length length of the result
     * @return so many elements
     * @throws IllegalArgumentException if an index is out of range or occurs twice; names it
     */
    public int[] scatter(int[] values, int[] indices, int length) {
        BitSet named = checkTargets(values.length, indices, length);
        int[] out = new int[length];
        int[] count = {indices.length};
        move("scatter", Moves.scatter(values, indices, count, out), values, indices, count, out);
        for (int i = named.nextClearBit(0); i < length; i = named.nextClearBit(i + 1)) {
            out[i] = 0;
        }
        return out;
    }

    /**
     * Writes by index: {@code result[indices[i]] = values[i]}, and 0 where no index points.
     *
     * @param values the elements
     * @param indices one per element, none twice
     * @param length length of the result
     * @return so many elements
     * @throws IllegalArgumentException if an index is out of range or occurs twice; names it
     */
    public float[] scatter(float[] values, int[] indices, int length) {
        BitSet named = checkTargets(values.length, indices, length);
        float[] out = new float[length];
        int[] count = {indices.length};
        move("scatter", Moves.scatter(values, indices, count, out), values, indices, count, out);
        for (int i = named.nextClearBit(0); i < length; i = named.nextClearBit(i + 1)) {
            out[i] = 0;
        }
        return out;
    }

    private BitSet checkTargets(int values, int[] indices, int length) {
        if (length < 0) {
            throw new IllegalArgumentException("length must be 0 or more: length=" + length);
        }
        Checks.sameLength("indices", indices.length, "values", values);
        Checks.indices(indices, length, workers);
        return Checks.distinct(indices, length);
    }

    /**
     * Brings elements into the order that an argsort gives: {@code result[i] = values[order[i]]}.
     *
     * @param values the elements
     * @param order a permutation of 0..n-1
     * @return the elements in that order
     * @throws IllegalArgumentException if order is no permutation of 0..n-1; names the index
     */
    public int[] permute(int[] values, int[] order) {
        checkTargets(values.length, order, values.length);
        return gather(values, order);
    }

    /**
     * Brings elements into the order that an argsort gives: {@code result[i] = values[order[i]]}.
     *
     * @param values the elements
     * @param order a permutation of 0..n-1
     * @return the elements in that order
     * @throws IllegalArgumentException if order is no permutation of 0..n-1; names the index
     */
    public float[] permute(float[] values, int[] order) {
        checkTargets(values.length, order, values.length);
        return gather(values, order);
    }

    /**
     * The permutation that undoes another: {@code result[order[i]] = i}.
     *
     * @param order a permutation of 0..n-1
     * @return its inverse
     * @throws IllegalArgumentException if order is no permutation of 0..n-1; names the index
     */
    public int[] inverse(int[] order) {
        checkTargets(order.length, order, order.length);
        int[] inverse = new int[order.length];
        int[] count = {order.length};
        move("inverse", Moves.invert(order, count, inverse), order, order, count, inverse);
        return inverse;
    }

    private void move(String name, Stage stage, Object values, int[] indices, int[] count, Object out) {
        if (indices.length > 0) {
            run(
                    phase(name, List.of(stage), new Object[] {count}, indices, values)
                            .download(out)
                            .build(),
                    indices.length);
        }
    }

    /** With inputs that the caller may have given twice. */
    private static Phase.Builder phase(String name, List<Stage> stages, Object[] parameters, Object... inputs) {
        Phase.Builder phase = Phase.named(name).upload(parameters);
        Set<Object> distinct = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Object input : inputs) {
            if (distinct.add(input)) {
                phase.upload(input);
            }
        }
        stages.forEach(phase::stage);
        return phase;
    }

    private void run(Phase phase, int n) {
        memory.check(phase, n);
        try (Execution execution = backend.prepare(Program.of(phase.name(), phase))) {
            execution.run(phase.name(), Progress.NONE);
        }
    }

    private Device device() {
        return backend.device();
    }
}
