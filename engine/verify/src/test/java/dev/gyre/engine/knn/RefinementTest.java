package dev.gyre.engine.knn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.contract.EngineContract;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.search.NeighborSlots;
import dev.gyre.engine.verify.KnnOracle;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Joins whose float32 candidates do not settle the answer, and joins where they do. */
class RefinementTest {

    private static final List<Metric> PLANAR = List.of(Metric.EUCLIDEAN, Metric.MANHATTAN, Metric.CHEBYSHEV);

    /** Returns all of them, or in a plain build one in turn. */
    private static List<Metric> planar(int turn) {
        int first = turn % PLANAR.size();
        return EngineContract.isThorough() ? PLANAR : PLANAR.subList(first, first + 1);
    }

    private final Workers workers = new Workers(2);
    private final KnnJoin join = new KnnJoin(new Context(new JvmBackend(workers), workers, Long.MAX_VALUE));

    @AfterEach
    void close() {
        workers.close();
    }

    @ParameterizedTest
    @CsvSource({
        "CLUSTERED, 2, 8",
        "CLUSTERED, 5, 1",
        "DUPLICATES, 1, 8",
        "DUPLICATES, 2, 1",
        "DUPLICATES, 3, 40",
        "EXTREMES, 2, 5",
        "EXTREMES, 4, 1"
    })
    void shouldAnswerAgainWhereFloatsCannotTell(Shape shape, int dims, int k) {
        Sample sample = new Sample(shape, 800, dims, 5);
        for (Metric metric : planar(dims + k)) {
            Neighbors neighbors = assertRight(points(sample), k, metric, sample.toString());
            assertTrue(
                    neighbors.report().exactFallbacks() > 0,
                    () -> sample + ", " + metric + ": no query was answered again");
        }
    }

    @ParameterizedTest
    @CsvSource({"GRID, 2, 8", "GRID, 5, 1", "ALL_EQUAL, 3, 8", "SIGNED_ZEROS, 2, 30", "SORTED, 1, 8"})
    void shouldTrustTheCandidatesWhereFloatsAreExact(Shape shape, int dims, int k) {
        Sample sample = new Sample(shape, 1000, dims, 5);
        for (Metric metric : planar(dims + k)) {
            Neighbors neighbors = assertRight(points(sample), k, metric, sample.toString());
            assertEquals(0, neighbors.report().exactFallbacks(), () -> sample + ", " + metric);
        }
    }

    /** Integers whose differences and sums float32 holds, but not their squares; most distances tie. */
    @ParameterizedTest
    @CsvSource({"euclidean, false", "manhattan, true", "chebyshev, true"})
    void shouldTrustTheCandidatesOnFinerGridsWhereNothingIsSquared(Metric metric, boolean trusted) {
        double[] rows = Arrays.stream(points(new Sample(Shape.GRID, 1000, 2, 5)).toRowMajor())
                .map(coordinate -> coordinate * 517)
                .toArray();
        Neighbors neighbors = assertRight(Points.of(rows, 2), 8, metric, "grid");
        assertEquals(trusted, neighbors.report().exactFallbacks() == 0, () -> "" + neighbors.report());
    }

    @Test
    void shouldTrustTheCandidatesWhereTheyAreAllPoints() {
        Sample sample = new Sample(Shape.DUPLICATES, 40, 2, 5);
        assertEquals(
                0, assertRight(points(sample), 40, sample.toString()).report().exactFallbacks());
    }

    /** The distance between two halves uses the whole range of float32, which leaves nothing for the differences within either half. */
    @Test
    void shouldAnswerAgainWhereFarClustersHideSmallDifferences() {
        double[] rows = points(new Sample(Shape.OFFSET, 800, 2, 5)).toRowMajor();
        for (int i = 0; i < rows.length / 2; i++) {
            rows[i] -= i % 2 == 0 ? 1e9 : 2e9;
        }
        Neighbors neighbors = assertRight(Points.of(rows, 2), 4, "two clusters");
        assertTrue(neighbors.report().exactFallbacks() >= 400, () -> "" + neighbors.report());
    }

    /** The outliers themselves are answered again, and hardly any other query. */
    @ParameterizedTest
    @CsvSource({
        "euclidean, 1, 1e3",
        "euclidean, 1, 1e150",
        "euclidean, 10, 1e10",
        "manhattan, 10, 1e10",
        "chebyshev, 10, 1e10",
        "lp:3, 10, 1e10"
    })
    void shouldRarelyAnswerAgainBecauseOfOutliers(Metric metric, int outliers, double magnitude) {
        answerOutliersAgain(metric, outliers, magnitude);
    }

    @ParameterizedTest
    @CsvSource({"euclidean, 1, -999999", "euclidean, 10, 1e3", "euclidean, 10, 1e150"})
    @Tag("thorough")
    void shouldRarelyAnswerAgainBecauseOfOtherOutliers(Metric metric, int outliers, double magnitude) {
        answerOutliersAgain(metric, outliers, magnitude);
    }

    private void answerOutliersAgain(Metric metric, int outliers, double magnitude) {
        double[] rows = points(new Sample(Shape.UNIFORM, 600, 20, 5)).toRowMajor();
        Random random = new Random(7);
        for (int i = 0; i < outliers; i++) {
            int row = random.nextInt(600);
            for (int dim = 0; dim < 20; dim++) {
                rows[row * 20 + dim] = magnitude * random.nextDouble();
            }
        }
        Neighbors neighbors = assertRight(Points.of(rows, 20), 8, metric, "outliers");
        int exactFallbacks = neighbors.report().exactFallbacks();
        assertTrue(exactFallbacks <= outliers + 4, () -> exactFallbacks + " of 600 queries were answered again");
    }

