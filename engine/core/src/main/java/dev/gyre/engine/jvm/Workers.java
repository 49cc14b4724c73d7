package dev.gyre.engine.jvm;

import dev.gyre.engine.program.Progress;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The engine's threads. A loop is cut into slices. Each thread fetches the next slice when it has finished one, so that a slow slice does
 * not delay the others.
 *
 * <p>Safe for use by several threads. Threads are daemons and start with the first loop.
 */
public final class Workers implements AutoCloseable {

    /** Largest number of threads of a pool: systems start this many without trouble, and larger machines are rare. */
    public static final int MAX_THREADS = 1_024;

    private static final int SLICES_PER_THREAD = 64;
    private static final long REPORT_MILLIS = 50;

    private final int threads;
    private final ForkJoinPool pool;
    private final boolean urgent;

    /** Urgent loops that are running: after each slice, threads of other loops run their slices first. */
    private final Queue<Loop> waiting;

    /**
     * Makes a pool of threads.
     *
     * @param threads number of threads, 1 to {@link #MAX_THREADS}
     * @throws IllegalArgumentException if threads is out of range
     */
    public Workers(int threads) {
        if (threads < 1 || threads > MAX_THREADS) {
            throw new IllegalArgumentException("threads must be in 1.." + MAX_THREADS + ": threads=" + threads);
        }
        this.threads = threads;
        pool = new ForkJoinPool(threads);
        urgent = false;
        waiting = new ConcurrentLinkedQueue<>();
    }

    private Workers(Workers others) {
        threads = others.threads;
        pool = others.pool;
        urgent = true;
        waiting = others.waiting;
    }

    /**
     * Returns the same threads for urgent loops: after each slice of another loop, a thread first runs the slices of urgent loops. These
     * are short loops that a device waits for, while the JVM works on its own share of the call.
     */
    public Workers urgent() {
        return new Workers(this);
    }

    /** Number of threads. */
    public int threads() {
        return threads;
    }

    /**
     * Runs a loop over all items and waits for its end. The caller's thread only watches, unless it is a thread of this pool that runs a
     * slice of another loop. Such a thread runs all slices itself, since the other threads may be waiting in the same way.
     *
     * @param minSlice fewest items worth handing to a thread, 1 or more
     * @param work the work on a slice; must be safe to run on several slices at once
     * @param progress receives the progress, on the caller's thread
     * @throws CancellationException if the progress or an interrupt cancelled the loop; no slice is running any more
     * @throws IllegalStateException if the pool was closed before or during the loop
     */
    public void forEachSlice(int items, int minSlice, SliceWork work, Progress progress) {
        if (pool.isShutdown()) {
            throw closed();
        }
        if (items > 0) {
            Loop loop = new Loop(items, minSlice, work);
            if (Thread.currentThread() instanceof ForkJoinWorkerThread thread && thread.getPool() == pool) {
                loop.runHere(progress);
            } else {
                loop.run(progress);
            }
        }
        progress.completed(items);
    }

    /** Runs a loop over all items without reporting progress. */
    public void forEachSlice(int items, int minSlice, SliceWork work) {
        forEachSlice(items, minSlice, work, Progress.NONE);
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }

    private static IllegalStateException closed() {
        return new IllegalStateException("the engine is closed");
    }

    /** One parallel loop: the slices not yet fetched, the items done, and the first failure. */
    private final class Loop {

        private final int items;
        private final SliceWork work;
        private final int sliceSize;
        private final int slices;
        private final AtomicInteger next = new AtomicInteger();
        private final AtomicLong done = new AtomicLong();
        private final AtomicReference<Throwable> failure = new AtomicReference<>();

        /** Number of threads that may be running a slice. */
        private final AtomicInteger running = new AtomicInteger();

        private final CountDownLatch ended = new CountDownLatch(1);

        Loop(int items, int minSlice, SliceWork work) {
            this.items = items;
            this.work = work;
            int wanted = (int) Math.ceilDiv((long) items, (long) threads * SLICES_PER_THREAD);
            this.sliceSize = Math.ceilDiv(wanted, minSlice) * minSlice;
            this.slices = Math.ceilDiv(items, sliceSize);
        }

        void run(Progress progress) {
            if (urgent) {
                waiting.add(this);
            }
            try {
                start(Math.min(threads, slices));
                finish(watched(progress));
            } finally {
                waiting.remove(this);
            }
        }

        /** Waits until all slices are done or the loop must end; returns whether it was cancelled. Afterwards no slice is running. */
        private boolean watched(Progress progress) {
            boolean cancelled = false;
            boolean interrupted = false;
            while (true) {
                try {
                    // Closing the pool drops the tasks in its queue, which then never count down.
                    if (ended.await(REPORT_MILLIS, TimeUnit.MILLISECONDS) || pool.isTerminated()) {
                        break;
                    }
                    cancelled |= watch(progress);
                } catch (InterruptedException e) {
                    interrupted = true;
                    cancelled = true;
                }
                if (cancelled) {
                    next.set(slices);
                    if (running.get() == 0) {
                        break;
                    }
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            return cancelled;
        }

        void runHere(Progress progress) {
            boolean cancelled = false;
            while (next.get() < slices && !cancelled) {
                takeSlice(next.getAndIncrement());
                cancelled = watch(progress);
            }
            finish(cancelled);
        }

        /** Rethrows the exception of a slice, or throws the reason why slices did not run. */
        private void finish(boolean cancelled) {
            if (failure.get() != null) {
                rethrow(failure.get());
            }
            if (done.get() < items) {
                throw cancelled
                        ? new CancellationException("cancelled: done=" + done.get() + ", items=" + items)
                        : closed();
            }
        }

        private void start(int workers) {
            for (int i = 0; i < workers; i++) {
                try {
                    pool.execute(this::takeSlices);
                } catch (RejectedExecutionException e) {
                    failure.compareAndSet(null, closed());
                    next.set(slices);
                }
            }
        }

        /** Reports progress; returns whether to stop. An exception of the progress ends the loop like an exception of a slice. */
        private boolean watch(Progress progress) {
            if (pool.isShutdown()) {
                failure.compareAndSet(null, closed());
            }
            if (failure.get() != null) {
                return true;
            }
            try {
                progress.completed(done.get());
                return progress.cancelled();
            } catch (RuntimeException | Error e) {
                failure.compareAndSet(null, e);
                return true;
            }
        }

        private void takeSlices() {
            // A thread is counted before it fetches a slice, so that the last one knows that it is the last.
            running.incrementAndGet();
            int slice;
            while ((slice = next.getAndIncrement()) < slices && failure.get() == null) {
                takeSlice(slice);
                if (!urgent) {
                    makeWay();
                }
            }
            if (failure.get() != null) {
                next.set(slices);
            }
            if (running.decrementAndGet() == 0) {
                ended.countDown();
            }
        }

        private void makeWay() {
            for (Loop other : waiting) {
                other.takeSlices();
            }
        }

        private void takeSlice(int slice) {
            int begin = slice * sliceSize;
            int end = begin + Math.min(sliceSize, items - begin);
            try {
                work.run(begin, end);
            } catch (RuntimeException | Error e) {
                failure.compareAndSet(null, e);
            }
            done.addAndGet(end - begin);
        }

        private void rethrow(Throwable cause) {
            if (cause instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) cause;
        }
    }
}
