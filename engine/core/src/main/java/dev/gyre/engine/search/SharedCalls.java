package dev.gyre.engine.search;

import dev.gyre.engine.data.Monitor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiPredicate;
import java.util.function.Consumer;

/**
 * Runs small calls of several threads together. A call that finds no other one running runs at once, alone. Those that come meanwhile wait, and the
 * first of them then runs with all others that fit. So a device is launched once for calls that would otherwise wait for each other.
 *
 * <p>Safe for use by several threads.
 *
 * @param <C> a call, which takes in its own result
 */
public final class SharedCalls<C> {

    private static final long REPORT_MILLIS = 50;

    private final BiPredicate<List<C>, C> fits;
    private final Consumer<List<C>> work;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Entry> waiting = new ArrayDeque<>();
    private boolean busy;

    /** A call and how far it is; guarded by the lock. */
    private final class Entry {

        private final C call;
        private final Condition changed = lock.newCondition();
        private boolean leads;
        private boolean done;
        private Throwable failure;

        Entry(C call) {
            this.call = call;
        }
    }

    /**
     * Calls of one kind.
     *
     * @param fits tells whether a call may run together with others, one or more
     * @param work runs one or more calls; if it fails, all of them fail, unless it was cancelled: then the others run again
     */
    public SharedCalls(BiPredicate<List<C>, C> fits, Consumer<List<C>> work) {
        this.fits = fits;
        this.work = work;
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
        lock.lock();
        try {
            mine.leads = !busy;
            busy = true;
            if (!mine.leads) {
                waiting.add(mine);
                await(mine, items, monitor);
            }
        } finally {
            lock.unlock();
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

    /** Waits until a call is done or leads. A call that others run already is not cancelled. */
    private void await(Entry mine, long items, Monitor monitor) {
        boolean interrupted = false;
        boolean cancelled = false;
        while (!mine.leads && !mine.done) {
            try {
                if (!mine.changed.await(REPORT_MILLIS, TimeUnit.MILLISECONDS)) {
                    cancelled |= !monitor.progress(0, items);
                }
            } catch (InterruptedException e) {
                interrupted = true;
            }
            if ((cancelled || interrupted) && waiting.remove(mine)) {
                mine.done = true;
                mine.failure = new CancellationException("cancelled while other calls used the device");
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
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
        lock.lock();
        try {
            for (Entry entry : together.reversed()) {
                if (entry != mine && failure instanceof CancellationException) {
                    waiting.addFirst(entry);
                } else {
                    entry.done = true;
                    entry.failure = failure;
                    entry.changed.signal();
                }
            }
            Entry next = waiting.poll();
            busy = next != null;
            if (next != null) {
                next.leads = true;
                next.changed.signal();
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
        } finally {
            lock.unlock();
        }
        return together;
    }
}
