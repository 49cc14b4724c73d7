package dev.gyre.tornado;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.program.Device;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Turns of callers at a device that needs no TornadoVM: the work only counts. */
@Timeout(60)
class TornadoThreadTest {

    private static final int OTHERS = 8;

    /** Beside callers that always have another phase, one waits for one phase of each, and for the one that runs. */
    @Test
    void shouldGiveEachCallerATurnAfterOnePhaseOfTheOthers() throws InterruptedException {
        TornadoThread thread = TornadoThread.of(new Device("turns", 0, "Turns", Device.Type.GPU, 1L << 30, 1L << 30));
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger phases = new AtomicInteger();
        CountDownLatch begun = new CountDownLatch(OTHERS);
        List<Thread> others = new ArrayList<>();
        for (int i = 0; i < OTHERS; i++) {
            boolean alone = i == 0;
            others.add(Thread.ofPlatform().daemon().start(() -> {
                while (!over.get()) {
                    Runnable phase = () -> {
                        phases.incrementAndGet();
                        pause();
                    };
                    if (alone) {
                        thread.alone(phase);
                    } else {
                        thread.beside(() -> {
                            phase.run();
                            return () -> null;
                        });
                    }
                    begun.countDown();
                }
            }));
        }
        begun.await();
        for (int call = 0; call < 20; call++) {
            int before = phases.get();
            int waited = thread.beside(() -> phases::get) - before;
            // Those that are queued, and perhaps one more of each that asked between the two readings.
            assertTrue(waited <= 2 * OTHERS, () -> waited + " phases of " + OTHERS + " callers");
        }
        over.set(true);
        for (Thread other : others) {
            other.join();
        }
    }

    /** Others begin before the first one has ended, as many as there are queues, and each gets its own result or failure. */
    @Test
    void shouldBeginOthersBeforeOneHasEnded() throws InterruptedException {
        TornadoThread thread = TornadoThread.of(new Device("begun", 0, "Begun", Device.Type.GPU, 1L << 30, 1L << 30));
        int calls = DriverCalls.QUEUES + 3;
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch queued = new CountDownLatch(1);
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        List<Object> results = Collections.synchronizedList(new ArrayList<>());
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            int call = i;
            callers.add(Thread.ofPlatform().start(() -> {
                try {
                    results.add(thread.beside(() -> {
                        log.add("begin " + call);
                        first.countDown();
                        waitFor(queued);
                        if (call == 1) {
                            throw new IllegalStateException("does not begin");
                        }
                        return () -> {
                            log.add("end " + call);
                            if (call == 2) {
                                throw new IllegalStateException("does not end");
                            }
                            return call;
                        };
                    }));
                } catch (IllegalStateException e) {
                    results.add(e.getMessage());
                }
            }));
            waitFor(first);
            while (callers.getLast().getState() == Thread.State.RUNNABLE) {
                Thread.sleep(1);
            }
        }
        queued.countDown();
        for (Thread caller : callers) {
            caller.join();
        }
        assertEquals(
                List.of(
                        "begin 0", "begin 1", "begin 2", "begin 3", "end 0", "begin 4", "end 2", "begin 5", "end 3",
                        "end 4", "end 5"),
                log);
        assertEquals(Set.of(0, "does not begin", "does not end", 3, 4, 5), Set.copyOf(results));
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(2);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
