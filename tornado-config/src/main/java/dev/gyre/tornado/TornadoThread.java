package dev.gyre.tornado;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * The one thread of this process that calls TornadoVM's plans.
 *
 * <p>One at a time, because TornadoVM 5.2 keeps state of plans in static fields (its sketcher while it compiles, its profiler while it
 * runs), and shares the buffers of a device between plans: of 300 calls by 16 threads on an H200 two failed for that. The same thread
 * always, because the CUDA backend makes a stream for each thread that calls a plan, which costs 0.5 MB of the GPU and stays until the
 * plan is closed (200 calls by 200 threads: 108 MB on an H200, November 2026), and frees memory only where the driver's context is
 * current. A device runs one program at a time anyway; the host's share of calls runs on the callers' threads.
 */
final class TornadoThread {

    private static final Executor THREAD = Executors.newSingleThreadExecutor(TornadoThread::start);
    private static volatile Thread thread;

    private TornadoThread() {}

    private static Thread start(Runnable work) {
        thread = new Thread(work, "gyre-tornadovm");
        thread.setDaemon(true);
        return thread;
    }

    /** Runs some work on the thread and waits for it; an interrupt does not end it. */
    static void run(Runnable work) {
        call(() -> {
            work.run();
            return null;
        });
    }

    /**
     * Runs some work on the thread, waits for it and returns its result; an interrupt does not end it. Work of the thread itself runs at
     * once.
     *
     * @throws RuntimeException what the work threw, as it was; errors too
     */
    static <T> T call(Supplier<T> work) {
        if (Thread.currentThread() == thread) {
            return work.get();
        }
        try {
            return CompletableFuture.supplyAsync(work, THREAD).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) e.getCause();
        }
    }
}
