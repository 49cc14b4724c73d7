package dev.gyre.engine.sort;

import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.SortMethod;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Batches;
import dev.gyre.engine.plan.Checks;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.HostArrays;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.plan.Team;
import dev.gyre.engine.plan.Tuned;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Sorts rows on several devices: each device sorts ranges of the rows, and the host merges the ranges in pairs, by all its threads. Equal
 * rows stay in ascending order, so that the result is that of one device. A device needs memory only for a range; devices exchange nothing.
 * A device that fails is left out; the others sort its range.
 *
 * <p>O(n log n) on the devices and O(n) on the host for each doubling of the ranges. Memory of the host: the columns, and at most 16 bytes
 * for a row. An object is for one call.
 */
public final class JointSort {

    /** Rows that a thread merges at a time. */
    private static final int BLOCK = 1 << 15;

    private final int n;
    private final ColumnSource columns;
    private final SortMethod method;
    private final Workers workers;
    private final List<Context> contexts;
    private final Monitor monitor;
    private final AtomicLong done = new AtomicLong();
    private final int[] values;
    private final KeyColumns keyColumns;
    private final List<Run> runs = new ArrayList<>();
    private final Map<Context, Kept> kept = new HashMap<>();

    /** Rows from {@code from} to {@code to - 1}. */
    private record Range(int from, int to) {

        int size() {
            return to - from;
        }
    }

    /**
     * Rows in order.
     *
     * @param first the first row of the range that the run sorts
     * @param size number of rows
     * @param rows rows in order, minus the base
     * @param keys their keys if there is one column; else null
     */
    private record Run(int first, int base, int size, int[] rows, int[] keys) {

        int row(int i) {
            return rows[i] + base;
        }

        /** Returns a copy of this run in new arrays. */
        Run copy(Workers workers) {
            return new Run(
                    first,
                    base,
                    size,
                    HostArrays.copyOf(rows, size, workers),
                    keys == null ? null : HostArrays.copyOf(keys, size, workers));
        }
    }

    /** A run in the arrays of a program. */
    private record Kept(Lease<?> lease, Run run) {}

    private JointSort(List<Context> contexts, int n, ColumnSource columns, SortMethod method, Monitor monitor) {
        this.n = n;
        this.columns = columns;
        this.method = method;
        this.workers = contexts.getFirst().workers();
        this.contexts = contexts;
        this.monitor = monitor;
        this.values = new int[Checks.arrayLength(n, columns.count())];
        this.keyColumns = new KeyColumns(values, n, columns.count(), columns.first(), columns.firstBits());
    }

    /**
     * Returns the order of rows.
     *
     * @param contexts the devices, 1 or more, all different
     * @param n number of rows, 1 or more
     * @param columns writes the columns
     * @param method the method, not automatic
     * @param monitor watches the call
     * @return the rows in order, in an array that the caller may keep
     * @throws IllegalArgumentException if a single row does not fit the memory of a device
     * @throws dev.gyre.engine.program.DeviceException if all devices failed; the message names each of them
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt cancelled the call
     */
    public static int[] order(List<Context> contexts, int n, ColumnSource columns, SortMethod method, Monitor monitor) {
        return new JointSort(contexts, n, columns, method, monitor).run();
    }

    /** Tells whether devices of a kind together sort n rows faster than the first one alone, or only together have the memory. */
    public static boolean pays(List<Context> alike, int n, int columns) {
        Context first = alike.getFirst();
        boolean fits = Sorter.deviceBytes(n, columns) <= first.memoryLimit()
                && (long) n * columns <= first.maxElements(Integer.BYTES);
        return alike.size() > 1 && (!fits || n >= Tuned.JOINT_SORT_ROWS.of(first.device()));
    }

    private int[] run() {
        Supplier<int[]> room = HostArrays.room(int[].class, n);
        columns.writer().write(values, n);
        try {
            sortRanges();
            return merged(room);
        } finally {
            kept.values().forEach(run -> run.lease().close());
        }
    }

    private void sortRanges() {
        List<Range> ranges = ranges();
        Team.of(contexts, 1)
                .call((parts, all) -> monitor.progress(Math.min(done.get(), n), n), (context, batches, watch) -> {
                    batches.begin(ranges.size());
                    for (Batches.Batch batch = batches.next(1); batch != null; batch = batches.next(1)) {
                        Range range = ranges.get(batch.first());
                        if (!watch.progress(0, 1)) {
                            throw new CancellationException("cancelled: rows=" + n);
                        }
                        sort(context, range);
                        batches.done(batch);
                        done.addAndGet(range.size());
                    }
                    return context;
                });
    }

