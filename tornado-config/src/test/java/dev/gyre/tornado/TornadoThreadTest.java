package dev.gyre.tornado;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.program.Device;
import java.util.ArrayList;
import java.util.List;
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
                            return null;
                        });
                    }
                    begun.countDown();
                }
            }));
        }
        begun.await();
        for (int call = 0; call < 20; call++) {
            int before = phases.get();
            int waited = thread.beside(phases::get) - before;
            // Those that are queued, and perhaps one more of each that asked between the two readings.
            assertTrue(waited <= 2 * OTHERS, () -> waited + " phases of " + OTHERS + " callers");
        }
        over.set(true);
        for (Thread other : others) {
            other.join();
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
