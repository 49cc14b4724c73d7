package dev.gyre.tornado;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.device.Backend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.BackendSettings;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.verify.OperationCheck;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Inputs and outputs that the device copies from and to memory outside the heap. On a device whose driver cannot pin memory, ordinary memory is used, so
 * everything except the speed can be tested there.
 */
@OnTornadoVm
@Timeout(300)
class StagedArraysTest {

    private static final int ITEMS = 700;

    /** Inputs and outputs of the program {@link Sums}. */
    private static final int STAGED = 6;

    private static final long SEED = 11;

    @TempDir
    private Path folder;

    /** Records what is pinned; pins it if the device can. */
    private static final class Pins implements PinnedMemory.Driver {

        private final Optional<PinnedMemory.Driver> driver;
        private final BooleanSupplier possible;
        private final Set<Long> addresses = new HashSet<>();
        private int all;
        private int refused;

        Pins(Device device, BooleanSupplier possible) {
            this.driver =
                    Inside.of(device, TornadoDevices.tornadoDevice(device)).pinning();
            this.possible = possible;
        }

        @Override
        public synchronized boolean pin(long address, long bytes) throws ReflectiveOperationException {
            assertEquals(0, bytes % 4096);
            if (!possible.getAsBoolean()) {
                return false;
            }
            all++;
            assertTrue(addresses.add(address));
            return driver.isEmpty() || driver.get().pin(address, bytes);
        }

        @Override
        public synchronized void unpin(long address) throws ReflectiveOperationException {
            if (refused > 0) {
                refused--;
                throw new IllegalStateException("in use");
            }
            assertTrue(addresses.remove(address));
            if (driver.isPresent()) {
                driver.get().unpin(address);
            }
        }
    }

    private Backend open(Device device, Pins pins) {
        return new TornadoVmBackend(
                device,
                TornadoDevices.tornadoDevice(device),
                new BackendSettings(64, Optional.of(folder)),
                Inside.of(device, TornadoDevices.tornadoDevice(device)),
                new Staging(device, Optional.of(new PinnedMemory(pins)), 0));
    }

    /** A program of all types, with a phase that uploads an array again, and one of a kernel for work-groups. */
    private static final class Sums {

        private final int[] ints = new int[ITEMS];
        private final int[] counts = new int[ITEMS];
        private final float[] floats = new float[ITEMS];
        private final long[] longs = new long[ITEMS];
        private final double[] doubles = new double[ITEMS];
        private final double[] sums = new double[ITEMS];

        Program program() {
            return new Program(
                    "sums",
                    List.of(
                            Phase.named("all")
                                    .upload(ints, counts, floats, longs, doubles)
                                    .stage(DeviceKernels.SUM.stage(ITEMS, floats, longs, doubles, sums))
                                    .stage(DeviceKernels.GROUPED.stage(ITEMS, ints, counts))
                                    .download(sums)
                                    .build(),
                            Phase.named("more")
                                    .upload(ints)
                                    .stage(DeviceKernels.ADD.stage(ITEMS, ints, counts))
                                    .build(),
                            Phase.named("fetch").download(counts).build()),
                    List.of(ints, counts, floats, longs, doubles),
                    List.of(sums, counts));
        }

