package dev.gyre.engine.kdtree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.engine.Engine;
import dev.gyre.engine.OneCard;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.verify.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Small searches of one tree by many threads, which an imitated device runs together: each gets its own neighbors. */
@Timeout(60)
class SmallSearchesTest {

    private static final long SEED = 20_261_128;
    private static final int THREADS = 8;
    private static final int CALLS = 12;

    @ParameterizedTest
    @EnumSource(
            value = Shape.class,
            names = {"UNIFORM", "DUPLICATES", "GRID"})
    void shouldGiveEachThreadItsOwn(Shape shape) throws Exception {
        Points points = points(shape, 3000, SEED);
        try (Engine card = OneCard.open(Settings.DEFAULT.withDevice(OneCard.ID));
                Engine jvm = Engine.open(Settings.DEFAULT.withDevice("jvm").withThreads(1));
                KdTree tree = card.kdTree(points);
                KdTree expected = jvm.kdTree(points);
                ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            CyclicBarrier together = new CyclicBarrier(THREADS);
            List<Future<?>> all = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                Random random = new Random(SEED + thread);
                all.add(threads.submit(() -> {
                    together.await();
                    for (int call = 0; call < CALLS; call++) {
                        compare(shape, random, expected, tree);
                    }
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
    }

    /** Of one to 200 queries, with one of two radii and one of two k, so that some run together and some do not. */
    private static void compare(Shape shape, Random random, KdTree expected, KdTree tree) {
        int size = 1 + random.nextInt(200);
        long seed = random.nextLong();
        Points queries = points(shape, size, seed);
        int k = random.nextBoolean() ? 1 : 8;
        double radius = random.nextInt(4) == 0 ? 0.05 : Double.POSITIVE_INFINITY;
        Neighbors found = tree.nearest(queries, k, radius, Monitor.NONE);
        Neighbors right = expected.nearest(queries, k, radius, Monitor.NONE);
        String at = shape + ", size=" + size + ", k=" + k + ", radius=" + radius + ", seed=" + seed;
        assertEquals(OneCard.ID, found.report().device().id(), at);
        assertEquals(size, found.queries(), at);
        assertArrayEquals(right.toIdArray(), found.toIdArray(), at);
        assertArrayEquals(right.toKeyArray(), found.toKeyArray(), at);
    }

    private static Points points(Shape shape, int size, long seed) {
        return Points.of(shape.rows(size, 2, new Random(seed)), 2);
    }
}
