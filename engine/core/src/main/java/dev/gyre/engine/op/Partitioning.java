package dev.gyre.engine.op;

import dev.gyre.engine.data.IntRows;
import dev.gyre.engine.data.Split;
import dev.gyre.engine.partition.FlagSplit;
import dev.gyre.engine.partition.GatherScatter;
import dev.gyre.engine.partition.Histogram;
import dev.gyre.engine.partition.MultiwayPartition;
import dev.gyre.engine.partition.PartitionCalls;
import dev.gyre.engine.partition.Reduction;
import dev.gyre.engine.partition.Reduction.Operator;
import dev.gyre.engine.partition.Scan;
import dev.gyre.engine.partition.SegmentedPartition;
import dev.gyre.engine.plan.Placement;

/**
 * Scan, reduction, histogram, compaction, partition, gather and scatter of arrays on the host.
 *
 * <p>Each call copies its input to a device, runs there, and copies the result back. The first call of an operation compiles it
 * for a capacity, up to an eighth above the size of the call; later calls up to that capacity reuse the program. For data that
 * is already on the device, use the classes that make stages for a program: {@link Scan}, {@link Reduction}, {@link Histogram},
 * {@link FlagSplit}, {@link MultiwayPartition}, {@link SegmentedPartition}, {@link GatherScatter}.
 *
 * <p>Every answer is the same on every device, bit by bit. Inputs never change; the caller owns the results. Every operation accepts empty
 * input. Offsets define segments: they ascend from 0 to n, and there is one more offset than segments. Segment i has the elements
 * {@code offsets[i] .. offsets[i+1]-1}, and may be empty.
 *
 * <p>Time: O(n) each unless stated otherwise. Memory: input, result, and the temporary memory that the class behind an
 * operation states. A call that exceeds the engine's memory limit throws an {@link IllegalArgumentException} that names the
 * sizes.
 *
 * <p>Safe for use by several threads.
 */
public final class Partitioning {

    private final PartitionCalls calls;

    /**
     * Makes the operations.
     *
     * @param placement decides where each call runs; a context places all calls in itself
     */
    Partitioning(Placement placement) {
        calls = new PartitionCalls(placement);
    }

    /**
     * Computes for each element the sum of the elements before it; 0 for the first.
     *
     * @param values the elements
     * @return the sums
     * @throws ArithmeticException if a running sum or the sum of all elements does not fit an int; the message names the index
     */
    public int[] exclusiveScan(int[] values) {
        return calls.scan(values, false);
    }

    /**
     * Computes for each element the sum of the elements up to and including it.
     *
     * @param values the elements
     * @return the sums
     * @throws ArithmeticException if a running sum does not fit an int; the message names the index
     */
    public int[] inclusiveScan(int[] values) {
        return calls.scan(values, true);
    }

    /**
     * Returns the sum of all elements; 0 if there is none.
     *
     * @param values the elements
     * @return the sum, which cannot overflow
     */
    public long sum(int[] values) {
        return segmentedSum(values, one(values.length))[0];
    }

    /**
     * Returns the smallest element; {@link Integer#MAX_VALUE} if there is none.
     *
     * @param values the elements
     * @return the minimum
     */
    public int min(int[] values) {
        return segmentedMin(values, one(values.length))[0];
    }

    /**
     * Returns the largest element; {@link Integer#MIN_VALUE} if there is none.
     *
     * @param values the elements
     * @return the maximum
     */
    public int max(int[] values) {
        return segmentedMax(values, one(values.length))[0];
    }

    /**
     * Returns the sum of all elements, accumulated in {@code double} as {@link Reduction} defines; 0 if there is none.
     * Infinities of both signs give NaN.
     *
     * @param values the elements
     * @return the sum
     * @throws IllegalArgumentException if an element is NaN; the message names the index
     */
    public double sum(float[] values) {
        return segmentedSum(values, one(values.length))[0];
    }

    /**
     * Returns the smallest element; positive infinity if there is none. Zeros of both signs are equal; a zero result is 0.0.
     *
     * @param values the elements
     * @return the minimum
     * @throws IllegalArgumentException if an element is NaN; the message names the index
     */
    public float min(float[] values) {
        return segmentedMin(values, one(values.length))[0];
    }

    /**
     * Returns the largest element; negative infinity if there is none. Zeros of both signs are equal; a zero result is 0.0.
     *
     * @param values the elements
     * @return the maximum
     * @throws IllegalArgumentException if an element is NaN; the message names the index
     */
    public float max(float[] values) {
        return segmentedMax(values, one(values.length))[0];
    }

    private static int[] one(int n) {
        return new int[] {0, n};
    }

    /**
     * Returns the sum of each segment; 0 for an empty one.
     *
     * @param values the elements
     * @param offsets start of each segment, then n
     * @return one sum per segment, which cannot overflow
     * @throws IllegalArgumentException if offsets do not ascend from 0 to n
     */
    public long[] segmentedSum(int[] values, int[] offsets) {
        return calls.reduce(Operator.SUM, values, offsets);
    }

