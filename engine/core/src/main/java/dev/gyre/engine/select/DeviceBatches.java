package dev.gyre.engine.select;

import dev.gyre.engine.data.SelectionMethod;
import dev.gyre.engine.plan.Batches;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.HostArrays;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A selection on a device by programs that are kept between calls. Rows are handled in batches, several at a time, each in the arrays of
 * its own program, so that the host copies one while the device handles another.
 *
 * <p>A program serves all numbers of rows, lengths of rows and k up to its capacities. These are the sizes of the call that made it,
 * rounded up by at most a sixteenth, or by {@link Context#capacity} for the length of a single row; k up to {@link SinglePass#MAX_K} is
 * rounded up to a power of two, at least 16. In a sample select, length and k are compiled in.
 */
public final class DeviceBatches {

    private static final String SELECT = "select";

    /**
     * Values of a batch, 64 MiB, if there are several. The 100 smallest of 2,000 rows of 50,000 floats took 28 ms with 2^24, 33 ms with
     * 2^23 and 36 ms with 2^22 (CUDA on an H200, pinned memory, November 2026).
     */
    private static final int BATCH_VALUES = 1 << 24;

    /**
     * Batches at a time: one is copied into the arrays of the host, one to the device, and the result of one is fetched. A driver copies
     * from the heap by the thread that calls it, so that two copies at a time may be faster than one after the other. 2, 3 and 4 were
     * equally fast (CUDA on an H200, November 2026).
     */
    private static final int LANES = 3;

    /** Binary logarithm of the steps of sizes between one power of two and the next. */
    private static final int STEP_BITS = 4;

    /** Smallest k for which a program is made, so that small k share one; its arrays are small compared with the row. */
    private static final int LEAST_K = 16;

    private final Context context;
    private final SelectionInput input;
    private final int rows;
    private final int k;
    private final SelectionPlan plan;

    /**
     * Makes a selection.
     *
     * @param input rows that are not on the device
     * @param rows number of rows, 1 or more
     * @param k values to keep
     * @param plan the plan of the call
     */
    public DeviceBatches(Context context, SelectionInput input, int rows, int k, SelectionPlan plan) {
        this.context = context;
        this.input = input;
        this.rows = rows;
        this.k = k;
        this.plan = plan;
    }

    /** The key of a kept program: its sizes, and everything that is compiled in. */
    private record Key(int rows, int columns, int k, int form, SelectionMethod method) {}

    /** A selection with its values. */
    private record Prepared(RowValues values, RowSelection selection) {

        Program program() {
            Program program = Program.of("selection", selection.phase(SELECT, values.array()));
            return program.withInputs(values.array());
        }
    }

    /**
     * Selects.
     *
     * @param batches the rows
     * @param sorted whether to put rows in order
     * @param found for the ids, {@code rows x k}
     */
    public void run(Batches batches, boolean sorted, int[] found) {
        int batch = batchRows();
        Key key = key(batch);
        boolean compiled = context.isKept(key);
        AtomicBoolean failed = new AtomicBoolean();
        List<Lease<Prepared>> lanes = new ArrayList<>();
        List<CompletableFuture<Void>> others = new ArrayList<>();
        try {
            int wanted = Math.max(1, (int) Math.min(lanes(batch), context.memoryLimit() / bytes(key)));
            while (lanes.size() < wanted) {
                lanes.add(lease(key));
            }
            // Lanes are compiled one after the other, with their first batches, so that later ones find the generated
            // code.
            for (Lease<Prepared> lane : compiled ? List.<Lease<Prepared>>of() : lanes) {
                takeBatch(lane, batches, batch, sorted, found);
            }
            for (Lease<Prepared> lane : lanes.subList(1, wanted)) {
                Runnable work = () -> takeBatches(lane, batches, failed, batch, sorted, found);
                others.add(CompletableFuture.runAsync(work, DeviceBatches::start));
            }
            takeBatches(lanes.getFirst(), batches, failed, batch, sorted, found);
        } finally {
            // Lanes must not be given back while they are in use.
            try {
                await(CompletableFuture.allOf(others.toArray(CompletableFuture[]::new)));
            } finally {
                lanes.forEach(Lease::close);
            }
        }
    }

    private int lanes(int batch) {
        return Math.min(LANES, Math.ceilDiv(rows, batch));
    }

    /** Handles one batch after the other; if a batch fails, no lane begins another one. */
    private void takeBatches(
            Lease<Prepared> lane, Batches batches, AtomicBoolean failed, int batch, boolean sorted, int[] found) {
        boolean done = false;
        try {
            while (!failed.get() && takeBatch(lane, batches, batch, sorted, found)) {
                // The batch is done.
            }
            done = true;
        } finally {
            if (!done) {
                failed.set(true);
            }
        }
    }

    /** Handles a batch if one is left; returns whether one was. */
    private boolean takeBatch(Lease<Prepared> lane, Batches batches, int batch, boolean sorted, int[] found) {
        Batches.Batch next = batches.next(batch);
        if (next == null) {
            return false;
        }
        int first = next.first();
        int count = next.count();
        input.fill(lane, lane.operation().values(), first, count);
        select(lane, first, count, sorted, found);
        batches.done(next);
        return true;
    }

    private static void start(Runnable work) {
        Thread.ofPlatform().daemon().name("gyre-batches").start(work);
    }

    /** Waits even if interrupted, as the arrays must not be given back while they are written. */
    private static void await(CompletableFuture<Void> work) {
        try {
            work.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            if (e.getCause() instanceof Error cause) {
                throw cause;
            }
            throw e;
        }
    }

    private void select(Lease<Prepared> lease, int first, int count, boolean sorted, int[] found) {
        RowSelection selection = lease.operation().selection();
        selection.setSize(input.columns(), k);
        lease.run(SELECT);
        if (sorted && !selection.isSorted()) {
            new ResultOrder(context.workers()).arrange(selection.keys(), selection.ids(), count, k);
        }
        HostArrays.copy(selection.ids(), 0, found, first * k, count * k, context.workers());
    }

    /** Returns the number of rows of a batch, so that batches are about equal. */
    private int batchRows() {
        int most = batchRows(context, input, rows, k, plan);
        if ((long) rows * input.columns() > 2L * BATCH_VALUES) {
            most = Math.min(most, Math.max(1, BATCH_VALUES / input.columns()));
        }
        return Math.ceilDiv(rows, Math.ceilDiv(rows, most));
    }

    /** Returns the sizes of the program: those of the call if the memory has no room for more. */
    private Key key(int batch) {
        int n = input.columns();
        boolean fixed = plan.method() == SelectionMethod.SAMPLE_SELECT;
        int columns = fixed ? n : rows == 1 ? context.capacity(n) : rounded(n);
        int most = fixed ? k : Math.min(columns, roundedK());
        Key key = new Key(rounded(batch), columns, most, input.form(), plan.method());
        return bytes(key) <= context.memoryLimit() && longest(key) <= context.maxElements(Integer.BYTES)
                ? key
                : new Key(batch, n, k, input.form(), plan.method());
    }

    private int roundedK() {
        return k <= SinglePass.MAX_K ? Math.max(LEAST_K, Integer.highestOneBit(2 * k - 1)) : rounded(k);
    }

    private static int rounded(int size) {
        int step = Math.max(1, Integer.highestOneBit(Math.max(1, size - 1)) >> STEP_BITS);
        long rounded = (long) Math.ceilDiv(size, step) * step;
        return (int) Math.min(rounded, Math.max(size, Context.MAX_ARRAY_LENGTH));
    }

    private long bytes(Key key) {
        return key.rows() * rowBytes(key.columns(), key.form(), key.k(), planned(key));
    }

    private long longest(Key key) {
        return key.rows() * Math.max(key.columns(), planned(key).longestArrayPerRow(key.columns(), key.k()));
    }

    private SelectionPlan planned(Key key) {
        return SelectionStrategies.plan(key.rows(), key.columns(), key.k(), context.device(), key.method(), "");
    }

    private Lease<Prepared> lease(Key key) {
        return context.lease(key, () -> prepare(key), Prepared::program);
    }

    private Prepared prepare(Key key) {
        RowValues values = input.room(key.rows(), key.columns());
        RowSelection selection = new RowSelection(values, key.k(), planned(key), context.device());
        return new Prepared(values, selection);
    }

    /** Returns the bytes on the device for a row. */
    private static long rowBytes(int n, int form, int k, SelectionPlan plan) {
        long temporary = switch (plan.method()) {
            case SINGLE_PASS -> SinglePassStages.temporaryBytes(1, k, plan.singlePass());
            case SAMPLE_SELECT -> SampleStages.temporaryBytes(n, form, plan.tile());
            default -> RadixStages.temporaryBytes(n, form, plan.tile());
        };
        return 4L * n + 8L * k + temporary;
    }

    /** Returns the largest number of rows per batch that memory and array length allow. */
    public static int batchRows(Context context, SelectionInput input, int rows, int k, SelectionPlan plan) {
        int n = input.columns();
        long perRow = rowBytes(n, input.form(), k, plan);
        long longest = Math.max(n, plan.longestArrayPerRow(n, k));
        context.checkMemory("a row of the selection", perRow, 4 * longest, "n=" + n + ", k=" + k);
        long byArray = context.maxElements(Integer.BYTES) / longest;
        if (byArray < 1) {
            throw new IllegalArgumentException("a row of the selection must fit an array: elements=" + longest
                    + ", limit=" + context.maxElements(Integer.BYTES) + ", n=" + n + ", k=" + k);
        }
        return (int) Math.min(rows, Math.min(context.memoryLimit() / perRow, byArray));
    }
}
