package dev.gyre.engine.knn;

import dev.gyre.engine.plan.Batches;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Lets the host take in one batch while the device works on the next one. The device needs two sets of arrays for what it finds, which it
 * uses in turn. Not safe for use by several threads.
 */
public final class Overlap implements AutoCloseable {

    private final Batches batches;
    private final boolean overlaps;
    private CompletableFuture<Void> pending;
    private Batches.Batch pendingBatch;
    private int turn;
    private long waitedNanos;

    /**
     * The batches of a device.
     *
     * @param overlaps whether host and device work at the same time; not on the JVM, whose threads are the device
     */
    public Overlap(Batches batches, boolean overlaps) {
        this.batches = batches;
        this.overlaps = overlaps;
    }

    /** Takes the next batch, or null. Where none is left, the one before is finished, since another device may give more back only then. */
    public Batches.Batch next(int most) {
        Batches.Batch next = batches.next(most);
        if (next == null && pending != null) {
            finish();
            next = batches.next(most);
        }
        return next;
    }

    /** Which set of arrays is for the batch that was taken last: 0 or 1. */
    public int turn() {
        return turn;
    }

    /** Takes in what the device found, after what it found before. */
    public void take(Batches.Batch batch, Runnable work) {
        finish();
        long start = System.nanoTime();
        if (overlaps) {
            pendingBatch = batch;
            // It mostly waits for the threads of the engine.
            pending =
                    CompletableFuture.runAsync(work, task -> Thread.ofVirtual().start(task));
            turn = 1 - turn;
        } else {
            work.run();
            batches.done(batch);
            waitedNanos += System.nanoTime() - start;
        }
    }

    private void finish() {
        if (pending == null) {
            return;
        }
        long start = System.nanoTime();
        try {
            pending.join();
        } catch (CompletionException e) {
            switch (e.getCause()) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                default -> throw e;
            }
        } finally {
            pending = null;
        }
        batches.done(pendingBatch);
        waitedNanos += System.nanoTime() - start;
    }

    /** Time for which the device waited for the host. */
    public long waitedNanos() {
        return waitedNanos;
    }

    /** Waits until nothing reads the arrays any more. */
    @Override
    public void close() {
        if (pending != null) {
            // What went wrong there is of no interest any more.
            pending.exceptionally(failure -> null).join();
        }
    }
}
