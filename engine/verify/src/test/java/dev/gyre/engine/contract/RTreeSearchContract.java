package dev.gyre.engine.contract;

import static dev.gyre.engine.contract.Asserts.assertClosed;
import static dev.gyre.engine.contract.Asserts.assertEverMore;
import static dev.gyre.engine.contract.Asserts.assertNone;
import static dev.gyre.engine.contract.Asserts.assertRefused;
import static dev.gyre.engine.contract.Asserts.assertSame;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.RTreeOptions;
import dev.gyre.engine.op.RTree;
import dev.gyre.engine.verify.BoxCases;
import dev.gyre.engine.verify.BoxOracle;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What searches of R-trees for boxes that match queries must do on every device. */
public abstract class RTreeSearchContract extends EngineContract {

    /** Sizes around the 16 children of a node, and of several levels. */
    private static final int[] SIZES = {0, 1, 15, 16, 17, 257, 400};

    private static final int[] DIMENSIONS = {1, 2, 3, 8};
    private static final int QUERIES = 12;

    Stream<Sample> samples() {
        return samples(SIZES, DIMENSIONS);
    }

    @ParameterizedTest
    @MethodSource("samples")
    void shouldFindMatchesAsTheOracle(Sample sample) {
        Random random = sample.random();
        Boxes boxes = BoxCases.draw(sample, sample.size(), random);
        Boxes queries = BoxCases.draw(sample, QUERIES, random);
        try (RTree tree = engine().rTree(boxes)) {
            for (BoxPredicate predicate : BoxOracle.predicates(queries, boxes, random)) {
                assertNone(BoxOracle.difference(tree, queries, predicate), sample::toString);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 15, 17, 63, 64})
    void shouldFindMatchesInNodesOfAnySize(int nodeSize) {
        for (int size : new int[] {nodeSize - 1, nodeSize, nodeSize + 1, nodeSize * nodeSize + 1}) {
            Sample sample = new Sample(Shape.UNIFORM, size, 2, 31L * nodeSize + size);
            Random random = sample.random();
            Boxes boxes = BoxCases.draw(sample, size, random);
            Boxes queries = BoxCases.draw(sample, QUERIES, random);
            try (RTree tree = engine().rTree(boxes, RTreeOptions.DEFAULT.withNodeSize(nodeSize))) {
                for (BoxPredicate predicate : BoxOracle.predicates(queries, boxes, random)) {
                    assertNone(BoxOracle.difference(tree, queries, predicate), sample::toString);
                }
            }
        }
    }

    /** So many queries that the search reorders them. */
    @Test
    void shouldAnswerManyQueriesInTheirOrder() {
        Sample sample = new Sample(Shape.CLUSTERED, 300, 2, 5);
        Random random = sample.random();
        Boxes boxes = BoxCases.draw(sample, 300, random);
        for (int size : new int[] {1023, 1024, 1025, 3000}) {
            Boxes queries = BoxCases.draw(sample, size, random);
            try (RTree tree = engine().rTree(boxes)) {
                assertNone(
                        BoxOracle.difference(tree, queries, BoxPredicate.INTERSECTS),
                        () -> "seed=5, queries=" + queries.size());
            }
        }
    }

    @Test
    void shouldTakeSidesAsPartsOfBoxes() {
        Boxes boxes = Boxes.of(new double[] {0, 0, 1, 1, 1, 1, 2, 2, -0.0, -0.0, -0.0, -0.0, 0.5, 0.5, 0.5, 2}, 2);
        Boxes queries = Boxes.of(new double[] {1, 1, 1, 1, 0, 0, 0, 0, -0.0, -0.0, 1, 1, 2, 2, 3, 3}, 2);
        try (RTree tree = engine().rTree(boxes)) {
            assertRows(tree.search(queries, BoxPredicate.INTERSECTS), "[[0, 1], [0, 2], [0, 1, 2, 3], [1]]");
            assertRows(tree.search(queries, BoxPredicate.CONTAINS), "[[], [2], [0, 2], []]");
            assertRows(tree.search(queries, BoxPredicate.WITHIN), "[[0, 1], [0, 2], [0], []]");
            assertRows(tree.search(queries, BoxPredicate.withinDistance(0)), "[[0, 1], [0, 2], [0, 1, 2, 3], [1]]");
            assertRows(
                    tree.search(queries, BoxPredicate.withinDistance(1, Metric.CHEBYSHEV)),
                    "[[0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 2, 3], [0, 1]]");
        }
    }

    private static void assertRows(Matches matches, String expected) {
        List<String> rows = IntStream.range(0, matches.queries())
                .mapToObj(query -> Arrays.toString(matches.ids(query)))
                .toList();
        assertEquals(expected, rows.toString());
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e10, 1e75, 1e150})
    void shouldFindBoxesBesideOutliers(double far) {
        Random random = new Random(7);
        double[] bounds = new double[4 * 300];
        for (int row = 0; row < 300; row++) {
            double at = row % 50 == 0 ? far : 1;
            for (int dim = 0; dim < 2; dim++) {
                bounds[4 * row + dim] = random.nextDouble() * at;
                bounds[4 * row + 2 + dim] = bounds[4 * row + dim] + random.nextDouble() * 0.1 * at;
            }
        }
        Boxes boxes = Boxes.of(bounds, 2);
        Boxes queries = Boxes.of(Arrays.copyOf(bounds, 4 * 60), 2);
        try (RTree tree = engine().rTree(boxes)) {
            for (BoxPredicate predicate : BoxOracle.predicates(queries, boxes, random)) {
                assertNone(BoxOracle.difference(tree, queries, predicate), () -> "far=" + far);
            }
            assertRows(
                    tree.search(Boxes.of(new double[] {-far, -far, 2 * far, 2 * far}, 2), BoxPredicate.CONTAINS),
                    List.of(Arrays.toString(IntStream.range(0, 300).toArray())).toString());
        }
    }

