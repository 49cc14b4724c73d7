package dev.gyre.tornado;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Blueprint;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Execution.Work;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs on a driver that does all as late as it may, see {@link FakeDriver}. */
@Timeout(60)
class DriverRunnerTest {

    private static final int GROUP = 64;

    private static final long SEED = 20261128;

    private final FakeDriver driver = new FakeDriver();

    /** Scales an input by an array and by a number, in two phases; the second downloads what the first one made. */
    private static final class Scaling {

        private final int[] in;
        private final int[] factor = {3};
        private final int[] half;
        private final int[] out;
        private final int[] unused = {5};
        private final Phase first;
        private final Phase second;
        private final Program program;
        private final Map<Stage, String> code = new IdentityHashMap<>();

        Scaling(int items, int by) {
            in = new int[items];
            half = new int[items];
            out = new int[items];
            Stage scale = DeviceKernels.SCALE.stage(items, in, factor, half);
            Stage scaleBy = DeviceKernels.SCALE_BY.stage(items, half, by, out);
            Stage nothing = DeviceKernels.SCALE.stage(0, unused, factor, unused);
            code.put(scale, "scaleAll");
            code.put(scaleBy, "scaleBy");
            first = Phase.named("first")
                    .upload(in, factor)
                    .stage(scale)
                    .stage(nothing)
                    .build();
            second = Phase.named("second")
                    .stage(scaleBy)
                    .download(out, half, unused)
                    .build();
            program = Program.of("scaling", first, second);
        }

        void check(PhaseRunner runner, Random random, int by) {
            for (int i = 0; i < in.length; i++) {
                in[i] = random.nextInt(1000);
            }
            factor[0] = random.nextInt(100);
            Arrays.fill(half, -1);
            Arrays.fill(out, -1);
            runner.start(first).get();
            Timing timing = runner.start(second).get();
            assertTrue(timing.computeNanos() > 0, timing::toString);
            assertArrayEquals(Arrays.stream(in).map(n -> n * factor[0]).toArray(), half);
            assertArrayEquals(Arrays.stream(half).map(n -> n * by).toArray(), out);
            assertArrayEquals(new int[] {5}, unused);
        }
    }

    /** Returns the calls of the driver; with memory that it pins, if wanted. */
    private DriverCalls calls(boolean pins) throws ReflectiveOperationException {
        if (!pins) {
            return new DriverCalls(driver, "", Optional::empty);
        }
        PinnedMemory memory = new PinnedMemory(new PinnedMemory.Driver() {
            @Override
            public boolean pin(long start, long bytes) {
                return true;
            }

            @Override
            public void unpin(long start) {}
        });
        return new DriverCalls(driver, "", () -> {
            PinnedMemory.Block block = memory.allocate(SmallCopies.BYTES).orElseThrow();
            driver.pin(block.address(), block.bytes());
            return Optional.of(new SmallCopies(block));
        });
    }

    private static DriverRunner runner(Scaling scaling, DriverCalls calls) {
        return new DriverRunner(scaling.program, scaling.code, GROUP, StagedArrays.NONE, calls);
    }

    /** Sizes around those of a work-group; arrays that together, or alone, need more than the memory for small copies. */
    @ParameterizedTest
    @CsvSource({
        "1, true",
        "63, true",
        "64, true",
        "65, true",
        "100000, true",
        "150000, true",
        "262144, true",
        "262145, true",
        "1, false",
        "1000, false"
    })
    void shouldComputeInEachRunWithTheInputsOfThatRun(int items, boolean pins) throws ReflectiveOperationException {
        Scaling scaling = new Scaling(items, 7);
        DriverRunner runner = runner(scaling, calls(pins));
        Random random = new Random(SEED);
        assertTrue(runner.isAlone(scaling.first));
        for (int i = 0; i < 4; i++) {
            scaling.check(runner, random, 7);
            assertFalse(runner.isAlone(scaling.first));
        }
        assertEquals(pins ? items > 262144 ? 12 : 0 : 17, driver.heapCopies, "copies from and to the heap");
        runner.free();
        assertEquals(Map.of(), driver.memory);
    }

