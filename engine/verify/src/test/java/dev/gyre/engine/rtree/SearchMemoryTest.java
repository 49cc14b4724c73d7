package dev.gyre.engine.rtree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.contract.EngineContract;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.KdTreeOptions.Duplicates;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.RTreeOptions.Packing;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.KdBuilder;
import dev.gyre.engine.kdtree.KdIndex;
import dev.gyre.engine.kdtree.KdSearches;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.team.Team;
import dev.gyre.engine.verify.BoxCases;
import dev.gyre.engine.verify.FaultyBackend;
import dev.gyre.engine.verify.FaultyBackend.Fault;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Searches of trees on a device that has no more memory than the limit: they find the answer or refuse, and never ask for more. */
class SearchMemoryTest {

    private static final long SEED = 20_261_124;
    private static final int LIMITS = EngineContract.isThorough() ? 30 : 15;
    private static final Device CARD = new Device("card", 0, "Card", Device.Type.GPU, 1L << 33, 1L << 31);
    private static final Workers WORKERS = new Workers(2);
    private static final Context JVM = new Context(new JvmBackend(WORKERS), WORKERS, Long.MAX_VALUE);

    @AfterAll
    static void close() {
        JVM.close();
        WORKERS.close();
    }

    /** Runs a search with limits of up to some bytes. */
    private static <T> void assertWithin(
            long max, Function<Context, T> search, Function<T, Object> call, Object expected) {
        Random random = new Random(SEED);
        int answered = 0;
        int refused = 0;
        for (int i = 0; i < LIMITS; i++) {
            long limit = 1 + (long) (max * Math.pow(random.nextDouble(), 2));
            FaultyBackend card = new FaultyBackend(CARD, WORKERS, Fault.NONE);
            card.limitMemory(limit);
            try (Context context = new Context(card, WORKERS, limit, limit)) {
                Object found = call.apply(search.apply(context));
                assertArrayEquals(
                        new Object[] {expected}, new Object[] {found}, () -> "limit=" + limit + ", seed=" + SEED);
                answered++;
            } catch (IllegalArgumentException e) {
                assertTrue(e.getMessage().contains(" does not fit the memory of "), e.getMessage());
                refused++;
            }
        }
        assertTrue(answered >= LIMITS / 10 && refused >= LIMITS / 10, "answered=" + answered + ", refused=" + refused);
    }

    private static Object arrays(Neighbors found) {
        return new Object[] {found.toIdArray(), found.toKeyArray()};
    }

    private static Object arrays(Matches found) {
        return new Object[] {found.toOffsetArray(), found.toIdArray()};
    }

    @Test
    void shouldNotExceedTheLimitInKdTrees() {
        Random random = new Random(SEED);
        Points points = Points.of(Shape.CLUSTERED.rows(3000, 3, random), 3);
        Points queries = Points.of(Shape.CLUSTERED.rows(2000, 3, random), 3);
        Metric metric = Metric.EUCLIDEAN;
        KdIndex index = KdBuilder.build(JVM, points, metric, Duplicates.KEEP, Monitor.NONE)
                .index();
        Function<Context, KdSearches> on = context -> new KdSearches(Team.of(context), points, metric, index);
        KdSearches jvm = on.apply(JVM);
        for (int k : new int[] {5, 70}) {
            Function<KdSearches, Object> nearest = tree -> arrays(tree.nearest(queries, k, 10, Monitor.NONE));
            assertWithin(4_000_000, on, nearest, nearest.apply(jvm));
            Function<KdSearches, Object> others = tree -> arrays(tree.nearestOthers(k, Monitor.NONE));
            assertWithin(4_000_000, on, others, others.apply(jvm));
        }
        Function<KdSearches, Object> within = tree -> arrays(tree.collect(tree.balls(queries, 0.01), Monitor.NONE));
        assertWithin(1_000_000, on, within, within.apply(jvm));
    }

    @Test
    void shouldNotExceedTheLimitInRTrees() {
        Sample sample = new Sample(Shape.CLUSTERED, 3000, 2, SEED);
        Boxes boxes = BoxCases.draw(sample, 3000, sample.random());
        Boxes queries = BoxCases.draw(sample, 500, sample.random());
        RTreeIndex index =
                RTreeIndex.build(JVM, boxes, Packing.HILBERT, 8, Monitor.NONE).index();
        Function<Context, RTreeSearches> on = context -> new RTreeSearches(Team.of(context), index);
        RTreeSearches jvm = on.apply(JVM);
        Function<RTreeSearches, Object> search =
                tree -> arrays(tree.search(queries, BoxPredicate.INTERSECTS, Monitor.NONE));
        assertWithin(1_000_000, on, search, search.apply(jvm));
        Function<RTreeSearches, Object> levels =
                tree -> arrays(tree.searchLevels(queries, BoxPredicate.INTERSECTS, Monitor.NONE));
        assertWithin(1_000_000, on, levels, levels.apply(jvm));
        Function<RTreeSearches, Object> nearest =
                tree -> arrays(tree.nearest(queries, 3, Double.POSITIVE_INFINITY, Metric.EUCLIDEAN, Monitor.NONE));
        assertWithin(1_000_000, on, nearest, nearest.apply(jvm));
    }
}