    /** Some million matches, with memory for the tree and some hundred thousand matches. */
    @Test
    void shouldGiveTheSameAnswerInParts() {
        Random random = new Random(8);
        Boxes boxes = BoxCases.draw(new Sample(Shape.UNIFORM, 2100, 2, 8), 2100, random);
        BoxPredicate near = BoxPredicate.withinDistance(0.3);
        Settings limit = settings().withMemoryLimit(1L << 20);
        try (RTree tree = engine().rTree(boxes);
                Engine limited = open(limit);
                RTree small = limited.rTree(boxes)) {
            Matches expected = tree.search(boxes, near);
            assertTrue(4L * expected.size() > 2 * limit.memoryLimit(), () -> "matches=" + expected.size());
            Matches actual = small.search(boxes, near);
            assertSame(expected, actual, "in parts");
            assertArrayEquals(tree.count(boxes, near), small.count(boxes, near));
            int query = 1234;
            assertArrayEquals(BoxOracle.row(boxes, query, boxes, false, near), actual.ids(query));
        }
    }

    /** 2,500 equal boxes and the same number of queries: 6 million matches. */
    @Test
    void shouldHandOutPartsOfAllQueriesInOrder() {
        Boxes boxes = Boxes.of(new double[2 * 2500], 1);
        Collected parts = new Collected();
        List<Long> reports = new ArrayList<>();
        Monitor monitor = (done, total) -> {
            assertEquals(2500, total);
            reports.add(done);
            return true;
        };
        try (RTree tree = engine().rTree(boxes)) {
            tree.search(boxes, BoxPredicate.INTERSECTS, monitor, parts);
            assertArrayEquals(
                    IntStream.generate(() -> 2500).limit(2500).toArray(), tree.count(boxes, BoxPredicate.WITHIN));
        }
        assertTrue(parts.parts() > 3, () -> "parts=" + parts.parts());
        parts.shouldBeAllPairs(2500);
        assertEverMore(2500, reports);
    }

