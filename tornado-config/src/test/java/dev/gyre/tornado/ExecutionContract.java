package dev.gyre.tornado;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.program.BackendSettings;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of programs of several phases on a device. Sizes are not multiples of a work-group. */
abstract class ExecutionContract {

    private static final int ITEMS = 1001;
    private static final String LOAD = "load";
    private static final String SEARCH = "search";
    private static final String ACCUMULATE = "accumulate";
    private static final String FETCH = "fetch";

    private Device device;
    private Backend backend;

    private final int[] in = new int[ITEMS + 1];
    private final int[] factor = {1};
    private final int[] out = new int[ITEMS + 1];
    private final int[] sums = new int[ITEMS + 1];

    /** Data is loaded once and searched with a parameter of each run; sums stay on the device until they are fetched. */
    private final Program program = Program.of(
            "test program",
            Phase.named(LOAD).upload(in, sums).build(),
            Phase.named(SEARCH)
                    .upload(factor)
                    .stage(DeviceKernels.SCALE.stage(ITEMS, in, factor, out))
                    .download(out)
                    .build(),
            Phase.named(ACCUMULATE)
                    .stage(DeviceKernels.ADD.stage(ITEMS, in, sums))
                    .build(),
            Phase.named(FETCH).download(sums).build());

    /** The device under test. */
    abstract Device device();

    /** With or without a kernel cache. */
    abstract BackendSettings settings();

    @BeforeEach
    void open() {
        device = device();
        backend = TornadoVm.open(device, settings());
    }

    @AfterEach
    void close() {
        backend.close();
    }

    @Test
    void shouldKeepArraysOnTheDeviceBetweenPhases() {
        try (Execution execution = backend.prepare(program)) {
            load(execution, 7);
            // A change on the host does not reach the device until it is uploaded.
            Arrays.fill(in, -1);
            assertSearched(execution, 1, 7);
            assertSearched(execution, 5, 35);
            load(execution, 11);
            Arrays.fill(in, -1);
            assertSearched(execution, 2, 22);
            assertSearched(execution, 3, 33);
        }
    }

    private void load(Execution execution, int value) {
        Arrays.fill(in, value);
        execution.run(LOAD, Progress.NONE);
    }

    private void assertSearched(Execution execution, int newFactor, int expected) {
        factor[0] = newFactor;
        Arrays.fill(out, -9);
        execution.run(SEARCH, Progress.NONE);
        assertFilled(expected, out);
    }

    /** Checks all items, and not the element after the last. */
    private static void assertFilled(int expected, int[] array) {
        int[] all = new int[array.length];
        Arrays.fill(all, 0, ITEMS, expected);
        all[ITEMS] = array[ITEMS];
        assertArrayEquals(all, array);
    }

    @Test
    void shouldKeepSumsOverPhasesInAnyOrder() {
        try (Execution execution = backend.prepare(program)) {
            load(execution, 2);
            execution.run(ACCUMULATE, Progress.NONE);
            assertSearched(execution, 4, 8);
            execution.run(ACCUMULATE, Progress.NONE);
            execution.run(FETCH, Progress.NONE);
            assertFilled(4, sums);
            execution.run(ACCUMULATE, Progress.NONE);
            assertSearched(execution, 10, 20);
            execution.run(FETCH, Progress.NONE);
            assertFilled(6, sums);
            Arrays.fill(sums, 100);
            load(execution, 3);
            execution.run(ACCUMULATE, Progress.NONE);
            Arrays.fill(sums, 0);
            execution.run(FETCH, Progress.NONE);
            assertFilled(103, sums);
        }
    }

    /** Each phase that uploads an array copies its content at that time, and a later phase finds it. */
    @Test
    void shouldUploadAnArrayInSeveralPhases() {
        Program twice = Program.of(
                "twice",
                Phase.named("first")
                        .upload(in, factor)
                        .stage(DeviceKernels.SCALE.stage(ITEMS, in, factor, out))
                        .build(),
                Phase.named("second")
                        .upload(factor)
                        .stage(DeviceKernels.SCALE.stage(ITEMS, in, factor, sums))
                        .download(sums)
                        .build(),
                Phase.named("third")
                        .stage(DeviceKernels.SCALE.stage(ITEMS, in, factor, out))
                        .download(out)
                        .build());
        Arrays.fill(in, 3);
        try (Execution execution = backend.prepare(twice)) {
            factor[0] = 2;
            execution.run("first", Progress.NONE);
            factor[0] = 5;
            execution.run("second", Progress.NONE);
            assertFilled(15, sums);
            execution.run("third", Progress.NONE);
            assertFilled(15, out);
            factor[0] = 7;
            execution.run("second", Progress.NONE);
            assertFilled(21, sums);
        }
    }