    /** After the two runs that are profiled, a phase waits once. */
    @Test
    void shouldWaitOnceInAPhase() throws ReflectiveOperationException {
        Scaling scaling = new Scaling(100, 7);
        DriverRunner runner = runner(scaling, calls(true));
        Random random = new Random(SEED);
        scaling.check(runner, random, 7);
        scaling.check(runner, random, 7);
        int before = driver.waits;
        scaling.check(runner, random, 7);
        assertEquals(2, driver.waits - before);
        runner.free();
    }

    /** An array that no stage uses is not copied, and a stage without items is not launched. */
    @Test
    void shouldCopyAndLaunchWhatAContextCounts() throws ReflectiveOperationException {
        Scaling scaling = new Scaling(100, 7);
        DriverRunner runner = runner(scaling, calls(false));
        Blueprint<Blueprint.Made> blueprint = layout -> {
            List.of(scaling.in, scaling.factor, scaling.half, scaling.out, scaling.unused)
                    .forEach(layout::add);
            return () -> scaling.program;
        };
        try (Workers workers = new Workers(1);
                Context context = new Context(backend(runner), workers, Long.MAX_VALUE, 0);
                Lease<Blueprint.Made> lease = context.lease(blueprint, null)) {
            lease.run("first");
            lease.run("second");
            long sizes = driver.written - context.work().uploadedBytes();
            lease.run("first");
            lease.run("second");
            lease.run("second");
            Work work = context.work();
            assertEquals(
                    List.of(5L, 5L, 2 * 404L, 3 * 800L),
                    List.of(work.phases(), work.launches(), work.uploadedBytes(), work.downloadedBytes()));
            assertEquals(
                    List.of((long) driver.launches, driver.written - sizes, driver.read),
                    List.of(work.launches(), work.uploadedBytes(), work.downloadedBytes()));
        }
        assertEquals(Map.of(), driver.memory);
    }

    /** A device that has one program. */
    private static Backend backend(DriverRunner runner) {
        return new Backend() {
            @Override
            public Device device() {
                return new Device("fake", 0, "Fake", Device.Type.GPU, 1L << 30, 1L << 30);
            }

            @Override
            public Execution prepare(Program program) {
                return new Execution() {
                    private Timing timing = Timing.ZERO;

                    @Override
                    public void run(String phase, Progress progress) {
                        timing = timing.plus(runner.start(program.phase(phase)).get());
                    }

                    @Override
                    public Timing timing() {
                        return timing;
                    }

                    @Override
                    public void close() {
                        runner.free();
                    }
                };
            }

            @Override
            public void close() {}
        };
    }

    @Test
    void shouldGiveEachProgramKernelsOfItsOwnAndUseThemAgain() throws ReflectiveOperationException {
        DriverCalls calls = calls(true);
        Scaling one = new Scaling(100, 7);
        Scaling two = new Scaling(300, 11);
        DriverRunner first = runner(one, calls);
        DriverRunner second = runner(two, calls);
        Random random = new Random(SEED);
        for (int i = 0; i < 3; i++) {
            one.check(first, random, 7);
            two.check(second, random, 11);
        }
        assertEquals(4, driver.kernels.size());
        first.free();
        second.free();
        Scaling three = new Scaling(50, 13);
        DriverRunner third = runner(three, calls);
        three.check(third, random, 13);
        third.free();
        assertEquals(4, driver.kernels.size());
        assertEquals(2, driver.programs);
        assertEquals(Map.of(), driver.memory);
    }

