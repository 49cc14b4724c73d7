package dev.gyre.engine.search;

import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.program.Progress;
import java.util.concurrent.CancellationException;

/** Turns the items of a batch into rows of the whole operation, and the answers of its monitor into a cancellation. */
public final class BatchProgress implements Progress {

    private final Monitor monitor;
    private final int first;
    private final int count;
    private final int total;
    private long done;
    private boolean cancelled;

    /**
     * Progress of a batch.
     *
     * @param first rows done before the batch
     * @param count rows of the batch
     * @param total rows of the operation
     */
    public BatchProgress(Monitor monitor, int first, int count, int total) {
        this.monitor = monitor;
        this.first = first;
        this.count = count;
        this.total = total;
    }

    @Override
    public void completed(long items) {
        // A batch has several stages, each of which counts from 0.
        done = Math.max(done, first + Math.min(items, count));
        cancelled |= !monitor.progress(done, total);
    }

    @Override
    public boolean cancelled() {
        return cancelled;
    }

    /**
     * Ends the operation if the monitor asked for it. Work that is shorter than the time between two reports ends without asking.
     *
     * @throws CancellationException if the monitor asked for it
     */
    public void stopIfCancelled() {
        if (cancelled) {
            throw new CancellationException("cancelled by the monitor: rows=" + total);
        }
    }

    /** Ends the operation if the monitor or an interrupt asked for it. */
    public void stopIfEnded() {
        if (cancelled || Thread.currentThread().isInterrupted()) {
            throw new CancellationException("cancelled: rows=" + done + " of " + total);
        }
    }

    /** Reports that all rows of the batch are done; ends the operation if the monitor or an interrupt asked for it. */
    public void end() {
        completed(count);
        stopIfEnded();
    }
}
