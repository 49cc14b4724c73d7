package dev.gyre.engine.topk;

import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.program.Progress;
import java.util.concurrent.CancellationException;

/** Reports progress in rows to a monitor: the most that any round so far has done. */
final class Watch implements Progress {

    private final Monitor monitor;
    private final int total;
    private long done;
    private boolean cancelled;

    Watch(Monitor monitor, int total) {
        this.monitor = monitor;
        this.total = total;
    }

    @Override
    public void completed(long items) {
        done = Math.max(done, Math.min(items, total));
        cancelled |= !monitor.progress(done, total);
    }

    @Override
    public boolean cancelled() {
        return cancelled;
    }

    /** Ends the operation if the monitor or an interrupt asked for it. */
    void check() {
        if (cancelled || Thread.currentThread().isInterrupted()) {
            throw new CancellationException("cancelled: rows=" + done + " of " + total);
        }
    }

    /** Reports that all rows are done. */
    void end() {
        completed(total);
        check();
    }
}
