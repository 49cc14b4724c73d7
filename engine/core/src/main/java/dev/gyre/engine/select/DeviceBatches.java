package dev.gyre.engine.select;

import dev.gyre.engine.data.SelectionOptions;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.select.SelectionProgram.Sizes;
import dev.gyre.engine.team.Batches;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A selection on a device by programs that are kept between calls. Rows are handled in batches, several at a time, each in the arrays of
 * its own program, so that the host copies one while the device handles another.
 *
 * <p>A program serves all numbers of rows, lengths of rows and k up to its capacities. These are the sizes of the call that made it,
 * rounded up by at most a sixteenth, or by {@link Context#capacity} for the length of a single row; k up to {@link SinglePass#MAX_K} is
 * rounded up to a power of two, at least 16.
 */
public final class DeviceBatches {

    /**
     * Values of a batch, 64 MiB, if there are several. The 100 smallest of 2,000 rows of 50,000 floats took as long with 2^23 (CUDA on an
     * H200, pinned memory, November 2026).
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
    private static final int MIN_K = 16;

    private final Context context;
    private final SelectionInput input;
    private final int rows;
    private final int k;
    private final SelectionOptions.Method method;

    /** The batch that is copied: its lane waited for the longest. Lanes that copied at once kept the device waiting: 18.4 instead of 16.5 ms as above. */
    private final ReentrantLock filling = new ReentrantLock(true);

    /**
     * Makes a selection.
     *
     * @param input rows that are not on the device
     * @param rows number of rows, 1 or more
     * @param k values to keep
     * @param method the method of the call
     */
    public DeviceBatches(Context context, SelectionInput input, int rows, int k, SelectionOptions.Method method) {
        this.context = context;
        this.input = input;
        this.rows = rows;
        this.k = k;
        this.method = method;
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
        Sizes sizes = sizes(batch);
        boolean compiled = context.isKept(sizes);
        AtomicBoolean failed = new AtomicBoolean();
        List<Lease<SelectionProgram>> lanes = new ArrayList<>();
        List<CompletableFuture<Void>> others = new ArrayList<>();
        try {
            long bytes = sizes.measured(context.device()).bytes();
            int wanted = Math.max(1, (int) Math.min(lanes(batch), context.memoryLimit() / bytes));
            while (lanes.size() < wanted) {
                lanes.add(context.lease(sizes, null));
            }
            // Lanes are compiled one after the other, with their first batches, so that later ones find the generated
            // code.
            for (Lease<SelectionProgram> lane : compiled ? List.<Lease<SelectionProgram>>of() : lanes) {
                takeBatch(lane, batches, batch, sorted, found);
            }
            for (Lease<SelectionProgram> lane : lanes.subList(1, wanted)) {
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
            Lease<SelectionProgram> lane,
            Batches batches,
            AtomicBoolean failed,
            int batch,
            boolean sorted,
            int[] found) {
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
    private boolean takeBatch(Lease<SelectionProgram> lane, Batches batches, int batch, boolean sorted, int[] found) {
        Batches.Batch next = batches.next(batch);
        if (next == null) {
            return false;
        }
        int first = next.first();
        int count = next.count();
        fill(lane, first, count);
        select(lane, first, count, sorted, found);
        batches.done(next);
        return true;
    }

    /** Copies one batch after the other, so that the device has the first one early. */
    private void fill(Lease<SelectionProgram> lane, int first, int count) {
        filling.lock();
        try {
            input.fill(lane, lane.operation().values(), first, count);
        } finally {
            filling.unlock();
        }
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

    private void select(Lease<SelectionProgram> lease, int first, int count, boolean sorted, int[] found) {
        RowSelection selection = lease.operation().selection();
        lease.operation().setSize(count, input.columns(), k);
        lease.run(SelectionProgram.SELECT);
        if (lease.operation().hasNotNumbers()) {
            throw new SelectionInput.NotANumber();
        }
        if (sorted && !selection.isSorted()) {
            new ResultOrder(context.workers()).arrange(selection.keys(), selection.ids(), count, k);
        }
        HostArrays.copy(selection.ids(), 0, found, first * k, count * k, context.workers());
    }

    /** Returns the number of rows of a batch, so that batches are about equal. */
    private int batchRows() {
        int max = SelectionProgram.batchRows(context, input, rows, k, method);
        if ((long) rows * input.columns() > 2L * BATCH_VALUES) {
            max = Math.min(max, Math.max(1, BATCH_VALUES / input.columns()));
        }
        return Math.ceilDiv(rows, Math.ceilDiv(rows, max));
    }

    /** Returns the sizes of the program: those of the call if the memory has no room for more. */
    private Sizes sizes(int batch) {
        int columns = rows == 1 ? context.capacity(input.columns()) : rounded(input.columns());
        int found = Math.min(columns, roundedK());
        int room = rounded(batch);
        return context.shared(
                Sizes.of(input, batch, k, method, rows), new Sizes(room, columns, found, input.form(), method, room));
    }

    private int roundedK() {
        return k <= SinglePass.MAX_K ? Math.max(MIN_K, Integer.highestOneBit(2 * k - 1)) : rounded(k);
    }

    private static int rounded(int size) {
        int step = Math.max(1, Integer.highestOneBit(Math.max(1, size - 1)) >> STEP_BITS);
        long rounded = (long) Math.ceilDiv(size, step) * step;
        return (int) Math.min(rounded, Math.max(size, HostArrays.MAX_LENGTH));
    }
}
