package dev.gyre.engine.team;

import dev.gyre.engine.program.DeviceException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CancellationException;

/**
 * The items of a call that several devices take from both ends: accelerators from the front, the JVM from the back.
 *
 * <p>The size of a batch follows the rates that are measured in this call: a device takes a part of its fair share of what is left, so that
 * batches shrink as the end comes near and all devices end at about the same time. No batch is expected to take longer than a limit, so that a
 * device that is ready late still finds items. A device that finds none waits until the batches of the others are done, since a device that
 * fails gives its batches back.
 *
 * <p>Safe for use by several threads. The two ends are from Gowanlock, "Hybrid KNN-Join" (2021), who fixes the shares of GPU and CPU in
 * advance.
 */
final class WorkQueue {

    /** The part of its fair share of the items left that a device takes. */
    private static final double PART = 0.5;

    private final Deque<Batches.Batch> returned = new ArrayDeque<>();
    private final List<Member> members = new ArrayList<>();
    private int items = -1;
    private int unit = 1;
    private int front;
    private int back;
    private long done;
    private boolean stopped;

    /**
     * Adds a device.
     *
     * @param fromBack whether it takes items from the back
     * @param min fewest items of a batch, 1 or more
     * @param longest nanoseconds that a batch may be expected to take
     * @param seconds estimated time of all items, before any is measured
     */
    synchronized Member add(boolean fromBack, int min, long longest, double seconds) {
        Member member = new Member(fromBack, min, longest, seconds);
        members.add(member);
        return member;
    }

    /** Returns how many items are answered. */
    synchronized long done() {
        return done;
    }

    /** Returns the number of items, or 0 if no device has said it yet. */
    synchronized int items() {
        return Math.max(0, items);
    }

    /** Tells whether all items are answered. */
    synchronized boolean isDone() {
        return done == items;
    }

    /** Ends the call: a device that asks for a batch then gets an exception. */
    synchronized void stop() {
        stopped = true;
        notifyAll();
    }

    synchronized boolean isStopped() {
        return stopped;
    }

    private int left() {
        int left = back - front;
        for (Batches.Batch batch : returned) {
            left += batch.count();
        }
        return left;
    }

    /** A device's view of the queue. */
    final class Member implements Batches {

        private final boolean fromBack;
        private final int min;
        private final long longest;
        private final double estimate;
        private final List<Batch> taken = new ArrayList<>();
        private long answered;
        private long firstTaken;
        private long lastDone;
        private boolean active = true;

        private Member(boolean fromBack, int min, long longest, double estimate) {
            this.fromBack = fromBack;
            this.min = min;
            this.longest = longest;
            this.estimate = estimate;
        }

        @Override
        public void begin(int number, int together) {
            synchronized (WorkQueue.this) {
                if (items < 0) {
                    unit = together;
                    items = number;
                    back = number;
                } else if (items != number) {
                    throw new IllegalStateException(
                            "the devices of a call disagree about its items: " + items + " and " + number);
                }
            }
        }

        @Override
        public Batch next(int max) {
            synchronized (WorkQueue.this) {
                boolean interrupted = false;
                try {
                    if (max < unit && max < items) {
                        throw new DeviceException("no room for a batch: items=" + max + ", least=" + unit);
                    }
                    while (!stopped && done < items) {
                        int left = left();
                        if (left > 0) {
                            return take(size(left, max));
                        }
                        if (!taken.isEmpty()) {
                            return null;
                        }
                        interrupted |= await();
                    }
                } finally {
                    if (interrupted) {
                        Thread.currentThread().interrupt();
                    }
                }
                if (stopped) {
                    throw new CancellationException("the call has ended");
                }
                return null;
            }
        }

        private boolean await() {
            try {
                WorkQueue.this.wait();
                return false;
            } catch (InterruptedException e) {
                return true;
            }
        }

        /** Returns the number of items of the next batch. */
        private int size(int left, int max) {
            double all = 0;
            for (Member member : members) {
                // A device that is not ready may never become ready.
                all += member.active && (member == this || member.firstTaken > 0) ? member.rate() : 0;
            }
            double share = left * PART * rate() / all;
            double timely = rate() * longest;
            int size = (int) Math.min(Math.min(left, max), Math.max(min, Math.min(share, timely)));
            return Math.max(1, size / unit) * unit;
        }

        /** Returns the items per nanosecond. */
        private double rate() {
            return answered > 0 ? answered / (double) Math.max(1, lastDone - firstTaken) : items / (estimate * 1e9);
        }

        private Batch take(int size) {
            Batch batch = returned.pollFirst();
            if (batch == null && fromBack) {
                // The last items may be less than a unit.
                int first = Math.max(front, Math.ceilDiv(back - size, unit) * unit);
                batch = new Batch(first, back - first);
                back = first;
            } else if (batch == null) {
                batch = new Batch(front, Math.min(size, back - front));
                front = batch.end();
            } else if (batch.count() > size) {
                returned.addFirst(new Batch(batch.first() + size, batch.count() - size));
                batch = new Batch(batch.first(), size);
            }
            firstTaken = firstTaken == 0 ? System.nanoTime() : firstTaken;
            taken.add(batch);
            return batch;
        }

        @Override
        public void done(Batch batch) {
            synchronized (WorkQueue.this) {
                if (!taken.remove(batch)) {
                    throw new IllegalStateException("not taken, or done before: " + batch);
                }
                answer(batch.count());
            }
        }

        @Override
        public void count(int number) {
            synchronized (WorkQueue.this) {
                firstTaken = firstTaken == 0 ? System.nanoTime() : firstTaken;
                front += number;
                answer(number);
            }
        }

        private void answer(int number) {
            answered += number;
            done += number;
            lastDone = System.nanoTime();
            if (done == items) {
                WorkQueue.this.notifyAll();
            }
        }

        /** Gives back the batches that this device has not answered; the device takes no more. */
        void leave() {
            synchronized (WorkQueue.this) {
                active = false;
                returned.addAll(taken);
                taken.clear();
                WorkQueue.this.notifyAll();
            }
        }

        /** Tells whether the device has taken a batch. */
        boolean hasBegun() {
            synchronized (WorkQueue.this) {
                return firstTaken > 0;
            }
        }

        long answered() {
            synchronized (WorkQueue.this) {
                return answered;
            }
        }

        /** Nanoseconds from the device's last answer to some time; 0 where it has none. */
        long idle(long until) {
            synchronized (WorkQueue.this) {
                return answered == 0 ? 0 : Math.max(0, until - lastDone);
            }
        }
    }
}
