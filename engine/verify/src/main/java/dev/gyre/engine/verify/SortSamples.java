package dev.gyre.engine.verify;

import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.sort.GroupMarks;
import dev.gyre.engine.sort.MergeSort;
import dev.gyre.engine.sort.RadixSort;
import dev.gyre.engine.sort.SegmentedSort;
import dev.gyre.tasks.sort.MergeChunksWorkGroup;
import dev.gyre.tasks.sort.MergeSplits;
import dev.gyre.tasks.sort.SegmentParameters;
import dev.gyre.tasks.sort.SegmentSort;
import dev.gyre.tasks.sort.SegmentSortWorkGroup;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.eclipse.collections.api.factory.primitive.IntLists;
import org.eclipse.collections.api.list.primitive.MutableIntList;

/** Calls of the kernels of {@link RadixSort}, {@link MergeSort}, {@link SegmentedSort} and {@link GroupMarks}. */
final class SortSamples {

    static final List<KernelSample> ALL = List.of(
            KernelSample.of(RadixSort.SEQUENCE, SortSamples::sampleSequence),
            KernelSample.of(RadixSort.GATHER, SortSamples::sampleGather),
            KernelSample.of(SegmentedSort.SEGMENTS, SortSamples::sampleSegments),
            KernelSample.of(MergeSort.SPLITS, SortSamples::sampleSplits),
            KernelSample.of(MergeSort.CHUNKS, SortSamples::sampleChunks),
            KernelSample.of(GroupMarks.HEADS, SortSamples::sampleHeads));

    private SortSamples() {}

    private static Invocation sampleSequence(Sample sample) {
        int[] values = new int[1 + sample.size()];
        return Invocation.of(values.length).out(values);
    }

    private static Invocation sampleGather(Sample sample) {
        Rows rows = new Rows(sample);
        int[] order = rows.random.ints(rows.n, 0, rows.n).toArray();
        int[] values = new int[rows.n];
        int[] start = {rows.random.nextInt(rows.dims) * rows.n};
        int items = rows.n + rows.random.nextInt(3);
        return Invocation.of(items)
                .in(rows.columns, order, new int[] {rows.n}, start)
                .out(values);
    }

    private static Invocation sampleSegments(Sample sample) {
        Rows rows = new Rows(sample);
        Random random = rows.random;
        int[] offsets = {0};
        if (random.nextInt(3) == 0) {
            rows.parameters[SegmentParameters.SEGMENTS] = SegmentParameters.RUNS;
            rows.sortBlocks(rows.n);
        } else {
            int longest = 1 + random.nextInt(random.nextBoolean() ? 60 : SegmentSortWorkGroup.LIMIT + 100);
            offsets = offsets(rows.n, longest, random);
            rows.parameters[SegmentParameters.SEGMENTS] = offsets.length - 1;
        }
        int windows = Math.ceilDiv(rows.n, SegmentSortWorkGroup.WINDOW);
        // Output of a segment beyond the limit is unspecified. This run uses other outputs, so that those of the check
        // stay empty.
        int[] beyond = new int[windows];
        SegmentedSort.SEGMENTS.runLoop(0, windows, segments(rows, offsets, new int[rows.n], new int[rows.n], beyond));
        boolean complete = Arrays.stream(beyond).sum() == 0;
        int[] keysOut = new int[rows.n];
        int[] idsOut = new int[rows.n];
        int[] skipped = new int[windows];
        return new Invocation(
                windows,
                segments(rows, offsets, keysOut, idsOut, skipped),
                complete ? List.of(keysOut, idsOut, skipped) : List.of(skipped));
    }

    private static List<Object> segments(Rows rows, int[] offsets, int[] keysOut, int[] idsOut, int[] skipped) {
        return List.of(
                offsets,
                rows.keys,
                rows.ids,
                rows.columns,
                rows.parameters,
                keysOut,
                idsOut,
                new int[rows.n],
                new int[rows.n],
                skipped);
    }

    private static Invocation sampleSplits(Sample sample) {
        Rows rows = new Rows(sample);
        int chunk = SegmentSortWorkGroup.WINDOW;
        int width = chunk << rows.random.nextInt(3);
        rows.sortBlocks(width);
        int[] splits = new int[Math.ceilDiv(rows.n, chunk)];
        return Invocation.of(splits.length)
                .in(rows.keys, rows.ids, rows.columns, rows.parameters)
                .out(splits)
                .in(width);
    }

