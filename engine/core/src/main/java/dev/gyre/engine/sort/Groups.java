package dev.gyre.engine.sort;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Checks;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.HostArrays;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;

/** Finds the groups of equal rows in an order: the device compares the rows, and the host gathers the groups. */
public final class Groups {

    private static final String MARK = "mark";

    /** Number of positions whose groups a thread gathers at a time. */
    private static final int CHUNK = 1 << 14;

    private Groups() {}

    /** The key of a kept program. */
    private record Key(int capacity, int columns, int first) {}

    /** The arrays of a program. */
    private record Marked(GroupMarks groups, KeyColumns columns, int[] order) {

        static Marked of(Key key, int[] order) {
            int[] values = new int[Checks.arrayLength(key.capacity(), key.columns())];
            KeyColumns columns = KeyColumns.of(values, key.capacity(), key.columns(), key.first());
            return new Marked(new GroupMarks(key.capacity(), columns), columns, order);
        }

        Program program() {
            return Program.of(
                    "groups of equal points",
                    Phase.named(MARK)
                            .upload(order, columns.values())
                            .upload(groups.parameters().toArray())
                            .stage(groups.stage(order))
                            .download(groups.marks())
                            .build());
        }
    }

    /** Returns the bytes on the device for rows of columns: the columns, order and marks. */
    public static long deviceBytes(int rows, int columns) {
        return rows * (8L + 4L * columns);
    }

    /** Returns the indices in an order where groups of equal rows begin, and the length of the order. */
    public static int[] heads(Context context, int[] order, ColumnSource source) {
        int n = order.length;
        Key key = new Key(Sorter.capacity(context, n, source.count()), source.count(), source.first());
        try (Lease<Marked> lease = lease(context, key, order)) {
            Marked marked = lease.operation();
            source.writer().write(marked.columns().values(), key.capacity());
            if (marked.order() != order) {
                HostArrays.copy(order, 0, marked.order(), 0, n, context.workers());
            }
            marked.groups().size(n);
            lease.run(MARK);
            return heads(order, marked.groups().marks(), context.workers());
        }
    }

    private static Lease<Marked> lease(Context context, Key key, int[] order) {
        return context.leaseOrOnce(
                key, null, () -> Marked.of(key, context.onJvm() ? order : new int[key.capacity()]), Marked::program);
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
