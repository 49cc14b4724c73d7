package dev.gyre.engine.cluster;

import static dev.gyre.engine.contract.Asserts.assertNone;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.engine.data.Clusters;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.verify.DbscanOracle;
import dev.gyre.engine.verify.FaultyBackend;
import dev.gyre.engine.verify.OperationCheck;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Both ways to unite core slots: the walk of the JVM, and the rounds of a device, which is imitated. */
class DbscanTest {

    private static final Workers WORKERS = new Workers(4);
    private static final Context JVM = new Context(new JvmBackend(WORKERS), WORKERS, Long.MAX_VALUE);
    private static final Context CARD = new Context(FaultyBackend.gpu(WORKERS), WORKERS, Long.MAX_VALUE);
    private static final Dbscan WALK = new Dbscan(Placement.on(JVM));
    private static final Dbscan ROUNDS = new Dbscan(Placement.on(CARD));

    @AfterAll
    static void close() {
        JVM.close();
        CARD.close();
        WORKERS.close();
    }

    private static void assertBothSame(Points points, double eps, int minPoints, Metric metric, String what) {
        JoinOptions options = JoinOptions.DEFAULT.withMetric(metric);
        Clusters walk = WALK.clusters(points, eps, minPoints, options);
        Clusters rounds = ROUNDS.clusters(points, eps, minPoints, options);
        assertArrayEquals(walk.toLabelArray(), rounds.toLabelArray(), what);
        assertArrayEquals(walk.toCoreArray(), rounds.toCoreArray(), what);
        assertEquals(walk.clusters(), rounds.clusters(), what);
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindTheSameBothWays(Shape shape) {
        for (int n : new int[] {1, 40, 900, 5_000}) {
            for (int dims = 1; dims <= 3; dims++) {
                long seed = 100L * n + 10 * dims + shape.ordinal();
                Random random = new Random(seed);
                Points points = Points.of(shape.rows(n, dims, random), dims);
                double attained = Math.sqrt(points.distanceSq(0, points, random.nextInt(n)));
                for (double eps : new double[] {attained / 100, attained / Math.pow(n, 1.0 / dims)}) {
                    int minPoints = 1 + random.nextInt(8);
                    String what = shape + ", n=" + n + ", dims=" + dims + ", seed=" + seed + ", eps=" + eps
                            + ", minPoints=" + minPoints;
                    // Each metric with either distance, in turn.
                    boolean euclidean = (dims + shape.ordinal()) % 2 == 0 == eps < attained / 50;
                    assertBothSame(points, eps, minPoints, euclidean ? Metric.EUCLIDEAN : Metric.MANHATTAN, what);
                }
            }
        }
    }

    /** Chains along which each row reaches only the next: the most rounds. */
    @Test
    void shouldFollowChains() {
        double[] line = new double[50_000];
        Random random = new Random(3);
        for (int i = 1; i < line.length; i++) {
            line[i] = line[i - 1] + (random.nextInt(400) == 0 ? 1.5 : 1);
        }
        assertBothSame(Points.of(line, 1), 1, 2, Metric.EUCLIDEAN, "line");
        double[] spiral = new double[40_000];
        for (int i = 0; i < spiral.length; i += 2) {
            double angle = Math.sqrt(2.0 * i);
            spiral[i] = angle * Math.cos(angle);
            spiral[i + 1] = angle * Math.sin(angle);
        }
        Points points = Points.of(spiral, 2);
        assertBothSame(points, 3, 2, Metric.EUCLIDEAN, "spiral");
        assertEquals(1, WALK.clusters(points, 3, 2, JoinOptions.DEFAULT).clusters());
    }

    @Test
    void shouldTakeNoiseAlone() {
        Points points = Points.of(new Random(4).doubles(4_000).toArray(), 2);
        assertBothSame(points, 1e-6, 2, Metric.EUCLIDEAN, "rows far from each other");
        assertBothSame(points, 0.1, 1_999, Metric.EUCLIDEAN, "fewer rows than a core row needs");
        assertBothSame(points, 1e-6, 1, Metric.EUCLIDEAN, "core rows far from each other");
    }

    /** Rows of a lattice in which all neighbors are exactly eps away, with and without equal rows. */
    @Test
    void shouldDecideTiesAsTheOracle() {
        for (int seed = 0; seed < 150; seed++) {
            Random random = new Random(seed);
            int dims = 1 + random.nextInt(3);
            int n = random.nextInt(300);
            double[] rows = new double[n * dims];
            int side = 1 + random.nextInt(20);
            Arrays.setAll(rows, i -> random.nextInt(side));
            Points points = Points.of(rows, dims);
            Metric metric = List.of(Metric.EUCLIDEAN, Metric.MANHATTAN, Metric.CHEBYSHEV)
                    .get(random.nextInt(3));
            int eps = 1 + random.nextInt(2);
            int minPoints = 1 + random.nextInt(6);
            for (Dbscan way : List.of(WALK, ROUNDS)) {
                Clusters found = way.clusters(points, eps, minPoints, JoinOptions.DEFAULT.withMetric(metric));
                assertNone(DbscanOracle.difference(points, metric, eps, minPoints, found), "seed=" + seed);
            }
        }
    }

    @Test
    void shouldPassTheCheckOfTheOperation() {
        // A plain build runs some of the cases, all shapes among them.
        for (Sample sample : Sample.series(300 / Integer.getInteger("test.thinning", 1), 24)) {
            assertNone(OperationCheck.named("dbscan").check(JVM, sample), sample::toString);
        }
    }
}
