package dev.gyre.engine.contract;

import static dev.gyre.engine.contract.Asserts.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.GridOptions;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.KdTreeOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.Scores;
import dev.gyre.engine.data.TopKJoinOptions;
import dev.gyre.engine.op.Grid;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.NeighborIndex;
import dev.gyre.engine.op.RTree;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What a k far beyond the number of rows must do on every device: it costs the memory of the rows that there are. As many slots as asked for
 * would need gigabytes here, or not fit an array.
 */
public abstract class LargeKContract extends EngineContract {

    private static final int MOST = Integer.MAX_VALUE;
    private static final double INFINITY = Double.POSITIVE_INFINITY;

    /** Three points on a line, two of them equal. */
    private static final Points THREE = Points.of(new double[] {0, 0, 5, 0, 0, 0}, 2);

    private static void assertOfPoints(Neighbors found, int k) {
        assertEquals(k, found.k());
        assertEquals(3, found.queries());
        int[][] expected = {{0, 2, 1}, {1, 0, 2}, {0, 2, 1}};
        for (int query = 0; query < 3; query++) {
            assertEquals(3, found.count(query));
            for (int rank = 0; rank < 3; rank++) {
                assertEquals(expected[query][rank], found.id(query, rank));
            }
            assertUnused(found, query, 3);
        }
        assertEquals(5, found.distance(1, 2));
        assertEquals(9, found.rows().toBag().size());
    }

    private static int[] ids(Neighbors found, int each) {
        int[] ids = new int[found.queries() * each];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = found.id(i / each, i % each);
        }
        return ids;
    }

    private static void assertOthers(Neighbors found, int k) {
        assertEquals(k, found.k());
        assertArrayEquals(new int[] {2, 1, -1, 0, 2, -1, 0, 1, -1}, ids(found, 3));
        for (int query = 0; query < 3; query++) {
            assertEquals(2, found.count(query));
            assertUnused(found, query, 2);
        }
    }

    private static void assertUnused(Neighbors found, int query, int from) {
        for (int rank : new int[] {from, Math.max(from, found.k() / 2), found.k() - 1}) {
            assertEquals(-1, found.id(query, rank));
            assertEquals(INFINITY, found.key(query, rank));
            assertEquals(INFINITY, found.distance(query, rank));
            assertEquals(INFINITY, found.distanceSq(query, rank));
        }
        assertThrows(IndexOutOfBoundsException.class, () -> found.id(query, found.k()));
        assertThrows(IndexOutOfBoundsException.class, () -> found.key(query, -1));
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTOMATIC", "BRUTE_FORCE", "FUSED", "TWO_STAGE", "KD_TREE", "GRID", "HYBRID_GRID"})
    void shouldJoinPoints(JoinMethod method) {
        for (Metric metric : List.of(Metric.EUCLIDEAN, Metric.lp(3))) {
            JoinOptions options = JoinOptions.DEFAULT.withMethod(method).withMetric(metric);
            for (int k : new int[] {4, 100_000_000, MOST}) {
                if (method != JoinMethod.HYBRID_GRID) {
                    assertOfPoints(engine().knnJoin(THREE, THREE, k, options), k);
                }
                assertOthers(engine().knnSelfJoin(THREE, k, options), k);
            }
        }
    }

    @Test
    void shouldSearchIndexes() {
        for (Metric metric : List.of(Metric.EUCLIDEAN, Metric.lp(3))) {
            try (KdTree tree = engine().kdTree(THREE, KdTreeOptions.DEFAULT.withMetric(metric));
                    Grid grid = engine().grid(THREE, 1, GridOptions.DEFAULT.withMetric(metric));
                    NeighborIndex index = engine().neighborIndex(THREE)) {
                for (int k : new int[] {4, 100_000_000, MOST}) {
                    assertOfPoints(tree.nearest(THREE, k), k);
                    assertOthers(tree.nearestOthers(k, (done, total) -> true), k);
                    assertOfPoints(grid.nearest(THREE, k), k);
                    assertOthers(grid.selfNearest(k, (done, total) -> true), k);
                    assertOfPoints(index.nearest(THREE, k), k);
                    assertOthers(index.nearestOthers(k), k);
                    Neighbors near = tree.nearest(THREE, k, 1, (done, total) -> true);
                    assertArrayEquals(new int[] {0, 2, -1, 1, -1, -1, 0, 2, -1}, ids(near, 3));
                    assertArrayEquals(
                            new int[] {0, 2, -1, 1, -1, -1, 0, 2, -1},
                            ids(tree.nearest(THREE, k).within(1), 3));
                    assertUnused(tree.nearest(THREE, k).within(1), 1, 1);
                }
            }
        }
        Boxes boxes = Boxes.of(THREE);
        try (RTree tree = engine().rTree(boxes)) {
            for (int k : new int[] {4, 100_000_000, MOST}) {
                assertOfPoints(tree.nearest(boxes, k), k);
            }
        }
    }

    @Test
    void shouldFillArraysAsBefore() {
        Neighbors found = engine().knnSelfJoin(THREE, 4);
        assertArrayEquals(new int[] {2, 1, -1, -1, 0, 2, -1, -1, 0, 1, -1, -1}, found.toIdArray());
        assertArrayEquals(new int[] {0, 2, -1, -1}, found.ids(1));
        double[] keys = {0, 25, INFINITY, INFINITY, 25, 25, INFINITY, INFINITY, 0, 25, INFINITY, INFINITY};
        assertArrayEquals(keys, found.toKeyArray());
        assertArrayEquals(keys, found.toDistanceSqArray());
        Neighbors many = engine().knnSelfJoin(THREE, MOST);
        assertEquals(
                "the slots do not fit an array: queries=3, k=2147483647, stored per query=3",
                assertThrows(IllegalStateException.class, many::toIdArray).getMessage());
        assertThrows(IllegalStateException.class, many::toKeyArray);
        assertThrows(IllegalStateException.class, many::toDistanceSqArray);
    }

    @ParameterizedTest
    @EnumSource
    void shouldJoinTheBestPairs(TopKJoinOptions.Method method) {
        Scores scores = Scores.wrap(new int[] {3, 1, 2});
        TopKJoinOptions options = TopKJoinOptions.of(MOST, 1).withMethod(method);
        assertArrayEquals(
                new int[] {0, 0, 2, 2, 1},
                engine().topKJoin(THREE, scores, THREE, scores, options).toLeftArray());
        assertArrayEquals(
                new int[] {0}, engine().topKSelfJoin(THREE, scores, options).toLeftArray());
        Boxes boxes = Boxes.of(THREE);
        assertArrayEquals(
                new int[] {0, 2, 0, 2, 1},
                engine().topKJoin(boxes, scores, boxes, scores, options).toRightArray());
        assertArrayEquals(
                new int[] {0, 2, 3, 5},
                engine().topKPerLeft(THREE, scores, THREE, scores, options).toOffsetArray());
        assertArrayEquals(
                new int[] {0, 2, 1, 0, 2},
                engine().topKPerLeft(boxes, scores, boxes, scores, options).toIdArray());
    }

    /** A selection has k of n values, and refuses more. */
    @Test
    void shouldRefuseMoreValuesThanThereAre() {
        assertRefused("k must be in 1..n: k=4, n=3", () -> engine().selection().smallest(new int[3], 4));
        assertRefused(
                "k must be in 1..n: k=" + MOST + ", n=3",
                () -> engine().selection().largest(new float[3], MOST));
        assertEquals(3, engine().selection().smallest(new int[3], 3).k());
    }
}
