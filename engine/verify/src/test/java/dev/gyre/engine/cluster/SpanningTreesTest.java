package dev.gyre.engine.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gyre.engine.contract.EngineContract;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.SpanningTree;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.verify.FaultyBackend;
import dev.gyre.engine.verify.Shape;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Both ways to compare the edges of components: by the host, and by the kernels of a device, which is imitated. */
class SpanningTreesTest {

    private static final Workers WORKERS = new Workers(4);
    private static final Context JVM = new Context(new JvmBackend(WORKERS), WORKERS, Long.MAX_VALUE);
    private static final Context CARD = new Context(FaultyBackend.gpu(WORKERS), WORKERS, Long.MAX_VALUE);
    private static final SpanningTrees HOST = new SpanningTrees(Placement.on(JVM));
    private static final SpanningTrees KERNELS = new SpanningTrees(Placement.on(CARD));

    @AfterAll
    static void close() {
        JVM.close();
        CARD.close();
        WORKERS.close();
    }

    private static void assertBothSame(Points points, int minPoints, Metric metric, String what) {
        JoinOptions options = JoinOptions.DEFAULT.withMetric(metric);
        SpanningTree host = HOST.of(points, minPoints, options);
        SpanningTree kernels = KERNELS.of(points, minPoints, options);
        assertArrayEquals(host.toFromArray(), kernels.toFromArray(), what);
        assertArrayEquals(host.toToArray(), kernels.toToArray(), what);
        assertArrayEquals(host.toDistanceArray(), kernels.toDistanceArray(), what);
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindTheSameBothWays(Shape shape) {
        // A tile of parts has 64.
        for (int n : new int[] {2, 63, 64, 65, 900, 2_049}) {
            for (int dims = 1; dims <= 3; dims++) {
                if (n > 100 && !EngineContract.isThorough() && (shape.ordinal() + n + dims) % 6 > 0) {
                    continue;
                }
                long seed = 100L * n + 10 * dims + shape.ordinal();
                Random random = new Random(seed);
                Points points = Points.of(shape.rows(n, dims, random), dims);
                for (int minPoints : new int[] {1, Math.min(n, 2 + random.nextInt(8))}) {
                    String what = shape + ", n=" + n + ", dims=" + dims + ", seed=" + seed + ", minPoints=" + minPoints;
                    // Each metric with and without core distances, in turn.
                    boolean euclidean = (dims + shape.ordinal()) % 2 == 0 == minPoints > 1;
                    assertBothSame(points, minPoints, euclidean ? Metric.EUCLIDEAN : Metric.MANHATTAN, what);
                }
            }
        }
    }

    /** Nearly all distances tie, so that rows decide which edge is the least. */
    @ParameterizedTest
    @ValueSource(ints = {2, 5, 30})
    void shouldDecideTiesBothWays(int side) {
        for (long seed = 0; seed < 6; seed++) {
            Random random = new Random(1_000L * side + seed);
            int dims = 1 + random.nextInt(3);
            int n = 2 + random.nextInt(3_000);
            Points points = Points.of(
                    random.ints((long) n * dims, 0, side).asDoubleStream().toArray(), dims);
            int minPoints = 1 + random.nextInt(Math.min(n, 12));
            String what =
                    "seed=" + seed + ", side=" + side + ", n=" + n + ", dims=" + dims + ", minPoints=" + minPoints;
            assertBothSame(points, minPoints, Metric.CHEBYSHEV, what);
        }
    }

    /** So many that the tiles of a level have tiles of their own, twice. */
    @Test
    void shouldJoinManyTiles() {
        Points points = Points.of(new Random(6).doubles(120_000).toArray(), 3);
        assertBothSame(points, 1, Metric.EUCLIDEAN, "40,000 points");
        assertBothSame(points, 5, Metric.EUCLIDEAN, "40,000 points");
    }

    @Test
    void shouldTakeRowsOfOnePlace() {
        assertBothSame(Points.of(new double[20], 2), 1, Metric.EUCLIDEAN, "equal rows");
        assertBothSame(Points.of(new double[20], 2), 3, Metric.EUCLIDEAN, "equal rows");
    }

    /** Each step is longer than the one before, so that the first round makes one chain of all rows. */
    @Test
    void shouldFollowALongChain() {
        double[] places = new double[6_000];
        Arrays.setAll(places, i -> (double) i * i);
        assertBothSame(Points.of(places, 1), 1, Metric.EUCLIDEAN, "a chain");
    }

    @Test
    void shouldStopBetweenRounds() {
        Random random = new Random(5);
        Points points = Points.of(random.doubles(60_000).toArray(), 2);
        AtomicInteger calls = new AtomicInteger();
        JoinOptions options =
                JoinOptions.DEFAULT.withMonitor((done, total) -> done == 0 || calls.incrementAndGet() < 2);
        assertThrows(CancellationException.class, () -> KERNELS.of(points, 1, options));
    }
}