    private static Invocation sampleChunks(Sample sample) {
        Rows rows = new Rows(sample);
        int chunk = MergeChunksWorkGroup.CHUNK;
        int width = chunk << rows.random.nextInt(3);
        rows.sortBlocks(width);
        int[] splits = new int[Math.ceilDiv(rows.n, chunk)];
        MergeSplits.findSplits(0, splits.length, rows.keys, rows.ids, rows.columns, rows.parameters, splits, width);
        int[] keysOut = new int[rows.n];
        int[] idsOut = new int[rows.n];
        return Invocation.of(splits.length)
                .in(rows.keys, rows.ids, rows.columns, rows.parameters, splits)
                .out(keysOut, idsOut)
                .in(width);
    }

    /** Makes a call with rows in order or in any order. */
    private static Invocation sampleHeads(Sample sample) {
        Rows rows = new Rows(sample);
        if (rows.random.nextBoolean()) {
            rows.sortBlocks(rows.n);
        }
        int items = rows.n + rows.random.nextInt(3);
        int[] marks = new int[rows.n];
        return Invocation.of(items).in(rows.ids, rows.columns, rows.parameters).out(marks);
    }

    /** Draws segments of up to the given length, some of them empty, that cover all positions. */
    private static int[] offsets(int n, int longest, Random random) {
        MutableIntList offsets = IntLists.mutable.empty();
        int at = 0;
        while (at < n) {
            offsets.add(at);
            at = Math.min(n, at + (random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(longest)));
        }
        return offsets.with(n).toArray();
    }

    /** Rows of the sample's shape as columns of ordered keys; sometimes more rows than fit a window. */
    private static final class Rows {

        private final Random random;
        private final int n;
        private final int dims;
        private final int[] columns;
        private final int[] ids;
        private final int[] keys;
        private final int[] parameters = new int[SegmentParameters.LENGTH];

        Rows(Sample sample) {
            random = sample.random();
            n = 1 + sample.size() * (1 + random.nextInt(6));
            dims = random.nextBoolean() ? 1 : Math.min(sample.dims(), 4);
            double[] rows = sample.shape().rows(n, dims, random);
            columns = new int[n * dims];
            for (int row = 0; row < n; row++) {
                for (int dim = 0; dim < dims; dim++) {
                    columns[dim * n + row] = (int) (Math.sin(rows[row * dims + dim]) * 50);
                }
            }
            int first = random.nextInt(dims);
            ids = random.ints(n, 0, n).toArray();
            keys = Arrays.stream(ids).map(id -> columns[first * n + id]).toArray();
            parameters[SegmentParameters.SIZE] = n;
            parameters[SegmentParameters.WINDOW] = SegmentSortWorkGroup.WINDOW;
            parameters[SegmentParameters.LIMIT] = SegmentSortWorkGroup.LIMIT;
            parameters[SegmentParameters.COLUMNS] = dims;
            parameters[SegmentParameters.FIRST_COLUMN] = first;
            parameters[SegmentParameters.STRIDE] = n;
        }

        /** Sorts blocks of a width by the first column if runs are needed, else by all columns, for merges. */
        void sortBlocks(int width) {
            int[] blocks = parameters.clone();
            blocks[SegmentParameters.SEGMENTS] = Math.ceilDiv(n, width);
            blocks[SegmentParameters.LIMIT] = n;
            if (parameters[SegmentParameters.SEGMENTS] == SegmentParameters.RUNS) {
                blocks[SegmentParameters.COLUMNS] = 1;
            }
            int[] offsets = IntStream.rangeClosed(0, Math.ceilDiv(n, width))
                    .map(block -> (int) Math.min(n, (long) block * width))
                    .toArray();
            int[] keysIn = keys.clone();
            int[] idsIn = ids.clone();
            int windows = Math.ceilDiv(n, SegmentSortWorkGroup.WINDOW);
            SegmentSort.sortSegments(
                    0, windows, offsets, keysIn, idsIn, columns, blocks, keys, ids, keysIn, idsIn, new int[windows]);
        }
    }
}
