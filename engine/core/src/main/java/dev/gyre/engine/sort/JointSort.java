package dev.gyre.engine.sort;

import dev.gyre.engine.data.SortMethod;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.HostArrays;
import dev.gyre.engine.plan.Joint;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Progress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The order of rows from several devices: each sorts a range of the rows, and the host merges the ranges by all its threads, in pairs. Rows
 * that are equal stay in ascending order, so that the result is that of one device. No device needs more memory than its range; devices
 * exchange nothing. A device that fails is left out; the others sort its range.
 *
 * <p>O(n log n) on the devices and O(n) on the host for each doubling of the ranges. Memory of the host: the columns, and 16 bytes for a
 * row at most. For one call.
 */
public final class JointSort {

    /** Rows that a thread merges at a time. */
    private static final int BLOCK = 1 << 15;

    private final int n;
    private final ColumnSource columns;
    private final SortMethod method;
    private final Workers workers;
    private final Joint joint;
    private final int[] values;
    private final KeyColumns keyColumns;
    private final List<Run> runs = new ArrayList<>();
    private final List<Lease<?>> leases = new ArrayList<>();

    /** Rows from the first to before the last. */
    private record Range(int from, int to) {

        int size() {
            return to - from;
        }
    }

    /**
     * Rows in order.
     *
     * @param first no row of the run is below it, and none below it is in a run of a larger one
     * @param size number of rows
     * @param rows rows in order, less the base
     * @param keys their keys, where there is one column; else null
     */
    private record Run(int first, int base, int size, int[] rows, int[] keys) {

        int row(int i) {
            return rows[i] + base;
        }
    }

    private JointSort(List<Context> contexts, int n, ColumnSource columns, SortMethod method, Progress progress) {
        this.n = n;
        this.columns = columns;
        this.method = method;
        this.workers = contexts.getFirst().workers();
        this.joint = new Joint(contexts, progress, n);
        this.values = new int[Math.multiplyExact(n, columns.count())];
        this.keyColumns = new KeyColumns(values, n, columns.count(), columns.first(), columns.firstBits());
    }

    /**
     * The order of rows.
     *
     * @param contexts the devices, 1 or more, none of them twice
     * @param n number of rows, 1 or more
     * @param columns writes the columns
     * @param method how, not automatic
     * @param progress told by the caller's thread how many rows are sorted; says whether to end
     * @return the rows in order, an array of the caller's
     * @throws IllegalArgumentException if a single row does not fit the memory of a device
     * @throws dev.gyre.engine.program.DeviceException if all devices failed; names each of them
     * @throws java.util.concurrent.CancellationException if the progress or an interrupt asked for it
     */
    public static int[] order(
            List<Context> contexts, int n, ColumnSource columns, SortMethod method, Progress progress) {
        return new JointSort(contexts, n, columns, method, progress).run();
    }

    private int[] run() {
        Supplier<int[]> room = HostArrays.room(int[].class, n);
        columns.writer().write(values, n);
        try {
            sortRanges();
            return merged(room);
        } finally {
            leases.forEach(Lease::close);
        }
    }

    private void sortRanges() {
        List<Range> open = new ArrayList<>(List.of(new Range(0, n)));
        while (!open.isEmpty()) {
            List<Context> members = joint.members();
            Map<Context, List<Range>> shares = shares(open, members);
            open.clear();
            shares.values().forEach(open::addAll);
            joint.run((context, progress) -> {
                List<Range> own = shares.get(context);
                for (Range range : own) {
                    sort(context, range, own.size() == 1, progress);
                    synchronized (open) {
                        open.remove(range);
                    }
                    joint.completed(range.size());
                }
            });
        }
    }

    /** Cuts all ranges evenly, and where a device has no memory for its part, into more. */
    private Map<Context, List<Range>> shares(List<Range> open, List<Context> members) {
        Map<Context, List<Range>> shares = new HashMap<>();
        members.forEach(member -> shares.put(member, new ArrayList<>()));
        for (Range range : open) {
            for (int i = 0; i < members.size(); i++) {
                Context member = members.get(i);
                int from = range.from() + (int) ((long) range.size() * i / members.size());
                int to = range.from() + (int) ((long) range.size() * (i + 1) / members.size());
                int most = most(member, to - from);
                for (long first = from; first < to; first += most) {
                    shares.get(member).add(new Range((int) first, (int) Math.min(to, first + most)));
                }
            }
        }
        return shares;
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

    /** Sorts a range. The arrays of the device's program are the run where it sorts no other one. */
    private void sort(Context context, Range range, boolean only, Progress progress) {
        context.checkMemory(
                "the sort of a row",
                Sorter.deviceBytes(1, columns.count()),
                4L * columns.count(),
                "columns=" + columns.count());
        boolean keysToo = columns.count() == 1;
        int size = range.size();
        Lease<Sorter> lease = Sorter.rows(context, size, columns, method, keysToo);
        boolean kept = false;
        try {
            Sorter sorter = lease.operation();
            int[] in = sorter.keys();
            int capacity = in.length / columns.count();
            for (int column = 0; column < columns.count(); column++) {
                lease.write(values, column * n + range.from(), in, column * capacity, size, workers);
            }
            int[] rows = sorter.run(lease, size, progress);
            int[] keys = keysToo ? sorter.sortedKeys() : null;
            kept = only;
            boolean copies = !only && !context.onJvm();
            add(new Run(
                    range.from(),
                    range.from(),
                    size,
                    copies ? HostArrays.copyOf(rows, size, workers) : rows,
                    copies && keysToo ? HostArrays.copyOf(keys, size, workers) : keys));
        } finally {
            if (kept) {
                synchronized (leases) {
                    leases.add(lease);
                }
            } else {
                lease.close();
            }
        }
    }

    private void add(Run run) {
        synchronized (runs) {
            runs.add(run);
        }
    }

    /** Merges runs next to each other until there is one. */
    private int[] merged(Supplier<int[]> room) {
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

    /** Merges two runs, of which the second has the larger rows. */
    private Run merge(Run a, Run b, int[] rows, int[] keys) {
        int size = a.size() + b.size();
        workers.forEachSlice(
                Math.ceilDiv(size, BLOCK),
                1,
                (begin, end) -> {
                    int to = (int) Math.min(size, (long) end * BLOCK);
                    merge(a, b, begin * BLOCK, to, rows, keys);
                },
                Progress.NONE);
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

    /** How many of the first so many merged rows are of the first run. */
    private int split(Run a, Run b, int count) {
        int least = Math.max(0, count - b.size());
        int most = Math.min(count, a.size());
        while (least < most) {
            int middle = (least + most) >>> 1;
            // One more of the first run, as long as it is not after the last one taken of the second.
            if (isBefore(b, count - middle - 1, a, middle)) {
                most = middle;
            } else {
                least = middle + 1;
            }
        }
        return least;
    }

    /** Tells whether the key of a row is below that of another one; equal ones are in the order of their rows. */
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
