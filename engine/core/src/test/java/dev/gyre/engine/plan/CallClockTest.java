package dev.gyre.engine.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class CallClockTest {

    private static void spin(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    /** Three times as many threads as processors: each waits for about two thirds of the time. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldTellHowLongAThreadWaitedForAProcessor() throws InterruptedException {
        assumeTrue(Files.isReadable(Path.of("/proc/thread-self/schedstat")));
        AtomicBoolean stop = new AtomicBoolean();
        List<Thread> others = new ArrayList<>();
        for (int i = 0; i < 3 * Runtime.getRuntime().availableProcessors(); i++) {
            others.add(Thread.ofPlatform().daemon().start(() -> {
                while (!stop.get()) {
                    Thread.onSpinWait();
                }
            }));
        }
        try {
            long waited = CallClock.SYSTEM.waited();
            spin(400_000_000L);
            long more = CallClock.SYSTEM.waited() - waited;
            assertTrue(more > 40_000_000L, "waited " + more);
        } finally {
            stop.set(true);
            for (Thread other : others) {
                other.join();
            }
        }
    }

    @Test
    void shouldNeverGoBack() {
        long nanos = CallClock.SYSTEM.nanos();
        long waited = CallClock.SYSTEM.waited();
        spin(1_000_000L);
        assertTrue(CallClock.SYSTEM.nanos() - nanos >= 1_000_000L);
        assertTrue(CallClock.SYSTEM.waited() >= waited);
    }

    @Test
    void shouldTellNothingOfVirtualThreads() throws InterruptedException {
        AtomicLong waited = new AtomicLong(-1);
        Thread.ofVirtual().start(() -> waited.set(CallClock.SYSTEM.waited())).join();
        assertEquals(0, waited.get());
    }
}
