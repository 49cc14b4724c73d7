package dev.gyre.tornado;

import dev.gyre.engine.program.Device;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The one thread of this process that calls TornadoVM for a device: its plans, and its driver.
 *
 * <p>Each device has one thread, because TornadoVM 5.2 shares the buffers of a device between plans. Its CUDA backend also makes a stream
 * for each thread that calls a plan, which costs 0.5 MB of GPU memory until the plan is closed (200 calls by 200 threads: 108 MB on an
 * H200, November 2026), and frees memory only where the driver's context is current. The device gets the
 * work of a few calls at once, each in a queue of its own where it has {@link DriverCalls}; the host's share of calls runs on the callers' threads.
 *
 * <p>Devices run programs side by side, but only programs that ran before. TornadoVM keeps state in static fields while it makes and
 * compiles graphs, and the switch of its profiler is one for the process. Work that touches them runs {@linkplain #alone(Supplier)
 * alone}, with nothing on any other device; otherwise two of 300 calls by 16 threads on an H200 failed. A later run without the profiler
 * reads that switch, sets it to false once more, and touches only its plan and its device: it runs {@linkplain #beside(Supplier) beside}
 * those of other devices.
 */
final class TornadoThread {

    /** Fair, so that a device that must compile does not wait until no other device is busy. */
    private static final ReentrantReadWriteLock STATE = new ReentrantReadWriteLock(true);

    private static final Map<String, TornadoThread> THREADS = new ConcurrentHashMap<>();

    /**
     * How long both sides look for each other before they sleep: most phases are shorter than it takes to wake a thread several times. A
     * DBSCAN of two million points, some sixty phases, took 39 to 42 ms instead of 43 (H200, 16 cores, November 2026); with 200 us no less.
     * Not with few processors, which others need.
     */
    private static final long SPIN_NANOS = Runtime.getRuntime().availableProcessors() < 4 ? 0 : 50_000;

    private final BlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
    private final Thread thread;

    private TornadoThread(String name) {
        thread = new Thread(this::runAll, "gyre-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Returns the thread of a device, the same for all backends that are open on it. */
    static TornadoThread of(Device device) {
        return THREADS.computeIfAbsent(device.backend() + ":" + device.index(), TornadoThread::new);
    }

    /** Work in two steps: the first hands it to the device, the second waits for the device. */
    private static final class TwoSteps<T> implements Runnable {

        private final Supplier<Supplier<T>> work;
        private final CompletableFuture<T> result = new CompletableFuture<>();
        private Supplier<T> rest;

        TwoSteps(Supplier<Supplier<T>> work) {
            this.work = work;
        }

        @Override
        public void run() {
            attempt(() -> rest = work.get());
        }

        boolean isBegun() {
            return rest != null;
        }

        void finish() {
            attempt(() -> result.complete(rest.get()));
        }

        private void attempt(Runnable step) {
            try {
                step.run();
            } catch (RuntimeException | Error e) {
                result.completeExceptionally(e);
            }
        }
    }

    private void runAll() {
        while (true) {
            spinUntil(() -> !work.isEmpty());
            try {
                Runnable next = work.take();
                if (next instanceof TwoSteps<?> steps) {
                    locked(STATE.readLock(), () -> runTogether(steps));
                } else {
                    next.run();
                }
            } catch (InterruptedException e) {
                // Nobody ends this thread: an interrupt is the remains of some work.
            }
        }
    }

    /** Runs work in two steps, and work of other calls that comes before the device has ended it. */
    private boolean runTogether(TwoSteps<?> first) {
        Deque<TwoSteps<?>> begun = new ArrayDeque<>();
        TwoSteps<?> next = first;
        while (next != null || !begun.isEmpty()) {
            if (next != null) {
                next.run();
                if (next.isBegun()) {
                    begun.add(next);
                }
            }
            if (begun.size() == DriverCalls.QUEUES || next == null) {
                begun.remove().finish();
            }
            next = another();
        }
        return true;
    }

    /** Takes the next work if it has two steps; not while another device waits to be alone. */
    private TwoSteps<?> another() {
        if (work.peek() instanceof TwoSteps<?> steps && !STATE.hasQueuedThreads()) {
            work.remove();
            return steps;
        }
        return null;
    }

    private static void spinUntil(BooleanSupplier ready) {
        long end = System.nanoTime() + SPIN_NANOS;
        while (!ready.getAsBoolean() && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    /** Runs some work while TornadoVM does nothing else in this process, and waits for it; an interrupt does not end it. */
    void alone(Runnable work) {
        alone(() -> {
            work.run();
            return null;
        });
    }

    /**
     * Runs some work while TornadoVM does nothing else in this process, waits for it and returns its result; an interrupt does not end
     * it. Work that is itself alone on the thread may call this, and runs it at once.
     *
     * @throws RuntimeException the exception of the work, unchanged; errors too
     */
    <T> T alone(Supplier<T> work) {
        Lock lock = STATE.writeLock();
        return Thread.currentThread() == thread
                ? locked(lock, work)
                : await(CompletableFuture.supplyAsync(() -> locked(lock, work), this.work::add));
    }

    /**
     * Runs some work beside that of other devices, and of other calls on this device, otherwise like {@link #alone(Supplier)}.
     *
     * @param work hands work to the device, and returns what waits for it; other work of the device may run between the two
     */
    <T> T beside(Supplier<Supplier<T>> work) {
        if (Thread.currentThread() == thread) {
            return locked(STATE.readLock(), () -> work.get().get());
        }
        TwoSteps<T> steps = new TwoSteps<>(work);
        this.work.add(steps);
        return await(steps.result);
    }

    private static <T> T await(CompletableFuture<T> result) {
        spinUntil(result::isDone);
        try {
            return result.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) e.getCause();
        }
    }

    private static <T> T locked(Lock lock, Supplier<T> work) {
        if (lock == STATE.writeLock() && STATE.getReadHoldCount() > 0) {
            throw new IllegalStateException(
                    "work beside that of other devices asks to be alone, and would wait for itself");
        }
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }
}
