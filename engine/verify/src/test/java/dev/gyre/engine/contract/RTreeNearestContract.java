package dev.gyre.engine.contract;

import static dev.gyre.engine.contract.Asserts.assertNone;
import static dev.gyre.engine.contract.Asserts.assertRefusedWith;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.RTreeOptions;
import dev.gyre.engine.data.RTreeOptions.Packing;
import dev.gyre.engine.op.RTree;
import dev.gyre.engine.verify.BoxCases;
import dev.gyre.engine.verify.BoxOracle;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What searches of R-trees for the nearest boxes must do on every device. */
public abstract class RTreeNearestContract extends EngineContract {

    /** Sizes around the 16 children of a node, and of several levels. */
    private static final int[] SIZES = {0, 1, 15, 16, 17, 257, 400};

    private static final int[] DIMENSIONS = {1, 2, 3, 5, 8};
    private static final int QUERIES = 12;

    Stream<Sample> samples() {
        return samples(SIZES, DIMENSIONS);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldFindTheNearestAsTheOracle(Sample sample) {
        Random random = sample.random();
        Boxes boxes = BoxCases.draw(sample, sample.size(), random);
        Boxes queries = BoxCases.draw(sample, QUERIES, random);
        Metric metric = BoxOracle.metric(random);
        try (RTree tree = engine().rTree(boxes)) {
            assertRight(tree, queries, 1 + random.nextInt(10), Double.POSITIVE_INFINITY, metric, sample);
            assertRight(tree, queries, 33 + random.nextInt(10), Double.POSITIVE_INFINITY, metric, sample);
            double radius = BoxOracle.distance(queries, boxes, metric, random);
            assertRight(tree, queries, 8, radius, metric, sample);
        }
    }

    private static void assertRight(RTree tree, Boxes queries, int k, double radius, Metric metric, Sample sample) {
        assertNone(BoxOracle.nearestDifference(tree, queries, k, radius, metric), sample::toString);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 17, 64})
    void shouldFindTheNearestInNodesOfAnySize(int nodeSize) {
        for (int size : new int[] {nodeSize - 1, nodeSize, nodeSize + 1, nodeSize * nodeSize + 1}) {
            Sample sample = new Sample(Shape.UNIFORM, size, 2, 31L * nodeSize + size);
            Random random = sample.random();
            Boxes boxes = BoxCases.draw(sample, size, random);
            Boxes queries = BoxCases.draw(sample, QUERIES, random);
            for (Packing packing : new Packing[] {Packing.X_SORT, Packing.STR, Packing.HILBERT}) {
                RTreeOptions options = RTreeOptions.DEFAULT.withPacking(packing).withNodeSize(nodeSize);
                try (RTree tree = engine().rTree(boxes, options)) {
                    assertRight(tree, queries, 5, Double.POSITIVE_INFINITY, Metric.EUCLIDEAN, sample);
                }
            }
        }
    }

    @Test
    void shouldOrderByDistanceThenRow() {
        Boxes boxes = Boxes.of(new double[] {4, 4, 6, 6, 0, 0, 1, 1, 9, 4, 9, 6, 4, 4, 6, 6, 5, 8, 5, 9}, 2);
        Boxes queries = Boxes.of(new double[] {5, 5, 5, 5, 1, 1, 2, 3, 6, 0, 6, 0}, 2);
        try (RTree tree = engine().rTree(boxes)) {
            Neighbors neighbors = tree.nearest(queries, 7);
            assertArrayEquals(
                    new int[] {0, 3, 4, 2, 1, -1, -1, 1, 0, 3, 4, 2, -1, -1, 0, 3, 1, 2, 4, -1, -1},
                    neighbors.toIdArray());
            assertArrayEquals(
                    new double[] {0, 0, 3, 4, Math.sqrt(32)},
                    IntStream.range(0, 5)
                            .mapToDouble(rank -> neighbors.distance(0, rank))
                            .toArray());
            assertEquals(Double.POSITIVE_INFINITY, neighbors.distance(0, 5));
            assertEquals(JoinMethod.R_TREE, neighbors.report().method());
            Neighbors within = tree.nearest(queries, 7, 3, Metric.EUCLIDEAN, Monitor.NONE);
            assertEquals(3, within.count(0));
            assertEquals(
                    1,
                    tree.nearest(queries, 7, 5, Metric.MANHATTAN, Monitor.NONE).id(1, 0));
        }
    }

