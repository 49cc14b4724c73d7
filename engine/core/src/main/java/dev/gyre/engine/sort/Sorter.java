package dev.gyre.engine.sort;

import dev.gyre.engine.data.SortOptions;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.pool.Blueprint;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import java.util.Objects;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A sort of rows by columns of ints, or of keys with a payload, with its arrays. A context keeps it between calls, for any number of rows
 * up to a capacity. Not safe for use by several threads.
 */
public final class Sorter implements Blueprint.Made {

    private static final String SORT = "sort";
    private static final String OPERATION = "the sort";
    private static final String SORT_AGAIN = "sort by all columns";

    private final Sizes sizes;
    private final int[] keysIn;
    private final int[] payloadIn;
    private final IntConsumer size;
    private final SortSteps first;

    /** Steps to run if the first ones did not sort everything, and the counts that tell this; or nulls. */
    private final SortSteps again;

    private final int[] skipped;

    /**
     * The sizes of a sort.
     *
     * @param pairs whether keys are sorted with a payload; if not, the order of rows is found
     */
    private record Sizes(boolean pairs, int capacity, int columns, int first, int firstBits, SortOptions.Method method)
            implements Blueprint<Sorter> {

        @Override
        public Sorter make(Layout layout) {
            return method == SortOptions.Method.MERGE
                    ? merging(layout, this)
                    : method == SortOptions.Method.RADIX_THEN_TIES && columns > 1
                            ? radixThenTies(layout, this)
                            : radix(layout, this);
        }

        KeyColumns columns(Layout layout) {
            return pairs
                    ? KeyColumns.of(layout.add(new int[1]), 1, 1, 0)
                    : new KeyColumns(layout.input(int[].class, columns, capacity), capacity, columns, first, firstBits);
        }

        String text() {
            return "n=" + capacity + ", columns=" + columns;
        }
    }

    private Sorter(
            Sizes sizes,
            int[] keysIn,
            int[] payloadIn,
            IntConsumer size,
            SortSteps first,
            SortSteps again,
            int[] skipped,
            Layout layout) {
        this.sizes = sizes;
        this.keysIn = keysIn;
        this.payloadIn = payloadIn;
        this.size = size;
        this.first = first;
        this.again = again;
        this.skipped = skipped;
        if (!sizes.pairs()) {
            Stream.of(first, again)
                    .filter(Objects::nonNull)
                    .map(SortSteps::payload)
                    .distinct()
                    .forEach(layout::output);
        }
    }

    private static Sorter merging(Layout layout, Sizes sizes) {
        KeyColumns columns = sizes.columns(layout);
        MergeSort sort = new MergeSort(sizes.capacity(), columns, layout);
        return sizes.pairs()
                ? new Sorter(sizes, sort.keys(), sort.payload(), sort::setSize, sort.pairs(), null, null, layout)
                : new Sorter(sizes, columns.values(), null, sort::setSize, sort.order(), null, null, layout);
    }

    private static Sorter radix(Layout layout, Sizes sizes) {
        RadixSort sort = new RadixSort(sizes.capacity(), layout);
        if (sizes.pairs()) {
            return new Sorter(sizes, sort.keys(), sort.payload(), sort::setSize, sort.pairs(), null, null, layout);
        }
        KeyColumns columns = sizes.columns(layout);
        return new Sorter(sizes, columns.values(), null, sort::setSize, sort.order(columns), null, null, layout);
    }

    private static Sorter radixThenTies(Layout layout, Sizes sizes) {
        KeyColumns columns = sizes.columns(layout);
        RadixSort sort = new RadixSort(sizes.capacity(), layout);
        SegmentedSort ties = new SegmentedSort(sizes.capacity(), layout.add(new int[1]), columns, layout);
        SortSteps byFirst = sort.orderByFirst(columns);
        SortSteps byOthers = ties.sort(byFirst.keys(), byFirst.payload());
        IntConsumer size = n -> {
            sort.setSize(n);
            ties.setRuns(n);
        };
        return new Sorter(
                sizes,
                columns.values(),
                null,
                size,
                byFirst.then(byOthers),
                sort.order(columns),
                ties.skipped(),
                layout);
    }

    /**
     * Returns the order of rows.
     *
     * @param context the context in which it runs
     * @param n number of rows, 1 or more
     * @param source writes the columns
     * @param method the method, not automatic
     * @return the rows in order, in an array that the caller may keep
     * @throws IllegalArgumentException if the sort does not fit the memory
     */
    public static int[] order(Context context, int n, ColumnSource source, SortOptions.Method method) {
        int columns = source.count();
        IntFunction<Sizes> sizes =
                capacity -> new Sizes(false, capacity, columns, source.first(), source.firstBits(), method);
        if (context.onJvm() && method != SortOptions.Method.MERGE) {
            Sizes exact = sizes.apply(n);
            context.fitting(OPERATION, exact, exact, exact.text());
            return RowOrder.of(n, source, context.workers());
        }
        try (Lease<Sorter> lease = lease(context, sizes, n)) {
            Sorter sorter = lease.operation();
            int capacity = sorter.sizes.capacity();
            Supplier<int[]> room = room(context, n);
            int[] column = source.keys() == null ? null : source.keys().column();
            if (column == null) {
                source.writer()
                        .write(
                                sorter.keysIn,
                                capacity,
                                (begin, end) -> lease.writeColumns(sorter.keysIn, columns, capacity, begin, end));
            } else {
                lease.writeAll(column, 0, sorter.keysIn, 0, n);
            }
            return result(context, lease, sorter.run(lease, n), room);
        }
    }

    /** Returns room for the rows of a device; on the JVM the caller gets the sorted array itself. */
    static Supplier<int[]> room(Context context, int n) {
        return context.onJvm() ? () -> null : HostArrays.room(int[].class, n);
    }

    /** Returns the rows for the caller to keep, from an output of a program. */
    static int[] result(Context context, Lease<?> lease, int[] rows, Supplier<int[]> room) {
        if (context.onJvm()) {
            return rows;
        }
        int[] result = room.get();
        lease.readAll(rows, 0, result, 0, result.length);
        return result;
    }

    /**
     * Borrows a sort of keys with a payload.
     *
     * @throws IllegalArgumentException if the sort does not fit the memory
     */
    public static Lease<Sorter> pairs(Context context, int n, SortOptions.Method method) {
        return lease(context, capacity -> new Sizes(true, capacity, 1, 0, Integer.SIZE, method), n);
    }

    private static Lease<Sorter> lease(Context context, IntFunction<Sizes> ofCapacity, int n) {
        Sizes exact = ofCapacity.apply(n);
        Sizes rounded = ofCapacity.apply(context.capacity(n));
        return context.leaseOrOnce(context.fitting(OPERATION, exact, rounded, exact.text()), null);
    }

    @Override
    public Program program() {
        Phase.Builder sort = Phase.named(SORT).upload(keysIn).steps(first).download(first.payload());
        if (sizes.pairs()) {
            sort.upload(payloadIn).download(first.keys());
        }
        if (again == null) {
            return Program.of(sizes.pairs() ? "sort" : "sort of rows", sort.build());
        }
        return Program.of(
                "sort of rows",
                sort.download(skipped).build(),
                Phase.named(SORT_AGAIN).steps(again).download(again.payload()).build());
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