    @Test
    void shouldRefuseAnUploadThatTheFirstPhaseWouldNotSee() {
        Program late = Program.of(
                "late",
                Phase.named("first")
                        .stage(DeviceKernels.SCALE.stage(ITEMS, in, factor, out))
                        .build(),
                Phase.named("second").upload(in).build());
        String message = assertThrows(DeviceException.class, () -> backend.prepare(late))
                .getCause()
                .getMessage();
        assertTrue(message.contains("phase second of late uploads must be uploaded by phase first too"), message);
    }

    @Test
    void shouldFetchOnlyWhenAsked() {
        try (Execution execution = backend.prepare(program)) {
            load(execution, 2);
            execution.run(ACCUMULATE, Progress.NONE);
            assertFilled(0, sums);
            execution.run(FETCH, Progress.NONE);
            assertFilled(2, sums);
        }
    }

    @Test
    void shouldRunTheStagesOfAPhaseInOrder() {
        Phase chain = Phase.named("chain")
                .upload(in, factor, sums)
                .stage(DeviceKernels.SCALE.stage(ITEMS, in, factor, out))
                .stage(DeviceKernels.ADD.stage(ITEMS, out, sums))
                .stage(DeviceKernels.ADD.stage(ITEMS, sums, out))
                .stage(DeviceKernels.ADD.stage(ITEMS, out, sums))
                .download(out, sums)
                .build();
        Arrays.fill(in, 2);
        factor[0] = 3;
        Arrays.fill(sums, 1);
        try (Execution execution = backend.prepare(Program.of("chain of stages", chain))) {
            execution.run("chain", Progress.NONE);
        }
        // out: 6, then 6 + 7; sums: 1 + 6, then 7 + 13
        assertFilled(13, out);
        assertFilled(20, sums);
    }

    @Test
    void shouldKeepScratchOnTheDeviceAlone() {
        int[] scratch = new int[0];
        int[] twice = {2};
        Program between = new Program(
                "scratch",
                List.of(
                        Phase.named(LOAD)
                                .upload(in, twice)
                                .stage(DeviceKernels.SCALE.stage(ITEMS, in, twice, scratch))
                                .build(),
                        Phase.named(SEARCH)
                                .upload(factor)
                                .stage(DeviceKernels.SCALE.stage(ITEMS, scratch, factor, out))
                                .download(out)
                                .build()),
                List.of(),
                List.of(),
                Map.of(scratch, ITEMS));
        Arrays.setAll(in, i -> i);
        factor[0] = 3;
        try (Execution execution = backend.prepare(backend.makesScratch() ? between : between.withoutScratch())) {
            execution.run(LOAD, Progress.NONE);
            execution.run(SEARCH, Progress.NONE);
            for (int i = 0; i < ITEMS; i++) {
                assertEquals(6 * i, out[i]);
            }
        }
    }

    @Test
    void shouldRunPhasesWithoutItems() {
        Program idle = Program.of(
                "idle",
                Phase.named(LOAD).upload(in, sums).build(),
                Phase.named("nothing")
                        .stage(DeviceKernels.ADD.stage(0, in, sums))
                        .stage(DeviceKernels.ADD.stage(0, in, sums))
                        .build(),
                Phase.named("empty").build(),
                Phase.named("nothing, with transfers")
                        .upload(in)
                        .stage(DeviceKernels.ADD.stage(0, in, sums))
                        .download(sums)
                        .build(),
                Phase.named(ACCUMULATE)
                        .stage(DeviceKernels.ADD.stage(ITEMS, in, sums))
                        .download(sums)
                        .build());
        try (Execution execution = backend.prepare(idle)) {
            load(execution, 4);
            execution.run("nothing", Progress.NONE);
            execution.run("empty", Progress.NONE);
            execution.run(ACCUMULATE, Progress.NONE);
            assertFilled(4, sums);
            execution.run("nothing", Progress.NONE);
            Arrays.fill(in, 5);
            Arrays.fill(sums, -1);
            execution.run("nothing, with transfers", Progress.NONE);
            assertFilled(4, sums);
            execution.run(ACCUMULATE, Progress.NONE);
            assertFilled(9, sums);
        }
    }

