package dev.gyre.jts;

import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.program.Progress;

/** Reports the number of finished items to a monitor. */
final class MonitoredProgress implements Progress {

    private final Monitor monitor;
    private final long total;
    private boolean goesOn = true;

    MonitoredProgress(Monitor monitor, long total) {
        this.monitor = monitor;
        this.total = total;
    }

    @Override
    public void completed(long items) {
        goesOn = monitor.progress(items, total);
    }

    @Override
    public boolean cancelled() {
        return !goesOn;
    }
}
