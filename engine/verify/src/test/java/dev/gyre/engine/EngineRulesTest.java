package dev.gyre.engine;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.verify.FaultyBackend;
import dev.gyre.engine.verify.FaultyBackend.Fault;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What holds for every call of an engine. */
@Timeout(120)
class EngineRulesTest {

    private static final Device CARD = new Device("card", 0, "Card", Device.Type.GPU, 1L << 33, 1L << 31);

    private final Workers workers = new Workers(2);
    private final FaultyBackend card = new FaultyBackend(CARD, workers, Fault.NONE);

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        workers.close();
    }

    private Engine engine(String device) {
        Settings settings =
                Settings.DEFAULT.withDevice(device).withThreads(2).withCalibration(folder.resolve("calibration.ini"));
        return new Engine(settings, new Devices(settings, List.of(new OneCard(CARD, card))));
    }

    /** The size of the data must not matter: a call of an interrupted thread is cancelled, and the thread stays interrupted. */
    @ParameterizedTest
    @CsvSource({"jvm, 5", "card:0, 1500"})
    void shouldCancelEachCallOfAnInterruptedThread(String device, int n) {
        cancelEachCall(device, n);
    }

    @ParameterizedTest
    @CsvSource({"jvm, 1500", "card:0, 5"})
    @Tag("thorough")
    void shouldCancelEachCallOfAnInterruptedThreadWithOtherData(String device, int n) {
        cancelEachCall(device, n);
    }

    private void cancelEachCall(String device, int n) {
        try (Engine engine = engine(device);
                EngineCalls calls = new EngineCalls(engine, n, 7)) {
            assertAll(calls.byName().entrySet().stream().map(call -> (Executable) () -> {
                // The first time, programs are made.
                for (int time = 0; time < 2; time++) {
                    Thread.currentThread().interrupt();
                    try {
                        assertThrows(CancellationException.class, call.getValue(), call.getKey());
                    } finally {
                        assertTrue(Thread.interrupted(), () -> call.getKey() + " took the interrupt");
                    }
                }
                call.getValue().execute();
            }));
        }
    }

    /** On the JVM only data makes a kept program worth something: without the data, nothing may stay. */
    @Test
    void shouldKeepNothingOnTheJvmThatNoCallCanUse() throws Exception {
        try (Engine engine = engine("jvm")) {
            for (int n : new int[] {1500, 1650}) {
                callAll(engine, n);
                awaitNothingKept(engine, "after all calls of n=" + n);
            }
        }
    }

    private static void callAll(Engine engine, int n) throws Exception {
        try (EngineCalls calls = new EngineCalls(engine, n, n)) {
            for (var call : calls.byName().entrySet()) {
                try {
                    call.getValue().execute();
                } catch (Throwable e) {
                    throw new AssertionError(call.getKey(), e);
                }
            }
        }
    }

    private static void awaitNothingKept(Engine engine, String when) throws InterruptedException {
        for (int tries = 0; engine.keptMemory() > 0 && tries < 50; tries++) {
            System.gc();
            Thread.sleep(10);
        }
        assertEquals(0, engine.keptMemory(), when);
    }
}
