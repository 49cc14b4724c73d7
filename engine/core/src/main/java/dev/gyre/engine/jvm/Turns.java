package dev.gyre.engine.jvm;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;

/**
 * Shares threads among loops: at most a number of threads have a place and work for longer than a loop's start. A place belongs to a thread
 * of the pool, which takes turns at all loops, or to the caller of a loop, which works on that loop alone and hands its place to the pool
 * when another loop waits.
 *
 * <p>Safe for use by several threads.
 */
final class Turns {

    /** Time for which the caller of a loop works on it although all places are taken. */
    static final int START_MILLIS = 10;

    /** Time after which a thread turns to the next loop, if there is one. */
    static final long TURN_NANOS = 4_000_000;

    private final int threads;
    private final ForkJoinPool pool;

    /** The pools whose slices the thread is running, the innermost first. */
    private static final ThreadLocal<Inside> INSIDE = new ThreadLocal<>();

    /** Loops that may have slices left, the one whose turn comes next at the front. */
    private final Deque<Loop> ordinary = new ArrayDeque<>();

    /** Urgent loops that may have slices left; no other loop has a turn meanwhile. */
    private final Deque<Loop> urgent = new ArrayDeque<>();

    private int places;

    /** The sizes of the queues, for threads that only look whether they should make way. */
    private volatile int waiting;

    private volatile int waitingUrgent;

    /** A mark of a thread that runs slices; {@code outer} is the mark before. */
    record Inside(Turns turns, Inside outer) {}

    Turns(int threads) {
        this.threads = threads;
        pool = new ForkJoinPool(threads);
        places = threads;
    }

    int threads() {
        return threads;
    }

    boolean isClosed() {
        return pool.isShutdown();
    }

    /** Tells whether no thread of the closed pool works any more. */
    boolean isTerminated() {
        return pool.isTerminated();
    }

    void checkOpen() {
        if (isClosed()) {
            throw closed();
        }
    }

    static IllegalStateException closed() {
        return new IllegalStateException("the engine is closed");
    }

    void close() {
        pool.shutdownNow();
    }

    /** Tells whether this thread runs a slice of these threads' loops, perhaps within a slice of another pool. */
    boolean isInside() {
        Inside inside = INSIDE.get();
        while (inside != null && inside.turns != this) {
            inside = inside.outer;
        }
        return inside != null;
    }

    /** Marks this thread as one that runs slices, until {@link #end}. */
    Inside begin() {
        Inside outer = INSIDE.get();
        INSIDE.set(new Inside(this, outer));
        return outer;
    }

    /** Ends what {@link #begin} has begun, and gives the thread back the mark that it returned. */
    static void end(Inside outer) {
        if (outer == null) {
            INSIDE.remove();
        } else {
            INSIDE.set(outer);
        }
    }

    /**
     * Adds a loop, and starts threads for it if there are places.
     *
     * @param useful number of threads that find slices
     * @return whether the caller has a place, too
     */
    boolean enter(Loop loop, int useful) {
        int taken;
        synchronized (this) {
            (loop.isUrgent() ? urgent : ordinary).addLast(loop);
            taken = Math.min(places, useful);
            places -= taken;
            count();
        }
        for (int i = 1; i < taken; i++) {
            start();
        }
        return taken > 0;
    }

    /** Removes a loop that has no slices left. */
    synchronized void leave(Loop loop) {
        (loop.isUrgent() ? urgent : ordinary).remove(loop);
        count();
    }

    /** Gives a caller's place to the pool if a loop has slices left, or else frees it. */
    void handOver() {
        synchronized (this) {
            if (!hasSlices(urgent) && !hasSlices(ordinary)) {
                places++;
                return;
            }
        }
        start();
    }

    private static boolean hasSlices(Deque<Loop> loops) {
        return loops.stream().anyMatch(Loop::hasSlices);
    }

    private void start() {
        try {
            pool.execute(this::work);
        } catch (RejectedExecutionException e) {
            // Closed: each caller sees that after its own slices.
            synchronized (this) {
                places++;
            }
        }
    }

    private void work() {
        Inside outer = begin();
        try {
            Loop next;
            while ((next = next()) != null) {
                next.turn();
            }
        } finally {
            end(outer);
        }
    }

    /** Returns the loop whose turn it is; null, and frees the place, if no loop has slices left. */
    private synchronized Loop next() {
        Loop next = isClosed() ? null : rotate(urgent);
        if (next == null && !isClosed()) {
            next = rotate(ordinary);
        }
        if (next == null) {
            places++;
        }
        return next;
    }

    private Loop rotate(Deque<Loop> loops) {
        Loop next;
        while ((next = loops.pollFirst()) != null) {
            if (next.hasSlices()) {
                loops.addLast(next);
                return next;
            }
            count();
        }
        return null;
    }

    private void count() {
        waitingUrgent = urgent.size();
        waiting = urgent.size() + ordinary.size();
    }

    /**
     * Tells whether a thread that has worked on a loop for some time should turn to another one.
     *
     * @param nanos how long the thread has worked on the loop
     */
    boolean mustMakeWay(Loop loop, long nanos) {
        return waitingUrgent > 0 && !loop.isUrgent() || nanos >= TURN_NANOS && waiting > 1;
    }
}
