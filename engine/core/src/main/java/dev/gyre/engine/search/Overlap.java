package dev.gyre.engine.search;

import dev.gyre.engine.program.Progress;
import dev.gyre.engine.team.Batches;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Lets the host take in one batch while the device works on the next one. The device needs two sets of arrays for its results, which it
 * uses in turn. Not safe for use by several threads.
 */
public final class Overlap implements AutoCloseable {

    private static final long REPORT_MILLIS = 50;

    private final Batches batches;
    private final boolean overlaps;
    private final Progress waiting;
    private final Progress behind = new Behind();
    private Pending<?> pending;
    private volatile boolean cancelled;
    private int turn;
    private long waitedNanos;

    /** A batch that the host takes in. */
    private record Pending<T>(Batches.Batch batch, CompletableFuture<T> work, Consumer<T> rest) {

        void finish() {
            try {
                rest.accept(work.join());
            } catch (CompletionException e) {
                switch (e.getCause()) {
                    case RuntimeException cause -> throw cause;
                    case Error cause -> throw cause;
                    default -> throw e;
                }
            }
        }
    }

    /** Watches work beside the device, which must not ask the monitor: only the caller's thread does. */
    private final class Behind implements Progress {

        @Override
        public void completed(long items) {}

        @Override
        public boolean cancelled() {
            return cancelled;
        }
    }

    /**
     * The batches of a device.
     *
     * @param overlaps whether host and device work at the same time; not on the JVM, whose threads are the device
     * @param waiting is asked from time to time while the device waits for the host; may cancel
     */
    public Overlap(Batches batches, boolean overlaps, Progress waiting) {
        this.batches = batches;
        this.overlaps = overlaps;
        this.waiting = waiting;
    }

    /**
     * One batch of a device, whose results come part by part.
     *
     * @param overlaps as above
     * @param waiting as above
     */
    public Overlap(boolean overlaps, Progress waiting) {
        this(null, overlaps, waiting);
    }

    /**
     * Returns what watches the work on a batch: work beside the device is told when the call ends.
     *
     * @param progress watches work for which the device waits
     */
    public Progress watched(Progress progress) {
        return overlaps ? behind : progress;
    }

    /**
     * Takes the next batch, or null. If none is left, it finishes the previous one first, because other devices may still give batches
     * back.
     */
    public Batches.Batch next(int max) {
        Batches.Batch next = batches.next(max);
        if (next == null && pending != null) {
            finish();
            next = batches.next(max);
        }
        return next;
    }

    /** The set of arrays for the last batch: 0 or 1. */
    public int turn() {
        return turn;
    }

    /**
     * Takes in results, after those that came before.
     *
     * @param batch the batch, if these are its last results; otherwise null
     */
    public void take(Batches.Batch batch, Runnable work) {
        take(
                batch,
                () -> {
                    work.run();
                    return null;
                },
                none -> {});
    }

    /**
     * Takes in results, after those that came before.
     *
     * @param batch the batch, if these are its last results; otherwise null
     * @param work the work for which the device does not wait
     * @param rest the work for which it waits, on the thread that calls {@link #next} or {@link #take} again; receives the result of
     *     {@code work}
     */
    public <T> void take(Batches.Batch batch, Supplier<T> work, Consumer<T> rest) {
        finish();
        if (overlaps) {
            // A virtual thread, because it mostly waits for the threads of the engine.
            pending = new Pending<>(
                    batch,
                    CompletableFuture.supplyAsync(
                            work, task -> Thread.ofVirtual().start(task)),
                    rest);
            turn = 1 - turn;
        } else {
            long start = System.nanoTime();
            rest.accept(work.get());
            done(batch);
            waitedNanos += System.nanoTime() - start;
        }
    }

    /** Waits until everything is taken in. */
    public void finish() {
        if (pending == null) {
            return;
        }
        long start = System.nanoTime();
        await(pending.work());
        Pending<?> last = pending;
        pending = null;
        last.finish();
        done(last.batch());
        waitedNanos += System.nanoTime() - start;
    }

    private void done(Batches.Batch batch) {
        if (batch != null) {
            batches.done(batch);
        }
    }

    /** Waits for the end of some work, unless the call is cancelled: {@link #close} ends the work then. */
    private void await(CompletableFuture<?> work) {
        while (!work.isDone()) {
            try {
                work.get(REPORT_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                waiting.completed(0);
                if (waiting.cancelled()) {
                    throw new CancellationException("cancelled by the monitor while the host took in a batch");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CancellationException("interrupted while the host took in a batch");
            } catch (ExecutionException e) {
                // The caller throws the cause.
                return;
            }
        }
    }

    /** Time for which the device waited for the host. */
    public long waitedNanos() {
        return waitedNanos;
    }

    /** Ends the work beside the device, and waits until nothing reads the arrays any more. */
    @Override
    public void close() {
        if (pending != null) {
            cancelled = true;
            // A failure of this work does not matter any more.
            pending.work().exceptionally(failure -> null).join();
        }
    }
}
