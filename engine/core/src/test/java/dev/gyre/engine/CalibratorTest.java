package dev.gyre.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.cost.Calibration;
import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Rates;
import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.file.OutputFile;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibratorTest {

    private static final double LONGEST = 0.001;

    @TempDir
    private Path folder;

    @Test
    void shouldMeasureCostsOfADevice() {
        try (Workers workers = new Workers(2)) {
            Context context = new Context(new JvmBackend(workers), workers, 1L << 30);
            AtomicLong told = new AtomicLong();
            Rates costs = new Calibrator(context, LONGEST, (done, total) -> told.incrementAndGet() > 0).measure();
            assertTrue(told.get() > 0);
            assertTrue(costs.estimate(Operation.FUSED, new Workload(100_000, 1000, 8, 10)) > 0.001);
            assertTrue(costs.estimate(Operation.SEARCH, new Workload(100_000, 1000, 8, 10)) > 0.0001);
            assertEquals(Rates.Rate.NONE, costs.of(Operation.PREPARE));
            assertEquals(0, costs.of(Operation.BUILD).compilation());
            Calibrator stopped = new Calibrator(context, LONGEST, (done, total) -> false);
            assertThrows(CancellationException.class, stopped::measure);
            assertEquals(
                    "the longest call must take more than 0 and up to 60 seconds: longest=NaN",
                    assertThrows(
                                    IllegalArgumentException.class,
                                    () -> new Calibrator(context, Double.NaN, Monitor.NONE))
                            .getMessage());
        }
    }

    @Test
    void shouldReplaceAFileOfAnotherMachineAndLeaveOneAloneWhenStopped() throws IOException {
        Path file = folder.resolve("measured.ini");
        try (Engine engine = Engine.open(Settings.DEFAULT.withDevice("jvm").withThreads(2))) {
            Device card = new Device("card", 7, "Card", Device.Type.GPU, 1L << 33, 1L << 31);
            try (OutputFile output = OutputFile.create(file)) {
                Calibration.ofThisMachine(Engine.version(), 2)
                        .with(card, new Rates(true, operation -> Rates.Rate.NONE))
                        .write(output.writer());
                output.commit();
            }
            String ofHere = Files.readString(file);
            assertTrue(ofHere.contains("[card:7]"), ofHere);
            String ofOther = ofHere.replaceAll("(?m)^processor = .*", "processor = abacus");
            Files.writeString(file, ofOther);
            assertThrows(CancellationException.class, () -> engine.calibrate(file, LONGEST, (done, total) -> false));
            assertEquals(ofOther, Files.readString(file));
            engine.calibrate(file, LONGEST, Monitor.NONE);
            String after = Files.readString(file);
            assertTrue(after.contains("[jvm]"), after);
            assertFalse(after.contains("[card:7]") || after.contains("abacus"), after);
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(1, files.count());
        }
    }

    @Test
    void shouldRefuseAPlaceThatCannotBeWrittenBeforeItMeasures() {
        Path file = folder.resolve("none").resolve("measured.ini");
        AtomicLong told = new AtomicLong();
        try (Engine engine = Engine.open(Settings.DEFAULT.withDevice("jvm").withThreads(2))) {
            IOException refused = assertThrows(
                    IOException.class,
                    () -> engine.calibrate(file, LONGEST, (done, total) -> told.incrementAndGet() > 0));
            assertTrue(refused.getMessage().startsWith("cannot write " + file), refused::getMessage);
            assertEquals(0, told.get());
        }
    }
}
