package dev.gyre.engine.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.plan.TestCosts;
import dev.gyre.engine.program.Device;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CalibrationTest {

    private static final int THREADS = 3;
    private static final Device JVM = JvmBackend.device(THREADS);
    private static final Device CARD = new Device("opencl", 0, " Card = 1  #2\n", Device.Type.GPU, 1L << 33, 1L << 31);
    private static final Device OTHER = new Device("opencl", 0, "Other card", Device.Type.GPU, 1L << 33, 1L << 31);

    @TempDir
    private Path folder;

    @Test
    void shouldReadWhatItWrote() throws IOException {
        Random random = new Random(9);
        for (int i = 0; i < 50; i++) {
            Rates jvm = TestCosts.draw(random);
            Rates card = TestCosts.draw(random);
            CostModel model = model(calibration().with(JVM, jvm).with(CARD, card));
            assertEquals(jvm, model.of(JVM));
            assertEquals(card, model.of(CARD));
        }
    }

    @Test
    void shouldSayWhereTheCostsAreFrom() throws IOException {
        CostModel model = model(calibration().with(CARD, TestCosts.flat(1)));
        assertTrue(
                model.source(CARD).matches("costs of opencl:0: measured here on \\d{4}-\\d\\d-\\d\\d, .*"),
                model.source(CARD));
        assertDefaults(model, JVM, " has nothing of jvm");
        assertDefaults(model, OTHER, " is of another opencl:0, Card = 1 #2");
        assertDefaults(
                CostModel.load(folder.resolve("none.ini"), THREADS),
                JVM,
                "defaults, as there is no file " + folder.resolve("none.ini"));
    }

    @Test
    void shouldNotTakeTheCostsOfAnotherProcessorOrOtherThreads() throws IOException {
        Calibration calibration = calibration().with(JVM, TestCosts.flat(1));
        Path file = write(calibration);
        assertDefaults(CostModel.load(file, 7), 7, JvmBackend.device(7), " is of 3 threads, not of 7");
        String elsewhere = Files.readString(file).replaceFirst("processor = .*", "processor = Abacus");
        Files.writeString(file, elsewhere);
        assertDefaults(CostModel.load(file, THREADS), JVM, " is of another processor, Abacus");
    }

    /** The version of Java may differ. */
    @Test
    void shouldTakeTheCostsOfAnUpdatedJvm() throws IOException {
        Path file = write(calibration().with(JVM, TestCosts.flat(1)));
        Files.writeString(file, Files.readString(file).replaceFirst("Java \\S+", "Java 21"));
        assertEquals(TestCosts.flat(1), CostModel.load(file, THREADS).of(JVM));
    }

    @Test
    void shouldKeepDevicesOfAnOlderCalibrationOfThisMachine() throws IOException {
        Rates older = TestCosts.flat(1);
        Rates newer = TestCosts.flat(2);
        CostModel both = model(calibration()
                .with(JVM, newer)
                .over(calibration().with(JVM, older).with(CARD, older)));
        assertEquals(newer, both.of(JVM));
        assertEquals(older, both.of(CARD));
        Calibration ofOtherThreads =
                Calibration.ofThisMachine("1.0", THREADS + 1).with(CARD, older);
        assertDefaults(model(calibration().with(JVM, newer).over(ofOtherThreads)), CARD, " has nothing of opencl:0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "(?m)^format = 4$|format = 5|line 3: format must be 4: format=5",
                "(?m)^format.*\\n||line 1: format is missing",
                "(?m)^threads = 3$|threads = 0|line 7: threads must be in 1.0..2.147483647E9: threads=0",
                "(?m)^threads = 3$|threads = three|line 7: threads must be a number: threads=three",
                "(?m)^threads = 3$|threads = 3\\nshoes = 2|line 8: shoes is not known",
                "(?m)^threads = 3$|threads = 3\\nthreads = 3|line 8: threads occurs twice, first in line 7",
                "(?m)^threads = 3$|threads|line 7: must be \"key = value\", \"[device]\" or a comment: threads",
                "(?m)^search-call .*\\n||line 9, [jvm]: search-call is missing",
                "(?m)^device .*\\n||line 9, [jvm]: device is missing",
                "(?m)^units .*\\n||line 9, [jvm]: units is missing",
                "(?m)^units .*|units = cores|line 11, [jvm]: units must be threads or accelerator: units=cores",
                "(?m)^build-call .*|build-call = NaN|line 18, [jvm]: build-call must be in 0.0..1000000.0: build-call=NaN",
                "(?m)^build-call .*|build-call = -1|line 18, [jvm]: build-call must be in 0.0..1000000.0: build-call=-1",
                "(?m)^build-call .*|build-call = 2e6 # s|line 18, [jvm]: build-call must be in 0.0..1000000.0: build-call=2e6",
                "(?m)^build-call .*|build-call = 1 s|line 18, [jvm]: build-call must be a number: build-call=1 s",
                "(?m)^build-call .*|build-call =|line 18, [jvm]: build-call must be a number: build-call=",
                "(?m)^build-call .*|build-call = 1\\nfly = 1|line 19, [jvm]: fly is not known",
                "(?m)^.jvm.$|[jvm]\\n[jvm]|line 10: section [jvm] occurs twice",
                "(?m)^.jvm.$|[ ]|line 9: section [] has no name"
            })
    void shouldNameFileLineAndKeyOfWhatIsWrong(String pattern, String replacement, String message) throws IOException {
        Path file = write(calibration().with(JVM, TestCosts.flat(1e-3)));
        String right = Files.readString(file);
        String wrong = right.replaceFirst(pattern, replacement == null ? "" : replacement.replace("\\n", "\n"));
        Files.writeString(file, wrong);
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> CostModel.load(file, THREADS), wrong);
        assertEquals(file + ", " + message, e.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n\n", "# nothing\n", "\u0000\u0001", "[jvm]\n"})
    void shouldRefuseWhatIsNoCalibration(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("no.ini"), text);
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> CostModel.load(file, THREADS));
        assertTrue(e.getMessage().startsWith(file + ", line 1: "), e::getMessage);
    }

    @Test
    void shouldNameAFileThatCannotBeRead() {
        UncheckedIOException e = assertThrows(UncheckedIOException.class, () -> CostModel.load(folder, THREADS));
        assertEquals("cannot read calibration: " + folder, e.getMessage());
    }

    @Test
    void shouldHaveDefaultsForEveryTypeOfDevice() {
        for (Device.Type type : Device.Type.values()) {
            Device device = new Device("any", 0, "Any", type, 1, 1);
            Rates one = Rates.ofUnmeasured(device, 1);
            Rates many = Rates.ofUnmeasured(device, 16);
            Rates few = Rates.ofUnmeasured(device, 3);
            Rates more = Rates.ofUnmeasured(device, 200);
            for (Operation operation : Operation.values()) {
                double min =
                        Math.min(one.of(operation).unit(), many.of(operation).unit());
                double max =
                        Math.max(one.of(operation).unit(), many.of(operation).unit());
                double unit = few.of(operation).unit();
                // The shared part has rounding errors.
                assertTrue(unit >= min * 0.999 && unit <= max * 1.001, () -> type + ", " + operation);
                assertTrue(
                        more.of(operation).unit() >= 0 && more.of(operation).unit() <= max * 1.1,
                        () -> type + ", " + operation);
            }
            Workload work = new Workload(1_000_000, 1_000_000, 3, 8);
            assertTrue(many.estimate(Operation.SEARCH, work) <= one.estimate(Operation.SEARCH, work), type::toString);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2", "3"})
    void shouldNotTakeTheCostsOfAnEarlierVersion(String format) throws IOException {
        Path file = write(calibration().with(JVM, TestCosts.flat(1)));
        String earlier = Files.readString(file)
                .replaceFirst("(?m)^format = 4$", "format = " + format)
                .replaceFirst("(?m)^merge-sort-call .*\\n", "fused-pair-dimension = 1e-11 # seconds for each pair\\n");
        Files.writeString(file, earlier);
        assertDefaults(
                CostModel.load(file, THREADS),
                JVM,
                " is of an earlier version of Gyre, 1.0; run \"gyre calibrate\" again");
        Calibration both = calibration().over(Calibration.read(file));
        assertDefaults(model(both), JVM, " has nothing of jvm");
    }

    /** The expected costs before any device of this machine is known. */
    @Test
    void shouldExpectOfUnknownDevicesWhatWasMeasuredHere() throws IOException {
        Rates card = TestCosts.flat(1);
        assertEquals(
                List.of(card),
                model(calibration().with(JVM, TestCosts.flat(2)).with(CARD, card))
                        .ofUnknownDevices());
        List<Rates> defaults = List.of(Rates.ofUnmeasuredAccelerator());
        assertEquals(defaults, model(calibration().with(JVM, card)).ofUnknownDevices());
        assertEquals(
                defaults, CostModel.load(folder.resolve("none.ini"), THREADS).ofUnknownDevices());
        Path file = write(calibration().with(CARD, card));
        assertEquals(defaults, CostModel.load(file, THREADS + 1).ofUnknownDevices());
    }

    private static Calibration calibration() {
        return Calibration.ofThisMachine("1.0", THREADS);
    }

    private CostModel model(Calibration calibration) throws IOException {
        return CostModel.load(write(calibration), THREADS);
    }

    private Path write(Calibration calibration) throws IOException {
        StringWriter text = new StringWriter();
        calibration.write(text);
        return Files.writeString(folder.resolve("calibration.ini"), text.toString());
    }

    private static void assertDefaults(CostModel model, Device device, String reason) {
        assertDefaults(model, THREADS, device, reason);
    }

    private static void assertDefaults(CostModel model, int threads, Device device, String reason) {
        assertTrue(model.source(device).endsWith(reason), model.source(device));
        assertEquals(Rates.ofUnmeasured(device, threads), model.of(device));
    }

    @Test
    void shouldNameAFileThatIsNoText() throws IOException {
        byte[] bytes = new byte[3000];
        new Random(1).nextBytes(bytes);
        Path file = Files.write(folder.resolve("random.ini"), bytes);
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> Calibration.read(file));
        assertEquals(file + ": not UTF-8", e.getMessage());
        assertTrue(Verifications.read(file).damage().endsWith(file + ": not UTF-8"));
    }
}
