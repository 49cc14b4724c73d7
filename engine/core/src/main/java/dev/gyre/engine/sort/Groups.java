package dev.gyre.engine.sort;

import dev.gyre.engine.host.Checks;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Blueprint;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Program;

/** Finds the groups of equal rows in an order: the device compares the rows, and the host gathers the groups. */
public final class Groups {

    private static final String MARK = "mark";

    /** Number of positions whose groups a thread gathers at a time. */
    private static final int CHUNK = 1 << 14;

    private Groups() {}

    /** The arrays of a program. */
    private record Marked(GroupMarks groups, int[] order, int[] columns) implements Blueprint.Made {

        @Override
        public Program program() {
            return Program.of("groups of equal points", groups.phase(MARK, order, columns));
        }
    }

    private record Sizes(int capacity, int columns, int first) implements Blueprint<Marked> {

        @Override
        public Marked make(Layout layout) {
            int[] order = layout.input(int[].class, capacity);
            int[] values = layout.input(int[].class, columns, capacity);
            KeyColumns all = KeyColumns.of(values, capacity, columns, first);
            return new Marked(new GroupMarks(capacity, order, all, layout), order, values);
        }
    }

    /**
     * Returns the indices in an order where groups of equal rows begin, and the length of the order.
     *
     * @throws IllegalArgumentException if the work does not fit the memory
     */
    public static int[] heads(Context context, int[] order, ColumnSource source) {
        int n = order.length;
        int columns = source.count();
        Sizes sizes = context.fitting(
                "the sort",
                new Sizes(n, columns, source.first()),
                new Sizes(context.capacity(n), columns, source.first()),
                "n=" + n + ", columns=" + columns);
        try (Lease<Marked> lease = context.leaseOrOnce(sizes, null, order)) {
            Marked marked = lease.operation();
            source.writer()
                    .write(
                            marked.columns(),
                            sizes.capacity(),
                            (begin, end) ->
                                    lease.writeColumns(marked.columns(), columns, sizes.capacity(), begin, end));
            lease.writeAll(order, 0, marked.order(), 0, n);
            marked.groups().setSize(n);
            lease.run(MARK);
            return heads(order, marked.groups().marks(), context.workers());
        }
    }

    /** Returns the indices where groups begin, and n. */
    private static int[] heads(int[] order, int[] marks, Workers workers) {
        int n = order.length;
        int misplaced = Checks.firstIndex(n, index -> marks[index] == GroupMarks.MISPLACED, workers);
        if (misplaced >= 0) {
            throw new IllegalArgumentException("order must ascend by super key: index=" + misplaced + ", row="
                    + order[misplaced] + " belongs before row=" + order[misplaced - 1]);
        }
        int chunks = Math.ceilDiv(n, CHUNK);
        int[] before = new int[chunks + 1];
        workers.forEachSlice(chunks, 1, (begin, end) -> {
            for (int chunk = begin; chunk < end; chunk++) {
                int count = 0;
                for (int index = chunk * CHUNK; index < Math.min(n, (chunk + 1L) * CHUNK); index++) {
                    count += marks[index] == GroupMarks.HEAD ? 1 : 0;
                }
                before[chunk + 1] = count;
            }
        });
        for (int chunk = 0; chunk < chunks; chunk++) {
            before[chunk + 1] += before[chunk];
        }
        int[] heads = new int[before[chunks] + 1];
        heads[before[chunks]] = n;
        workers.forEachSlice(chunks, 1, (begin, end) -> {
            int group = before[begin];
            for (int index = begin * CHUNK; index < Math.min(n, (long) end * CHUNK); index++) {
                if (marks[index] == GroupMarks.HEAD) {
                    heads[group++] = index;
                }
            }
        });
        return heads;
    }
}
