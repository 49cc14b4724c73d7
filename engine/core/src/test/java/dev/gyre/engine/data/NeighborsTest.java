package dev.gyre.engine.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution.Timing;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NeighborsTest {

    private static final Device DEVICE = new Device("jvm", 0, "test", Device.Type.JVM, 1, 1);
    private static final ExecutionReport REPORT =
            new ExecutionReport(DEVICE, JoinMethod.BRUTE_FORCE, 1, new Timing(10, 100, 1000, 10_000), 100_000, 2);
    private static final double FAR = Double.POSITIVE_INFINITY;

    private final Neighbors neighbors = new Neighbors(
            3, 2, new int[] {4, 7, 5, -1, -1, -1}, new double[] {0, 9, 2.25, FAR, FAR, FAR}, Metric.EUCLIDEAN, REPORT);

    @Test
    void shouldGiveIdsAndDistancesByQueryAndRank() {
        assertEquals(3, neighbors.queries());
        assertEquals(2, neighbors.k());
        assertEquals(7, neighbors.id(0, 1));
        assertEquals(9, neighbors.distanceSq(0, 1));
        assertEquals(3, neighbors.distance(0, 1));
        assertEquals(1.5, neighbors.distance(1, 0));
        assertArrayEquals(new int[] {5, -1}, neighbors.ids(1));
        assertArrayEquals(new int[] {4, 7, 5, -1, -1, -1}, neighbors.toIdArray());
        assertEquals(9, neighbors.key(0, 1));
        assertArrayEquals(new double[] {0, 9, 2.25, FAR, FAR, FAR}, neighbors.toDistanceSqArray());
        assertArrayEquals(new double[] {0, 9, 2.25, FAR, FAR, FAR}, neighbors.toKeyArray());
        assertSame(Metric.EUCLIDEAN, neighbors.metric());
        assertSame(REPORT, neighbors.report());
    }

    /** Large k, so that a block has few queries. */
    @Test
    void shouldReadBlocksAsOneResult() {
        int k = 4096;
        int queries = 150;
        int rows = 1 << Neighbors.blockBits(k);
        int[] ids = IntStream.range(0, queries * k).toArray();
        double[] keys = Arrays.stream(ids).mapToDouble(id -> id * 0.25).toArray();
        int[][] idBlocks = new int[Math.ceilDiv(queries, rows)][];
        double[][] keyBlocks = new double[idBlocks.length][];
        for (int block = 0; block < idBlocks.length; block++) {
            int from = block * rows * k;
            int to = Math.min(queries, (block + 1) * rows) * k;
            idBlocks[block] = Arrays.copyOfRange(ids, from, to);
            keyBlocks[block] = Arrays.copyOfRange(keys, from, to);
        }
        Neighbors inBlocks = new Neighbors(queries, k, idBlocks, keyBlocks, Metric.EUCLIDEAN, REPORT);
        assertArrayEquals(ids, inBlocks.toIdArray());
        assertArrayEquals(keys, inBlocks.toKeyArray());
        for (int query : new int[] {0, rows - 1, rows, queries - 1}) {
            assertEquals(k, inBlocks.count(query));
            assertEquals(query * k + 5, inBlocks.id(query, 5));
            assertEquals((query * k + k - 1) * 0.25, inBlocks.key(query, k - 1));
            assertArrayEquals(Arrays.copyOfRange(ids, query * k, query * k + k), inBlocks.ids(query));
        }
        assertThrows(
                IllegalArgumentException.class,
                () -> new Neighbors(queries + 1, k, idBlocks, keyBlocks, Metric.EUCLIDEAN, REPORT));
    }

    @Test
    void shouldKeepNeighborsWithinARadius() {
        assertArrayEquals(new int[] {4, 7, 5, -1, -1, -1}, neighbors.within(FAR).toIdArray());
        assertArrayEquals(new int[] {4, 7, 5, -1, -1, -1}, neighbors.within(3).toIdArray());
        Neighbors near = neighbors.within(Math.nextDown(3.0));
        assertArrayEquals(new int[] {4, -1, 5, -1, -1, -1}, near.toIdArray());
        assertArrayEquals(new double[] {0, FAR, 2.25, FAR, FAR, FAR}, near.toKeyArray());
        assertArrayEquals(new int[] {4, -1, -1, -1, -1, -1}, neighbors.within(0).toIdArray());
        assertSame(REPORT, near.report());
        assertArrayEquals(new int[] {4, 7, 5, -1, -1, -1}, neighbors.toIdArray());
    }

    @Test
    void shouldRefuseRadiusThatIsNoDistance() {
        assertThrows(IllegalArgumentException.class, () -> neighbors.within(-1));
        assertThrows(IllegalArgumentException.class, () -> neighbors.within(Double.NaN));
        Neighbors products = new Neighbors(0, 2, new int[0], new double[0], Metric.INNER_PRODUCT, REPORT);
        assertThrows(IllegalArgumentException.class, () -> products.within(1));
    }

    @Test
    void shouldMarkUnusedSlots() {
        assertEquals(2, neighbors.count(0));
        assertEquals(1, neighbors.count(1));
        assertEquals(0, neighbors.count(2));
        assertEquals(Neighbors.NONE, neighbors.id(1, 1));
        assertEquals(FAR, neighbors.distance(1, 1));
    }

    @Test
    void shouldKeepUnusedSlotsInfinitelyFarInEveryMetric() {
        for (Metric metric : Metric.builtIn()) {
            Neighbors none = new Neighbors(1, 1, new int[] {-1}, new double[] {FAR}, metric, REPORT);
            assertEquals(FAR, none.distance(0, 0), metric::name);
            assertEquals(FAR, none.distanceSq(0, 0), metric::name);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"manhattan", "chebyshev", "lp:3"})
    void shouldTakeKeysForDistancesAndSquareThemWhereNothingIsSquared(Metric metric) {
        Neighbors of = new Neighbors(1, 3, new int[] {4, 7, 9}, new double[] {0, 3, 1e200}, metric, REPORT);
        assertEquals(3, of.key(0, 1));
        assertEquals(3, of.distance(0, 1));
        assertEquals(9, of.distanceSq(0, 1));
        assertEquals(1e200, of.distance(0, 2));
        assertArrayEquals(new double[] {0, 3, 1e200}, of.toKeyArray());
        assertArrayEquals(new double[] {0, 9, FAR}, of.toDistanceSqArray());
    }

    /** The squared chord of a right angle is 2. */
    @Test
    void shouldTakeSquaredChordsForKeysOnTheSphere() {
        Neighbors of = new Neighbors(1, 1, new int[] {4}, new double[] {2}, Metric.HAVERSINE, REPORT);
        assertEquals(2, of.key(0, 0));
        assertEquals(2, of.distanceSq(0, 0));
        assertEquals(Math.PI / 2 * Metric.EARTH_RADIUS_KM, of.distance(0, 0), 1e-8);
    }

    @Test
    void shouldGiveCopies() {
        neighbors.ids(0)[0] = 99;
        neighbors.toIdArray()[0] = 99;
        neighbors.toDistanceSqArray()[0] = 99;
        neighbors.toKeyArray()[0] = 99;
        assertEquals(4, neighbors.id(0, 0));
        assertEquals(0, neighbors.distanceSq(0, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 3, Integer.MAX_VALUE})
    void shouldRefuseQueriesThatThereAreNot(int query) {
        assertThrows(IndexOutOfBoundsException.class, () -> neighbors.id(query, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> neighbors.key(query, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> neighbors.distanceSq(query, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> neighbors.distance(query, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> neighbors.ids(query));
        assertThrows(IndexOutOfBoundsException.class, () -> neighbors.count(query));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 2, Integer.MAX_VALUE})
    void shouldRefuseRanksThatThereAreNot(int rank) {
        assertThrows(IndexOutOfBoundsException.class, () -> neighbors.id(1, rank));
        assertThrows(IndexOutOfBoundsException.class, () -> neighbors.distanceSq(1, rank));
        assertThrows(IndexOutOfBoundsException.class, () -> neighbors.distance(1, rank));
    }

    @Test
    void shouldRefuseArraysOfTheWrongLength() {
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class,
                () -> new Neighbors(2, 2, new int[4], new double[3], Metric.EUCLIDEAN, REPORT));
        assertEquals("arrays must be of queries x k: queries=2, k=2, ids=4, distances=3", e.getMessage());
        assertThrows(
                IllegalArgumentException.class,
                () -> new Neighbors(1 << 16, 1 << 16, new int[0], new double[0], Metric.EUCLIDEAN, REPORT));
    }

    @Test
    void shouldReportWhereTheTimeWent() {
        assertEquals(1 + 1000 + 100_000, REPORT.computeNanos());
        assertEquals(100, REPORT.compileNanos());
        assertEquals(10 + 10_000, REPORT.transferNanos());
        Timing sum = new Timing(1, 2, 3, 4).plus(new Timing(10, 20, 30, 40));
        assertEquals(new Timing(11, 22, 33, 44), sum);
        assertEquals(sum, sum.plus(Timing.ZERO));
    }

    @Test
    void shouldChangeOneOptionAtATime() {
        Monitor monitor = (done, total) -> true;
        JoinOptions options = JoinOptions.DEFAULT.withMetric(Metric.HAVERSINE).withMonitor(monitor);
        assertEquals(new JoinOptions(Metric.HAVERSINE, monitor, JoinMethod.AUTOMATIC, null, null, null), options);
        assertEquals(
                new JoinOptions(Metric.EUCLIDEAN, monitor, JoinMethod.AUTOMATIC, null, null, null),
                options.withMetric(Metric.EUCLIDEAN));
        assertEquals(
                new JoinOptions(Metric.EUCLIDEAN, Monitor.NONE, JoinMethod.AUTOMATIC, null, null, null),
                JoinOptions.DEFAULT);
        assertEquals(
                "metric",
                assertThrows(NullPointerException.class, () -> options.withMetric(null))
                        .getMessage());
        assertEquals(
                "monitor",
                assertThrows(NullPointerException.class, () -> options.withMonitor(null))
                        .getMessage());
    }
}