    /** As in a reduction of few values: another stage makes the array that a stage without items names. */
    @Test
    void shouldRunStagesBesideOnesWithoutItems() {
        int[] scratch = new int[sums.length];
        Phase some = Phase.named("some")
                .upload(in, factor)
                .stage(DeviceKernels.SCALE.stage(ITEMS, in, factor, out))
                .stage(DeviceKernels.SCALE.stage(ITEMS, out, factor, scratch))
                .stage(DeviceKernels.ADD.stage(0, scratch, sums))
                .download(scratch)
                .build();
        Arrays.fill(in, 2);
        factor[0] = 3;
        try (Execution execution = backend.prepare(Program.of("some stages", some))) {
            execution.run("some", Progress.NONE);
            assertFilled(18, scratch);
        }
    }

    @Test
    void shouldTakeAnArrayInTwoRolesOfOneStage() {
        Phase doubling = Phase.named("doubling")
                .upload(sums)
                .stage(DeviceKernels.ADD.stage(ITEMS, sums, sums))
                .download(sums)
                .build();
        Arrays.fill(sums, 21);
        try (Execution execution = backend.prepare(Program.of("aliases", doubling))) {
            execution.run("doubling", Progress.NONE);
        }
        assertFilled(42, sums);
    }

    @ParameterizedTest
    @MethodSource("itemCounts")
    void shouldRunExactlyTheItemsOfAStage(int items) {
        for (Kernel kernel : List.of(DeviceKernels.ADD, DeviceKernels.GROUPED)) {
            Phase phase = Phase.named("add")
                    .upload(in, out)
                    .stage(kernel.stage(items, in, out))
                    .download(out)
                    .build();
            Arrays.fill(in, 43);
            Arrays.fill(out, -1);
            try (Execution execution = backend.prepare(Program.of("exact", phase))) {
                execution.run("add", Progress.NONE);
            }
            int[] expected = new int[out.length];
            Arrays.fill(expected, -1);
            Arrays.fill(expected, 0, items, 42);
            assertArrayEquals(expected, out, () -> kernel + ", items=" + items);
        }
    }

    static IntStream itemCounts() {
        return IntStream.of(1, 127, 256, 257, ITEMS);
    }

    @Test
    void shouldKeepTwoExecutionsApartAlsoWhenOneIsClosed() {
        int[] otherIn = new int[ITEMS + 1];
        int[] otherSums = new int[ITEMS + 1];
        Program other = Program.of(
                "other program",
                Phase.named(LOAD).upload(otherIn, otherSums).build(),
                Phase.named(ACCUMULATE)
                        .stage(DeviceKernels.ADD.stage(ITEMS, otherIn, otherSums))
                        .download(otherSums)
                        .build());
        try (Execution first = backend.prepare(program);
                Execution same = backend.prepare(program)) {
            Execution second = backend.prepare(other);
            load(first, 3);
            Arrays.fill(in, 30);
            same.run(LOAD, Progress.NONE);
            Arrays.fill(otherIn, 5);
            second.run(LOAD, Progress.NONE);
            for (int run = 1; run <= 3; run++) {
                first.run(ACCUMULATE, Progress.NONE);
                second.run(ACCUMULATE, Progress.NONE);
                assertSearched(same, 2, 60);
                assertFilled(5 * run, otherSums);
            }
            second.close();
            second.close();
            Execution third = backend.prepare(other);
            Arrays.fill(otherSums, 0);
            third.run(LOAD, Progress.NONE);
            third.run(ACCUMULATE, Progress.NONE);
            assertFilled(5, otherSums);
            third.close();
            first.run(ACCUMULATE, Progress.NONE);
            first.run(FETCH, Progress.NONE);
            assertFilled(12, sums);
            assertSearched(first, 2, 6);
            assertSearched(same, 3, 90);
        }
    }

    @Test
    void shouldRefuseAPhaseThatNeedsArraysOfOneThatHasNotRun() {
        try (Execution execution = backend.prepare(program)) {
            for (String phase : List.of(SEARCH, ACCUMULATE, FETCH)) {
                IllegalStateException e =
                        assertThrows(IllegalStateException.class, () -> execution.run(phase, Progress.NONE));
                assertEquals(
                        "phase " + phase + " of test program needs arrays of phase load, which has not run",
                        e.getMessage());
            }
            load(execution, 7);
            assertSearched(execution, 2, 14);
        }
    }

    @Test
    void shouldRefuseUnknownPhasesAndToRunWhenClosed() {
        Execution execution = backend.prepare(program);
        assertThrows(IllegalArgumentException.class, () -> execution.run("build", Progress.NONE));
        execution.close();
        execution.close();
        assertThrows(IllegalStateException.class, () -> execution.run(LOAD, Progress.NONE));
    }

