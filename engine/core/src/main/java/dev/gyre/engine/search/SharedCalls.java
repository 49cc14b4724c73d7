package dev.gyre.engine.search;

import dev.gyre.engine.data.Monitor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiPredicate;
import java.util.function.Consumer;

/**
 * Runs small calls of several threads together. A call that finds no other one running runs at once, alone. Those that come meanwhile wait, and the
 * first of them then runs with all others that fit. So a device is launched once for calls that would otherwise wait for each other. After calls that ran
 * together, the next one waits a moment for as many.
 *
 * <p>Safe for use by several threads.
 *
 * @param <C> a call, which takes in its own result
 */
public final class SharedCalls<C> {

    /**
     * How long a call waits for others if the latest ones ran together: much less than a launch on a device takes. A call that then comes alone is delayed
     * once. No other number was tried.
     */
    private static final long GATHERING_NANOS = Long.getLong("exp.gather", 200_000);

    private static final long REPORT_NANOS = 50_000_000;

    private final BiPredicate<List<C>, C> fits;
    private final Consumer<List<C>> work;
    private final long gatheringNanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Entry> waiting = new ArrayDeque<>();
    private boolean busy;

    /** The call that waits for others to come; null if none does. */
    private Entry gathering;

    /** How many calls ran together at last. */
    private int latest = 1;

    /**
     * A call and how far it is. Its thread waits without the lock, so that the threads of calls that end together go on side by side: waiting for
     * a condition, each would need the lock that the one before it gives back.
     */
    private final class Entry {

        private final C call;
        private final Thread thread = Thread.currentThread();
        private volatile boolean leads;
        private volatile boolean done;

        /** Written before {@link #done}. */
        private Throwable failure;

        Entry(C call) {
            this.call = call;
        }

        void end(Throwable why) {
            failure = why;
            done = true;
            LockSupport.unpark(thread);
        }
    }

    /**
     * Calls of one kind.
     *
     * @param fits tells whether a call may run together with others, one or more
     * @param work runs one or more calls; if it fails, all of them fail, unless it was cancelled: then the others run again
     */
    public SharedCalls(BiPredicate<List<C>, C> fits, Consumer<List<C>> work) {
        this(fits, work, GATHERING_NANOS);
    }

    SharedCalls(BiPredicate<List<C>, C> fits, Consumer<List<C>> work, long gatheringNanos) {
        this.fits = fits;
        this.work = work;
        this.gatheringNanos = gatheringNanos;
    }

    /**
     * Runs a call, alone or with others, and waits for its end.
     *
     * @param items items of the call, of which none is done while it waits
     * @param monitor is asked while the call waits for others
     * @throws CancellationException if the monitor or an interrupt ended the wait
     */
    public void run(C call, long items, Monitor monitor) {
        Entry mine = new Entry(call);
        if (isFirst(mine)) {
            gather();
            mine.leads = true;
        } else {
            await(mine, items, monitor);
        }
        if (mine.leads) {
            lead(mine);
        }
        if (mine.failure instanceof Error error) {
            throw error;
        }
        if (mine.failure != null) {
            throw (RuntimeException) mine.failure;
        }
    }

    /** Tells whether a call runs at once; otherwise it waits. */
    private boolean isFirst(Entry mine) {
        lock.lock();
        try {
            if (!busy) {
                busy = true;
                gathering = latest > 1 ? mine : null;
                return true;
            }
            waiting.add(mine);
            if (gathering != null && waiting.size() + 1 >= latest) {
                LockSupport.unpark(gathering.thread);
                gathering = null;
            }
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Waits a moment for as many calls as ran together at last. */
    private void gather() {
        long end = System.nanoTime() + gatheringNanos;
        long rest = gatheringNanos;
        while (rest > 0 && !Thread.currentThread().isInterrupted() && isGathering()) {
            LockSupport.parkNanos(this, rest);
            rest = end - System.nanoTime();
        }
        lock.lock();
        gathering = null;
        lock.unlock();
    }

    private boolean isGathering() {
        lock.lock();
        try {
            return gathering != null;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until a call is done or leads. A call that others run already is not cancelled. */
    private void await(Entry mine, long items, Monitor monitor) {
        boolean interrupted = false;
        boolean cancelled = false;
        long reported = System.nanoTime();
        while (!mine.leads && !mine.done) {
            LockSupport.parkNanos(this, REPORT_NANOS);
            interrupted |= Thread.interrupted();
            if (System.nanoTime() - reported >= REPORT_NANOS && !mine.leads && !mine.done) {
                reported = System.nanoTime();
                cancelled |= !monitor.progress(0, items);
            }
            if ((cancelled || interrupted) && isRemoved(mine)) {
                mine.end(new CancellationException("cancelled while other calls used the device"));
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isRemoved(Entry mine) {
        lock.lock();
        try {
            return waiting.remove(mine);
        } finally {
            lock.unlock();
        }
    }

    private void lead(Entry mine) {
        List<Entry> together = together(mine);
        Throwable failure = null;
        try {
            work.accept(together.stream().map(entry -> entry.call).toList());
        } catch (RuntimeException | Error e) {
            failure = e;
        }
        handOver(failure instanceof CancellationException ? together.subList(1, together.size()) : List.of());
        Throwable why = failure;
        together.stream()
                .filter(entry -> entry == mine || !(why instanceof CancellationException))
                .forEach(entry -> entry.end(why));
    }

    /** Lets the next call lead, after others wait again. */
    private void handOver(List<Entry> again) {
        lock.lock();
        try {
            again.reversed().forEach(waiting::addFirst);
            Entry next = waiting.poll();
            busy = next != null;
            if (next != null) {
                next.leads = true;
                LockSupport.unpark(next.thread);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes the calls that run with one that leads. */
    private List<Entry> together(Entry mine) {
        List<Entry> together = new ArrayList<>(List.of(mine));
        List<C> calls = new ArrayList<>(List.of(mine.call));
        lock.lock();
        try {
            Iterator<Entry> others = waiting.iterator();
            while (others.hasNext()) {
                Entry other = others.next();
                if (fits.test(calls, other.call)) {
                    others.remove();
                    together.add(other);
                    calls.add(other.call);
                }
            }
            latest = together.size();
        } finally {
            lock.unlock();
        }
        return together;
    }
}
