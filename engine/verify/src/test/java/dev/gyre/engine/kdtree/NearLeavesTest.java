package dev.gyre.engine.kdtree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.KdTreeOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.op.KdTree;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Balls around the points of a tree, which share walks by leaves, find what balls around other points with the same coordinates find. */
class NearLeavesTest {

    private static final List<Metric> METRICS =
            List.of(Metric.EUCLIDEAN, Metric.MANHATTAN, Metric.CHEBYSHEV, Metric.lp(3), Metric.lp(1.5f));
    private static final double[] RADII = {0, 0.01, 0.1, 0.5, 3, 1e9};

    /** Coordinates, and the unit of the radii. */
    enum Shape {
        UNIFORM(1) {
            @Override
            double draw(Random random) {
                return random.nextDouble();
            }
        },
        WIDE(1) {
            @Override
            double draw(Random random) {
                return random.nextGaussian() * Math.pow(10, random.nextInt(4) - 2);
            }
        },
        TINY(1e-160) {
            @Override
            double draw(Random random) {
                return random.nextDouble() * 1e-160;
            }
        },
        WHOLE(20_000) {
            @Override
            double draw(Random random) {
                return random.nextInt(200_000);
            }
        };

        private final double unit;

        Shape(double unit) {
            this.unit = unit;
        }

        abstract double draw(Random random);
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindTheSame(Shape shape) {
        find(shape, 5, 400);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("thorough")
    void shouldFindTheSameInManyCases(Shape shape) {
        find(shape, 40, 800);
    }

    private static void find(Shape shape, int cases, int max) {
        try (Engine engine = Engine.open(Settings.DEFAULT.withDevice("jvm").withThreads(2))) {
            for (int seed = 0; seed < cases; seed++) {
                Random random = new Random(seed);
                int dims = 1 + random.nextInt(4);
                double[] coordinates = new double[dims * (1 + random.nextInt(max))];
                for (int i = 0; i < coordinates.length; i++) {
                    coordinates[i] = shape.draw(random);
                }
                Metric metric = METRICS.get(seed % METRICS.size());
                String what = "seed=" + seed + ", metric=" + metric + ", radius=";
                Points points = Points.of(coordinates, dims);
                try (KdTree tree = engine.kdTree(points, KdTreeOptions.DEFAULT.withMetric(metric))) {
                    for (double radius : RADII) {
                        assertSame(tree, points, Points.of(coordinates, dims), radius * shape.unit, what);
                    }
                }
            }
        }
    }

    private static void assertSame(KdTree tree, Points points, Points copy, double radius, String what) {
        int[] counts = tree.countWithin(copy, radius);
        assertArrayEquals(counts, tree.countWithin(points, radius), what + radius);
        Matches others = tree.selfWithin(radius, Monitor.NONE);
        Matches all = tree.within(copy, radius);
        for (int row = 0; row < points.size(); row++) {
            int own = row;
            assertEquals(counts[row], all.count(row), what + radius);
            assertArrayEquals(
                    Arrays.stream(all.ids(row)).filter(id -> id != own).toArray(),
                    others.ids(row),
                    what + radius + ", row=" + row);
        }
    }
}
