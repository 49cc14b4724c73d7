package dev.gyre.engine.fold;

import static dev.gyre.engine.contract.Asserts.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.Autocorrelation;
import dev.gyre.engine.data.GraphKind;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.verify.FoldOracle;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Moran's I and Geary's C, compared with the formulas over full matrices of weights, and with cases whose answers are known. */
class AutocorrelationsTest {

    private static final Autocorrelation.Options PLAIN = Autocorrelation.Options.DEFAULT.withPermutations(0);
    private static Engine engine;

    @BeforeAll
    static void open() {
        engine = Engine.open(Settings.DEFAULT.withDevice(Settings.JVM).withThreads(2));
    }

    @AfterAll
    static void close() {
        engine.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldBeAsTheFormulas(long seed) {
        Random random = new Random(seed);
        int n = 2 + random.nextInt(150);
        Points points = Points.of(random.doubles(2L * n).toArray(), 2);
        double unit = Math.scalb(1.0, random.nextInt(600) - 300);
        double[] values = random.doubles(n).map(value -> (value - 0.3) * unit).toArray();
        // Within the radius some rows have no neighbors.
        for (Matches graph : new Matches[] {
            engine.neighborGraph(points, 4, GraphKind.DIRECTED),
            engine.neighborGraph(points, 4, GraphKind.MUTUAL),
            engine.radiusSelfJoin(points, 0.8 / Math.sqrt(n))
        }) {
            for (boolean standardized : new boolean[] {true, false}) {
                if (graph.size() == 0) {
                    continue;
                }
                double[] expected = FoldOracle.autocorrelation(FoldOracle.weights(graph, standardized), values);
                Autocorrelation found = engine.autocorrelation(graph, values, PLAIN.withRowStandardized(standardized));
                String name = "seed=" + seed + ", n=" + n;
                assertEquals(expected[0], found.moran(), 1e-10, name);
                assertEquals(expected[1], found.geary(), 1e-10, name);
                assertArrayEquals(Arrays.copyOfRange(expected, 2, n + 2), found.toLocalMoranArray(), 1e-8, name);
                assertEquals(-1.0 / (n - 1), found.moranExpected(), name);
                assertTrue(Double.isNaN(found.moranPValue()) && Double.isNaN(found.gearyPValue()), name);
            }
        }
    }

    private static Points lattice(int side) {
        return Points.of(
                IntStream.range(0, 2 * side * side)
                        .mapToDouble(i -> i % 2 == 0 ? i / 2 % side : i / 2 / side)
                        .toArray(),
                2);
    }

    private static Matches rook(int side) {
        JoinOptions options = JoinOptions.DEFAULT.withMetric(Metric.MANHATTAN);
        return engine.radiusSelfJoin(lattice(side), 1, options);
    }

    /** On a checkerboard all neighbors differ, on two halves only those at the border. */
    @Test
    void shouldKnowTheCheckerboard() {
        int side = 8;
        int n = side * side;
        Matches graph = rook(side);
        double[] board = new double[n];
        double[] halves = new double[n];
        Arrays.setAll(board, i -> (i / side + i % side) % 2);
        Arrays.setAll(halves, i -> i < n / 2 ? 7 : 3);
        for (boolean standardized : new boolean[] {true, false}) {
            Autocorrelation.Options options = Autocorrelation.Options.DEFAULT.withRowStandardized(standardized);
            Autocorrelation found = engine.autocorrelation(graph, board, options);
            assertEquals(-1, found.moran(), 1e-12);
            assertEquals(2.0 * (n - 1) / n, found.geary(), 1e-12);
            assertEquals(0.001, found.moranPValue());
            assertEquals(0.001, found.gearyPValue());
        }
        Autocorrelation found =
                engine.autocorrelation(graph, halves, Autocorrelation.Options.DEFAULT.withRowStandardized(false));
        // Of 112 pairs of neighbors 8 differ.
        assertEquals((104 - 8) / 112.0, found.moran(), 1e-12);
        assertEquals((n - 1.0) / n * 2 * 8 / 112, found.geary(), 1e-12);
        assertEquals(0.001, found.moranPValue());
        assertEquals(1 / (double) 112 * 112, found.localMoran(0) / 2, 1e-12);
    }

    /** Few rows have few permutations, whose statistics tie: the share of those at least as extreme is known. */
    @Test
    void shouldTestAsAllPermutationsDo() {
        Points line = Points.of(new double[] {0, 1, 2, 3, 4, 5}, 1);
        Matches graph = engine.radiusSelfJoin(line, 1);
        double[] values = {1, 1, 0.1, 1, 0.1, 0.1};
        double[][] weights = FoldOracle.weights(graph, true);
        double[] there = FoldOracle.autocorrelation(weights, values);
        int[] counts = new int[4];
        int all = countPermutations(values, 0, weights, there, counts);
        assertEquals(720, all);
        Autocorrelation found =
                engine.autocorrelation(graph, values, Autocorrelation.Options.DEFAULT.withPermutations(40_000));
        assertEquals(Math.min(counts[0], counts[1]) / 720.0, found.moranPValue(), 0.01);
        assertEquals(Math.min(counts[2], counts[3]) / 720.0, found.gearyPValue(), 0.01);
    }

    private static int countPermutations(
            double[] values, int fixed, double[][] weights, double[] there, int... counts) {
        if (fixed == values.length) {
            double[] moved = FoldOracle.autocorrelation(weights, values);
            for (int i = 0; i < 2; i++) {
                counts[2 * i] += moved[i] > there[i] - 1e-9 ? 1 : 0;
                counts[2 * i + 1] += moved[i] < there[i] + 1e-9 ? 1 : 0;
            }
            return 1;
        }
        int sum = 0;
        for (int other = fixed; other < values.length; other++) {
            double[] swapped = values.clone();
            swapped[fixed] = values[other];
            swapped[other] = values[fixed];
            sum += countPermutations(swapped, fixed + 1, weights, there, counts);
        }
        return sum;
    }

    @Test
    void shouldGiveTheSameBitsWithAnyNumberOfThreads() {
        Random random = new Random(4);
        Points points = Points.of(random.doubles(2 * 9000).toArray(), 2);
        double[] values = random.doubles(9000).toArray();
        Matches graph = engine.neighborGraph(points, 5, GraphKind.UNION);
        Autocorrelation.Options options = Autocorrelation.Options.DEFAULT.withPermutations(99);
        Autocorrelation two = engine.autocorrelation(graph, values, options);
        try (Engine one = Engine.open(Settings.DEFAULT.withDevice(Settings.JVM).withThreads(1))) {
            Autocorrelation found = one.autocorrelation(graph, values, options);
            assertEquals(two.moran(), found.moran());
            assertEquals(two.geary(), found.geary());
            assertEquals(two.moranPValue(), found.moranPValue());
            assertEquals(two.gearyPValue(), found.gearyPValue());
            assertArrayEquals(two.toLocalMoranArray(), found.toLocalMoranArray());
        }
        Autocorrelation other = engine.autocorrelation(graph, values, options.withSeed(2));
        assertEquals(two.moran(), other.moran());
        assertNotEquals(
                two.moranPValue() + two.gearyPValue(), other.moranPValue() + other.gearyPValue(), "another seed");
    }

    @Test
    void shouldBeNaNWhereNothingVaries() {
        Matches graph = rook(3);
        double[] equal = new double[9];
        Arrays.fill(equal, 0.1);
        Autocorrelation found = engine.autocorrelation(graph, equal, Autocorrelation.Options.DEFAULT);
        assertTrue(Double.isNaN(found.moran()) && Double.isNaN(found.geary()));
        assertTrue(Double.isNaN(found.moranPValue()) && Double.isNaN(found.localMoran(4)));
        Matches none = engine.radiusSelfJoin(lattice(3), 0.5);
        double[] values = {1, 2, 3, 4, 5, 6, 7, 8, 9};
        found = engine.autocorrelation(none, values, Autocorrelation.Options.DEFAULT);
        assertTrue(Double.isNaN(found.moran()) && Double.isNaN(found.geary()));
        assertEquals(0, found.localMoran(4));
        Matches empty = engine.radiusSelfJoin(Points.of(new double[0], 2), 1);
        found = engine.autocorrelation(empty, new double[0], Autocorrelation.Options.DEFAULT);
        assertEquals(0, found.size());
        assertTrue(Double.isNaN(found.moran()));
    }

    @Test
    void shouldRefuseWrongInput() {
        Matches graph = rook(3);
        assertRefused(
                "there must be a value for each row of the graph: values=8, rows=9",
                () -> engine.autocorrelation(graph, new double[8], PLAIN));
        double[] wrong = new double[9];
        wrong[2] = Double.NaN;
        assertRefused(
                "values must be numbers up to 2^400 in magnitude: row=2, value=NaN",
                () -> engine.autocorrelation(graph, wrong, PLAIN));
        Points one = Points.of(new double[] {2, 2}, 2);
        assertRefused(
                "the graph must be one of a set with itself: rows=1, row=0, neighbor=8",
                () -> engine.autocorrelation(engine.distanceJoin(one, lattice(3), 0), new double[1], PLAIN));
        assertRefused("permutations must be 0 or more: permutations=-1", () -> PLAIN.withPermutations(-1));
    }

    @Test
    void shouldStopWhenTheMonitorSaysSo() {
        double[] values = new Random(1).doubles(900).toArray();
        Autocorrelation.Options options = Autocorrelation.Options.DEFAULT
                .withPermutations(1_000_000)
                .withMonitor((done, total) -> {
                    assertTrue(done >= 0 && done <= total);
                    return done == 0;
                });
        assertThrows(CancellationException.class, () -> engine.autocorrelation(rook(30), values, options));
    }
}