        /** Writes the inputs, runs, and compares. */
        void run(Execution execution, Random random) {
            int[] newInts = random.ints(ITEMS).toArray();
            long[] newLongs = random.longs(ITEMS, -1 << 20, 1 << 20).toArray();
            double[] newDoubles = random.ints(ITEMS, -99, 99).asDoubleStream().toArray();
            float[] newFloats = new float[ITEMS];
            IntStream.range(0, ITEMS).forEach(i -> newFloats[i] = random.nextInt(1 << 20));
            counts[3] = 5;
            execution.write(counts, 0, counts, 0, ITEMS);
            CompletableFuture.allOf(IntStream.range(0, 7)
                            .mapToObj(part -> CompletableFuture.runAsync(() -> {
                                int start = part * 100;
                                execution.write(newInts, start, ints, start, 100);
                                execution.write(newFloats, start, floats, start, 100);
                                execution.write(newLongs, start, longs, start, 100);
                                execution.write(newDoubles, start, doubles, start, 100);
                            }))
                            .toArray(CompletableFuture[]::new))
                    .join();
            execution.run("all", Progress.NONE);
            execution.run("more", Progress.NONE);
            // Writes a part; the rest stays as it was.
            execution.write(newInts, 50, ints, 20, 30);
            execution.run("more", Progress.NONE);
            execution.run("more", Progress.NONE);
            execution.run("fetch", Progress.NONE);
            int[] newCounts = new int[ITEMS + 1];
            execution.read(counts, 0, newCounts, 1, ITEMS);
            execution.read(sums, 0, sums, 0, ITEMS / 2);
            execution.read(sums, ITEMS / 2, sums, ITEMS / 2, ITEMS - ITEMS / 2);
            for (int i = 0; i < ITEMS; i++) {
                assertEquals(newFloats[i] + newLongs[i] + newDoubles[i], sums[i], "seed=" + SEED + ", i=" + i);
                int later = i >= 20 && i < 50 ? newInts[i + 30] : newInts[i];
                assertEquals(
                        (i == 3 ? 5 : 0) + 2 * newInts[i] + 2 * later, newCounts[i + 1], "seed=" + SEED + ", i=" + i);
            }
            Arrays.fill(counts, 0);
            Arrays.fill(sums, 0);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    void shouldCopyInputsAndOutputsThroughPinnedMemory(Device device) {
        Pins pins = new Pins(device, () -> true);
        Random random = new Random(SEED);
        try (Backend backend = open(device, pins)) {
            Sums first = new Sums();
            Sums second = new Sums();
            try (Execution one = backend.prepare(first.program());
                    Execution two = backend.prepare(second.program())) {
                assertEquals(2 * STAGED, pins.addresses.size());
                for (int round = 0; round < 3; round++) {
                    first.run(one, random);
                    second.run(two, random);
                }
            }
            assertArrayEquals(new int[ITEMS], first.ints);
            assertEquals(0, pins.addresses.size());
        }
    }

    @ParameterizedTest
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    void shouldLeaveAllInTheirArraysWhereMemoryCannotBePinned(Device device) {
        checkInTheHeap(device, new Pins(device, () -> false));
    }

    @ParameterizedTest
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    void shouldLeaveAllInTheirArraysWhereKernelsFailWithStagedOnes(Device device) {
        checkInTheHeap(device, new Pins(device, () -> {
            throw new IllegalStateException("no driver");
        }));
    }

    @ParameterizedTest
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    void shouldTryKernelsWithStagedArraysOnceWhereThereIsACache(Device device) {
        assertTrue(pinsOfOneProgram(device) > STAGED, "the arrays of the program and of the kernels' small cases");
        assertEquals(STAGED, pinsOfOneProgram(device), "the arrays of the program");
    }

    /** Uses a new backend, which knows what an earlier one noted. */
    private int pinsOfOneProgram(Device device) {
        Pins pins = new Pins(device, () -> true);
        try (Backend backend = open(device, pins)) {
            Sums sums = new Sums();
            try (Execution execution = backend.prepare(sums.program())) {
                sums.run(execution, new Random(SEED));
            }
        }
        return pins.all;
    }

    @ParameterizedTest
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    void shouldNoteNoProofWhereMemoryCannotBePinned(Device device) {
        checkInTheHeap(device, new Pins(device, () -> false));
        assertTrue(pinsOfOneProgram(device) > STAGED, "tried with staged inputs");
    }

    private void checkInTheHeap(Device device, Pins pins) {
        Random random = new Random(SEED);
        try (Backend backend = open(device, pins)) {
            for (int round = 0; round < 3; round++) {
                Sums sums = new Sums();
                try (Execution execution = backend.prepare(sums.program())) {
                    sums.run(execution, random);
                }
                assertTrue(IntStream.of(sums.ints).anyMatch(value -> value != 0));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    void shouldFreePinnedMemoryOfFailedRunsAndRefuseToWriteAfterwards(Device device) {
        Pins pins = new Pins(device, () -> true);
        Random random = new Random(SEED);
        try (Backend backend = open(device, pins)) {
            Sums sums = new Sums();
            try (Execution execution = backend.prepare(sums.program())) {
                sums.run(execution, random);
            }
            Sums staged = new Sums();
            Execution execution = backend.prepare(staged.program());
            assertThrows(IllegalStateException.class, () -> execution.run("more", Progress.NONE));
            assertThrows(
                    IndexOutOfBoundsException.class, () -> execution.write(new int[ITEMS], 0, staged.ints, 1, ITEMS));
            assertThrows(ClassCastException.class, () -> execution.write(new int[3], 0, staged.floats, 1, 3));
            assertThrows(
                    IndexOutOfBoundsException.class, () -> execution.read(staged.sums, 1, new double[ITEMS], 0, ITEMS));
            assertThrows(ClassCastException.class, () -> execution.read(staged.sums, 0, new int[3], 0, 3));
            staged.run(execution, random);
            execution.close();
            execution.close();
            assertEquals(0, pins.addresses.size());
            assertTrue(pins.all > 0);
        }
    }

    /** What the driver keeps pinned must stay allocated, everything else is freed. */
    @ParameterizedTest
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    void shouldFreeAllMemoryThatTheDriverUnpins(Device device) {
        Pins pins = new Pins(device, () -> true);
        Random random = new Random(SEED);
        try (Backend backend = open(device, pins)) {
            Sums sums = new Sums();
            try (Execution execution = backend.prepare(sums.program())) {
                sums.run(execution, random);
            }
            Sums staged = new Sums();
            Execution execution = backend.prepare(staged.program());
            staged.run(execution, random);
            assertEquals(STAGED, pins.addresses.size());
            pins.refused = 1;
            DeviceException failure = assertThrows(DeviceException.class, execution::close);
            assertTrue(failure.getMessage().startsWith("cannot free the memory of sums"), failure::toString);
            assertEquals(1, pins.addresses.size());
        }
    }

    /** In the first round programs are compiled, in the second they are made of kept code. */
    @ParameterizedTest
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    void shouldGiveOperationsTheirAnswers(Device device) {
        Pins pins = new Pins(device, () -> true);
        List<OperationCheck> operations = OperationCheck.all().stream()
                .filter(operation -> List.of("selection", "sort").contains(operation.name()))
                .toList();
        assertEquals(2, operations.size());
        try (Backend backend = open(device, pins);
                Workers workers = new Workers(2);
                Context context = new Context(backend, workers, Long.MAX_VALUE)) {
            for (int round = 0; round < 2; round++) {
                for (OperationCheck operation : operations) {
                    Sample sample = new Sample(Shape.UNIFORM, 300, 2, SEED);
                    assertEquals(Optional.empty(), operation.check(context, sample), sample::toString);
                }
            }
            assertTrue(pins.all > 0);
        }
        assertEquals(0, pins.addresses.size());
    }

    /** Guards the calls that ask TornadoVM's drivers to pin memory. */
    @ParameterizedTest
    @MethodSource("dev.gyre.tornado.TornadoVm#devices")
    void shouldPinMemoryOnBackendsOfNvidia(Device device) throws ReflectiveOperationException {
        Optional<PinnedMemory> memory = Inside.of(device, TornadoDevices.tornadoDevice(device))
                .pinning()
                .map(PinnedMemory::new);
        assertEquals(!device.backend().equals("opencl"), memory.isPresent());
        if (memory.isPresent()) {
            for (int i = 0; i < 3; i++) {
                Optional<PinnedMemory.Block> block = memory.get().allocate(100_000);
                assertTrue(block.isPresent());
                assertEquals(100_000, block.get().bytes().capacity());
                block.get().close();
            }
        }
    }
}
