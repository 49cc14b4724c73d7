package dev.gyre.engine.op;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Rates;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.KdTreeOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.RTreeOptions;
import dev.gyre.engine.join.Placed;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Planner;
import dev.gyre.engine.plan.TestCosts;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.team.DeviceSet;
import dev.gyre.engine.team.Opener;
import dev.gyre.engine.verify.FaultyBackend;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Kept trees of an engine that chooses devices: built on the JVM, since that is the cheapest, and searched where searches are. */
class TreeSearchesTest {

    private static final int MANY = TreeSearches.MIN_QUERIES;
    private static final int POINTS = 3000;
    private static final Rates JVM =
            TestCosts.fixed(Map.of(Operation.SEARCH, 1.0, Operation.RANGE, 1.0, Operation.R_TREE_SEARCH, 1.0));
    private static final Rates CARD = TestCosts.fixed(Map.of(Operation.BUILD, 1.0, Operation.R_TREE_BUILD, 1.0));

    private final Workers workers = new Workers(2);
    private final Context jvm = new Context(new JvmBackend(workers), workers, Long.MAX_VALUE);
    private final Random random = new Random(7);
    private final Points points = points(POINTS);
    private final Points many = points(MANY);
    private final Points few = points(MANY - 1);

    @AfterEach
    void close() {
        workers.close();
    }

    private Points points(int n) {
        return Points.of(random.doubles(2L * n).toArray(), 2);
    }

    private static Boxes boxes(Points points) {
        return Boxes.of(points);
    }

    /** A planner that chooses between the JVM and a card with some memory, which is open. */
    private Planner planner(long memory) {
        Device device = new Device("card", 0, "Card", Device.Type.GPU, memory, memory);
        Opener opener = new Opener() {
            @Override
            public Optional<String> noDevices() {
                return Optional.empty();
            }

            @Override
            public Opened open() {
                return new Opened(
                        Optional.of(new FaultyBackend(device, workers, FaultyBackend.Fault.NONE)), "card:0 is fine");
            }
        };
        Planner planner = new Planner(
                DeviceSet.automatic(jvm, opener, backend -> new Context(backend, workers, memory)),
                () -> TestCosts.model(JVM, CARD));
        planner.best();
        return planner;
    }

    private static void assertSame(String device, Neighbors expected, Neighbors actual) {
        assertEquals(device, actual.report().device().id());
        assertArrayEquals(expected.toIdArray(), actual.toIdArray());
        assertArrayEquals(expected.toKeyArray(), actual.toKeyArray());
    }

    private static void assertSame(String device, Matches expected, Matches actual) {
        assertEquals(device, actual.report().device().id());
        assertArrayEquals(expected.toIdArray(), actual.toIdArray());
    }

    private KdTree kdTree(Planner planner) {
        KdTree tree = Placed.kdTree(planner, points, KdTreeOptions.DEFAULT);
        assertEquals("jvm", tree.report().device().id());
        return tree;
    }

    @Test
    void shouldSearchAKdTreeForManyQueriesWhereThatIsFastest() {
        try (Planner planner = planner(1L << 31);
                KdTree tree = kdTree(planner);
                KdTree there = Placed.on(tree, jvm)) {
            assertSame("card:0", there.nearest(many, 3), tree.nearest(many, 3));
            assertSame("card:0", there.within(many, 0.05), tree.within(many, 0.05));
            assertSame("card:0", there.inBox(many, many), tree.inBox(many, many));
            assertSame("jvm", there.nearest(few, 3), tree.nearest(few, 3));
            assertSame("jvm", there.within(few, 0.05), tree.within(few, 0.05));
            assertSame("jvm", there.nearestOthers(3, Monitor.NONE), tree.nearestOthers(3, Monitor.NONE));
            assertEquals(
                    "jvm",
                    tree.nearest(new double[] {0.5, 0.5}, 2).report().device().id());
        }
    }

    @Test
    void shouldSearchAnRTreeForManyQueriesWhereThatIsFastest() {
        try (Planner planner = planner(1L << 31);
                RTree tree = Placed.rTree(planner, boxes(points), RTreeOptions.DEFAULT);
                RTree there = Placed.on(tree, jvm)) {
            assertEquals("jvm", tree.report().device().id());
            for (BoxPredicate predicate : List.of(BoxPredicate.INTERSECTS, BoxPredicate.withinDistance(0.01))) {
                Boxes queries = boxes(many);
                assertSame("card:0", there.search(queries, predicate), tree.search(queries, predicate));
                assertArrayEquals(there.count(queries, predicate), tree.count(queries, predicate));
                assertArrayEquals(there.exists(queries, predicate), tree.exists(queries, predicate));
            }
            assertSame("card:0", there.nearest(boxes(many), 3), tree.nearest(boxes(many), 3));
            assertSame("jvm", there.nearest(boxes(few), 3), tree.nearest(boxes(few), 3));
        }
    }

    @Test
    void shouldStayWhereATreeOfAnotherPlaceWouldNotFit() {
        try (Planner planner = planner(1L << 14);
                KdTree tree = kdTree(planner);
                RTree boxes = Placed.rTree(planner, boxes(points), RTreeOptions.DEFAULT)) {
            assertEquals("jvm", tree.nearest(many, 3).report().device().id());
            assertEquals(
                    "jvm",
                    boxes.search(boxes(many), BoxPredicate.INTERSECTS)
                            .report()
                            .device()
                            .id());
        }
    }

    @Test
    void shouldStayOnADeviceThatWasNamed() {
        try (Planner planner = TestCosts.planner(jvm, TestCosts.model(JVM, CARD));
                KdTree tree = kdTree(planner)) {
            assertEquals("jvm", tree.nearest(many, 3).report().device().id());
        }
    }
}
