package dev.gyre.engine.kdtree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.contract.EngineContract;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Blueprint;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.engine.verify.Shape;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class KdBuildTreeTest {

    private final Workers workers = new Workers(2);
    private final Backend backend = new JvmBackend(workers);

    @AfterEach
    void close() {
        workers.close();
    }

    private static Lease<Blueprint.Made> lease(Context context, KdBuild build) {
        return context.leaseOrOnce(layout -> () -> new Program("kd-tree", build.phases()), null);
    }

    @ParameterizedTest
    @CsvSource({"1, 3, UNIFORM", "20000, 2, UNIFORM", "20001, 5, EXPONENTIAL", "300, 4, DUPLICATES", "3000, 2, EXTREMES"
    })
    void shouldBuildTheTreeOfTheCoordinatesThatAreThere(int size, int dims, Shape shape) {
        double[] coordinates = new double[size * dims];
        KdBuild build = new KdBuild(size, dims, KdBuild.leafBits(backend.device()), Layout.on(backend.device()));
        try (Context context = new Context(backend, workers, Long.MAX_VALUE);
                Lease<Blueprint.Made> lease = lease(context, build)) {
            for (Shape next : new Shape[] {shape, Shape.GRID, shape}) {
                fill(coordinates, next);
                KdPlaces places = build.places();
                KdCuts cuts = new KdCuts(coordinates, size, dims, workers);
                prepare(places, coordinates, size, cuts);
                places.load(lease, Progress.NONE);
                places.find(lease, workers, true, Progress.NONE);
                TreeLayout layout = build.layOut();
                build.arrange(lease, workers, Progress.NONE);
                build.download(lease);
                assertTree(coordinates, size, layout, build.arrays());
            }
        }
    }

    /** The JVM selects medians, devices keep orders of all dimensions; windows of all sizes, split by one thread and by several. */
    @ParameterizedTest
    @EnumSource
    void shouldBuildTheSameTreeAsTheStagesOfADevice(Shape shape) {
        Random random = new Random(shape.ordinal());
        int[] sizes = {1, 2, 9, 16, 17, 4095, 4096, 4097, 8191, 8193, 16385, 40_000 + random.nextInt(60_000)};
        for (int size : sizes) {
            if (size >= 40_000 && !EngineContract.isThorough() && shape.ordinal() % 3 > 0) {
                continue;
            }
            int dims = 1 + random.nextInt(4);
            int threads = new int[] {1, 2, 5, 20}[random.nextInt(4)];
            if (size > 17 && size < 40_000 && !EngineContract.isThorough() && (size + shape.ordinal()) % 3 > 0) {
                continue;
            }
            double[] coordinates = new double[size * dims];
            fill(coordinates, shape);
            TreeArrays expected = build(coordinates, dims, Device.Type.GPU, 2);
            TreeArrays found = build(coordinates, dims, Device.Type.JVM, threads);
            String at = "shape=" + shape + ", size=" + size + ", dims=" + dims + ", threads=" + threads;
            assertArrayEquals(expected.rows(), found.rows(), at);
            assertArrayEquals(expected.entries(), found.entries(), at);
            assertArrayEquals(expected.boxes(), found.boxes(), at);
        }
    }

    /** A window that a thread cannot split in one turn is split by all. */
    @Test
    void shouldBuildTheSameLargeTreeAsTheStagesOfADevice() {
        buildLarge(2);
    }

    @Test
    @Tag("thorough")
    void shouldBuildTheSameLargeTreeByOneThread() {
        buildLarge(1);
    }

    private static void buildLarge(int threads) {
        double[] coordinates = new double[2 * 700_000];
        fill(coordinates, Shape.CLUSTERED);
        TreeArrays expected = build(coordinates, 2, Device.Type.GPU, 2);
        TreeArrays found = build(coordinates, 2, Device.Type.JVM, threads);
        assertArrayEquals(expected.rows(), found.rows());
        assertArrayEquals(expected.boxes(), found.boxes());
    }

    /** The JVM samples every 64th place, where the second coordinate is small. */
    @ParameterizedTest
    @CsvSource({"1", "2"})
    void shouldBuildTheSameTreeWhereSamplesSayNothing(int threads) {
        int size = 64 * 625;
        double[] coordinates = new double[2 * size];
        for (int row = 0; row < size; row++) {
            coordinates[2 * row] = row;
            coordinates[2 * row + 1] = 1e6 * (row % 64 == 0 ? row : size + (7919L * row) % size);
        }
        TreeArrays expected = build(coordinates, 2, Device.Type.GPU, 2);
        TreeArrays found = build(coordinates, 2, Device.Type.JVM, threads);
        assertArrayEquals(expected.rows(), found.rows());
        assertArrayEquals(expected.boxes(), found.boxes());
    }

    private static void prepare(KdPlaces places, double[] coordinates, int size, KdCuts cuts) {
        Consumer<double[]> writer = from -> System.arraycopy(from, 0, places.coordinates(), 0, from.length);
        writer.accept(coordinates);
        places.prepare(coordinates, size, cuts, writer);
    }

    private static TreeArrays build(double[] coordinates, int dims, Device.Type type, int threads) {
        int size = coordinates.length / dims;
        try (Workers workers = new Workers(threads)) {
            Backend backend = new JvmBackend(workers);
            Device device = new Device("a", 0, "a", type, Long.MAX_VALUE, Long.MAX_VALUE);
            KdBuild build = new KdBuild(size, dims, 3, Layout.on(device));
            try (Context context = new Context(backend, workers, Long.MAX_VALUE);
                    Lease<Blueprint.Made> lease = lease(context, build)) {
                KdPlaces places = build.places();
                prepare(places, coordinates, size, new KdCuts(coordinates, size, dims, workers));
                places.load(lease, Progress.NONE);
                places.find(lease, workers, true, Progress.NONE);
                TreeLayout layout = build.layOut();
                TreeArrays tree = TreeArrays.of(layout);
                build.arrange(lease, workers, Progress.NONE);
                build.download(lease);
                build.arrays().copy(tree, layout, workers);
                return tree;
            }
        }
    }

    private static void fill(double[] coordinates, Shape shape) {
        double[] values = shape.rows(coordinates.length, 1, new Random(coordinates.length));
        for (int i = 0; i < coordinates.length; i++) {
            coordinates[i] = values[i] + 0.0;
        }
    }

    /** Every distinct point is there once, and every node has the box of its places. */
    private static void assertTree(double[] coordinates, int size, TreeLayout layout, TreeArrays tree) {
        int dims = layout.dims();
        int places = layout.size();
        int[] firsts = IntStream.range(0, size)
                .boxed()
                .collect(Collectors.toMap(row -> Arrays.toString(point(coordinates, dims, row)), row -> row, Math::min))
                .values()
                .stream()
                .mapToInt(Integer::intValue)
                .sorted()
                .toArray();
        int[] ids = Arrays.copyOf(tree.rows(), places);
        assertArrayEquals(firsts, Arrays.stream(ids).sorted().toArray());
        for (int slot = 0; slot < places; slot++) {
            assertArrayEquals(
                    point(coordinates, dims, ids[slot]),
                    Arrays.copyOfRange(tree.entries(), slot * dims, (slot + 1) * dims));
        }
        for (int node = 1; node < 2 * layout.leaves(); node++) {
            for (int dim = 0; dim < dims && layout.from(node) < layout.to(node); dim++) {
                double[] along = along(tree.entries(), dims, dim, layout.from(node), layout.to(node));
                assertEquals(Arrays.stream(along).min().getAsDouble(), tree.boxes()[TreeLayout.box(node, dims) + dim]);
                assertEquals(
                        Arrays.stream(along).max().getAsDouble(),
                        tree.boxes()[TreeLayout.box(node, dims) + dims + dim]);
            }
            assertSplit(layout, tree.entries(), node);
        }
    }

    /** Some dimension separates the places of the children. */
    private static void assertSplit(TreeLayout layout, double[] points, int node) {
        if (node >= layout.leaves() || layout.from(2 * node + 1) == layout.to(2 * node + 1)) {
            return;
        }
        int dims = layout.dims();
        assertTrue(IntStream.range(0, dims).anyMatch(dim -> {
            double[] lower = along(points, dims, dim, layout.from(2 * node), layout.to(2 * node));
            double[] upper = along(points, dims, dim, layout.from(2 * node + 1), layout.to(2 * node + 1));
            return Arrays.stream(lower).max().getAsDouble()
                    <= Arrays.stream(upper).min().getAsDouble();
        }));
    }

    private static double[] along(double[] points, int dims, int dim, int from, int to) {
        return IntStream.range(from, to)
                .mapToDouble(slot -> points[slot * dims + dim])
                .toArray();
    }

    private static double[] point(double[] coordinates, int dims, int row) {
        return Arrays.copyOfRange(coordinates, row * dims, (row + 1) * dims);
    }
}