    /** As if there were so many points that threads share a query. */
    @ParameterizedTest
    @CsvSource({"DUPLICATES, 3", "UNIFORM, 3", "UNIFORM, 250"})
    void shouldAnswerAgainInParts(Shape shape, int k) {
        Points points = points(new Sample(shape, 300, 2, 5));
        JoinOptions options = JoinOptions.DEFAULT;
        Neighbors expected = join.nearest(points, points, true, k, options);
        Float32Frame image = new Float32Frame(points, points, options.metric().norm(), workers);
        for (int parts : new int[] {1, 2, 7, 299, 300}) {
            NeighborSlots slots = new NeighborSlots(points.size(), k, Integer.MAX_VALUE, false, workers);
            NeighborJoin told = new NeighborJoin(points, points, points, true, k, options.metric(), slots, 0);
            Refinement refinement = new Refinement(told, image);
            int[] queries = IntStream.range(0, 300).toArray();
            int few = k + 2;
            int[] firstOnes = IntStream.range(0, 300 * few).map(i -> i % few).toArray();
            KnnPlan plan = new KnnPlan(JoinMethod.FUSED, few, 300, 300, false, false);
            refinement.order(workers, 0, 300, firstOnes, plan, Progress.NONE);
            refinement.answerInParts(workers, queries, parts, Progress.NONE);
            Neighbors found = slots.neighbors(options.metric(), expected.report());
            assertEquals(
                    Optional.empty(),
                    KnnOracle.difference(points, points, true, options.metric(), found),
                    () -> shape + ", k=" + k + ", parts=" + parts);
        }
    }

    @Test
    void shouldRarelyAnswerAgainOnUniformPoints() {
        Sample sample = new Sample(Shape.UNIFORM, 800, 3, 5);
        int exactFallbacks =
                assertRight(points(sample), 8, sample.toString()).report().exactFallbacks();
        assertTrue(exactFallbacks < 8, () -> exactFallbacks + " of 800 queries were answered again");
    }

    /** Every point is nearer than all before it, and float32 sees no difference: the list is trimmed many times. */
    @Test
    void shouldKeepTheNearestWhenDistancesFallFromPointToPoint() {
        double[] rows = new double[1000];
        rows[0] = -1;
        rows[1] = 1;
        for (int i = 2; i < rows.length; i++) {
            rows[i] = i < 600 ? i : (rows.length - i) * 1e-12;
        }
        Neighbors neighbors = assertRight(Points.of(rows, 1), 3, "falling distances");
        assertTrue(neighbors.report().exactFallbacks() >= 400, () -> "" + neighbors.report());
    }

    /** More points at the limit than the list can hold: the smallest ids must stay. */
    @Test
    void shouldKeepTheSmallestIdsAmongManyDuplicates() {
        double[] rows = new double[900];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = i % 3 == 0 ? 0.1 : (i % 3 == 1 ? 0.1 + 1e-15 : 7);
        }
        Neighbors neighbors = assertRight(Points.of(rows, 1), 5, "three places");
        assertTrue(neighbors.report().exactFallbacks() > 0, () -> "" + neighbors.report());
    }

    @Test
    void shouldCountQueriesAnsweredAgainOverAllBatches() {
        Points points = points(new Sample(Shape.DUPLICATES, 1000, 1, 9));
        int expected = assertRight(points, 2, "one batch").report().exactFallbacks();
        // The image of the points needs 4,000 bytes; the rest is enough for batches of about 80 queries.
        KnnJoin inBatches = new KnnJoin(new Context(new JvmBackend(workers), workers, 8_000));
        Neighbors neighbors = inBatches.nearest(points, points, true, 2, JoinOptions.DEFAULT);
        assertEquals(expected, neighbors.report().exactFallbacks());
        assertTrue(expected > 0);
    }

    /** Checks a self-join and a join of two sets against the oracle; returns the self-join. */
    private Neighbors assertRight(Points points, int k, String name) {
        return assertRight(points, k, Metric.EUCLIDEAN, name);
    }

    private Neighbors assertRight(Points points, int k, Metric metric, String name) {
        JoinOptions options = JoinOptions.DEFAULT.withMetric(metric);
        Neighbors self = join.nearest(points, points, true, k, options);
        assertEquals(
                Optional.empty(),
                KnnOracle.difference(points, points, true, metric, self),
                () -> name + ", " + metric + ", self, k=" + k);
        Random random = new Random(11);
        double[] queries = points.toRowMajor();
        for (int i = 0; i < queries.length; i++) {
            queries[i] += (random.nextInt(3) - 1) * 1e-13;
        }
        Points moved =
                Points.of(Arrays.copyOf(queries, queries.length / points.dims() / 4 * points.dims()), points.dims());
        Neighbors between = join.nearest(moved, points, false, k, options);
        assertEquals(
                Optional.empty(),
                KnnOracle.difference(moved, points, false, metric, between),
                () -> name + ", " + metric + ", two sets, k=" + k);
        return self;
    }

    private static Points points(Sample sample) {
        return Points.of(sample.rows(sample.random()), sample.dims());
    }
}
