package dev.gyre.tornado;

import dev.gyre.engine.program.Device;
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
 * H200, November 2026), and frees memory only where the driver's context is current. A device runs one program at a time anyway; the
 * host's share of calls runs on the callers' threads.
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

    private void runAll() {
        while (true) {
            spinUntil(() -> !work.isEmpty());
            try {
                work.take().run();
            } catch (InterruptedException e) {
                // Nobody ends this thread: an interrupt is the remains of some work.
            }
        }
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
        return call(STATE.writeLock(), work);
    }

    /** Runs some work beside that of other devices, otherwise like {@link #alone(Supplier)}. */
    <T> T beside(Supplier<T> work) {
        return call(STATE.readLock(), work);
    }

    private <T> T call(Lock lock, Supplier<T> task) {
        if (Thread.currentThread() == thread) {
            return locked(lock, task);
        }
        CompletableFuture<T> result = CompletableFuture.supplyAsync(() -> locked(lock, task), work::add);
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
