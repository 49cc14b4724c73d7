package dev.gyre.engine.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.team.Batches;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OverlapTest {

    /** Minutes of work, if nobody ends it. */
    private static final int MANY = 1 << 20;

    private final AtomicBoolean running = new AtomicBoolean();
    private final CountDownLatch begun = new CountDownLatch(1);

    private void refine(Workers workers, Progress progress) {
        running.set(true);
        begun.countDown();
        try {
            workers.forEachSlice(MANY, 1, (begin, end) -> LockSupport.parkNanos((end - begin) * 1_000_000L), progress);
        } finally {
            running.set(false);
        }
    }

    @Test
    void shouldEndTheWorkOfTheHostWhenTheMonitorCancels() {
        Thread caller = Thread.currentThread();
        List<Thread> askedBy = new ArrayList<>();
        Progress cancels = new Progress() {
            @Override
            public void completed(long items) {}

            @Override
            public boolean cancelled() {
                askedBy.add(Thread.currentThread());
                return askedBy.size() > 2;
            }
        };
        try (Workers workers = new Workers(2)) {
            assertThrows(CancellationException.class, () -> answer(workers, cancels));
        }
        assertFalse(running.get());
        assertEquals(List.of(caller, caller, caller), askedBy);
    }

    @Test
    void shouldEndTheWorkOfTheHostWhenItsCallerIsInterrupted() throws InterruptedException {
        Thread caller = Thread.currentThread();
        Thread.ofVirtual().start(() -> {
            try {
                begun.await();
                Thread.sleep(20);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            caller.interrupt();
        });
        try (Workers workers = new Workers(2)) {
            assertThrows(CancellationException.class, () -> answer(workers, Progress.NONE));
        }
        assertTrue(Thread.interrupted(), "the interrupt is lost");
        assertFalse(running.get());
    }

    /** A failure of the device ends the call; the work of the host on the batch before must not hold it up. */
    @Test
    void shouldEndTheWorkOfTheHostWhenTheDeviceFails() {
        try (Workers workers = new Workers(2)) {
            assertThrows(IllegalStateException.class, () -> {
                try (Overlap overlap = new Overlap(new TwoBatches(), true, Progress.NONE)) {
                    overlap.take(overlap.next(1), () -> refine(workers, overlap.watched(Progress.NONE)));
                    begun.await();
                    throw new IllegalStateException("the device failed");
                }
            });
        }
        assertFalse(running.get());
    }

    @Test
    void shouldThrowWhatTheWorkOfTheHostThrows() {
        IllegalStateException thrown = new IllegalStateException("from the host");
        assertEquals(thrown, assertThrows(IllegalStateException.class, () -> {
            try (Overlap overlap = new Overlap(new TwoBatches(), true, Progress.NONE)) {
                overlap.take(overlap.next(1), () -> {
                    throw thrown;
                });
                overlap.next(1);
                overlap.take(new Batches.Batch(1, 1), () -> {});
            }
        }));
    }

    private void answer(Workers workers, Progress waiting) {
        try (Overlap overlap = new Overlap(new TwoBatches(), true, waiting)) {
            for (Batches.Batch next = overlap.next(1); next != null; next = overlap.next(1)) {
                overlap.take(next, () -> refine(workers, overlap.watched(Progress.NONE)));
            }
        }
    }

    private static final class TwoBatches implements Batches {

        private int taken;

        @Override
        public void begin(int items, int unit) {}

        @Override
        public Batch next(int max) {
            return taken < 2 ? new Batch(taken++, 1) : null;
        }

        @Override
        public void done(Batch batch) {}

        @Override
        public void count(int number) {}
    }
}