    @Test
    void shouldCloseWithoutAnyRun() {
        backend.prepare(program).close();
        try (Execution execution = backend.prepare(program)) {
            load(execution, 1);
        }
    }

    @Test
    void shouldStopBeforeAPhaseWhenCancelledOrInterrupted() {
        Progress cancelled = new Progress() {
            @Override
            public void completed(long items) {
                throw new AssertionError("ran");
            }

            @Override
            public boolean cancelled() {
                return true;
            }
        };
        try (Execution execution = backend.prepare(program)) {
            load(execution, 6);
            assertThrows(CancellationException.class, () -> execution.run(ACCUMULATE, cancelled));
            Thread.currentThread().interrupt();
            assertThrows(CancellationException.class, () -> execution.run(ACCUMULATE, Progress.NONE));
            assertTrue(Thread.interrupted());
            execution.run(FETCH, Progress.NONE);
            assertFilled(0, sums);
        }
    }

    @Test
    void shouldReportItemsAndTime() {
        List<Long> items = new ArrayList<>();
        Progress progress = new Progress() {
            @Override
            public void completed(long done) {
                items.add(done);
            }

            @Override
            public boolean cancelled() {
                return false;
            }
        };
        try (Execution execution = backend.prepare(program)) {
            load(execution, 6);
            long before = execution.timing().computeNanos();
            execution.run(SEARCH, progress);
            Timing once = execution.timing();
            assertEquals(List.of((long) ITEMS), items);
            assertTrue(once.computeNanos() > before, once::toString);
            assertTrue(once.compileNanos() > 0 && once.uploadNanos() > 0 && once.downloadNanos() > 0, once::toString);
            execution.run(SEARCH, progress);
            assertTrue(execution.timing().computeNanos() > once.computeNanos());
        }
    }

    @ParameterizedTest
    @MethodSource("refused")
    void shouldRefuseAKernelThatDoesNotCompileAndGoOnWorking(Kernel kernel) {
        Phase phase = Phase.named("failing phase")
                .upload(in, factor)
                .stage(kernel.stage(ITEMS, in, factor, out))
                .download(out)
                .build();
        Program failing = Program.of("failing program", phase);
        assertNames(
                assertThrows(DeviceException.class, () -> backend.prepare(failing)),
                kernel.name(),
                "self-check",
                device.toString());
        // It is also refused the second time.
        assertThrows(DeviceException.class, () -> backend.prepare(failing));
        Arrays.fill(out, -5);
        DeviceException e = assertThrows(DeviceException.class, () -> runUnproven(failing));
        assertNames(e, kernel.name(), "x " + ITEMS, "failing program", "failing phase", device.toString());
        int[] untouched = new int[out.length];
        Arrays.fill(untouched, -5);
        assertArrayEquals(untouched, out, "it ran all the same");
        shouldKeepArraysOnTheDeviceBetweenPhases();
    }

    static List<Kernel> refused() {
        return List.of(DeviceKernels.LEADING_ZEROS, DeviceKernels.THROWING);
    }

    /** Runs a program whose kernels have not been tried before, and closes it. */
    private void runUnproven(Program unproven) {
        DeviceCode target =
                new DeviceCode(device, TornadoDevices.tornadoDevice(device), backend.identity(), settings());
        try (Execution execution = new TornadoVmExecution(
                unproven,
                PhaseGraphs.stages(unproven),
                Map.of(),
                device,
                target,
                StagedArrays.NONE,
                System.nanoTime())) {
            for (Phase phase : unproven.phases()) {
                execution.run(phase.name(), Progress.NONE);
            }
        }
    }

    private static void assertNames(Exception e, String... parts) {
        for (String part : parts) {
            assertTrue(e.getMessage().contains(part), () -> "\"" + part + "\" is not in: " + e.getMessage());
        }
    }

    @Test
    void shouldRefuseAKernelThatGivesAnotherAnswerThanOnTheJvm() {
        Program wrong = Program.of(
                "wrong program",
                Phase.named("wrong phase")
                        .upload(in, out)
                        .stage(DeviceKernels.WRONG.stage(ITEMS, in, out))
                        .download(out)
                        .build());
        for (int attempt = 0; attempt < 2; attempt++) {
            DeviceException e = assertThrows(DeviceException.class, () -> backend.prepare(wrong));
            assertTrue(
                    e.getMessage()
                            .startsWith("kernel test-wrong does not work on " + device
                                    + ": output 0 of test-wrong differs, index="),
                    e::getMessage);
        }
        shouldKeepArraysOnTheDeviceBetweenPhases();
    }
}