    /**
     * Returns the smallest element of each segment; {@link Integer#MAX_VALUE} for an empty one.
     *
     * @param values the elements
     * @param offsets start of each segment, then n
     * @return one minimum per segment
     * @throws IllegalArgumentException if offsets do not ascend from 0 to n
     */
    public int[] segmentedMin(int[] values, int[] offsets) {
        return PartitionCalls.toInts(calls.reduce(Operator.MIN, values, offsets));
    }

    /**
     * Returns the largest element of each segment; {@link Integer#MIN_VALUE} for an empty one.
     *
     * @param values the elements
     * @param offsets start of each segment, then n
     * @return one maximum per segment
     * @throws IllegalArgumentException if offsets do not ascend from 0 to n
     */
    public int[] segmentedMax(int[] values, int[] offsets) {
        return PartitionCalls.toInts(calls.reduce(Operator.MAX, values, offsets));
    }

    /**
     * Returns the sum of each segment, accumulated in {@code double} as {@link Reduction} defines; 0 for an empty one.
     * Infinities of both signs give NaN.
     *
     * @param values the elements
     * @param offsets start of each segment, then n
     * @return one sum per segment
     * @throws IllegalArgumentException if offsets do not ascend from 0 to n, or an element is NaN
     */
    public double[] segmentedSum(float[] values, int[] offsets) {
        return calls.reduce(Operator.SUM, values, offsets);
    }

    /**
     * Returns the smallest element of each segment; positive infinity for an empty one. Zeros as in {@link #min(float[])}.
     *
     * @param values the elements
     * @param offsets start of each segment, then n
     * @return one minimum per segment
     * @throws IllegalArgumentException if offsets do not ascend from 0 to n, or an element is NaN
     */
    public float[] segmentedMin(float[] values, int[] offsets) {
        return PartitionCalls.toFloats(calls.reduce(Operator.MIN, values, offsets));
    }

    /**
     * Returns the largest element of each segment; negative infinity for an empty one. Zeros as in {@link #max(float[])}.
     *
     * @param values the elements
     * @param offsets start of each segment, then n
     * @return one maximum per segment
     * @throws IllegalArgumentException if offsets do not ascend from 0 to n, or an element is NaN
     */
    public float[] segmentedMax(float[] values, int[] offsets) {
        return PartitionCalls.toFloats(calls.reduce(Operator.MAX, values, offsets));
    }

    /**
     * Sums the nodes of a packed tree over the elements, for trees in flat arrays and for plots at any zoom. The first level has
     * the sum of each {@code width} consecutive elements, every other level the sum of each {@code width} consecutive nodes of
     * the level below; the last node of a level may have fewer. The last level has one node.
     *
     * @param values the elements
     * @param width children of a node, 2 or more
     * @return the levels from the bottom up; none if there is no element
     * @throws IllegalArgumentException if width is less than 2, or an element is NaN; the message names the index
     */
    public double[][] sumLevels(double[] values, int width) {
        return calls.levels(Operator.SUM, values, width);
    }

    /**
     * Finds the minimum of each node of a packed tree over the elements, as {@link #sumLevels} finds the sum.
     *
     * @param values the elements
     * @param width children of a node, 2 or more
     * @return the levels from the bottom up; none if there is no element
     * @throws IllegalArgumentException as {@link #sumLevels}
     */
    public double[][] minLevels(double[] values, int width) {
        return calls.levels(Operator.MIN, values, width);
    }

    /**
     * Finds the maximum of each node of a packed tree over the elements, as {@link #sumLevels} finds the sum.
     *
     * @param values the elements
     * @param width children of a node, 2 or more
     * @return the levels from the bottom up; none if there is no element
     * @throws IllegalArgumentException as {@link #sumLevels}
     */
    public double[][] maxLevels(double[] values, int width) {
        return calls.levels(Operator.MAX, values, width);
    }

    /**
     * Counts how often each label occurs.
     *
     * @param labels the labels, each in 0..bins-1
     * @param bins number of bins, 1 to {@link Histogram#MAX_BINS}
     * @return one count per bin
     * @throws IllegalArgumentException if bins or a label is out of range; the message names the index of the first such label
     */
    public int[] histogram(int[] labels, int bins) {
        return calls.histogram(labels, bins);
    }

    /**
     * Returns the indices of the flags that are not 0.
     *
     * @param flags the flags
     * @return the indices, ascending
     */
    public int[] keepWhere(int[] flags) {
        return calls.split(flags, null, int[].class, false, (kept, count) -> kept);
    }

    /**
     * Returns the elements whose flag is not 0.
     *
     * @param values the elements
     * @param flags one per element
     * @return the kept elements, in their original order
     * @throws IllegalArgumentException if the numbers of flags and elements differ
     */
    public int[] keepWhere(int[] values, int[] flags) {
        return calls.split(flags, values, int[].class, false, (kept, count) -> kept);
    }

    /**
     * Returns the elements whose flag is not 0.
     *
     * @param values the elements
     * @param flags one per element
     * @return the kept elements, in their original order
     * @throws IllegalArgumentException if the numbers of flags and elements differ
     */
    public float[] keepWhere(float[] values, int[] flags) {
        return calls.split(flags, values, float[].class, false, (kept, count) -> kept);
    }

