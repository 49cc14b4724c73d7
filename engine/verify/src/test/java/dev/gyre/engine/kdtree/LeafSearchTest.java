package dev.gyre.engine.kdtree;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.KdTreeOptions;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.join.Placed;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.knn.KnnJoin;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.verify.Shape;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Searches for so many neighbors that the JVM searches for the queries of a leaf together, and keeps lists where a device keeps heaps. */
class LeafSearchTest {

    private static final int SIZE = 1200;
    private static final int[] SIZES = {1, 15, 17, 33, SIZE};
    private static final int[] MOST = {23, 24, 25, 33, 128, 129};
    private static final long SEED = 20_261_128;
    private static final double INFINITY = Double.POSITIVE_INFINITY;
    private static final Workers WORKERS = new Workers(2);
    private static final JvmBackend JVM = new JvmBackend(WORKERS);
    private static final Context CONTEXT = new Context(JVM, WORKERS, Long.MAX_VALUE);

    @AfterAll
    static void close() {
        WORKERS.close();
    }

    @ParameterizedTest
    @EnumSource(Shape.class)
    void shouldFindWhatBruteForceFinds(Shape shape) {
        Random random = new Random(SEED);
        KnnJoin join = new KnnJoin(CONTEXT);
        for (int dims = 1; dims <= 5; dims++) {
            for (int size : SIZES) {
                Points points = Points.of(shape.rows(size, dims, random), dims);
                Points queries = Points.of(shape.rows(size, dims, random), dims);
                int k = MOST[random.nextInt(MOST.length)];
                String at = shape + ", seed=" + SEED + ", dims=" + dims + ", size=" + size + ", k=" + k;
                try (KdTree tree = Placed.kdTree(Placement.on(CONTEXT), points, KdTreeOptions.DEFAULT)) {
                    Neighbors others = join.nearest(points, points, true, k, JoinOptions.DEFAULT);
                    assertSame(others, INFINITY, tree.nearestOthers(k, Monitor.NONE), at + ", others");
                    Neighbors near = join.nearest(queries, points, false, k, JoinOptions.DEFAULT);
                    for (double max : new double[] {INFINITY, near.distance(size / 2, Math.min(k, size) / 2)}) {
                        assertSame(near, max, tree.nearest(queries, k, max, Monitor.NONE), at + ", within " + max);
                    }
                }
            }
        }
    }

    private static void assertSame(Neighbors all, double max, Neighbors actual, String at) {
        for (int query = 0; query < all.queries(); query++) {
            for (int rank = 0; rank < all.k(); rank++) {
                boolean isWithin = all.distance(query, rank) <= max;
                String place = at + ": " + query + ", " + rank;
                assertEquals(isWithin ? all.id(query, rank) : -1, actual.id(query, rank), place);
                assertEquals(isWithin ? all.key(query, rank) : INFINITY, actual.key(query, rank), place);
            }
        }
    }
}
