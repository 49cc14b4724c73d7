package dev.gyre.engine.contract;

import static dev.gyre.engine.contract.Asserts.assertNone;
import static dev.gyre.engine.contract.Asserts.assertSame;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.BoxJoinOptions;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.op.BoxJoin;
import dev.gyre.engine.op.RTree;
import dev.gyre.engine.verify.BoxCases;
import dev.gyre.engine.verify.BoxOracle;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What joins of boxes must do on every device, by every method. */
public abstract class BoxJoinContract extends EngineContract {

    /** All methods that join boxes. */
    private static final List<JoinMethod> METHODS =
            List.of(JoinMethod.AUTOMATIC, JoinMethod.R_TREE, JoinMethod.FRONTIER);

    private static final int[] SIZES = {0, 1, 2, 15, 16, 17, 255, 256, 257, 700};

    private static void assertHandsOut(BoxJoin join, Matches expected, boolean pairs, String name) {
        assertEquals(expected.size(), join.size(), name);
        int[] counts =
                IntStream.range(0, expected.queries()).map(expected::count).toArray();
        assertArrayEquals(counts, join.counts(), name);
        Collected all = new Collected();
        join.forEachMatch(Monitor.NONE, all);
        all.shouldEqual(expected, Integer.MAX_VALUE, false, name);
        if (pairs) {
            Collected once = new Collected();
            join.forEachPair(Monitor.NONE, once);
            once.shouldEqual(expected, Integer.MAX_VALUE, true, name);
        } else {
            assertThrows(IllegalStateException.class, () -> join.forEachPair(Monitor.NONE, all), name);
        }
        int queries = expected.queries();
        if (queries > 5) {
            Matches some = join.matches(queries / 2, queries / 2 + 3);
            assertEquals(3, some.queries(), name);
            assertArrayEquals(expected.ids(queries / 2 + 1), some.ids(1), name);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindWhatTheOracleFinds(Shape shape) {
        for (int i = 0; i < 16; i += thinning()) {
            long seed = 1000 * shape.ordinal() + i;
            Random random = new Random(seed);
            int dims = 1 + random.nextInt(Boxes.MAX_DIMENSIONS);
            Sample sample = new Sample(shape, SIZES[random.nextInt(SIZES.length)], dims, seed);
            Boxes right = BoxCases.draw(sample, sample.size(), random);
            Boxes left = BoxCases.draw(sample, SIZES[random.nextInt(SIZES.length)], random);
            BoxPredicate predicate = BoxOracle.predicate(left, right, random);
            BoxJoinOptions options = BoxJoinOptions.DEFAULT.withMethod(METHODS.get(random.nextInt(METHODS.size())));
            String name = shape + ", n=" + sample.size() + ", left=" + left.size() + ", dims=" + dims + ", " + predicate
                    + ", " + options.method() + ", seed=" + seed;
            Matches two = engine().boxJoin(left, right, predicate, options);
            assertNone(BoxOracle.check(left, right, false, predicate, two), name);
            Matches self = engine().boxSelfJoin(right, predicate, options);
            assertNone(BoxOracle.check(right, right, true, predicate, self), name + ", self");
            boolean both = !predicate.equals(BoxPredicate.CONTAINS) && !predicate.equals(BoxPredicate.WITHIN);
            try (BoxJoin ofTwo = engine().openBoxJoin(left, right, predicate, options);
                    BoxJoin ofSelf = engine().openBoxSelfJoin(right, predicate, options)) {
                assertHandsOut(ofTwo, two, false, name);
                assertHandsOut(ofSelf, self, both, name + ", self");
            }
        }
    }

    @Test
    void shouldCountBoxesThatTouchAndLeaveOutARowNotItsBounds() {
        Boxes boxes = Boxes.of(new double[] {0, 0, 1, 1, 1, 1, 2, 2, 0, 0, 1, 1, 3, 3, 3, 3}, 2);
        for (JoinMethod method : METHODS) {
            BoxJoinOptions options = BoxJoinOptions.DEFAULT.withMethod(method);
            Matches touching = engine().boxSelfJoin(boxes, BoxPredicate.INTERSECTS, options);
            assertArrayEquals(new int[] {1, 2}, touching.ids(0));
            assertArrayEquals(new int[] {0, 2}, touching.ids(1));
            assertArrayEquals(new int[0], touching.ids(3));
            Matches equal = engine().boxSelfJoin(boxes, BoxPredicate.CONTAINS, options);
            assertArrayEquals(new int[] {2}, equal.ids(0));
            BoxPredicate near = BoxPredicate.withinDistance(Math.sqrt(2), Metric.EUCLIDEAN);
            assertArrayEquals(
                    new int[] {0, 2, 3},
                    engine().boxSelfJoin(boxes, near, options).ids(1),
                    "method=" + method);
            if (method != JoinMethod.AUTOMATIC) {
                assertEquals(method, touching.report().method());
            }
        }
    }

    @Test
    void shouldHandOutALargeResultInPartsThatCanBeCancelled() {
        // Each of 1,800 boxes intersects all others.
        double[] bounds = new double[1800 * 2];
        for (int row = 0; row < 1800; row++) {
            bounds[2 * row] = -row;
            bounds[2 * row + 1] = row;
        }
        Boxes nested = Boxes.of(bounds, 1);
        try (BoxJoin join = engine().openBoxSelfJoin(nested, BoxPredicate.INTERSECTS, BoxJoinOptions.DEFAULT)) {
            assertEquals(1800L * 1799, join.size());
            List<Integer> parts = new ArrayList<>();
            join.forEachMatch(Monitor.NONE, (first, part) -> parts.add(part.size()));
            assertTrue(parts.size() > 3, parts::toString);
            assertEquals(join.size(), parts.stream().mapToLong(size -> size).sum());
            int[] seen = new int[1];
            assertThrows(
                    CancellationException.class,
                    () -> join.forEachMatch((done, total) -> false, (first, part) -> seen[0]++));
            assertEquals(0, seen[0], "the search of a part ends");
            assertEquals(1799, join.matches(5, 6).size());
        }
        BoxJoinOptions never = BoxJoinOptions.DEFAULT.withMonitor((done, total) -> false);
        assertThrows(CancellationException.class, () -> engine().boxSelfJoin(nested, BoxPredicate.INTERSECTS, never));
        assertEquals(
                1800 * 1799,
                engine().boxSelfJoin(nested, BoxPredicate.INTERSECTS).size());
    }

    private static Boxes dense(int size, long seed) {
        Random random = new Random(seed);
        double[] bounds = new double[4 * size];
        for (int row = 0; row < size; row++) {
            for (int dim = 0; dim < 2; dim++) {
                double from = random.nextDouble();
                bounds[4 * row + dim] = from;
                bounds[4 * row + 2 + dim] = from + 0.1 * random.nextDouble();
            }
        }
        // One box intersects all others.
        System.arraycopy(new double[] {0, 0, 1, 1}, 0, bounds, 4 * (size / 3), 4);
        return Boxes.of(bounds, 2);
    }

    @Test
    void shouldDescendWithFewerBoxesAtATimeWhereThereIsLittleMemory() {
        Boxes right = dense(3000, 1);
        Boxes left = dense(12_000, 2);
        BoxJoinOptions options = BoxJoinOptions.DEFAULT.withMethod(JoinMethod.FRONTIER);
        Matches two = engine().boxJoin(left, right, BoxPredicate.INTERSECTS);
        Matches self = engine().boxSelfJoin(right, BoxPredicate.INTERSECTS);
        // Memory for two trees and a part of the pairs, or for one tree and a part of the pairs.
        for (long bytes : new long[] {3_500_000, 1_400_000}) {
            try (Engine little = open(settings().withMemoryLimit(bytes))) {
                Matches inParts = little.boxJoin(left, right, BoxPredicate.INTERSECTS, options);
                assertSame(two, inParts, "inParts");
                Matches ofSelf = little.boxSelfJoin(right, BoxPredicate.INTERSECTS, options);
                assertSame(self, ofSelf, "ofSelf");
            }
        }
        try (Engine tooLittle = open(settings().withMemoryLimit(150_000))) {
            IllegalArgumentException refused = assertThrows(
                    IllegalArgumentException.class,
                    () -> tooLittle.boxJoin(left, right, BoxPredicate.INTERSECTS, options));
            assertTrue(refused.getMessage().contains("does not fit the memory of "), refused::getMessage);
        }
    }

    @Test
    void shouldSearchLevelByLevelAsQueryByQuery() {
        Boxes boxes = dense(3000, 3);
        Boxes queries = dense(400, 4);
        try (RTree tree = engine().rTree(boxes)) {
            for (BoxPredicate predicate : List.of(
                    BoxPredicate.INTERSECTS,
                    BoxPredicate.CONTAINS,
                    BoxPredicate.WITHIN,
                    BoxPredicate.withinDistance(0.01))) {
                Matches expected = tree.search(queries, predicate, JoinMethod.R_TREE, Monitor.NONE);
                Matches actual = tree.search(queries, predicate, JoinMethod.FRONTIER, Monitor.NONE);
                assertSame(expected, actual, predicate.toString());
                assertEquals(JoinMethod.FRONTIER, actual.report().method());
            }
            assertThrows(
                    CancellationException.class,
                    () -> tree.search(queries, BoxPredicate.INTERSECTS, JoinMethod.FRONTIER, (done, total) -> false));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> tree.search(queries, BoxPredicate.INTERSECTS, JoinMethod.KD_TREE, Monitor.NONE));
        }
    }

    @Test
    void shouldRefuseWhatCannotBeJoined() {
        Boxes plane = Boxes.of(new double[] {0, 0, 1, 1}, 2);
        Boxes line = Boxes.of(new double[] {0, 1}, 1);
        assertThrows(IllegalArgumentException.class, () -> engine().boxJoin(plane, line, BoxPredicate.INTERSECTS));
        assertThrows(
                IllegalArgumentException.class,
                () -> engine().explainBoxJoin(plane, line, BoxPredicate.INTERSECTS, BoxJoinOptions.DEFAULT));
        assertThrows(IllegalArgumentException.class, () -> BoxJoinOptions.DEFAULT.withMethod(JoinMethod.KD_TREE));
        BoxJoin join = engine().openBoxSelfJoin(plane, BoxPredicate.INTERSECTS, BoxJoinOptions.DEFAULT);
        assertThrows(IndexOutOfBoundsException.class, () -> join.matches(0, 2));
        join.close();
        join.close();
        assertThrows(IllegalStateException.class, join::size);
        assertThrows(IllegalStateException.class, () -> join.matches(0, 1));
    }

    @Test
    void shouldExplainEveryMethod() {
        Boxes boxes = Boxes.of(new double[] {0, 0, 1, 1}, 2);
        for (JoinMethod method : METHODS) {
            BoxJoinOptions options = BoxJoinOptions.DEFAULT.withMethod(method);
            String lines = engine().explainBoxJoin(boxes, boxes, BoxPredicate.INTERSECTS, options);
            assertTrue(lines.contains(" for 1 boxes, intersects, among 1 boxes of 2 dimensions, on "), lines);
        }
    }
}
