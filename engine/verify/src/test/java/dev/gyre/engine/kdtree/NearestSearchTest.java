package dev.gyre.engine.kdtree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.join.Placed;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.knn.KnnJoin;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.KdTreeOptions;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.engine.verify.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Searches of a tree in so little memory that queries go through in batches. */
class NearestSearchTest {

    private static final int SIZE = 1000;
    private static final int K = 3;
    private static final long SEED = 20_261_122;
    private static final Workers WORKERS = new Workers(2);
    private static final JvmBackend JVM = new JvmBackend(WORKERS);

    /** Two coordinates, six words for the order, and three neighbors. */
    private static final int BYTES_PER_QUERY = 76;

    @AfterAll
    static void close() {
        WORKERS.close();
    }

    private static Points points(Shape shape, int size, long seed) {
        return Points.of(shape.rows(size, 2, new Random(seed)), 2);
    }

    /** Bytes of the tree: points and rows of its places, boxes and least rows of its nodes. */
    private static long bytes(KdTree tree) {
        TreeLayout layout = TreeLayout.ofPoints(tree.places(), 2, Integer.numberOfTrailingZeros(tree.leafSize()));
        int nodes = 2 * layout.leaves() - 1;
        return layout.size() * (2L * 8 + 4) + nodes * (4L * 8 + 4);
    }

    @ParameterizedTest
    @EnumSource(
            value = Shape.class,
            names = {"UNIFORM", "DUPLICATES", "GRID", "OFFSET"})
    void shouldAnswerInBatches(Shape shape) {
        Points points = points(shape, SIZE, SEED);
        Points queries = points(shape, SIZE / 2, SEED + 1);
        Context much = new Context(JVM, WORKERS, Long.MAX_VALUE);
        try (KdTree whole = Placed.kdTree(much, points, KdTreeOptions.DEFAULT)) {
            long limit = bytes(whole) + 70L * BYTES_PER_QUERY;
            try (KdTree tree = Placed.on(whole, new Context(JVM, WORKERS, limit))) {
                List<Long> reports = new ArrayList<>();
                Monitor monitor = (done, total) -> reports.add(done);
                String name = shape + ", seed=" + SEED;
                assertEquals(Optional.empty(), difference(points, points, true, tree.nearestOthers(K, monitor)), name);
                long places = whole.places();
                assertTrue(reports.stream().distinct().count() >= places / 70, () -> name + reports);
                reports.clear();
                Neighbors near = tree.nearest(queries, K, Double.POSITIVE_INFINITY, monitor);
                assertEquals(Optional.empty(), difference(queries, points, false, near), name);
                assertTrue(reports.contains(70L), () -> name + reports);
            }
            IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> {
                try (KdTree tree = Placed.on(whole, new Context(JVM, WORKERS, bytes(whole) + BYTES_PER_QUERY - 1))) {
                    tree.nearestOthers(K, Monitor.NONE);
                }
            });
            assertEquals(
                    "a search does not fit the memory of " + JVM.device()
                            + ": needed=76 bytes a query, left=75, candidates per query=3",
                    refused.getMessage());
        }
    }

    /** Brute force is the oracle; it has tests of its own. */
    private static Optional<String> difference(Points queries, Points points, boolean self, Neighbors actual) {
        KnnJoin join = new KnnJoin(new Context(JVM, WORKERS, Long.MAX_VALUE));
        JoinOptions options = JoinOptions.DEFAULT.withMetric(Metric.EUCLIDEAN);
        Neighbors expected = self ? join.self(points, K, options) : join.between(queries, points, K, options);
        for (int query = 0; query < queries.size(); query++) {
            for (int rank = 0; rank < K; rank++) {
                if (expected.id(query, rank) != actual.id(query, rank)
                        || expected.key(query, rank) != actual.key(query, rank)) {
                    return Optional.of("query=" + query + ", rank=" + rank + ", expected=" + expected.id(query, rank)
                            + ", actual=" + actual.id(query, rank));
                }
            }
        }
        return Optional.empty();
    }
}
