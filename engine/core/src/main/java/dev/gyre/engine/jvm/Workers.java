package dev.gyre.engine.jvm;

import dev.gyre.engine.program.Progress;
import java.util.concurrent.CancellationException;
import java.util.function.IntConsumer;

/**
 * The engine's threads, of which the caller of a loop is one. A loop is cut into slices. Each thread fetches the next slice when it has
 * finished one, so that a slow slice does not delay the others. Slices are cut so that each takes some milliseconds, as far as the smallest
 * slice of the loop allows.
 *
 * <p>Loops of several callers share the threads: after some milliseconds, a thread turns to the loop whose turn comes next. A loop begins
 * on its caller's thread at once, even if all threads are busy, so that a short one never waits for others; its caller stops working after
 * 10 ms then, and only watches.
 *
 * <p>Safe for use by several threads. Threads are daemons and start with the first loop that is worth two.
 */
public final class Workers implements AutoCloseable {

    /** Largest number of threads of a pool: systems start this many without trouble, and larger machines are rare. */
    public static final int MAX_THREADS = 1_024;

    private final Turns turns;
    private final boolean urgent;

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
        turns = new Turns(threads);
        urgent = false;
    }

    private Workers(Workers others) {
        turns = others.turns;
        urgent = true;
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
        return turns.threads();
    }

    /**
     * Runs a loop over all items and waits for its end. A slice that itself runs a loop runs all slices of that loop, since the other
     * threads may be waiting in the same way.
     *
     * @param minSlice fewest items worth handing to a thread, 1 or more; the first item of a slice is a multiple of it
     * @param work the work on a slice; must be safe to run on several slices at once
     * @param progress receives the progress, on the caller's thread
     * @throws CancellationException if the progress or an interrupt cancelled the loop, also one before it; no slice is running any more,
     *     and the thread is still interrupted
     * @throws IllegalStateException if the pool was closed before or during the loop
     */
    public void forEachSlice(int items, int minSlice, SliceWork work, Progress progress) {
        turns.checkOpen();
        if (turns.isInside()) {
            new Loop(items, minSlice, work, turns, urgent).runHere(progress);
        } else {
            if (Thread.currentThread().isInterrupted()) {
                throw new CancellationException("cancelled by an interrupt before a loop: items=" + items);
            }
            if (items > 0) {
                new Loop(items, minSlice, work, turns, urgent).run(progress);
            }
        }
        progress.completed(items);
    }

    /** Runs a loop over all items without reporting progress. */
    public void forEachSlice(int items, int minSlice, SliceWork work) {
        forEachSlice(items, minSlice, work, Progress.NONE);
    }

    /** Runs items one by one, each by some thread, and waits for the end: a {@link #forEachSlice loop} whose items are worth a slice. */
    public void forEach(int items, IntConsumer work, Progress progress) {
        forEachSlice(
                items,
                1,
                (begin, end) -> {
                    for (int item = begin; item < end; item++) {
                        work.accept(item);
                    }
                },
                progress);
    }

    /** Runs items one by one without reporting progress. */
    public void forEach(int items, IntConsumer work) {
        forEach(items, work, Progress.NONE);
    }

    @Override
    public void close() {
        turns.close();
    }
}