    /** All boxes have the same distance: without the least rows of nodes, each query would visit all boxes. */
    @Test
    void shouldNotVisitAllBoxesThatAreEquallyFar() {
        int size = 200_000;
        Boxes boxes = Boxes.of(new double[4 * size], 2);
        double[] points = new Random(3).doubles(4000, 1, 2).toArray();
        Boxes queries = Boxes.of(
                IntStream.range(0, 8000)
                        .mapToDouble(i -> points[i / 4 * 2 + i % 2])
                        .toArray(),
                2);
        try (RTree tree = engine().rTree(boxes)) {
            int[] ids = assertTimeout(
                    Duration.ofSeconds(20), () -> tree.nearest(queries, 4).toIdArray());
            assertArrayEquals(IntStream.range(0, ids.length).map(i -> i % 4).toArray(), ids);
        }
    }

    @Test
    void shouldAnswerManyQueriesInTheirOrder() {
        Sample sample = new Sample(Shape.CLUSTERED, 300, 2, 5);
        Random random = sample.random();
        Boxes boxes = BoxCases.draw(sample, 300, random);
        Boxes queries = BoxCases.draw(sample, 3000, random);
        try (RTree tree = engine().rTree(boxes)) {
            assertRight(tree, queries, 3, Double.POSITIVE_INFINITY, Metric.EUCLIDEAN, sample);
        }
    }

    @Test
    void shouldAnswerTreesAndQueriesOfSeveralSizesOneAfterTheOther() {
        reuse(9, (n, random, what) -> {
            Sample sample = new Sample(Shape.UNIFORM, n, 2, n);
            Boxes boxes = BoxCases.draw(sample, n, random);
            Boxes queries = BoxCases.draw(sample, 3, random);
            int k = 1 + random.nextInt(70);
            try (RTree tree = engine().rTree(boxes)) {
                assertNone(
                        BoxOracle.nearestDifference(tree, queries, k, Double.POSITIVE_INFINITY, Metric.EUCLIDEAN),
                        what);
            }
        });
    }

    @Test
    void shouldTellItsProgressAndStopWhereItIsWanted() {
        Sample sample = new Sample(Shape.UNIFORM, 3000, 2, 5);
        Boxes boxes = BoxCases.draw(sample, 3000, sample.random());
        List<Long> totals = new ArrayList<>();
        try (RTree tree = engine().rTree(boxes)) {
            tree.nearest(boxes, 2, Double.POSITIVE_INFINITY, Metric.EUCLIDEAN, (done, total) -> totals.add(total));
            assertTrue(totals.stream().allMatch(total -> total == 3000), totals::toString);
            Thread.currentThread().interrupt();
            try {
                assertThrows(CancellationException.class, () -> tree.nearest(boxes, 2));
            } finally {
                assertTrue(Thread.interrupted());
            }
            assertEquals(0, tree.nearest(boxes, 1).key(7, 0));
        }
    }

    @Test
    void shouldRefuseWhatItDoesNotTake() {
        Boxes boxes = Boxes.of(new double[] {0, 0, 1, 1}, 2);
        RTree tree = engine().rTree(boxes);
        assertRefusedWith("k must be 1 or more: k=0, n=1", () -> tree.nearest(boxes, 0));
        assertRefusedWith("queries=1, boxes=2", () -> tree.nearest(Boxes.of(new double[] {0, 1}, 1), 1));
        assertRefusedWith(
                "distance must be 0 or more: distance=-1.0",
                () -> tree.nearest(boxes, 1, -1, Metric.EUCLIDEAN, Monitor.NONE));
        assertRefusedWith("metric=cosine", () -> tree.nearest(boxes, 1, 1, Metric.COSINE, Monitor.NONE));
        assertEquals(0, tree.nearest(Boxes.of(new double[0], 2), 3).queries());
        tree.close();
        assertThrows(IllegalStateException.class, () -> tree.nearest(boxes, 1));
    }
}
