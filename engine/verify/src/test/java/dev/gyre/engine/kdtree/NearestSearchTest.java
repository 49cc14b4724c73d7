package dev.gyre.engine.kdtree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.KdTreeOptions;
import dev.gyre.engine.data.Metric;
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
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.engine.verify.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    /** Two coordinates, about six words for the order, and three neighbors. */
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
        try (KdTree whole = Placed.kdTree(Placement.on(much), points, KdTreeOptions.DEFAULT)) {
            String name = shape + ", seed=" + SEED;
            for (boolean self : new boolean[] {true, false}) {
                long min = min(whole, queries, self);
                for (int more : new int[] {0, 70}) {
                    List<Long> reports = new ArrayList<>();
                    Monitor monitor = (done, total) -> reports.add(done);
                    long limit = min + (long) BYTES_PER_QUERY * more;
                    Neighbors found = nearest(whole, limit, queries, self, monitor);
                    String at = name + ", self=" + self + ", limit=" + limit;
                    assertEquals(Optional.empty(), difference(self ? points : queries, points, self, found), at);
                    // A search of the tree's own points needs about half of these bytes for each.
                    long batch = more == 0 ? 1 : 3L * more;
                    long items = self ? whole.places() : queries.size();
                    assertTrue(reports.stream().distinct().count() >= items / batch, () -> at + reports);
                }
            }
        }
    }

    /** The bytes of a search for one query at a time; with one less, it is refused. */
    private static long min(KdTree whole, Points queries, boolean self) {
        long tree = bytes(whole);
        Matcher refused = refused(whole, tree, queries, self);
        long needed = Long.parseLong(refused.group(1));
        assertTrue(needed > tree + 12 * K, refused::group);
        assertEquals(
                needed, Long.parseLong(refused(whole, needed - 1, queries, self).group(1)));
        return needed;
    }

    private static Matcher refused(KdTree whole, long limit, Points queries, boolean self) {
        String message = assertThrows(
                        IllegalArgumentException.class, () -> nearest(whole, limit, queries, self, Monitor.NONE))
                .getMessage();
        Matcher matcher = Pattern.compile("a search does not fit the memory of " + Pattern.quote("" + JVM.device())
                        + ": needed=(\\d+) bytes, limit=" + limit + ", .*, candidates per query=3")
                .matcher(message);
        assertTrue(matcher.matches(), message);
        return matcher;
    }

    private static Neighbors nearest(KdTree whole, long limit, Points queries, boolean self, Monitor monitor) {
        try (KdTree tree = Placed.on(whole, new Context(JVM, WORKERS, limit))) {
            return self ? tree.nearestOthers(K, monitor) : tree.nearest(queries, K, Double.POSITIVE_INFINITY, monitor);
        }
    }

    /** Brute force is the oracle; it has tests of its own. */
    private static Optional<String> difference(Points queries, Points points, boolean self, Neighbors actual) {
        KnnJoin join = new KnnJoin(new Context(JVM, WORKERS, Long.MAX_VALUE));
        JoinOptions options = JoinOptions.DEFAULT.withMetric(Metric.EUCLIDEAN);
        Neighbors expected = join.nearest(self ? points : queries, points, self, K, options);
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