    @Test
    void shouldStopWhenTheMonitorSaysSo() {
        Boxes boxes = BoxCases.draw(new Sample(Shape.UNIFORM, 3000, 2, 8), 3000, new Random(8));
        Monitor stop = (done, total) -> false;
        try (RTree tree = engine().rTree(boxes)) {
            List<Integer> parts = new ArrayList<>();
            for (Executable operation : List.<Executable>of(
                    () -> tree.search(boxes, BoxPredicate.INTERSECTS, stop),
                    () -> tree.search(boxes, BoxPredicate.INTERSECTS, stop, (first, part) -> parts.add(first)),
                    () -> tree.count(boxes, BoxPredicate.INTERSECTS, stop),
                    () -> tree.exists(boxes, BoxPredicate.INTERSECTS, stop))) {
                assertThrows(CancellationException.class, operation);
            }
            assertEquals(List.of(), parts);
            IllegalStateException thrown = new IllegalStateException("from the consumer");
            assertEquals(
                    thrown,
                    assertThrows(
                            IllegalStateException.class,
                            () -> tree.search(boxes, BoxPredicate.INTERSECTS, Monitor.NONE, (first, part) -> {
                                throw thrown;
                            })));
            Thread.currentThread().interrupt();
            assertThrows(CancellationException.class, () -> tree.search(boxes, BoxPredicate.INTERSECTS));
            assertTrue(Thread.interrupted());
            assertNone(BoxOracle.difference(
                    tree,
                    BoxCases.draw(new Sample(Shape.UNIFORM, 9, 2, 9), 9, new Random(9)),
                    BoxPredicate.INTERSECTS));
        }
    }

    @Test
    void shouldRefuseQueriesThatDoNotFitTheBoxes() {
        Boxes boxes = Boxes.of(new double[] {0, 0, 1, 1}, 2);
        Boxes one = Boxes.of(new double[] {0, 1}, 1);
        try (RTree tree = engine().rTree(boxes)) {
            String message = "queries and boxes must have the same dimensions: queries=1, boxes=2";
            assertRefused(message, () -> tree.search(one, BoxPredicate.INTERSECTS));
            assertRefused(message, () -> tree.count(one, BoxPredicate.INTERSECTS));
            assertRefused(message, () -> tree.exists(one, BoxPredicate.INTERSECTS));
            assertRefused(
                    "a query must have 2 x dims bounds: bounds=2, dims=2",
                    () -> tree.forEachMatch(new double[2], BoxPredicate.INTERSECTS, id -> true));
            assertRefused(
                    "a box's lower bound must not be above its upper one: row=0, column=1, lower=3.0, upper=2.0",
                    () -> tree.forEachMatch(new double[] {0, 3, 1, 2}, BoxPredicate.INTERSECTS, id -> true));
            assertRefused(
                    "bounds must be finite and of magnitude 2^500 at most: row=0, column=0, value=NaN",
                    () -> tree.forEachMatch(new double[] {Double.NaN, 3, 1, 4}, BoxPredicate.INTERSECTS, id -> true));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {-1, -Double.MIN_VALUE, Double.NaN, Double.NEGATIVE_INFINITY})
    void shouldRefuseDistanceBelowZero(double distance) {
        assertRefused("distance must be 0 or more: distance=" + distance, () -> BoxPredicate.withinDistance(distance));
    }

    @Test
    void shouldRefuseWorkWhenClosed() {
        Boxes boxes = Boxes.of(new double[] {0, 1}, 1);
        RTree tree = engine().rTree(boxes);
        tree.close();
        assertClosed(
                "the tree is closed",
                () -> tree.search(boxes, BoxPredicate.INTERSECTS),
                () -> tree.count(boxes, BoxPredicate.INTERSECTS),
                () -> tree.exists(boxes, BoxPredicate.INTERSECTS),
                () -> tree.forEachMatch(new double[2], BoxPredicate.INTERSECTS, id -> true));
    }
}
