package dev.gyre.tornado;

import dev.gyre.engine.program.Device;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * The one thread of this process that calls TornadoVM's plans for a device.
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

    private final Executor executor = Executors.newSingleThreadExecutor(this::start);
    private final String name;
    private volatile Thread thread;

    private TornadoThread(String name) {
        this.name = name;
    }

    /** Returns the thread of a device, the same for all backends that are open on it. */
    static TornadoThread of(Device device) {
        return THREADS.computeIfAbsent(device.backend() + ":" + device.index(), TornadoThread::new);
    }

    private Thread start(Runnable work) {
        thread = new Thread(work, "gyre-" + name);
        thread.setDaemon(true);
        return thread;
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

    private <T> T call(Lock lock, Supplier<T> work) {
        if (Thread.currentThread() == thread) {
            return locked(lock, work);
        }
        try {
            return CompletableFuture.supplyAsync(() -> locked(lock, work), executor)
                    .join();
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
