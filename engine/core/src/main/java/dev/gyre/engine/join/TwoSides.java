package dev.gyre.engine.join;

import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Progress;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Two pieces of work at once, on a thread each, while the caller's thread watches. Where a device fails, the other piece goes on, and does what is left; any other
 * failure ends both. For one call.
 */
final class TwoSides {

    private static final long REPORT_MILLIS = 20;

    private final Monitor monitor;
    private final int total;
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicReference<Throwable> error = new AtomicReference<>();
    private volatile boolean cancelled;

    /** Says whether to end. */
    private final Progress progress = new Progress() {
        @Override
        public void completed(long items) {}

        @Override
        public boolean cancelled() {
            return cancelled || error.get() != null;
        }
    };

    /**
     * A call.
     *
     * @param monitor asked by the caller's thread alone
     * @param total items of the call
     */
    TwoSides(Monitor monitor, int total) {
        this.monitor = monitor;
        this.total = total;
    }

    /** Says whether the call is to end; for both pieces of work. */
    Progress progress() {
        return progress;
    }

    /** Notes that items are done, by any thread. */
    void completed(int items) {
        done.addAndGet(items);
    }

    /**
     * Runs both.
     *
     * @param mayFail ends with a {@link DeviceException} where its device fails
     * @throws CancellationException if the monitor or an interrupt ended the call
     */
    void run(Runnable mayFail, Runnable other) {
        CountDownLatch running = new CountDownLatch(2);
        start("gyre-hybrid-device", running, () -> {
            try {
                mayFail.run();
            } catch (DeviceException e) {
                // The other side does what is left, and the report names the failure.
            }
        });
        start("gyre-hybrid-host", running, other);
        boolean interrupted = watch(running);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        Throwable thrown = error.get();
        if (cancelled && (thrown == null || thrown instanceof CancellationException)) {
            throw new CancellationException("cancelled: queries=" + done.get() + " of " + total);
        }
        if (thrown instanceof Error e) {
            throw e;
        }
        if (thrown != null) {
            throw (RuntimeException) thrown;
        }
    }

    private void start(String name, CountDownLatch running, Runnable work) {
        Thread.ofPlatform().daemon().name(name).start(() -> {
            try {
                work.run();
            } catch (RuntimeException | Error e) {
                error.compareAndSet(null, e);
            } finally {
                running.countDown();
            }
        });
    }

    /** Waits for both; tells whether this thread was interrupted. */
    private boolean watch(CountDownLatch running) {
        boolean interrupted = false;
        boolean ended = false;
        while (!ended) {
            try {
                ended = running.await(REPORT_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            cancelled |= interrupted || !cancelled && !monitor.progress(done.get(), total);
        }
        return interrupted;
    }
}