    /**
     * Returns the indices of the flags that are not 0, then the indices of the other flags, both ascending.
     *
     * @param flags the flags
     * @return a permutation of 0..n-1, and the start of the others
     */
    public Split<int[]> partition(int[] flags) {
        return calls.split(flags, null, int[].class, true, Split::new);
    }

    /**
     * Returns the elements whose flag is not 0, then the others, both in their original order.
     *
     * @param values the elements
     * @param flags one per element
     * @return all elements, and the start of the others
     * @throws IllegalArgumentException if the numbers of flags and elements differ
     */
    public Split<int[]> partition(int[] values, int[] flags) {
        return calls.split(flags, values, int[].class, true, Split::new);
    }

    /**
     * Returns the elements whose flag is not 0, then the others, both in their original order.
     *
     * @param values the elements
     * @param flags one per element
     * @return all elements, and the start of the others
     * @throws IllegalArgumentException if the numbers of flags and elements differ
     */
    public Split<float[]> partition(float[] values, int[] flags) {
        return calls.split(flags, values, float[].class, true, Split::new);
    }

    /**
     * Returns for each label the indices of the elements that have it, ascending.
     *
     * @param labels the labels, each in 0..parts-1
     * @param parts number of parts, 1 or more
     * @return a row of indices for each part, that is, for each label
     * @throws IllegalArgumentException if parts is less than 1 or a label is out of range; the message names the index of the
     *     first such label
     */
    public IntRows multiwayPartition(int[] labels, int parts) {
        return calls.multiwayPartition(labels, parts);
    }

    /**
     * Partitions each segment around its pivot: keys below the pivot first, then the rest, both in their original order. O(n
     * log s + s) for s segments.
     *
     * @param keys the keys
     * @param payload one value per key
     * @param offsets start of each segment, then n
     * @param pivots one per segment
     * @return keys and payload in their new order, and the split of each segment
     * @throws IllegalArgumentException if lengths are inconsistent or offsets do not ascend from 0 to n
     */
    public Split.Segments segmentedPartition(int[] keys, int[] payload, int[] offsets, int[] pivots) {
        return calls.segmentedPartition(keys, payload, offsets, pivots);
    }

    /**
     * Reads by index: {@code result[i] = values[indices[i]]}.
     *
     * @param values the elements
     * @param indices indices of elements, in any order, repeats allowed
     * @return as many elements as indices
     * @throws IllegalArgumentException if an index is out of range; the message names it
     */
    public int[] gather(int[] values, int[] indices) {
        return calls.gather(values, values.length, indices, int[].class);
    }

    /**
     * Reads by index: {@code result[i] = values[indices[i]]}.
     *
     * @param values the elements
     * @param indices indices of elements, in any order, repeats allowed
     * @return as many elements as indices
     * @throws IllegalArgumentException if an index is out of range; the message names it
     */
    public float[] gather(float[] values, int[] indices) {
        return calls.gather(values, values.length, indices, float[].class);
    }

    /**
     * Writes by index: {@code result[indices[i]] = values[i]}, and 0 where no index points.
     *
     * @param values the elements
     * @param indices one per element, all different
     * @param length length of the result
     * @return {@code length} elements
     * @throws IllegalArgumentException if an index is out of range or occurs twice; the message names it
     */
    public int[] scatter(int[] values, int[] indices, int length) {
        return calls.scatter(values, values.length, indices, length, int[].class);
    }

    /**
     * Writes by index: {@code result[indices[i]] = values[i]}, and 0 where no index points.
     *
     * @param values the elements
     * @param indices one per element, all different
     * @param length length of the result
     * @return {@code length} elements
     * @throws IllegalArgumentException if an index is out of range or occurs twice; the message names it
     */
    public float[] scatter(float[] values, int[] indices, int length) {
        return calls.scatter(values, values.length, indices, length, float[].class);
    }

    /**
     * Brings elements into the order that an argsort gives: {@code result[i] = values[order[i]]}.
     *
     * @param values the elements
     * @param order a permutation of 0..n-1
     * @return the elements in that order
     * @throws IllegalArgumentException if order is not a permutation of 0..n-1; the message names the index
     */
    public int[] permute(int[] values, int[] order) {
        return calls.permute(values, values.length, order, int[].class);
    }

    /**
     * Brings elements into the order that an argsort gives: {@code result[i] = values[order[i]]}.
     *
     * @param values the elements
     * @param order a permutation of 0..n-1
     * @return the elements in that order
     * @throws IllegalArgumentException if order is not a permutation of 0..n-1; the message names the index
     */
    public float[] permute(float[] values, int[] order) {
        return calls.permute(values, values.length, order, float[].class);
    }

    /**
     * Returns the inverse of a permutation: {@code result[order[i]] = i}.
     *
     * @param order a permutation of 0..n-1
     * @return its inverse
     * @throws IllegalArgumentException if order is not a permutation of 0..n-1; the message names the index
     */
    public int[] inverse(int[] order) {
        return calls.inverse(order);
    }
}
