package dev.gyre.engine.contract;

import static dev.gyre.engine.contract.Asserts.assertNone;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.GridOptions;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.KdTreeOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.op.Grid;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.PointIndex;
import dev.gyre.engine.op.RTree;
import dev.gyre.engine.verify.BoxOracle;
import dev.gyre.engine.verify.KnnOracle;
import dev.gyre.engine.verify.RangeOracle;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The answers of all indexes and all methods, for points that one of them may treat worse than the others: distances, or their squares,
 * that are too small for relative margins, and a few rows that are far from all others. All are compared with the oracle, not with each
 * other.
 */
public abstract class PointAnswersContract extends EngineContract {

    private static final List<Shape> SHAPES = List.of(Shape.SUBNORMALS, Shape.SUBNORMAL_SQUARES, Shape.FAR_ROWS);

    private static final List<Metric> METRICS = List.of(
            Metric.EUCLIDEAN,
            Metric.SQUARED_EUCLIDEAN,
            Metric.MANHATTAN,
            Metric.CHEBYSHEV,
            Metric.lp(1.1),
            Metric.lp(1.5),
            Metric.lp(3),
            Metric.lp(64));

    private static final int QUERIES = 12;
    private static final int CASES = 12;
    private static final int MANY_CASES = 240;

    private static List<Sample> series(int cases) {
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < cases; i++) {
            int size = new int[] {70, 24, 130, 9, 2}[i / SHAPES.size() % 5];
            samples.add(new Sample(SHAPES.get(i % SHAPES.size()), size, 1 + i / SHAPES.size() % 4, 4000L + i));
        }
        return samples;
    }

    Stream<Sample> few() {
        return thinned(series(CASES));
    }

    Stream<Sample> many() {
        return thinned(series(MANY_CASES));
    }

    @ParameterizedTest
    @MethodSource("few")
    void shouldAnswerAsTheOracle(Sample sample) {
        // A norm of powers, in turn, and another one.
        int turn = (int) (sample.seed() / SHAPES.size() % 4);
        check(sample, METRICS.get(4 + turn));
        check(sample, METRICS.get(turn));
    }

    @ParameterizedTest
    @MethodSource("many")
    @Tag("thorough")
    void shouldAnswerAsTheOracleInHundredsOfCases(Sample sample) {
        METRICS.forEach(metric -> check(sample, metric));
    }

    private void check(Sample sample, Metric metric) {
        Random random = sample.random();
        Points points = Points.of(sample.rows(random), sample.dims());
        Points queries = Points.of(sample.shape().rows(QUERIES, sample.dims(), random), sample.dims());
        int k = 1 + random.nextInt(12);
        double attained = metric.distance(
                queries.key(random.nextInt(QUERIES), points, random.nextInt(points.size()), metric.norm()));
        double[] radii = {0, attained, Math.max(0, Math.nextDown(attained)), attained / 8};
        String name = sample + ", " + metric + ", k=" + k;
        try (KdTree tree = engine().kdTree(points, KdTreeOptions.DEFAULT.withMetric(metric))) {
            checkIndex(tree, queries, points, metric, radii, k, name + ", tree");
        }
        for (double width : new double[] {Math.max(attained / 8, Double.MIN_VALUE), 0.01}) {
            try (Grid grid = engine().grid(points, width, GridOptions.DEFAULT.withMetric(metric))) {
                assertNone(grid.verify().findings().stream().findFirst(), name + ", grid");
                checkIndex(grid, queries, points, metric, radii, k, name + ", grid, width=" + width);
            }
        }
        for (JoinMethod method : JoinOptions.METHODS) {
            checkJoins(queries, points, metric, attained, k, method, name + ", " + method);
        }
        checkBoxes(queries, points, metric, radii, k, name + ", R-tree");
    }

    private static void checkIndex(
            PointIndex index, Points queries, Points points, Metric metric, double[] radii, int k, String name) {
        for (double radius : radii) {
            String within = name + ", radius=" + radius;
            Matches matches = index.within(queries, radius, Monitor.NONE);
            assertNone(RangeOracle.within(queries, points, false, metric, radius, matches), within);
            int[] counts = IntStream.range(0, QUERIES).map(matches::count).toArray();
            assertArrayEquals(counts, index.countWithin(queries, radius, Monitor.NONE), within);
            Matches self = index.selfWithin(radius, Monitor.NONE);
            assertNone(RangeOracle.within(points, points, true, metric, radius, self), within);
        }
        Neighbors nearest = index.nearest(queries, k, Double.POSITIVE_INFINITY, Monitor.NONE);
        assertNone(KnnOracle.difference(queries, points, false, metric, nearest), name);
    }

    private void checkJoins(
            Points queries, Points points, Metric metric, double radius, int k, JoinMethod method, String name) {
        JoinOptions options = JoinOptions.DEFAULT.withMetric(metric).withMethod(method);
        Neighbors others = engine().knnSelfJoin(points, k, options);
        assertNone(KnnOracle.difference(points, points, true, metric, others), name);
        if (method == JoinMethod.HYBRID_GRID) {
            return;
        }
        Neighbors nearest = engine().knnJoin(queries, points, k, options);
        assertNone(KnnOracle.difference(queries, points, false, metric, nearest), name);
        Matches self = engine().radiusSelfJoin(points, radius, options);
        assertNone(RangeOracle.within(points, points, true, metric, radius, self), name + ", radius=" + radius);
    }

    private void checkBoxes(Points queries, Points points, Metric metric, double[] radii, int k, String name) {
        if (metric.norm().isPower()) {
            return;
        }
        Boxes boxes = Boxes.of(queries);
        try (RTree tree = engine().rTree(Boxes.of(points))) {
            for (double radius : radii) {
                BoxPredicate predicate = BoxPredicate.withinDistance(radius, metric);
                assertNone(BoxOracle.difference(tree, boxes, predicate), name + ", radius=" + radius);
                assertNone(BoxOracle.nearestDifference(tree, boxes, k, radius, metric), name + ", radius=" + radius);
            }
            assertNone(
                    BoxOracle.nearestDifference(tree, boxes, k, Double.POSITIVE_INFINITY, metric), name + ", k=" + k);
        }
    }
}
