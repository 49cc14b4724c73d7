package dev.gyre.engine.kdtree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.contract.EngineContract;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.KdTreeOptions.Duplicates;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.device.Backend;
import dev.gyre.engine.join.KdJoin;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.engine.verify.FaultyBackend;
import dev.gyre.engine.verify.KnnOracle;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import dev.gyre.tasks.common.CoordinateKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Walks through finished trees: a fault may only cost time and change no answer. */
class KdBuildTest {

    private static final Workers WORKERS = new Workers(2);
    private static final Backend JVM = new JvmBackend(WORKERS);

    /** Builds leaves and windows of a device's sizes, on the threads of this JVM. */
    private static final Backend GPU = FaultyBackend.gpu(WORKERS);

    @AfterAll
    static void closeWorkers() {
        WORKERS.close();
    }

    private static Stream<Sample> samples() {
        List<Sample> samples = new ArrayList<>();
        for (Shape shape : Shape.values()) {
            for (int size : new int[] {1, 2, 8, 9, 16, 17, 65, 700}) {
                samples.add(new Sample(shape, size, 1 + samples.size() % 5, 100L * size + shape.ordinal()));
            }
            int[] large = {2048, 2049, 4096, 4097, 8193, 16_385, 33_000};
            // A plain build has each size with some shapes.
            int step = EngineContract.isThorough() ? 1 : 3;
            for (int i = shape.ordinal() % step; i < large.length; i += step) {
                int size = large[i];
                samples.add(new Sample(shape, size, 1 + samples.size() % 5, size + shape.ordinal()));
            }
        }
        return samples.stream();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldHaveEveryPlaceOnceInTheHalfWhereItBelongs(Sample sample) {
        Points points = Points.of(sample.rows(sample.random()), sample.dims());
        double[] before = points.array().clone();
        for (Backend backend : List.of(JVM, GPU)) {
            String name = sample + ", " + backend.device();
            Context context = new Context(backend, WORKERS, 1L << 32);
            try (Lease<KdBuilder<Void>> lease = KdBuilder.lease(context, points)) {
                KdIndex index = lease.operation().build(lease, points, Norm.EUCLIDEAN, WORKERS, Progress.NONE);
                assertArrayEquals(before, points.array(), name);
                assertPlaces(index, name);
                assertPoints(index, points, name);
                assertHalves(index, name);
                assertBoxes(index, name);
            }
        }
    }

    /** A run of equal first coordinates that a device, but not the JVM, sorts by all dimensions; a sample hardly has any of it. */
    @Test
    void shouldBuildTheSameTreeWhicheverWayTiesAreOrdered() {
        int size = 100_000;
        int run = 3000;
        Random random = new Random(23);
        double[] rows = random.doubles(3L * size).toArray();
        for (int row = 0; row < size; row += size / run) {
            rows[3 * row] = 0.5;
            rows[3 * row + 1] = random.nextInt(40);
            rows[3 * row + 2] = random.nextInt(40);
        }
        Points points = Points.of(rows, 3);
        assertFalse(KdCuts.of(rows, size, 3).hasManyTies());
        List<KdIndex> trees = Stream.of(JVM, GPU)
                .map(backend -> new Context(backend, WORKERS, 1L << 32))
                .map(context -> {
                    try (Lease<KdBuilder<Void>> lease = KdBuilder.leasePart(context, size, 3, 4)) {
                        return lease.operation().build(lease, points, Norm.EUCLIDEAN, WORKERS, Progress.NONE);
                    }
                })
                .toList();
        assertPlaces(trees.getFirst(), "JVM");
        assertTrue(trees.getFirst().layout().size() < size, "none are equal");
        assertEquals(trees.getFirst().layout(), trees.getLast().layout());
        assertArrayEquals(
                trees.getFirst().arrays().rows(), trees.getLast().arrays().rows());
        assertArrayEquals(
                trees.getFirst().groups().toArray(size),
                trees.getLast().groups().toArray(size));
    }

    /** So many points that the cuts are found while the arrays are made; many are equal. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16})
    void shouldBuildTheSameTreeOfManyPointsByAnyNumberOfThreads(int threads) {
        int size = 140_000;
        Random random = new Random(29);
        Points points = Points.of(random.ints(3L * size, 0, 50).asDoubleStream().toArray(), 3);
        KdIndex expected;
        try (Lease<KdBuilder<Void>> lease = KdBuilder.lease(new Context(JVM, WORKERS, 1L << 32), points)) {
            expected = lease.operation().build(lease, points, Norm.EUCLIDEAN, WORKERS, Progress.NONE);
        }
        try (Workers workers = new Workers(threads)) {
            Context context = new Context(new JvmBackend(workers), workers, 1L << 32);
            KdIndex index = KdBuilder.build(context, points, Metric.EUCLIDEAN, Duplicates.KEEP, Monitor.NONE)
                    .index();
            assertTrue(index.layout().size() < size, "none are equal");
            assertPlaces(index, "threads=" + threads);
            assertPoints(index, points, "threads=" + threads);
            assertHalves(index, "threads=" + threads);
            assertBoxes(index, "threads=" + threads);
            assertEquals(expected.layout(), index.layout());
            assertArrayEquals(expected.arrays().rows(), index.arrays().rows());
            assertArrayEquals(expected.arrays().entries(), index.arrays().entries());
            assertArrayEquals(expected.arrays().boxes(), index.arrays().boxes());
            assertArrayEquals(expected.groups().toArray(size), index.groups().toArray(size));
        }
    }

    /** The chains of all groups contain each row once, and ascend from their heads. */
    private static void assertPlaces(KdIndex index, String name) {
        boolean[] seen = new boolean[index.points().size()];
        for (int slot = 0; slot < index.layout().size(); slot++) {
            int head = index.ids()[slot];
            for (int row = head; row != KdGroups.NONE; row = index.groups().next(row)) {
                assertTrue(!seen[row], () -> name + ", a row is there twice");
                seen[row] = true;
                assertTrue(row >= head, () -> name + ", a chain goes back");
            }
        }
        for (boolean one : seen) {
            assertTrue(one, () -> name + ", a row is missing");
        }
    }

    private static void assertPoints(KdIndex index, Points points, String name) {
        int dims = points.dims();
        for (int slot = 0; slot < index.layout().size(); slot++) {
            for (int row = index.ids()[slot];
                    row != KdGroups.NONE;
                    row = index.groups().next(row)) {
                int one = row;
                for (int dim = 0; dim < dims; dim++) {
                    assertEquals(
                            points.coordinate(row, dim) + 0.0,
                            index.arrays().entries()[slot * dims + dim],
                            () -> name + ", row=" + one);
                }
            }
        }
    }

    /** No slot of a left half has a larger key than one of the right half in the dimension that splits them. */
    private static void assertHalves(KdIndex index, String name) {
        TreeLayout layout = index.layout();
        double[] cuts = index.cuts();
        for (int node = 1; node < layout.leaves(); node++) {
            int dim = index.splits()[layout.rootBits() - TreeLayout.depth(node)];
            int left = Integer.MIN_VALUE;
            for (int slot = layout.from(2 * node); slot < layout.to(2 * node); slot++) {
                left = Math.max(
                        left, CoordinateKeys.key(index.arrays().entries()[slot * layout.dims() + dim], cuts, dim));
            }
            for (int slot = layout.from(2 * node + 1); slot < layout.to(2 * node + 1); slot++) {
                if (CoordinateKeys.key(index.arrays().entries()[slot * layout.dims() + dim], cuts, dim) < left) {
                    throw new AssertionError(name + ", node=" + node + ", dim=" + dim + ", slot=" + slot);
                }
            }
        }
    }

    /** Each node that has points has the smallest box around them. */
    private static void assertBoxes(KdIndex index, String name) {
        TreeLayout layout = index.layout();
        int dims = layout.dims();
        for (int node = 1; node < 2 * layout.leaves(); node++) {
            if (layout.from(node) < layout.to(node)) {
                double[] box = new double[2 * dims];
                Arrays.fill(box, 0, dims, Double.POSITIVE_INFINITY);
                Arrays.fill(box, dims, 2 * dims, Double.NEGATIVE_INFINITY);
                for (int slot = layout.from(node); slot < layout.to(node); slot++) {
                    for (int dim = 0; dim < dims; dim++) {
                        double place = index.arrays().entries()[slot * dims + dim];
                        box[dim] = Math.min(box[dim], place);
                        box[dims + dim] = Math.max(box[dims + dim], place);
                    }
                }
                int from = TreeLayout.box(node, dims);
                if (!Arrays.equals(box, Arrays.copyOfRange(index.arrays().boxes(), from, from + 2 * dims))) {
                    throw new AssertionError(name + ", node=" + node + ": the box is not " + Arrays.toString(box));
                }
            }
        }
    }

    /** Without most of the large samples. */
    private static Stream<Sample> joined() {
        return samples().filter(sample -> sample.size() <= 700 || sample.size() == 4097);
    }

    private static final List<Metric> METRICS =
            List.of(Metric.EUCLIDEAN, Metric.MANHATTAN, Metric.CHEBYSHEV, Metric.lp(3));

    /** A device's leaves are smaller: other paths through the tree, the same answers. */
    @ParameterizedTest
    @MethodSource("joined")
    void shouldGiveTheSameAnswersFromTreesOfADevicesSizes(Sample sample) {
        Points points = Points.of(sample.rows(sample.random()), sample.dims());
        Metric metric = METRICS.get(sample.shape().ordinal() % METRICS.size());
        JoinOptions options = JoinOptions.DEFAULT.withMetric(metric);
        Neighbors self = new KdJoin(new Context(GPU, WORKERS, 1L << 32)).nearest(points, points, true, 5, options);
        for (int i = 0; i < 3; i++) {
            int query = (int) ((long) i * (sample.size() - 1) / 2);
            assertEquals(
                    Optional.empty(),
                    KnnOracle.difference(points, points, true, metric.norm(), query, self),
                    sample::toString);
        }
    }
}