    /** Returns ranges of about equal size that fit all devices, the same number for each device. */
    private List<Range> ranges() {
        int share = Math.ceilDiv(n, contexts.size());
        int most = contexts.stream()
                .mapToInt(context -> most(context, share))
                .min()
                .orElseThrow();
        long count = Math.min(n, (long) contexts.size() * Math.ceilDiv(share, most));
        List<Range> ranges = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            ranges.add(new Range((int) (i * n / count), (int) ((i + 1) * n / count)));
        }
        return ranges;
    }

    /** Most rows of a range on a device. */
    private int most(Context context, int rows) {
        int least = 1;
        int most = Math.max(1, rows);
        while (least < most) {
            int middle = least + (most - least + 1) / 2;
            boolean fits = Sorter.deviceBytes(middle, columns.count()) <= context.memoryLimit()
                    && (long) middle * columns.count() <= context.maxElements(Integer.BYTES);
            least = fits ? middle : least;
            most = fits ? most : middle - 1;
        }
        return least;
    }

    /** Sorts a range, and keeps the program whose arrays hold it until the end, or until the device sorts another range. */
    private void sort(Context context, Range range) {
        context.checkMemory(
                "the sort of a row",
                Sorter.deviceBytes(1, columns.count()),
                4L * columns.count(),
                "columns=" + columns.count());
        Kept before = keep(context, null);
        if (before != null) {
            add(before.run().copy(workers));
            before.lease().close();
        }
        boolean keysToo = columns.count() == 1;
        int size = range.size();
        Lease<Sorter> lease = Sorter.rows(context, size, columns, method, keysToo);
        boolean sorted = false;
        try {
            Sorter sorter = lease.operation();
            int[] in = sorter.keys();
            int capacity = in.length / columns.count();
            for (int column = 0; column < columns.count(); column++) {
                lease.write(values, column * n + range.from(), in, column * capacity, size, workers);
            }
            int[] rows = sorter.run(lease, size);
            int[] keys = keysToo ? sorter.sortedKeys() : null;
            keep(context, new Kept(lease, new Run(range.from(), range.from(), size, rows, keys)));
            sorted = true;
        } finally {
            if (!sorted) {
                lease.close();
            }
        }
    }

    /** Notes the run that a device keeps, or null for none, and returns the run that it kept before. */
    private Kept keep(Context context, Kept run) {
        synchronized (kept) {
            return run == null ? kept.remove(context) : kept.put(context, run);
        }
    }

    private void add(Run run) {
        synchronized (runs) {
            runs.add(run);
        }
    }

    /** Merges neighboring runs until there is one. */
    private int[] merged(Supplier<int[]> room) {
        kept.values().forEach(last -> runs.add(last.run()));
        runs.sort(Comparator.comparingInt(Run::first));
        List<Run> left = runs;
        while (left.size() > 2) {
            List<Run> next = new ArrayList<>();
            for (int i = 0; i + 1 < left.size(); i += 2) {
                Run a = left.get(i);
                Run b = left.get(i + 1);
                int size = a.size() + b.size();
                int[] keys = a.keys() == null ? null : new int[size];
                next.add(merge(a, b, new int[size], keys));
            }
            if (left.size() % 2 == 1) {
                next.add(left.getLast());
            }
            left = next;
        }
        Run none = new Run(n, 0, 0, new int[0], left.getFirst().keys() == null ? null : new int[0]);
        return merge(left.getFirst(), left.size() > 1 ? left.getLast() : none, room.get(), null)
                .rows();
    }

    /** Merges two runs; the second one has the larger rows. */
    private Run merge(Run a, Run b, int[] rows, int[] keys) {
        int size = a.size() + b.size();
        workers.forEachSlice(Math.ceilDiv(size, BLOCK), 1, (begin, end) -> {
            int to = (int) Math.min(size, (long) end * BLOCK);
            merge(a, b, begin * BLOCK, to, rows, keys);
        });
        return new Run(a.first(), 0, size, rows, keys);
    }

    private void merge(Run a, Run b, int begin, int end, int[] rows, int[] keys) {
        int i = split(a, b, begin);
        int j = begin - i;
        for (int at = begin; at < end; at++) {
            boolean takesA = j == b.size() || i < a.size() && !isBefore(b, j, a, i);
            if (keys != null) {
                keys[at] = takesA ? a.keys()[i] : b.keys()[j];
            }
            rows[at] = takesA ? a.row(i++) : b.row(j++);
        }
    }

    /** Returns how many of the first {@code count} merged rows are from the first run. */
    private int split(Run a, Run b, int count) {
        int least = Math.max(0, count - b.size());
        int most = Math.min(count, a.size());
        while (least < most) {
            int middle = (least + most) >>> 1;
            // One more row of the first run, unless it comes after the last row taken from the second.
            if (isBefore(b, count - middle - 1, a, middle)) {
                most = middle;
            } else {
                least = middle + 1;
            }
        }
        return least;
    }

    /** Tells whether the key of a row is below that of another row; false if they are equal. */
    private boolean isBefore(Run run, int i, Run other, int j) {
        if (run.keys() != null) {
            return run.keys()[i] < other.keys()[j];
        }
        int row = run.row(i);
        int otherRow = other.row(j);
        for (int rank = 0; rank < keyColumns.count(); rank++) {
            int start = keyColumns.start(rank);
            if (values[start + row] != values[start + otherRow]) {
                return values[start + row] < values[start + otherRow];
            }
        }
        return false;
    }
}
