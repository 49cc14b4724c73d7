package dev.gyre.engine.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.program.Progress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class WorkersTest {

    private static final int MANY = 100_000;

    @ParameterizedTest
    @CsvSource({
        "0, 1, 32",
        "1, 1, 32",
        "31, 1, 32",
        "32, 1, 32",
        "33, 1, 32",
        "1000000, 1, 32",
        "0, 4, 32",
        "1, 4, 32",
        "31, 4, 32",
        "32, 4, 32",
        "33, 4, 32",
        "1000000, 4, 32",
        "7, 3, 1",
        "1000, 3, 1",
        "1000, 2, 5000"
    })
    void shouldHandleEveryItemOnce(int items, int threads, int minSlice) {
        AtomicIntegerArray times = new AtomicIntegerArray(items);
        try (Workers workers = new Workers(threads)) {
            workers.forEachSlice(items, minSlice, (begin, end) -> {
                assertTrue(end > begin, "an empty slice");
                for (int i = begin; i < end; i++) {
                    times.incrementAndGet(i);
                }
            });
        }
        for (int i = 0; i < items; i++) {
            assertEquals(1, times.get(i), "item " + i);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void shouldUseNoMoreThreadsThanItHasAndItsCallersThreadIsOneOfThem(int threads) {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Set<Thread> seen = ConcurrentHashMap.newKeySet();
        try (Workers workers = new Workers(threads)) {
            // On a busy machine the others may do all of some loops.
            for (int round = 0; round < 20 || round < 10_000 && !seen.contains(Thread.currentThread()); round++) {
                workers.forEachSlice(MANY, 1, (begin, end) -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    seen.add(Thread.currentThread());
                    Thread.onSpinWait();
                    running.decrementAndGet();
                });
            }
            assertEquals(threads, workers.threads());
        }
        assertTrue(seen.contains(Thread.currentThread()), "the caller's thread did nothing");
        assertTrue(most.get() <= threads, () -> most + " threads");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 32_768})
    void shouldRefuseNumbersOfThreadsThatNoPoolTakes(int threads) {
        assertEquals(
                "threads must be in 1..1024: threads=" + threads,
                assertThrows(IllegalArgumentException.class, () -> new Workers(threads))
                        .getMessage());
    }

    @Test
    void shouldThrowWhatASliceThrowsAndTakeNoMoreSlices() {
        AtomicInteger slices = new AtomicInteger();
        IllegalStateException thrown = new IllegalStateException("from a slice");
        try (Workers workers = new Workers(1)) {
            SliceWork work = (begin, end) -> {
                if (slices.incrementAndGet() == 3) {
                    throw thrown;
                }
            };
            assertSame(thrown, assertThrows(IllegalStateException.class, () -> workers.forEachSlice(MANY, 1, work)));
            assertEquals(3, slices.get());
            workers.forEachSlice(MANY, MANY, work);
            assertEquals(4, slices.get(), "usable after a failure");
        }
    }

    @Test
    void shouldThrowErrorsAsTheyAre() {
        try (Workers workers = new Workers(2)) {
            OutOfMemoryError thrown = new OutOfMemoryError("from a slice");
            SliceWork work = (begin, end) -> {
                throw thrown;
            };
            assertSame(thrown, assertThrows(OutOfMemoryError.class, () -> workers.forEachSlice(MANY, 1, work)));
        }
    }

    @Test
    void shouldHaveNoSliceRunningWhenAFailureComesOut() {
        Activity activity = new Activity();
        CountDownLatch bothRun = new CountDownLatch(2);
        try (Workers workers = new Workers(2)) {
            assertThrows(
                    IllegalStateException.class,
                    () -> workers.forEachSlice(MANY, 1, activity.around((begin, end) -> {
                        bothRun.countDown();
                        awaitQuietly(bothRun);
                        if (begin == 0) {
                            throw new IllegalStateException("from a slice");
                        }
                    })));
            activity.assertNothingRuns();
        }
    }

    @Test
    void shouldStopWhenTheProgressIsCancelled() {
        Activity activity = new Activity();
        CountDownLatch asked = new CountDownLatch(1);
        SliceWork work = activity.around(untilSeenByCaller(asked));
        try (Workers workers = new Workers(2)) {
            Watcher watcher = new Watcher() {
                @Override
                public boolean cancelled() {
                    // The slices end only after the next report, when the loop has been cancelled.
                    if (reports.size() > 1) {
                        asked.countDown();
                    }
                    return true;
                }
            };
            assertThrows(CancellationException.class, () -> workers.forEachSlice(MANY, 1, work, watcher));
            activity.assertOver();
            assertTrue(activity.slices.get() <= 2, () -> activity.slices + " slices");
        }
    }

    @Test
    void shouldStopWhenItsCallerIsInterruptedAndKeepTheFlag() {
        Activity activity = new Activity();
        CountDownLatch noticed = new CountDownLatch(1);
        Thread caller = Thread.currentThread();
        AtomicInteger interrupts = new AtomicInteger();
        Watcher watcher = new Watcher() {
            @Override
            public void completed(long items) {
                if (interrupts.get() > 0 && !Thread.currentThread().isInterrupted()) {
                    noticed.countDown();
                }
            }
        };
        SliceWork waiting = untilSeenByCaller(noticed);
        SliceWork work = activity.around((begin, end) -> {
            if (begin == 0) {
                caller.interrupt();
                interrupts.incrementAndGet();
            }
            waiting.run(begin, end);
        });
        try (Workers workers = new Workers(2)) {
            assertThrows(CancellationException.class, () -> workers.forEachSlice(MANY, 1, work, watcher));
            assertTrue(Thread.interrupted(), "the interrupt flag is lost");
            activity.assertOver();
        }
    }

    @Test
    void shouldHaveNoSliceRunningWhenTheProgressThrows() {
        Activity activity = new Activity();
        CountDownLatch reported = new CountDownLatch(1);
        SliceWork work = activity.around(untilSeenByCaller(reported));
        try (Workers workers = new Workers(2)) {
            IllegalStateException thrown = new IllegalStateException("from the progress");
            Watcher watcher = new Watcher() {
                @Override
                public void completed(long items) {
                    reported.countDown();
                    throw thrown;
                }
            };
            assertSame(
                    thrown,
                    assertThrows(IllegalStateException.class, () -> workers.forEachSlice(MANY, 1, work, watcher)));
            activity.assertNothingRuns();
        }
    }

    @Test
    void shouldReportOnTheCallersThreadInAscendingOrderUpToTheEnd() {
        CountDownLatch reported = new CountDownLatch(1);
        Watcher watcher = new Watcher() {
            @Override
            public void completed(long items) {
                super.completed(items);
                reported.countDown();
            }
        };
        try (Workers workers = new Workers(2)) {
            workers.forEachSlice(MANY, 1, untilSeenByCaller(reported), watcher);
        }
        List<Long> ascending = new ArrayList<>(watcher.reports);
        Collections.sort(ascending);
        assertEquals(ascending, watcher.reports);
        assertTrue(watcher.reports.size() >= 2, () -> "" + watcher.reports);
        assertEquals(MANY, watcher.reports.get(watcher.reports.size() - 1));
        assertEquals(Set.of(Thread.currentThread()), watcher.threads);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 100})
    void shouldRefuseWorkWhenClosed(int items) {
        Workers workers = new Workers(2);
        workers.close();
        workers.close();
        IllegalStateException e =
                assertThrows(IllegalStateException.class, () -> workers.forEachSlice(items, 1, (begin, end) -> {}));
        assertEquals("the engine is closed", e.getMessage());
    }

    @Test
    void shouldEndRunningAndWaitingLoopsWhenClosed() throws Exception {
        Workers workers = new Workers(1);
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch waiting = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        FutureTask<Void> first = start(() -> workers.forEachSlice(MANY, 1, (begin, end) -> {
            running.countDown();
            awaitQuietly(release);
        }));
        awaitQuietly(running);
        // Its caller works on it until the threads should take over.
        FutureTask<Void> second = start(() -> workers.forEachSlice(MANY, 1, WorkersTest::sleep, new Watcher() {
            @Override
            public void completed(long items) {
                waiting.countDown();
            }
        }));
        awaitQuietly(waiting);
        workers.close();
        FutureTask<Void> late = start(() -> workers.forEachSlice(1, 1, (begin, end) -> {}));
        assertClosed(late);
        release.countDown();
        assertClosed(second);
        // The first loop may have finished before it noticed, but it must end.
        try {
            first.get();
        } catch (ExecutionException e) {
            assertEquals(IllegalStateException.class, e.getCause().getClass());
        }
    }

    @Test
    void shouldServeSeveralThreadsAtOnce() throws Exception {
        try (Workers workers = new Workers(2)) {
            CountDownLatch bothStarted = new CountDownLatch(2);
            List<FutureTask<Void>> loops = new ArrayList<>();
            List<AtomicIntegerArray> times = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                AtomicIntegerArray own = new AtomicIntegerArray(MANY);
                times.add(own);
                loops.add(start(() -> {
                    bothStarted.countDown();
                    awaitQuietly(bothStarted);
                    for (int round = 0; round < 10; round++) {
                        workers.forEachSlice(MANY, 1, (begin, end) -> {
                            for (int item = begin; item < end; item++) {
                                own.incrementAndGet(item);
                            }
                        });
                    }
                }));
            }
            for (int i = 0; i < 2; i++) {
                loops.get(i).get();
                for (int item = 0; item < MANY; item++) {
                    assertEquals(10, times.get(i).get(item), "loop " + i + ", item " + item);
                }
            }
        }
    }

    /** A short loop beside others that would take minutes: its own thread begins it at once. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldNotLetALongLoopBlockAShortOne(int threads) throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        try (Workers workers = new Workers(threads)) {
            List<FutureTask<Void>> others = occupy(workers, 9, over);
            for (int round = 0; round < 5; round++) {
                AtomicInteger done = new AtomicInteger();
                long start = System.nanoTime();
                workers.forEachSlice(64, 1, (begin, end) -> done.addAndGet(end - begin));
                long millis = (System.nanoTime() - start) / 1_000_000;
                assertEquals(64, done.get());
                assertTrue(millis < 1_000, () -> "waited " + millis + " ms");
            }
            over.set(true);
            for (FutureTask<Void> other : others) {
                other.get();
            }
        }
    }

    /** Each of several loops must go on, although each alone could keep all threads for minutes. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void shouldShareThreadsAmongLoops(int threads) throws Exception {
        int loops = 7;
        int enough = 20;
        AtomicIntegerArray slices = new AtomicIntegerArray(loops);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger mostRunning = new AtomicInteger();
        CountDownLatch allWentOn = new CountDownLatch(loops);
        AtomicBoolean over = new AtomicBoolean();
        try (Workers workers = new Workers(threads)) {
            List<FutureTask<Void>> tasks = new ArrayList<>();
            for (int i = 0; i < loops; i++) {
                int loop = i;
                tasks.add(start(() -> workers.forEachSlice(1 << 20, 1, (begin, end) -> {
                    if (over.get()) {
                        return;
                    }
                    running.incrementAndGet();
                    sleep(0, 1);
                    int now = running.getAndDecrement();
                    int count = slices.incrementAndGet(loop);
                    if (count == enough) {
                        allWentOn.countDown();
                    } else if (count > enough) {
                        // All loops have begun long before.
                        mostRunning.accumulateAndGet(now, Math::max);
                    }
                })));
            }
            assertTrue(allWentOn.await(50, TimeUnit.SECONDS), () -> "slices of each loop: " + slices);
            over.set(true);
            for (FutureTask<Void> task : tasks) {
                task.get();
            }
        }
        assertTrue(mostRunning.get() <= threads, () -> mostRunning + " threads");
        for (int i = 0; i < loops; i++) {
            int count = slices.get(i);
            assertTrue(count < 40 * enough, () -> "slices of each loop: " + slices);
        }
    }

    @Test
    void shouldRunUrgentLoopsBeforeOthersAndWithAllThreads() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Set<Thread> seen = ConcurrentHashMap.newKeySet();
        try (Workers workers = new Workers(3)) {
            List<FutureTask<Void>> others = occupy(workers, 4, over);
            // Longer than its caller works alone.
            workers.urgent().forEachSlice(300, 1, (begin, end) -> {
                seen.add(Thread.currentThread());
                sleep(begin, end);
            });
            over.set(true);
            for (FutureTask<Void> other : others) {
                other.get();
            }
        }
        assertTrue(seen.size() >= 3, () -> "threads: " + seen);
    }

    /** Slices that turn out to be slow become short, down to the smallest that the caller allows. */
    @ParameterizedTest
    @ValueSource(ints = {1, 8})
    void shouldCutSlicesByTheirTime(int minSlice) {
        int items = 1600;
        AtomicInteger largest = new AtomicInteger();
        AtomicIntegerArray times = new AtomicIntegerArray(items);
        try (Workers workers = new Workers(1)) {
            workers.forEachSlice(items, minSlice, (begin, end) -> {
                assertEquals(0, begin % minSlice);
                largest.accumulateAndGet(end - begin, Math::max);
                for (int i = begin; i < end; i++) {
                    times.incrementAndGet(i);
                }
                LockSupport.parkNanos((end - begin) * 500_000L);
            });
        }
        // By the number of items alone, 25 would be a slice.
        assertTrue(largest.get() <= Math.max(minSlice, 16), () -> largest + " items in a slice");
        for (int i = 0; i < items; i++) {
            assertEquals(1, times.get(i), "item " + i);
        }
    }

    @Test
    void shouldRefuseALoopWhoseCallerWasInterruptedBefore() {
        AtomicInteger slices = new AtomicInteger();
        try (Workers workers = new Workers(2)) {
            for (int items : new int[] {0, 1, MANY}) {
                Thread.currentThread().interrupt();
                assertThrows(
                        CancellationException.class,
                        () -> workers.forEachSlice(items, 1, (begin, end) -> slices.incrementAndGet()));
                assertTrue(Thread.interrupted(), "the interrupt flag is lost");
            }
        }
        assertEquals(0, slices.get());
    }

    /** Starts long loops, which end early when the flag is set, and waits until the first has threads. */
    private static List<FutureTask<Void>> occupy(Workers workers, int loops, AtomicBoolean over) {
        CountDownLatch begun = new CountDownLatch(loops);
        List<FutureTask<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < loops; i++) {
            tasks.add(start(() -> workers.forEachSlice(MANY, 1, (begin, end) -> {
                if (begin == 0) {
                    begun.countDown();
                }
                if (!over.get()) {
                    sleep(begin, end);
                }
            })));
        }
        awaitQuietly(begun);
        return tasks;
    }

    /** With one thread, the inner loop would otherwise wait for a thread that waits for this loop. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void shouldRunALoopWithinASliceOnTheSliceThread(int threads) {
        int outer = 300;
        int inner = 1000;
        AtomicIntegerArray times = new AtomicIntegerArray(outer * inner);
        AtomicInteger elsewhere = new AtomicInteger();
        try (Workers workers = new Workers(threads)) {
            SliceWork work = (begin, end) -> {
                Thread slice = Thread.currentThread();
                for (int i = begin; i < end; i++) {
                    int row = i * inner;
                    workers.forEachSlice(inner, 1, (from, to) -> {
                        for (int j = from; j < to; j++) {
                            times.incrementAndGet(row + j);
                        }
                        elsewhere.addAndGet(Thread.currentThread() == slice ? 0 : 1);
                    });
                }
            };
            workers.forEachSlice(outer, 1, work);
        }
        assertEquals(0, elsewhere.get());
        for (int i = 0; i < times.length(); i++) {
            assertEquals(1, times.get(i), "item " + i);
        }
    }

    @Test
    void shouldThrowFromALoopWithinASliceWhatItsSlicesThrow() {
        IllegalStateException thrown = new IllegalStateException("from an inner slice");
        try (Workers workers = new Workers(1)) {
            SliceWork inner = (begin, end) -> {
                throw thrown;
            };
            SliceWork outer = (begin, end) -> workers.forEachSlice(MANY, 1, inner);
            assertSame(thrown, assertThrows(IllegalStateException.class, () -> workers.forEachSlice(MANY, 1, outer)));
        }
    }

    @Test
    void shouldStopALoopWithinASliceWhoseProgressIsCancelled() {
        Activity activity = new Activity();
        Watcher cancelled = new Watcher() {
            @Override
            public boolean cancelled() {
                return true;
            }
        };
        try (Workers workers = new Workers(1)) {
            SliceWork outer =
                    (begin, end) -> workers.forEachSlice(MANY, 1, activity.around((from, to) -> {}), cancelled);
            assertThrows(CancellationException.class, () -> workers.forEachSlice(1, 1, outer));
            assertEquals(1, activity.slices.get());
        }
    }

    private static void sleep(int begin, int end) {
        LockSupport.parkNanos((end - begin) * 1_000_000L);
    }

    /** Waits for a latch that the caller's thread opens between its slices; a slice on that thread lasts until the next report is due. */
    private static SliceWork untilSeenByCaller(CountDownLatch latch) {
        Thread caller = Thread.currentThread();
        return (begin, end) -> {
            if (Thread.currentThread() != caller) {
                awaitQuietly(latch);
                return;
            }
            long until = System.nanoTime() + 60_000_000;
            while (latch.getCount() > 0 && System.nanoTime() < until) {
                Thread.onSpinWait();
            }
        };
    }

    private static void assertClosed(FutureTask<Void> loop) {
        ExecutionException e = assertThrows(ExecutionException.class, loop::get);
        assertEquals(IllegalStateException.class, e.getCause().getClass(), () -> "" + e.getCause());
        assertEquals("the engine is closed", e.getCause().getMessage());
    }

    private static FutureTask<Void> start(Runnable loop) {
        FutureTask<Void> task = new FutureTask<>(loop, null);
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    /** Waits in spite of interrupts, which closing sends. */
    private static void awaitQuietly(CountDownLatch latch) {
        boolean interrupted = false;
        while (true) {
            try {
                latch.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Counts all slices, and the running ones. */
    private static final class Activity {

        private final AtomicInteger slices = new AtomicInteger();
        private final AtomicInteger running = new AtomicInteger();

        SliceWork around(SliceWork work) {
            return (begin, end) -> {
                slices.incrementAndGet();
                running.incrementAndGet();
                try {
                    work.run(begin, end);
                } finally {
                    running.decrementAndGet();
                }
            };
        }

        void assertNothingRuns() {
            assertEquals(0, running.get(), "slices still running");
        }

        /** Asserts that nothing runs, and that not everything ran. */
        void assertOver() {
            assertNothingRuns();
            int total = Math.ceilDiv(MANY, Math.ceilDiv(MANY, 2 * 64));
            assertTrue(slices.get() < total, () -> slices + " of " + total + " slices ran");
        }
    }

    /** Records the reports and their threads; never cancels. */
    private static class Watcher implements Progress {

        final List<Long> reports = new ArrayList<>();
        final Set<Thread> threads = ConcurrentHashMap.newKeySet();

        @Override
        public void completed(long items) {
            reports.add(items);
            threads.add(Thread.currentThread());
        }

        @Override
        public boolean cancelled() {
            return false;
        }
    }
}
