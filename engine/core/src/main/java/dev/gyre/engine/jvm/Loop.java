package dev.gyre.engine.jvm;

import dev.gyre.engine.program.Progress;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** One parallel loop: the items not yet fetched, the items done, and the first failure. */
final class Loop {

    private static final int SLICES_PER_THREAD = 64;

    /** Time of a slice, if the loop can be cut so finely: long beside the cost of a slice, short beside that of a turn. */
    private static final long SLICE_NANOS = 4_000_000;

    /** Largest ratio of a slice to the one before: the first ones say little about the time of an item. */
    private static final int MAX_GROWTH = 16;

    private static final long REPORT_MILLIS = 50;

    private final int items;
    private final SliceWork work;
    private final Turns turns;
    private final boolean urgent;
    private final int minSlice;
    private final int maxSlice;
    private volatile int sliceSize;
    private final AtomicLong next = new AtomicLong();
    private final AtomicLong done = new AtomicLong();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    /** Number of threads that may be running a slice. */
    private final AtomicInteger running = new AtomicInteger();

    private final CountDownLatch ended = new CountDownLatch(1);

    Loop(int items, int minSlice, SliceWork work, Turns turns, boolean urgent) {
        this.items = items;
        this.work = work;
        this.turns = turns;
        this.urgent = urgent;
        this.minSlice = minSlice;
        long even = Math.ceilDiv((long) items, (long) turns.threads() * SLICES_PER_THREAD);
        this.maxSlice = (int) Math.min(Integer.MAX_VALUE, Math.ceilDiv(even, minSlice) * minSlice);
        this.sliceSize = Math.min(minSlice, maxSlice);
    }

    boolean isUrgent() {
        return urgent;
    }

    boolean hasSlices() {
        return next.get() < items;
    }

    /** Runs the loop on the caller's thread and those of the pool. */
    void run(Progress progress) {
        int slices = Math.ceilDiv(items, maxSlice);
        boolean placed = turns.enter(this, slices);
        boolean cancelled = true;
        try {
            Turns.Inside outer = turns.begin();
            try {
                cancelled = workAsCaller(progress, placed);
            } finally {
                Turns.end(outer);
                if (placed) {
                    turns.handOver();
                }
            }
            cancelled = watched(progress, cancelled);
        } finally {
            turns.leave(this);
        }
        finish(cancelled);
    }

    /** Runs all slices on this thread. */
    void runHere(Progress progress) {
        boolean cancelled = false;
        while (hasSlices() && !cancelled) {
            takeSlice(System.nanoTime());
            cancelled = watch(progress);
        }
        finish(cancelled);
    }

    /** Runs slices on the caller's thread until it must make way; returns whether the loop was cancelled. */
    private boolean workAsCaller(Progress progress, boolean placed) {
        boolean cancelled = false;
        boolean makesWay = false;
        long begin = System.nanoTime();
        long reported = begin;
        long now = begin;
        running.incrementAndGet();
        while (hasSlices() && failure.get() == null && !cancelled && !makesWay) {
            now = takeSlice(now);
            cancelled = Thread.currentThread().isInterrupted() || turns.isClosed();
            if (!cancelled && now - reported >= TimeUnit.MILLISECONDS.toNanos(REPORT_MILLIS)) {
                cancelled = watch(progress);
                now = System.nanoTime();
                reported = now;
            }
            makesWay = placed
                    ? turns.mustMakeWay(this, now - begin)
                    : now - begin >= TimeUnit.MILLISECONDS.toNanos(Turns.START_MILLIS);
        }
        stopRunning(cancelled);
        return cancelled;
    }

    /** Runs slices on a thread of the pool, until there are none or another loop waits. */
    void turn() {
        running.incrementAndGet();
        long begin = System.nanoTime();
        long now = begin;
        while (hasSlices()
                && failure.get() == null
                && !turns.isClosed()
                && (now == begin || !turns.mustMakeWay(this, now - begin))) {
            now = takeSlice(now);
        }
        stopRunning(false);
    }

    private void stopRunning(boolean cancelled) {
        if (cancelled || failure.get() != null) {
            next.set(items);
        }
        // A thread is counted before it fetches a slice, so that the last one knows that it is the last.
        if (running.decrementAndGet() == 0 && !hasSlices()) {
            ended.countDown();
        }
    }

    /**
     * Runs the next slice, if there is one.
     *
     * @param begin the time now
     * @return the time afterwards
     */
    private long takeSlice(long begin) {
        int size = sliceSize;
        long first = next.getAndAdd(size);
        if (first >= items) {
            return begin;
        }
        int end = (int) Math.min(items, first + size);
        try {
            work.run((int) first, end);
        } catch (RuntimeException | Error e) {
            failure.compareAndSet(null, e);
        }
        done.addAndGet(end - first);
        long now = System.nanoTime();
        if (end - first == size) {
            adapt(size, now - begin);
        }
        return now;
    }

    /** Chooses the size of the next slices by the time of one. */
    private void adapt(int size, long nanos) {
        long timely = (long) ((double) size * SLICE_NANOS / Math.max(1, nanos));
        long max = Math.min(maxSlice, (long) size * MAX_GROWTH);
        int wanted = (int) (Math.clamp(timely, minSlice, Math.max(minSlice, max)) / minSlice) * minSlice;
        // All threads read the size, so it changes only if that matters.
        if (wanted == maxSlice ? size != maxSlice : Math.abs(wanted - size) > size / 4) {
            sliceSize = wanted;
        }
    }

    /** Waits until all slices are done or the loop must end; returns whether it was cancelled. Afterwards no slice is running. */
    private boolean watched(Progress progress, boolean stopped) {
        boolean cancelled = stopped;
        boolean interrupted = false;
        while (true) {
            if (cancelled) {
                next.set(items);
                if (running.get() == 0) {
                    break;
                }
            }
            try {
                // Closing the pool drops the tasks in its queue, which then never count down.
                if (ended.await(REPORT_MILLIS, TimeUnit.MILLISECONDS) || turns.isTerminated()) {
                    break;
                }
                cancelled |= watch(progress);
            } catch (InterruptedException e) {
                interrupted = true;
                cancelled = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return cancelled;
    }

    /** Reports progress; returns whether to stop. An exception of the progress ends the loop like an exception of a slice. */
    private boolean watch(Progress progress) {
        if (turns.isClosed()) {
            failure.compareAndSet(null, Turns.closed());
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

    /** Rethrows the exception of a slice, or throws the reason why slices did not run. */
    private void finish(boolean cancelled) {
        // No switch of patterns, for which the first loop of a process would make a class.
        if (failure.get() instanceof Error error) {
            throw error;
        }
        if (failure.get() instanceof RuntimeException exception) {
            throw exception;
        }
        if (done.get() < items) {
            throw cancelled && !turns.isClosed()
                    ? new CancellationException("cancelled: done=" + done.get() + ", items=" + items)
                    : Turns.closed();
        }
    }
}
