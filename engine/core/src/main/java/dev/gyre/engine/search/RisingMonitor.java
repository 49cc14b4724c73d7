package dev.gyre.engine.search;

import dev.gyre.engine.data.Monitor;

/** Never reports less than before: the host may finish a batch after the device has reported a later one. Not safe for several threads. */
public final class RisingMonitor implements Monitor {

    private final Monitor monitor;
    private long reported;

    /** Passes reports to a monitor. */
    public RisingMonitor(Monitor monitor) {
        this.monitor = monitor;
    }

    @Override
    public boolean progress(long done, long total) {
        reported = Math.max(reported, done);
        return monitor.progress(reported, total);
    }
}