    /** Each in a queue of its own; with one program more than queues, two share one. */
    @Test
    void shouldRunProgramsAtTheSameTime() throws ReflectiveOperationException {
        DriverCalls calls = calls(true);
        List<Scaling> scalings = new ArrayList<>();
        List<DriverRunner> runners = new ArrayList<>();
        for (int i = 0; i <= DriverCalls.QUEUES; i++) {
            scalings.add(new Scaling(90 + i, 2 + i));
            runners.add(runner(scalings.get(i), calls));
            scalings.get(i).check(runners.get(i), new Random(SEED), 2 + i);
            scalings.get(i).check(runners.get(i), new Random(SEED), 2 + i);
        }
        for (int i = 0; i < scalings.size(); i++) {
            Arrays.fill(scalings.get(i).out, -1);
            Arrays.fill(scalings.get(i).half, -1);
            scalings.get(i).in[0] = i;
            runners.get(i).start(scalings.get(i).first).get();
        }
        List<Supplier<Timing>> open = new ArrayList<>();
        for (int i = 0; i < scalings.size(); i++) {
            open.add(runners.get(i).start(scalings.get(i).second));
        }
        for (int i = scalings.size() - 1; i >= 0; i--) {
            open.get(i).get();
            Scaling scaling = scalings.get(i);
            int by = 2 + i;
            assertEquals(i * scaling.factor[0], scaling.half[0]);
            assertArrayEquals(Arrays.stream(scaling.half).map(n -> n * by).toArray(), scaling.out);
        }
        runners.forEach(DriverRunner::free);
        assertEquals(Map.of(), driver.memory);
    }

    @Test
    void shouldRefuseCodeThatTheDriverDoesNotLoad() throws ReflectiveOperationException {
        Scaling scaling = new Scaling(100, 7);
        scaling.code.replaceAll((stage, text) -> "damaged");
        DriverRunner runner = runner(scaling, calls(true));
        IllegalStateException refused = assertThrows(
                IllegalStateException.class, () -> runner.start(scaling.first).get());
        assertEquals("the driver does not load the code of scaleAll", refused.getMessage());
        runner.free();
        assertEquals(Map.of(), driver.memory);
    }

    /** A phase for which memory lacks does not run in part later. */
    @ParameterizedTest
    @ValueSource(longs = {0, 256, 256 + 416, 256 + 416 + 20, 256 + 416 + 20 + 416, 256 + 416 + 20 + 416 + 100})
    void shouldRunAPhaseAsAWholeAfterMemoryLacked(long room) throws ReflectiveOperationException {
        driver.room = room;
        Scaling scaling = new Scaling(100, 7);
        DriverRunner runner = runner(scaling, calls(true));
        assertThrows(IllegalStateException.class, () -> {
            runner.start(scaling.first).get();
            runner.start(scaling.second).get();
        });
        driver.room = Long.MAX_VALUE;
        scaling.check(runner, new Random(SEED), 7);
        runner.free();
        assertEquals(Map.of(), driver.memory);
        assertEquals(2, driver.kernels.size());
    }

    @Test
    void shouldPassArraysOfAllTypes() throws ReflectiveOperationException {
        int items = 70;
        float[] floats = new float[items];
        long[] longs = new long[items];
        double[] doubles = new double[items];
        double[] out = new double[items];
        Stage sum = DeviceKernels.SUM.stage(items, floats, longs, doubles, out);
        Phase phase = Phase.named("all")
                .upload(floats, longs, doubles)
                .stage(sum)
                .download(out)
                .build();
        for (boolean pins : new boolean[] {true, false}) {
            DriverRunner runner = new DriverRunner(
                    Program.of("sum", phase), Map.of(sum, "sumTypes"), GROUP, StagedArrays.NONE, calls(pins));
            for (int i = 0; i < items; i++) {
                floats[i] = i / 2f;
                longs[i] = -i;
                doubles[i] = 1e9 + i;
            }
            runner.start(phase).get();
            assertArrayEquals(
                    IntStream.range(0, items)
                            .mapToDouble(i -> floats[i] + longs[i] + doubles[i])
                            .toArray(),
                    out);
            runner.free();
        }
    }
}
