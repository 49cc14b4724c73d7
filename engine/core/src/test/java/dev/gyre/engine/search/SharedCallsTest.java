package dev.gyre.engine.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.Monitor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls whose work waits until the test lets it go on. */
@Timeout(60)
class SharedCallsTest {

    private static final int ITEMS = 7;

    private final List<List<Integer>> ran = Collections.synchronizedList(new ArrayList<>());
    private final Semaphore begun = new Semaphore(0);
    private final Semaphore goOn = new Semaphore(0);
    private final AtomicReference<RuntimeException> failure = new AtomicReference<>();

    /** Calls of the same sign run together, up to three. */
    private final SharedCalls<Integer> calls =
            new SharedCalls<>((some, other) -> some.size() < 3 && some.getFirst() > 0 == other > 0, this::work);

    private void work(List<Integer> together) {
        ran.add(together);
        begun.release();
        goOn.acquireUninterruptibly();
        RuntimeException fails = failure.getAndSet(null);
        if (fails != null) {
            throw fails;
        }
    }

    /** A call on a thread of its own. */
    private final class Caller {

        private final AtomicReference<Throwable> thrown = new AtomicReference<>();
        private final AtomicBoolean cancels = new AtomicBoolean();
        private final AtomicBoolean interrupted = new AtomicBoolean();
        private final CountDownLatch ended = new CountDownLatch(1);
        private final Thread thread;

        Caller(int call) {
            Monitor monitor = (done, total) -> {
                assertEquals(0, done);
                assertEquals(ITEMS, total);
                return !cancels.get();
            };
            thread = Thread.ofPlatform().start(() -> {
                try {
                    calls.run(call, ITEMS, monitor);
                } catch (RuntimeException e) {
                    thrown.set(e);
                }
                interrupted.set(Thread.currentThread().isInterrupted());
                ended.countDown();
            });
        }

        Throwable end() throws InterruptedException {
            assertTrue(ended.await(30, TimeUnit.SECONDS));
            return thrown.get();
        }

        boolean isEnded() {
            return ended.getCount() == 0;
        }
    }

    /** Starts callers one after the other, each when the one before waits. */
    private List<Caller> callers(int... all) throws InterruptedException {
        List<Caller> callers = new ArrayList<>();
        for (int call : all) {
            Caller caller = new Caller(call);
            callers.add(caller);
            while (caller.thread.getState() != Thread.State.TIMED_WAITING
                    && caller.thread.getState() != Thread.State.WAITING) {
                Thread.sleep(1);
            }
        }
        return callers;
    }

    @Test
    void shouldRunTogetherWhatWaits() throws InterruptedException {
        List<Caller> callers = callers(1, 2, -3, 4, 5, 6, -7);
        assertEquals(List.of(List.of(1)), ran);
        goOn.release(10);
        for (Caller caller : callers) {
            assertEquals(null, caller.end());
        }
        assertEquals(List.of(List.of(1), List.of(2, 4, 5), List.of(-3, -7), List.of(6)), ran);
        new Caller(8).end();
        assertEquals(List.of(8), ran.getLast());
    }

    @Test
    void shouldFailAllThatRanTogether() throws InterruptedException {
        List<Caller> callers = callers(1, 2, 3, -4);
        goOn.release();
        begun.acquire(2);
        RuntimeException fails = new IllegalStateException("no device");
        failure.set(fails);
        goOn.release(2);
        assertEquals(null, callers.get(0).end());
        assertSame(fails, callers.get(1).end());
        assertSame(fails, callers.get(2).end());
        assertEquals(null, callers.get(3).end());
    }

    /** The one that runs may be cancelled; the others do not notice. */
    @Test
    void shouldRunAgainWhatAnotherCallCancelled() throws InterruptedException {
        List<Caller> callers = callers(1, 2, 3);
        goOn.release();
        begun.acquire(2);
        failure.set(new CancellationException("interrupted"));
        goOn.release(2);
        assertEquals(null, callers.get(0).end());
        assertInstanceOf(CancellationException.class, callers.get(1).end());
        assertEquals(null, callers.get(2).end());
        assertEquals(List.of(List.of(1), List.of(2, 3), List.of(3)), ran);
    }

    @Test
    void shouldEndAWaitWhereTheMonitorOrAnInterruptSaysSo() throws InterruptedException {
        List<Caller> callers = callers(1, 2, 3, 4);
        callers.get(1).cancels.set(true);
        assertInstanceOf(CancellationException.class, callers.get(1).end());
        callers.get(3).thread.interrupt();
        assertInstanceOf(CancellationException.class, callers.get(3).end());
        assertTrue(callers.get(3).interrupted.get());
        assertFalse(callers.get(0).isEnded());
        goOn.release(2);
        assertEquals(null, callers.get(0).end());
        assertEquals(null, callers.get(2).end());
        assertEquals(List.of(List.of(1), List.of(3)), ran);
    }

    /** A call that others run already is not cancelled: its result is there when theirs is. */
    @Test
    void shouldNotCancelWhatOthersRun() throws InterruptedException {
        List<Caller> callers = callers(1, 2, 3);
        goOn.release();
        begun.acquire(2);
        callers.get(2).cancels.set(true);
        callers.get(2).thread.interrupt();
        Thread.sleep(120);
        assertFalse(callers.get(2).isEnded());
        goOn.release();
        assertEquals(null, callers.get(2).end());
        assertTrue(callers.get(2).interrupted.get());
    }
}
