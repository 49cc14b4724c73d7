package dev.gyre.engine.team;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WatchedBackendTest {

    private static final Device CARD = new Device("card", 0, "Card", Device.Type.GPU, 1L << 33, 1L << 31);

    private final List<DeviceException> heard = new ArrayList<>();
    private final Failing failing = new Failing();
    private final Backend watched = new WatchedBackend(failing, heard::add);

    @Test
    void shouldReportAFailedRun() {
        failing.run = new DeviceException("out of order");
        assertSame(failing.run, assertThrows(DeviceException.class, this::run));
        assertEquals(List.of(failing.run), heard);
    }

    @Test
    void shouldReportThePreparationThatFailsTwiceInARow() {
        failing.preparation = new DeviceException("out of memory");
        assertThrows(DeviceException.class, this::run);
        assertEquals(List.of(), heard);
        assertThrows(DeviceException.class, this::run);
        assertEquals(List.of(failing.preparation), heard);
    }

    /** After the caller has freed memory, the device works again. */
    @Test
    void shouldNotTakeAFullHeapForAFailureOfTheDevice() {
        OutOfMemoryError full = new OutOfMemoryError("Java heap space");
        List<Throwable> ways = List.of(
                full,
                new DeviceException("phase failed", full),
                new DeviceException("phase failed", new IllegalStateException("in a kernel", full)));
        for (Throwable way : ways) {
            failing.run = way;
            failing.preparation = null;
            assertSame(way, assertThrows(way.getClass(), this::run));
            failing.preparation = way;
            for (int i = 0; i < 3; i++) {
                assertSame(way, assertThrows(way.getClass(), this::run));
            }
        }
        assertEquals(List.of(), heard);
    }

    private void run() {
        try (Execution execution = watched.prepare(null)) {
            execution.run("run", Progress.NONE);
        }
    }

    /** A device that throws what it is told. */
    private static final class Failing implements Backend {

        private Throwable preparation;
        private Throwable run;

        private static void fail(Throwable failure) {
            switch (failure) {
                case null -> {}
                case Error error -> throw error;
                default -> throw (RuntimeException) failure;
            }
        }

        @Override
        public Device device() {
            return CARD;
        }

        @Override
        public Execution prepare(Program program) {
            fail(preparation);
            return new Execution() {
                @Override
                public void run(String phase, Progress progress) {
                    fail(run);
                }

                @Override
                public Timing timing() {
                    return Timing.ZERO;
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public void close() {}
    }
}
