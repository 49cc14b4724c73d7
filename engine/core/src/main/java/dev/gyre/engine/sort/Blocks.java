package dev.gyre.engine.sort;

import dev.gyre.engine.host.Checks;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Blueprint;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** The blocks into which segments of rows are sorted. */
public final class Blocks {

    /** Number of rows in a sample that shows how keys are spread. */
    private static final int SAMPLE = 1 << 13;

    private static final int MIN_SLICE = 1 << 14;

    private static final String LOAD = "load";
    private static final String FETCH = "fetch";

    private final int n;
    private final int[] starts;
    private final int segments;

    /**
     * Makes blocks of one size; the last one of a segment may be smaller.
     *
     * @param offsets for each segment the position of its first row, and at the end the number of rows
     * @param blockSize rows of a block
     */
    public Blocks(int[] offsets, int blockSize) {
        n = offsets[offsets.length - 1];
        int filled = 0;
        int count = 0;
        for (int segment = 0; segment + 1 < offsets.length; segment++) {
            int length = offsets[segment + 1] - offsets[segment];
            filled += length > 0 ? 1 : 0;
            count += Math.ceilDiv(length, blockSize);
        }
        segments = filled;
        starts = new int[count];
        int block = 0;
        for (int segment = 0; segment + 1 < offsets.length; segment++) {
            int length = offsets[segment + 1] - offsets[segment];
            for (int i = 0; i < Math.ceilDiv(length, blockSize); i++) {
                starts[block++] = offsets[segment] + i * blockSize;
            }
        }
    }

    /** Number of segments that are not empty. */
    public int segments() {
        return segments;
    }

    /** Number of cuts within segments; if it is 0, blocks are segments. */
    public int cuts() {
        return starts.length - segments;
    }

    /** Returns the number of bits that distinguish the segments. */
    private int labelBits() {
        return Integer.SIZE - Integer.numberOfLeadingZeros(segments - 1);
    }

    /** Returns the keys' columns after a column with the segment of each row, or unchanged if no segment is cut. */
    public KeyColumns labeled(int[] values, int count, int[] offsets) {
        if (segments < 2 || cuts() == 0) {
            return KeyColumns.of(values, n, count, 0);
        }
        int[] labeled = new int[Checks.arrayLength(n, count + 1)];
        System.arraycopy(values, 0, labeled, n, values.length);
        int label = 0;
        for (int segment = 0; segment + 1 < offsets.length; segment++) {
            Arrays.fill(labeled, offsets[segment], offsets[segment + 1], label);
            label += offsets[segment + 1] > offsets[segment] ? 1 : 0;
        }
        return new KeyColumns(labeled, n, count + 1, 0, labelBits());
    }

    /** Returns the number of digits to sort by, from {@link BlockDigits} for keys that are spread like a sample of these. */
    public int digits(KeyColumns columns, int keyColumns, Workers workers) {
        if (cuts() == 0) {
            return 0;
        }
        int[] sample = sample(columns, workers);
        return BlockDigits.of(cuts(), keyColumns, shareInRuns(sample, 8), shareInRuns(sample, 16));
    }

    /** Estimates the share of the rows in runs that cross a block's end, after passes by a number of the highest bits. */
    private double shareInRuns(int[] sample, int bits) {
        int rowsInRuns = 0;
        int done = 0;
        int mask = -1 >>> bits;
        for (int start : starts) {
            int at = (int) ((long) start * sample.length / n);
            if (at >= done) {
                int low = at;
                while (low > 0 && (sample[low - 1] | mask) == (sample[at] | mask)) {
                    low--;
                }
                done = at + 1;
                while (done < sample.length && (sample[done] | mask) == (sample[at] | mask)) {
                    done++;
                }
                rowsInRuns += done - low - 1;
            }
        }
        // A run with one row in the sample has some more rows outside the sample.
        return Math.min(1, (double) rowsInRuns / sample.length + Math.scalb((double) cuts(), -bits));
    }

