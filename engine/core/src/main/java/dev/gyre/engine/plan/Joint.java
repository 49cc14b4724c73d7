package dev.gyre.engine.plan;

import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Progress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/**
 * One call on several devices at once: a thread for each, while the caller's thread watches. A device that fails is left out from then
 * on; what it left undone is the caller's to share out again. For one call; its methods are to be called by that call's thread, but
 * for {@link #completed} and what a share gets.
 */
public final class Joint {

    private static final long REPORT_MILLIS = 20;

    private final List<Context> members;
    private final Progress progress;
    private final long total;
    private final Map<Context, DeviceException> failures = new LinkedHashMap<>();
    private final AtomicLong done = new AtomicLong();
    private final AtomicReference<Throwable> error = new AtomicReference<>();
    private volatile boolean cancelled;
    private volatile boolean stopped;

    /** What one device does. */
    @FunctionalInterface
    public interface Share {

        /**
         * Runs on a thread of the device's own.
         *
         * @param progress says whether to stop
         * @throws DeviceException if the device fails; the others go on
         */
        void run(Context context, Progress progress);
    }

    /**
     * A call on some devices.
     *
     * @param contexts the devices, 1 or more, none of them twice
     * @param progress told by the caller's thread how many items of the call are done; says whether to end it
     * @param total items of the call
     */
    public Joint(List<Context> contexts, Progress progress, long total) {
        if (contexts.isEmpty()) {
            throw new IllegalArgumentException("a joint call needs one device or more: devices=0");
        }
        this.members = new ArrayList<>(contexts);
        this.progress = progress;
        this.total = total;
    }

    /** The devices that have not failed, in the order in which they were given. */
    public List<Context> members() {
        return List.copyOf(members);
    }

    /** Notes that items of the call are done, by any thread. */
    public void completed(long items) {
        done.addAndGet(items);
    }

    /**
     * Runs a share on each device that has not failed, and waits for all.
     *
     * @throws DeviceException if all devices have failed now; names each of them
     * @throws CancellationException if the progress or an interrupt asked for it
     * @throws RuntimeException what a share threw; errors too
     */
    public void run(Share share) {
        CountDownLatch running = new CountDownLatch(members.size());
        for (Context member : members) {
            Thread thread = new Thread(
                    () -> runOn(member, share, running),
                    "gyre-share-" + member.device().id());
            thread.setDaemon(true);
            thread.start();
        }
        watch(running);
        Throwable thrown = error.get();
        if (thrown instanceof Error e) {
            throw e;
        }
        if (cancelled && (thrown == null || thrown instanceof CancellationException)) {
            throw new CancellationException("cancelled: items=" + total);
        }
        if (thrown != null) {
            throw (RuntimeException) thrown;
        }
        members.removeAll(failures.keySet());
        if (members.isEmpty()) {
            throw failure();
        }
    }

    private void runOn(Context member, Share share, CountDownLatch running) {
        try {
            share.run(member, new Watched());
        } catch (DeviceException e) {
            synchronized (failures) {
                failures.put(member, e);
            }
        } catch (RuntimeException | Error e) {
            error.compareAndSet(null, e);
            // Ends the other shares.
            stopped = true;
        } finally {
            running.countDown();
        }
    }

    private void watch(CountDownLatch running) {
        boolean interrupted = false;
        while (true) {
            try {
                boolean ended = running.await(REPORT_MILLIS, TimeUnit.MILLISECONDS);
                progress.completed(Math.min(done.get(), total));
                cancelled |= progress.cancelled();
                if (ended) {
                    break;
                }
            } catch (InterruptedException e) {
                interrupted = true;
                cancelled = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private DeviceException failure() {
        String all = failures.entrySet().stream()
                .map(failed ->
                        failed.getKey().device() + ": " + failed.getValue().getMessage())
                .collect(Collectors.joining("; "));
        DeviceException exception = new DeviceException(
                "all devices failed: " + all, failures.values().iterator().next());
        failures.values().stream().skip(1).forEach(exception::addSuppressed);
        return exception;
    }

    /** Asks whether the call is to end; its monitor is asked by the caller's thread alone. */
    private final class Watched implements Progress {

        @Override
        public void completed(long items) {}

        @Override
        public boolean cancelled() {
            return cancelled || stopped;
        }
    }
}
