package dev.gyre.engine.kdtree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.gyre.engine.Engine;
import dev.gyre.engine.OneCard;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.op.DistanceJoin;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.verify.RangeOracle;
import dev.gyre.tasks.tree.TreeRows;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Matches that an imitated device writes in their order: rows that it sorts, longer ones, and rows that share places. With more than a few
 * threads, the host allocates what takes them in while the device works.
 */
class WrittenMatchesTest {

    private static final JoinOptions BY_TREE = JoinOptions.DEFAULT.withMethod(JoinMethod.KD_TREE);

    private static final int THREADS = 5;

    private static Engine engine;

    @BeforeAll
    static void open() {
        engine = OneCard.open(Settings.DEFAULT.withDevice(OneCard.ID).withThreads(THREADS));
    }

    @AfterAll
    static void close() {
        engine.close();
    }

    /** Points on a grid: many distances are equal, so that rows decide. */
    private static Points onGrid(int size, int side, long seed) {
        Random random = new Random(seed);
        return Points.of(random.ints(2L * size, 0, side).asDoubleStream().toArray(), 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 5, 14, TreeRows.MOST - 1, TreeRows.MOST, TreeRows.MOST + 1, 3000})
    void shouldOrderRowsOfAnyLength(int size) {
        Points points = onGrid(size, 1 << 12, size);
        Points queries = onGrid(40, 1 << 12, size + 1);
        Points lower = Points.of(new double[80], 2);
        Points upper = onGrid(40, 1 << 13, size + 2);
        try (KdTree tree = engine.kdTree(points)) {
            Matches within = tree.within(queries, 1e9);
            assertEquals(size, within.count(0));
            assertEquals(
                    Optional.empty(),
                    RangeOracle.within(queries, points, false, Metric.EUCLIDEAN, 1e9, within),
                    () -> "size=" + size);
            assertEquals(
                    Optional.empty(),
                    RangeOracle.inBox(lower, upper, points, tree.inBox(lower, upper)),
                    () -> "size=" + size);
        }
    }

    /** On a side of 20 a place has 5 rows, on one of 2 each has 500: then the host makes the rows. */
    @ParameterizedTest
    @ValueSource(ints = {2, 20, 200})
    void shouldFindAllRowsOfAPlace(int side) {
        Points points = onGrid(2000, side, side);
        double radius = side / 20.0;
        Matches self = engine.radiusSelfJoin(points, radius, BY_TREE);
        assertEquals(OneCard.ID, self.report().device().id());
        assertEquals(
                Optional.empty(),
                RangeOracle.within(points, points, true, Metric.EUCLIDEAN, radius, self),
                () -> "side=" + side);
        Points queries = onGrid(100, side, side + 1);
        try (KdTree tree = engine.kdTree(points)) {
            assertEquals(
                    Optional.empty(),
                    RangeOracle.within(
                            points, points, true, Metric.EUCLIDEAN, radius, tree.selfWithin(radius, Monitor.NONE)),
                    () -> "side=" + side);
            assertEquals(
                    Optional.empty(),
                    RangeOracle.inBox(queries, queries, points, tree.inBox(queries, queries)),
                    () -> "side=" + side);
        }
    }

    /** So many matches that the host takes them in piece by piece, from several batches. */
    @Test
    void shouldTakeInManyRows() {
        takeIn(8);
    }

    /** The same from one batch, and for a consumer. */
    @Test
    @Tag("thorough")
    void shouldTakeInManyRowsOfABatch() {
        takeIn(6);
    }

    private static void takeIn(int radius) {
        Points points = onGrid(180_000, 1 << 10, 7);
        Matches found = engine.radiusSelfJoin(points, radius, BY_TREE);
        assertEquals(OneCard.ID, found.report().device().id());
        try (Engine jvm = Engine.open(Settings.DEFAULT.withDevice("jvm").withThreads(1))) {
            Matches expected = jvm.radiusSelfJoin(points, radius, BY_TREE);
            assertEqual(expected, found);
            if (radius == 6) {
                Thread caller = Thread.currentThread();
                long[] size = {0};
                try (DistanceJoin join = engine.openRadiusSelfJoin(points, radius, BY_TREE)) {
                    join.forEachMatch(Monitor.NONE, (first, part) -> {
                        assertSame(caller, Thread.currentThread());
                        for (int i = 0; i < part.queries(); i++) {
                            assertArrayEquals(expected.ids(first + i), part.ids(i));
                        }
                        size[0] += part.size();
                    });
                }
                assertEquals(expected.size(), size[0]);
            }
        }
    }

    private static void assertEqual(Matches expected, Matches found) {
        assertEquals(expected.size(), found.size());
        assertArrayEquals(expected.toOffsetArray(), found.toOffsetArray());
        assertArrayEquals(expected.toIdArray(), found.toIdArray());
        assertArrayEquals(expected.toKeyArray(), found.toKeyArray());
    }
}