    /** Returns the keys of some rows, normalized as by {@link BlockSort}, in order. */
    private int[] sample(KeyColumns columns, Workers workers) {
        int size = Math.min(n, SAMPLE);
        boolean labels = columns.firstBits() < Integer.SIZE;
        int bits = labels ? columns.firstBits() : 0;
        int[] values = columns.values();
        int from = columns.start(labels ? 1 : 0);
        AtomicInteger smallest = new AtomicInteger(Integer.MAX_VALUE);
        AtomicInteger greatest = new AtomicInteger(Integer.MIN_VALUE);
        workers.forEachSlice(n, MIN_SLICE, (begin, end) -> {
            int low = Integer.MAX_VALUE;
            int high = Integer.MIN_VALUE;
            for (int i = from + begin; i < from + end; i++) {
                low = Math.min(low, values[i]);
                high = Math.max(high, values[i]);
            }
            smallest.accumulateAndGet(low, Math::min);
            greatest.accumulateAndGet(high, Math::max);
        });
        int free = Integer.numberOfLeadingZeros(greatest.get() - smallest.get() | 1);
        int[] keys = new int[size];
        for (int i = 0; i < size; i++) {
            int row = (int) ((long) i * n / size);
            int label = labels ? values[columns.start(0) + row] << Integer.SIZE - bits : 0;
            keys[i] = (values[from + row] - smallest.get() << free >>> bits | label) ^ Integer.MIN_VALUE;
        }
        Arrays.sort(keys);
        return keys;
    }

    /** A block sort with its columns. */
    private record Prepared(BlockSort sort, int[] values) implements Blueprint.Made {

        @Override
        public Program program() {
            List<Phase> phases = new ArrayList<>();
            phases.add(Phase.named(LOAD).upload(values).build());
            phases.addAll(sort.phases());
            phases.add(Phase.named(FETCH).download(sort.rows()).build());
            return new Program("block sort", phases);
        }
    }

    private record Sizes(int capacity, int mostBlocks, int columns, int firstBits, int digits)
            implements Blueprint<Prepared> {

        @Override
        public Prepared make(Layout layout) {
            int[] values = layout.input(int[].class, columns, capacity);
            KeyColumns all = new KeyColumns(values, capacity, columns, 0, firstBits);
            return new Prepared(new BlockSort(capacity, mostBlocks, all, digits, layout), values);
        }
    }

    /**
     * Sorts rows into these blocks.
     *
     * @param context the context in which it runs
     * @param columns the columns by which rows are ordered
     * @param digits passes of {@link BlockSort}
     * @return the rows, block after block; or empty if a full sort is the better choice
     * @throws IllegalArgumentException if the sort does not fit the memory
     */
    public Optional<int[]> sort(Context context, KeyColumns columns, int digits) {
        int count = columns.count();
        Sizes sizes = context.fitting(
                "the sort",
                new Sizes(n, starts.length, count, columns.firstBits(), digits),
                new Sizes(context.capacity(n), context.capacity(starts.length), count, columns.firstBits(), digits),
                "n=" + n + ", blocks=" + starts.length + ", columns=" + count);
        try (Lease<Prepared> lease = context.leaseOrOnce(sizes, null, columns.values())) {
            Prepared prepared = lease.operation();
            Supplier<int[]> room = Sorter.room(context, n);
            for (int column = 0; column < count; column++) {
                int from = column * columns.stride();
                int to = column * sizes.capacity();
                lease.writeAll(columns.values(), from, prepared.values(), to, n);
            }
            BlockSort sort = prepared.sort();
            sort.setBlocks(n, starts);
            lease.run(LOAD);
            if (!sort.run(lease::run)) {
                return Optional.empty();
            }
            lease.run(FETCH);
            return Optional.of(Sorter.result(context, lease, sort.rows(), room));
        }
    }
}
