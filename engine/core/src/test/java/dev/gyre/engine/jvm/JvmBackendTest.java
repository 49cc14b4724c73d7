package dev.gyre.engine.jvm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.program.TestKernels;
import java.util.Arrays;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JvmBackendTest {

    private static final int ITEMS = 1000;

    private final Workers workers = new Workers(2);
    private final Backend backend = new JvmBackend(workers);
    private final int[] indices = new int[ITEMS];
    private final int[] doubled = new int[ITEMS];

    private final Program program = Program.of(
            "test program",
            Phase.named("fill and double")
                    .stage(TestKernels.INDEX.stage(ITEMS, indices))
                    .stage(TestKernels.TWICE.stage(ITEMS, indices, doubled))
                    .stage(TestKernels.TWICE.stage(ITEMS, doubled, indices))
                    .build(),
            Phase.named("double")
                    .stage(TestKernels.TWICE.stage(ITEMS, indices, doubled))
                    .build(),
            Phase.named("nothing").upload(indices).build());

    @AfterEach
    void close() {
        backend.close();
        workers.close();
    }

    @Test
    void shouldRunTheStagesOfAPhaseInOrder() {
        try (Execution execution = backend.prepare(program)) {
            execution.run("fill and double", Progress.NONE);
        }
        assertArrayEquals(multiples(2), doubled);
        assertArrayEquals(multiples(4), indices);
    }

    @Test
    void shouldRunPhasesByNameAsOftenAsAsked() {
        try (Execution execution = backend.prepare(program)) {
            execution.run("double", Progress.NONE);
            assertArrayEquals(new int[ITEMS], doubled);
            Arrays.fill(indices, 3);
            execution.run("double", Progress.NONE);
            assertEquals(6, doubled[ITEMS - 1]);
            Arrays.fill(indices, 5);
            execution.run("double", Progress.NONE);
            assertEquals(10, doubled[0]);
            execution.run("nothing", Progress.NONE);
        }
    }

    @Test
    void shouldHandOutSlicesOfTheSizeThatAStageWantsIfAllThreadsGetSome() {
        assertEquals(32, slice(32));
        assertEquals(1, slice(1));
        assertEquals(64, slice(64));
        assertEquals(96, slice(1000));
    }

    /** Returns the smallest slice but the last of a stage of all items. */
    private int slice(int wanted) {
        Stage stage = Kernel.of(TestKernels.Begins.class).stage(ITEMS, indices).withSlice(wanted);
        Program slices = Program.of("slices", Phase.named("begin").stage(stage).build());
        try (Execution execution = backend.prepare(slices)) {
            execution.run("begin", Progress.NONE);
        }
        int[] begins = Arrays.stream(indices).distinct().toArray();
        return IntStream.range(1, begins.length)
                .map(i -> begins[i] - begins[i - 1])
                .min()
                .orElseThrow();
    }

    private static int[] multiples(int factor) {
        return IntStream.range(0, ITEMS).map(i -> i * factor).toArray();
    }

    @Test
    void shouldNameKernelProgramPhaseItemsAndDeviceWhenAnArrayIsTooShort() {
        DeviceException e = failure(Phase.named("too short")
                .stage(TestKernels.TWICE.stage(ITEMS, indices, new int[10]))
                .build());
        assertInstanceOf(IndexOutOfBoundsException.class, e.getCause());
        assertNames(e, "test-twice", "failing program", "too short", "items=1000", "jvm (2 threads");
    }

    private DeviceException failure(Phase phase) {
        try (Execution execution = backend.prepare(Program.of("failing program", phase))) {
            return assertThrows(DeviceException.class, () -> execution.run(phase.name(), Progress.NONE));
        }
    }

    private static void assertNames(Exception e, String... parts) {
        for (String part : parts) {
            assertTrue(e.getMessage().contains(part), () -> "\"" + part + "\" is not in: " + e.getMessage());
        }
    }

    @Test
    void shouldNotRunAStageWithoutItems() {
        Program empty = Program.of(
                "empty",
                Phase.named("none").stage(TestKernels.INDEX.stage(0, indices)).build());
        Arrays.fill(indices, 7);
        try (Execution execution = backend.prepare(empty)) {
            execution.run("none", Progress.NONE);
        }
        assertEquals(7, indices[0]);
    }

    @Test
    void shouldRefuseAnUnknownPhase() {
        try (Execution execution = backend.prepare(program)) {
            IllegalArgumentException e =
                    assertThrows(IllegalArgumentException.class, () -> execution.run("search", Progress.NONE));
            assertEquals("program test program has no phase search", e.getMessage());
        }
    }

    @Test
    void shouldRefuseToRunWhenClosed() {
        Execution execution = backend.prepare(program);
        execution.close();
        execution.close();
        IllegalStateException e =
                assertThrows(IllegalStateException.class, () -> execution.run("double", Progress.NONE));
        assertEquals("the execution of test program is closed", e.getMessage());
    }

    @Test
    void shouldStopBetweenStagesWhenCancelled() {
        Progress afterTheFirstStage = new Progress() {
            private boolean asked;

            @Override
            public void completed(long items) {
                asked |= items == ITEMS;
            }

            @Override
            public boolean cancelled() {
                return asked;
            }
        };
        try (Execution execution = backend.prepare(program)) {
            assertThrows(CancellationException.class, () -> execution.run("fill and double", afterTheFirstStage));
        }
        assertEquals(ITEMS - 1, indices[ITEMS - 1]);
        assertEquals(0, doubled[ITEMS - 1]);
    }

    @Test
    void shouldAddUpComputingTimeAndCountNoTransfer() {
        try (Execution execution = backend.prepare(program)) {
            assertEquals(0, execution.timing().computeNanos());
            execution.run("double", Progress.NONE);
            long once = execution.timing().computeNanos();
            assertTrue(once > 0);
            execution.run("double", Progress.NONE);
            assertTrue(execution.timing().computeNanos() > once);
            assertEquals(0, execution.timing().transferNanos());
        }
    }

    @Test
    void shouldDescribeThisJvm() {
        Device device = backend.device();
        assertEquals("jvm", device.id());
        assertEquals(Device.Type.JVM, device.type());
        assertEquals(Runtime.getRuntime().maxMemory(), device.memoryBytes());
        assertTrue(JvmBackend.device(1).name().startsWith("1 thread,"));
    }
}
