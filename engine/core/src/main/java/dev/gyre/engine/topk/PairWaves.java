package dev.gyre.engine.topk;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.search.PartProgress;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Collects the best pairs of all threads in waves: each thread finds pairs for itself. Once all threads together have found k or some more,
 * the best pairs are kept and the bound is raised before the next wave. Memory: 16 bytes for each of about 3 k pairs. Not safe for use by several threads.
 */
final class PairWaves {

    /** Pairs of a wave if k is less: enough that waves rarely wait for their last thread. */
    private static final int MIN_WAVE = 1 << 16;

    private final int k;
    private final Workers workers;
    private final BestPairs best;
    private final LongAdder tested = new LongAdder();
    private Timing timing = Timing.ZERO;

    /** Whether the bound is that of the pairs so far: the last wave need not raise it. */
    private boolean raised;

    /** Finds pairs of some items, for one thread at a time. */
    @FunctionalInterface
    interface Finder {

        /**
         * Offers the pairs of some items.
         *
         * @return number of pairs tested
         */
        long find(int begin, int end, BestPairs found);
    }

    PairWaves(int k, Bound bound, Workers workers) {
        this.k = k;
        this.workers = workers;
        best = new BestPairs(k, bound);
    }

    /** The best pairs so far, unordered, and perhaps others of the last wave; k or more if as many were found. */
    BestPairs best() {
        return best;
    }

    /** The most pairs that are wanted. */
    int wanted() {
        return k;
    }

    /** The bound that a pair must reach now. */
    Bound bound() {
        if (!raised) {
            best.keepBest();
            raised = true;
        }
        return best.bound();
    }

    /** Notes pairs tested and time on a device. */
    void note(long pairs, Timing onDevice) {
        tested.add(pairs);
        timing = timing.plus(onDevice);
    }

    /** Time on a device so far. */
    Timing timing() {
        return timing;
    }

    /** Pairs tested so far. */
    long tested() {
        return tested.sum();
    }

    /**
     * Goes through all items.
     *
     * @param unit items of a piece, which is not interrupted
     * @param progress told of items
     */
    void run(int items, int unit, Finder finder, Progress progress) {
        int pieces = Math.ceilDiv(items, unit);
        boolean[] done = new boolean[pieces];
        int left = pieces;
        while (left > 0) {
            int[] waiting = waiting(done, left);
            left -= wave(
                    waiting,
                    items,
                    unit,
                    finder,
                    done,
                    new PartProgress(progress, (long) (pieces - left) * unit, unit, items));
        }
    }

    private static int[] waiting(boolean[] done, int count) {
        int[] waiting = new int[count];
        int at = 0;
        for (int piece = 0; piece < done.length; piece++) {
            if (!done[piece]) {
                waiting[at++] = piece;
            }
        }
        return waiting;
    }

    /** Returns how many pieces were done. */
    private int wave(int[] waiting, int items, int unit, Finder finder, boolean[] done, Progress progress) {
        AtomicLong room = new AtomicLong(Math.max(k, MIN_WAVE));
        Queue<BestPairs> lists = new ConcurrentLinkedQueue<>();
        Queue<BestPairs> free = new ConcurrentLinkedQueue<>();
        Bound bound = bound();
        LongAdder count = new LongAdder();
        workers.forEachSlice(
                waiting.length,
                1,
                (begin, end) -> {
                    BestPairs found = free.poll();
                    if (found == null) {
                        found = new BestPairs(k, bound);
                        lists.add(found);
                    }
                    for (int i = begin; i < end && (room.get() > 0 || i == 0); i++) {
                        int before = found.size();
                        int first = waiting[i] * unit;
                        tested.add(finder.find(first, first + Math.min(unit, items - first), found));
                        done[waiting[i]] = true;
                        count.increment();
                        room.addAndGet(Math.min(0, before - found.size()));
                    }
                    free.add(found);
                },
                progress);
        for (BestPairs found : lists) {
            best.addAll(found);
        }
        raised = false;
        return count.intValue();
    }
}
