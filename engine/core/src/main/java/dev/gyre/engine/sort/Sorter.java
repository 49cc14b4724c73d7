package dev.gyre.engine.sort;

import dev.gyre.engine.data.SortMethod;
import dev.gyre.engine.plan.Checks;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.HostArrays;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * A sort of rows by columns of ints, or of keys with a payload, with its arrays. A context keeps it between calls, for any number of rows
 * up to a capacity. Not safe for use by several threads.
 */
public final class Sorter {

    private static final String SORT = "sort";
    private static final String SORT_AGAIN = "sort by all columns";

    private final String operation;
    private final int[] keysIn;
    private final int[] payloadIn;
    private final IntConsumer size;
    private final SortStages first;
    private final SortStages again;
    private final int[] skipped;

    private Sorter(String operation, int[] keysIn, int[] payloadIn, IntConsumer size, SortStages first) {
        this(operation, keysIn, payloadIn, size, first, null, null);
    }

    /** Also sets the stages to run if the first ones did not sort everything, and the counts that tell this; or nulls. */
    private Sorter(
            String operation,
            int[] keysIn,
            int[] payloadIn,
            IntConsumer size,
            SortStages first,
            SortStages again,
            int[] skipped) {
        this.operation = operation;
        this.keysIn = keysIn;
        this.payloadIn = payloadIn;
        this.size = size;
        this.first = first;
        this.again = again;
        this.skipped = skipped;
    }

    /** The key of a kept program. */
    private record Key(boolean pairs, int capacity, int columns, int first, int firstBits, SortMethod method) {}

    /**
     * Returns the order of rows.
     *
     * @param context the context in which it runs
     * @param n number of rows, 1 or more
     * @param source writes the columns
     * @param method the method, not automatic
     * @return the rows in order, in an array that the caller may keep
     */
    public static int[] order(Context context, int n, ColumnSource source, SortMethod method) {
        if (context.onJvm() && method != SortMethod.MERGE) {
            return RowOrder.of(n, source, context.workers());
        }
        try (Lease<Sorter> lease = rows(context, n, source, method)) {
            Sorter sorter = lease.operation();
            int capacity = sorter.keysIn.length / source.count();
            Supplier<int[]> room = room(context, n);
            source.writer().write(sorter.keysIn, capacity);
            lease.writeColumns(sorter.keysIn, source.count(), capacity, n, context.workers());
            int[] rows = sorter.run(lease, n);
            return result(context, rows, room);
        }
    }

    /**
     * Borrows a sort of rows.
     *
     * @param n number of rows, 1 or more
     * @param columns the kind of columns
     * @param method the method, not automatic
     */
    private static Lease<Sorter> rows(Context context, int n, ColumnSource columns, SortMethod method) {
        int capacity = capacity(context, n, columns.count());
        return lease(context, new Key(false, capacity, columns.count(), columns.first(), columns.firstBits(), method));
    }

    /** Returns room for the rows of a device; on the JVM the caller gets the sorted array itself. */
    static Supplier<int[]> room(Context context, int n) {
        return context.onJvm() ? () -> null : HostArrays.room(int[].class, n);
    }

    /** Returns the rows for the caller to keep. */
    static int[] result(Context context, int[] rows, Supplier<int[]> room) {
        return context.onJvm() ? rows : HostArrays.copyInto(rows, room, context.workers());
    }

    /** Borrows a sort of keys with a payload. */
    public static Lease<Sorter> pairs(Context context, int n, SortMethod method) {
        return lease(context, new Key(true, capacity(context, n, 1), 1, 0, Integer.SIZE, method));
    }

    private static Lease<Sorter> lease(Context context, Key key) {
        return context.leaseOrOnce(key, null, () -> make(context.device(), key), Sorter::program);
    }

    /** Returns the capacity for a sort: the number of rows itself if the memory has no room for more. */
    static int capacity(Context context, int n, int columns) {
        int capacity = context.capacity(n);
        boolean fits = deviceBytes(capacity, columns) <= context.memoryLimit()
                && 4L * capacity * columns <= context.device().maxArrayBytes()
                && (long) capacity * columns <= Context.MAX_ARRAY_LENGTH;
        return fits ? capacity : n;
    }

