package dev.gyre.engine.kdtree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.contract.EngineContract;
import dev.gyre.engine.data.BuildReport;
import dev.gyre.engine.data.ExecutionReport.DeviceShare;
import dev.gyre.engine.data.KdTreeOptions.Duplicates;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.team.Team;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.engine.verify.FaultyBackend;
import dev.gyre.engine.verify.PlantedFault;
import dev.gyre.engine.verify.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares the tree of several devices with that of one, bit by bit. */
@Timeout(120)
class KdJointBuildTest {

    private static final Workers WORKERS = new Workers(2);
    private static final List<Workers> SINGLE =
            Stream.generate(() -> new Workers(1)).limit(4).toList();
    private static final long MEMORY = 1L << 32;
    private static final int SIZE = 5000;

    @AfterAll
    static void closeWorkers() {
        WORKERS.close();
        SINGLE.forEach(Workers::close);
    }

    /** Bytes of a build with leaves of 8 slots, which all these devices have. */
    private static long bytes(int size, int dims) {
        Device device = new Device("test", 0, "any", Device.Type.GPU, MEMORY, MEMORY);
        return KdBuilder.sizes(size, dims, 3).measured(device).bytes();
    }

    /** Devices of one thread each, whose trees have the leaves of the JVM or of a GPU. */
    private static List<Context> contexts(int count, Device.Type type, long memory) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Context(backend(i, type, FaultyBackend.Fault.NONE), WORKERS, memory))
                .toList();
    }

    private static Backend backend(int index, Device.Type type, FaultyBackend.Fault fault) {
        Workers workers = SINGLE.get(index);
        return type == Device.Type.JVM
                ? new JvmBackend(workers)
                : new FaultyBackend(new Device("test", index, "device " + index, type, MEMORY, MEMORY), workers, fault);
    }

    private static Points points(Shape shape, int size, int dims) {
        return Points.of(shape.rows(size, dims, new Random(31L * size + shape.ordinal())), dims);
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    void shouldBuildTheTreeOfOneDevice(Shape shape) {
        int cases = shape.ordinal();
        for (int size : new int[] {1, 2, 3, 5, 17, 130, 1023, 1024, 1025, 4096, 4999, 20_000}) {
            // A plain build has the largest size with every third shape.
            if (size > 10_000 && !EngineContract.isThorough() && shape.ordinal() % 3 > 0) {
                continue;
            }
            int dims = 1 + cases % 5;
            int devices = 2 + cases % 3;
            Device.Type type = cases % 2 == 0 ? Device.Type.JVM : Device.Type.GPU;
            cases++;
            assertEqualTrees(points(shape, size, dims), contexts(devices, type, MEMORY), shape + ", " + size);
        }
    }

    @Test
    void shouldBuildTheTreeOfTheFirstDeviceAmongDevicesOfSeveralKinds() {
        List<Context> mixed = List.of(
                new Context(backend(0, Device.Type.GPU, FaultyBackend.Fault.NONE), WORKERS, MEMORY),
                new Context(new JvmBackend(WORKERS), WORKERS, MEMORY));
        assertEqualTrees(points(Shape.CLUSTERED, SIZE, 3), mixed, "GPU and JVM");
        assertEqualTrees(points(Shape.CLUSTERED, SIZE, 3), mixed.reversed(), "JVM and GPU");
    }

    @Test
    void shouldBuildTheTreeOfOneDeviceAgainAndAgain() {
        List<Context> contexts = contexts(2, Device.Type.GPU, MEMORY);
        Random random = new Random(8);
        for (int round = 0; round < 20; round++) {
            Shape shape = Shape.values()[random.nextInt(Shape.values().length)];
            assertEqualTrees(points(shape, 1 + random.nextInt(3000), 2), contexts, "round " + round);
        }
    }

    /** Coordinates that differ too little for their keys, which are then made from ranks; some points are equal, also across the median. */
    @Test
    void shouldBuildTheTreeOfOneDeviceWherePointsThatDifferHaveEqualKeys() {
        for (int equal : new int[] {0, 3}) {
            double[] coordinates = new double[2 * SIZE];
            Random random = new Random(12);
            Arrays.setAll(coordinates, i -> i < SIZE ? 1e-300 * random.nextInt(1000) : random.nextDouble());
            for (int i = 0; i < equal; i++) {
                System.arraycopy(coordinates, 2 * i, coordinates, 2 * (SIZE - 1 - i), 2);
            }
            assertEqualTrees(Points.of(coordinates, 2), contexts(3, Device.Type.JVM, MEMORY), "equal=" + equal);
        }
    }

    @Test
    void shouldBuildATreeThatFitsNoDevice() {
        Points points = points(Shape.UNIFORM, 40_000, 3);
        for (int parts = 2; parts <= 8; parts *= 2) {
            long memory = bytes(points.size() / parts + 1000, 3) + 1000;
            assertTrue(memory < bytes(points.size(), 3), "the limit is none");
            List<Context> small = contexts(2, Device.Type.GPU, memory);
            KdIndex joint = build(points, small, Duplicates.KEEP, Monitor.NONE).index();
            assertEqual(one(points, contexts(1, Device.Type.GPU, MEMORY)), joint, "parts=" + parts);
        }
        Points equal = points(Shape.DUPLICATES, 40_000, 3);
        List<Context> small = contexts(2, Device.Type.GPU, bytes(20_000, 3));
        assertEqual(
                one(equal, contexts(1, Device.Type.GPU, MEMORY)),
                build(equal, small, Duplicates.KEEP, Monitor.NONE).index(),
                "duplicates");
    }

    @Test
    void shouldSayWhichDeviceHasNoMemoryForRowsThatAreEqual() {
        Points points = points(Shape.ALL_EQUAL, SIZE, 2);
        List<Context> small = contexts(2, Device.Type.GPU, bytes(SIZE / 2, 2));
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> build(points, small, Duplicates.KEEP, Monitor.NONE));
        assertTrue(e.getMessage().startsWith("the tree does not fit the memory of test:"), e::getMessage);
    }

    @Test
    void shouldBuildOnOneDeviceOfATeamUnlessItHasNoMemoryOrOthersMakeItFaster() {
        Points points = points(Shape.UNIFORM, SIZE, 2);
        KdIndex expected = one(points, contexts(1, Device.Type.GPU, MEMORY));
        for (boolean small : new boolean[] {false, true}) {
            long memory = small ? bytes(3 * SIZE / 4, 2) : MEMORY;
            Device device = new Device("test", 0, "alike", Device.Type.GPU, MEMORY, MEMORY);
            List<Context> alike = IntStream.range(0, 2)
                    .mapToObj(i -> new FaultyBackend(device, SINGLE.get(i), FaultyBackend.Fault.NONE))
                    .map(backend -> new Context(backend, WORKERS, memory))
                    .toList();
            KdBuilder.Built built =
                    KdJointBuild.build(Team.of(alike), points, Metric.EUCLIDEAN, Duplicates.KEEP, Monitor.NONE);
            assertEqual(expected, built.index(), "small=" + small);
            assertEquals(small ? 2 : 0, built.report().shares().size());
        }
        List<Context> others = contexts(2, Device.Type.GPU, MEMORY);
        assertEquals(List.of(others.getFirst()), Team.of(others).alike(), "they have other names");
    }

    @Test
    void shouldReportWhatEachDeviceDid() {
        BuildReport report = build(
                        points(Shape.UNIFORM, SIZE, 2),
                        contexts(3, Device.Type.GPU, MEMORY),
                        Duplicates.KEEP,
                        Monitor.NONE)
                .report();
        assertEquals("test:0", report.device().id());
        assertEquals(
                List.of("test:0", "test:1", "test:2"),
                report.shares().stream().map(share -> share.device().id()).toList());
        assertEquals(
                SIZE, report.shares().stream().mapToLong(DeviceShare::answered).sum());
        assertTrue(report.sortNanos() > 0 && report.arrangeNanos() > 0 && report.prepareNanos() > 0, report::toString);
    }

    @Test
    void shouldTreatDuplicatesAsToldAndTakeNoPoints() {
        Points points = points(Shape.DUPLICATES, SIZE, 2);
        List<Context> contexts = contexts(2, Device.Type.JVM, MEMORY);
        assertThrows(IllegalArgumentException.class, () -> build(points, contexts, Duplicates.REFUSE, Monitor.NONE));
        assertTrue(build(points, contexts, Duplicates.DROP, Monitor.NONE)
                .index()
                .groups()
                .isDropped());
        assertEquals(
                0,
                build(Points.of(new double[0], 2), contexts, Duplicates.KEEP, Monitor.NONE)
                        .index()
                        .layout()
                        .size());
        assertThrows(
                IllegalArgumentException.class,
                () -> KdJointBuild.build(List.of(), points, Metric.EUCLIDEAN, Duplicates.KEEP, Monitor.NONE));
    }

    /** One of three devices fails in each of its phases in turn, and again if the others built all before it began. */
    @Test
    void shouldEndOnTheOthersWhereADeviceFailsInTheMiddle() {
        for (Shape shape : new Shape[] {Shape.UNIFORM, Shape.DUPLICATES}) {
            Points points = points(shape, SIZE, 3);
            KdIndex expected = one(points, contexts(1, Device.Type.GPU, MEMORY));
            int failures = 0;
            for (int build = 0; build < 40 || failures <= 3 && build < 40 * 25; build++) {
                int runs = build % 40;
                PlantedFault failing = new PlantedFault(
                        backend(1, Device.Type.GPU, FaultyBackend.Fault.NONE), runs, DeviceException::new);
                List<Context> contexts = new ArrayList<>(contexts(3, Device.Type.GPU, MEMORY));
                contexts.set(1, new Context(failing, WORKERS, MEMORY));
                assertEqual(
                        expected,
                        build(points, contexts, Duplicates.KEEP, Monitor.NONE).index(),
                        shape + ", fails after " + runs);
                failures += failing.hasFailed() ? 1 : 0;
            }
            assertTrue(failures > 3, "too few failures: " + failures);
        }
    }

    @Test
    void shouldNameAllDevicesWhereAllFail() {
        List<Context> contexts = List.of(
                new Context(backend(0, Device.Type.GPU, FaultyBackend.Fault.THROWS), WORKERS, MEMORY),
                new Context(backend(1, Device.Type.GPU, FaultyBackend.Fault.REFUSES), WORKERS, MEMORY));
        Points points = points(Shape.UNIFORM, SIZE, 2);
        DeviceException e =
                assertThrows(DeviceException.class, () -> build(points, contexts, Duplicates.KEEP, Monitor.NONE));
        assertTrue(e.getMessage().startsWith("all devices of the call failed: test:"), e::getMessage);
        assertTrue(e.getMessage().contains("test:0: ") && e.getMessage().contains("test:1: no driver"), e::getMessage);
        assertEquals(2, e.getSuppressed().length);
    }

    @Test
    void shouldEndSoonWhenCancelledAndBuildAgainAfterwards() {
        List<Context> contexts = contexts(2, Device.Type.JVM, MEMORY);
        Points points = points(Shape.UNIFORM, 200_000, 3);
        for (int told : new int[] {1, 2}) {
            AtomicInteger left = new AtomicInteger(told);
            assertThrows(
                    CancellationException.class,
                    () -> build(points, contexts, Duplicates.KEEP, (done, total) -> left.decrementAndGet() > 0));
        }
        Thread.currentThread().interrupt();
        assertThrows(CancellationException.class, () -> build(points, contexts, Duplicates.KEEP, Monitor.NONE));
        assertTrue(Thread.interrupted());
        assertEqualTrees(points(Shape.UNIFORM, SIZE, 2), contexts, "after a cancellation");
    }

    @Test
    void shouldThrowWhatIsNoFailureOfADevice() {
        List<Context> contexts = new ArrayList<>(contexts(2, Device.Type.JVM, MEMORY));
        contexts.set(
                1,
                new Context(
                        new PlantedFault(backend(1, Device.Type.JVM, null), 0, ArithmeticException::new),
                        WORKERS,
                        MEMORY));
        Points points = points(Shape.UNIFORM, SIZE, 2);
        assertThrows(ArithmeticException.class, () -> {
            // The other device may have built all before this one began.
            for (int build = 0; build < 1000; build++) {
                build(points, contexts, Duplicates.KEEP, Monitor.NONE);
            }
        });
    }

    private static KdBuilder.Built build(
            Points points, List<Context> contexts, Duplicates duplicates, Monitor monitor) {
        return KdJointBuild.build(contexts, points, Metric.EUCLIDEAN, duplicates, monitor);
    }

    private static KdIndex one(Points points, List<Context> contexts) {
        return KdBuilder.build(contexts.getFirst(), points, Metric.EUCLIDEAN, Duplicates.KEEP, Monitor.NONE)
                .index();
    }

    private static void assertEqualTrees(Points points, List<Context> contexts, String name) {
        String all = name + ", dims=" + points.dims() + ", devices=" + contexts.size();
        assertEqual(
                one(points, contexts),
                build(points, contexts, Duplicates.KEEP, Monitor.NONE).index(),
                all);
    }

    private static void assertEqual(KdIndex expected, KdIndex actual, String name) {
        assertEquals(expected.layout(), actual.layout(), name);
        TreeLayout layout = expected.layout();
        assertArrayEquals(
                Arrays.copyOf(expected.ids(), layout.numbers()), Arrays.copyOf(actual.ids(), layout.numbers()), name);
        assertArrayEquals(
                bits(expected.arrays().entries(), layout.size() * layout.dims()),
                bits(actual.arrays().entries(), layout.size() * layout.dims()),
                name);
        assertArrayEquals(
                bits(expected.arrays().boxes(), layout.bounds()),
                bits(actual.arrays().boxes(), layout.bounds()),
                name);
        assertArrayEquals(expected.splits(), actual.splits(), name);
        int rows = expected.points().size();
        assertArrayEquals(expected.groups().toArray(rows), actual.groups().toArray(rows), name);
    }

    private static long[] bits(double[] numbers, int length) {
        return Arrays.stream(numbers, 0, length)
                .mapToLong(Double::doubleToRawLongBits)
                .toArray();
    }
}
