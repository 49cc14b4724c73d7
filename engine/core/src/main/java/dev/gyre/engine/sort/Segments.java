package dev.gyre.engine.sort;

import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.pool.Blueprint;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Sorts the segments of an array: the short ones in one stage; the long ones are gathered for another sort. */
public final class Segments {

    private static final String SORT = "sort";

    private static final int MIN_SLICE = 1 << 14;

    private final Context context;
    private final int[] offsets;
    private final int[] values;
    private final int count;
    private final int n;
    private final int[] longSegments;
    private final int[] longOffsets;

    /**
     * Makes segments of rows.
     *
     * @param context the context in which they are sorted
     * @param offsets the positions where they begin, and the number of rows
     * @param values the columns of the rows, one after the other
     */
    public Segments(Context context, int[] offsets, int[] values, int count) {
        this.context = context;
        this.offsets = offsets;
        this.values = values;
        this.count = count;
        n = offsets[offsets.length - 1];
        int limit = SegmentedSort.limit(context.device());
        longSegments = IntStream.range(0, offsets.length - 1)
                .filter(segment -> offsets[segment + 1] - offsets[segment] > limit)
                .toArray();
        longOffsets = new int[longSegments.length + 1];
        for (int i = 0; i < longSegments.length; i++) {
            longOffsets[i + 1] = longOffsets[i] + offsets[longSegments[i] + 1] - offsets[longSegments[i]];
        }
    }

    /** A sort of short segments with its arrays. */
    private record ShortSegments(
            int capacity,
            SegmentedSort sort,
            int[] values,
            int[] offsets,
            int[] size,
            int[] start,
            int[] keys,
            int[] rows)
            implements Blueprint.Made {

        @Override
        public Program program() {
            SortSteps sorted = sort.sort(keys, rows);
            Phase sorting = Phase.named(SORT)
                    .upload(values, offsets, size, start)
                    .stage(RadixSort.SEQUENCE.stage(capacity, (Object) rows))
                    .stage(RadixSort.GATHER.stage(capacity, values, rows, size, start, keys))
                    .steps(sorted)
                    .download(sorted.payload())
                    .build();
            return Program.of("sort of segments", sorting);
        }
    }

    private record Sizes(int capacity, int segments, int columns) implements Blueprint<ShortSegments> {

        @Override
        public ShortSegments make(Layout layout) {
            int[] values = layout.input(int[].class, columns, capacity);
            int[] offsets = layout.input(int[].class, segments + 1L);
            KeyColumns all = KeyColumns.of(values, capacity, columns, 0);
            SegmentedSort sort = new SegmentedSort(capacity, offsets, all, layout);
            return new ShortSegments(
                    capacity,
                    sort,
                    values,
                    offsets,
                    layout.add(new int[1]),
                    layout.add(new int[] {all.start(0)}),
                    layout.ints(capacity),
                    layout.ints(capacity));
        }
    }

    /** Returns the number of rows of segments that are too long to sort in one stage. */
    public int longRows() {
        return longOffsets[longSegments.length];
    }

    /**
     * Sorts the short segments; the positions of the long ones are unspecified.
     *
     * @throws IllegalArgumentException if the sort does not fit the memory
     */
    public int[] sortShort() {
        if (longRows() == n) {
            return new int[n];
        }
        int segments = offsets.length - 1;
        Sizes sizes = context.fitting(
                "the sort",
                new Sizes(n, segments, count),
                new Sizes(context.capacity(n), context.capacity(segments), count),
                "n=" + n + ", segments=" + segments + ", columns=" + count);
        try (Lease<ShortSegments> lease = context.leaseOrOnce(sizes, null, values, offsets)) {
            ShortSegments made = lease.operation();
            Supplier<int[]> room = Sorter.room(context, n);
            for (int column = 0; column < count; column++) {
                lease.writeAll(values, column * n, made.values(), column * sizes.capacity(), n);
            }
            lease.writeAll(offsets, 0, made.offsets(), 0, offsets.length);
            made.size()[0] = n;
            made.sort().setSegments(n, segments);
            lease.run(SORT);
            return Sorter.result(context, lease, made.sort().sorted(), room);
        }
    }

    /** Returns the columns of the long rows, after a column with their segments. */
    public ColumnSource longColumns() {
        int bits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(longSegments.length - 1));
        // Whole digits, so that few programs serve all numbers of segments.
        return new ColumnSource(
                count + 1,
                0,
                Math.ceilDiv(bits, Byte.SIZE) * Byte.SIZE,
                (into, stride, also) -> {
                    forEachLongRow((label, i, row) -> {
                        into[i] = label;
                        for (int column = 0; column < count; column++) {
                            into[(column + 1) * stride + i] = values[column * n + row];
                        }
                    });
                    HostArrays.forEachSlice(longRows(), context.workers(), also);
                },
                null);
    }

    /** Writes the long rows in the order that a sort of {@link #longColumns} gave, which keeps segments in their positions. */
    public void arrangeLong(int[] sorted, int[] order) {
        forEachLongRow((label, i, row) -> {
            order[row] = offsets[longSegments[label]] + sorted[i] - longOffsets[label];
        });
    }

    private interface LongRow {
        void accept(int label, int index, int row);
    }

    private void forEachLongRow(LongRow work) {
        context.workers()
                .forEachSlice(
                        longRows(),
                        MIN_SLICE,
                        (begin, end) -> {
                            int found = Arrays.binarySearch(longOffsets, begin);
                            int label = found < 0 ? -found - 2 : found;
                            for (int i = begin; i < end; i++) {
                                label += i == longOffsets[label + 1] ? 1 : 0;
                                work.accept(label, i, offsets[longSegments[label]] + i - longOffsets[label]);
                            }
                        },
                        Progress.NONE);
    }
}