    /** Returns the bytes on the device for rows of columns. */
    public static long deviceBytes(long rows, int columns) {
        return rows * (16L + 4L * columns + 8L) + (1L << 20);
    }

    private static Sorter make(Device device, Key key) {
        int capacity = key.capacity();
        if (key.pairs()) {
            return ofPairs(device, capacity, key.method());
        }
        int[] values = new int[Checks.arrayLength(capacity, key.columns())];
        KeyColumns columns = new KeyColumns(values, capacity, key.columns(), key.first(), key.firstBits());
        if (key.method() == SortMethod.MERGE) {
            MergeSort sort = new MergeSort(capacity, columns);
            return new Sorter("sort of rows", values, null, sort::size, sort.order());
        }
        RadixSort sort = new RadixSort(capacity, device);
        if (key.method() != SortMethod.RADIX_THEN_TIES || key.columns() == 1) {
            return new Sorter("sort of rows", values, null, sort::size, sort.order(columns));
        }
        return radixThenTies(device, capacity, columns, sort);
    }

    private static Sorter ofPairs(Device device, int capacity, SortMethod method) {
        if (method == SortMethod.MERGE) {
            MergeSort sort = new MergeSort(capacity, KeyColumns.of(new int[1], 1, 1, 0));
            return new Sorter("sort", sort.keys(), sort.payload(), sort::size, sort.pairs());
        }
        RadixSort sort = new RadixSort(capacity, device);
        return new Sorter("sort", sort.keys(), sort.payload(), sort::size, sort.pairs());
    }

    private static Sorter radixThenTies(Device device, int capacity, KeyColumns columns, RadixSort sort) {
        SegmentedSort ties = new SegmentedSort(capacity, new int[1], columns, device);
        SortStages byFirst = sort.orderByFirst(columns);
        SortStages byOthers = ties.sort(byFirst.keys(), byFirst.payload());
        SortStages byAll = sort.order(columns);
        List<Stage> stages = new ArrayList<>(byFirst.stages());
        stages.addAll(byOthers.stages());
        List<Object> parameters = new ArrayList<>(sort.parameters());
        parameters.addAll(ties.parameters());
        IntConsumer size = n -> {
            sort.size(n);
            ties.runs(n);
        };
        SortStages first = new SortStages(parameters, stages, byOthers.keys(), byOthers.payload());
        SortStages again = new SortStages(parameters, byAll.stages(), byAll.keys(), byAll.payload());
        return new Sorter("sort of rows", columns.values(), null, size, first, again, ties.skipped());
    }

    private Program program() {
        List<Phase> phases = new ArrayList<>();
        Phase.Builder sort = phase(SORT, first).upload(keysIn);
        if (payloadIn != null) {
            sort.upload(payloadIn).download(first.keys());
        }
        if (again != null) {
            sort.download(skipped);
        }
        phases.add(sort.build());
        if (again != null) {
            phases.add(phase(SORT_AGAIN, again).build());
        }
        Program program = new Program(operation, phases);
        return payloadIn == null ? program.withInputs(keysIn) : program;
    }

    private static Phase.Builder phase(String name, SortStages stages) {
        return Phase.named(name)
                .upload(stages.uploads())
                .stages(stages.stages())
                .download(stages.payload());
    }

    /** Returns the array for the keys of pairs, or for the columns of rows, which the caller fills before a run. */
    public int[] keys() {
        return keysIn;
    }

    /** Returns the array for the payload of pairs, which the caller fills before a run. */
    public int[] payload() {
        return payloadIn;
    }

    /** Returns the keys of the last run of pairs, in order. */
    public int[] sortedKeys() {
        return first.keys();
    }

    /** Sorts; returns an array whose first n values are the payload, or the rows if rows are ordered. */
    public int[] run(Lease<Sorter> lease, int n) {
        size.accept(n);
        lease.run(SORT);
        if (again != null && IntStream.of(skipped).anyMatch(count -> count > 0)) {
            lease.run(SORT_AGAIN);
            return again.payload();
        }
        return first.payload();
    }
}
