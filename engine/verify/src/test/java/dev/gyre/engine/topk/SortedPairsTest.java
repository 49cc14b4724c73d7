package dev.gyre.engine.topk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.Scores;
import dev.gyre.engine.data.TopKJoinOptions;
import dev.gyre.engine.data.TopPairs;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Joins whose rows are chosen, split into parts and sorted by more threads than most machines have. */
class SortedPairsTest {

    private static final int ROWS = 80_000;

    private static double[] places(Random random) {
        return random.doubles(2 * ROWS, 0, 150).toArray();
    }

    private static TopPairs join(int threads, TopKJoinOptions options, Points[] points, Scores... scores) {
        Settings settings = Settings.DEFAULT.withDevice("jvm").withThreads(threads);
        try (Engine engine = Engine.open(settings)) {
            return engine.topKJoin(points[0], scores[0], points[1], scores[1], options);
        }
    }

    @ParameterizedTest
    @CsvSource({"10000, 101", "10000, 1", "700, 3", "40000, 1000000"})
    void shouldFindTheSamePairsByAnyNumberOfThreads(int k, int distinct) {
        Random random = new Random(83L + k + distinct);
        Points[] points = {Points.of(places(random), 2), Points.of(places(random), 2)};
        Scores[] scores = {
            Scores.of(random.ints(ROWS, 0, distinct).toArray()),
            Scores.of(random.ints(ROWS, 0, distinct).toArray())
        };
        TopKJoinOptions options = TopKJoinOptions.of(k, 1);
        TopPairs expected = join(1, options.withMethod(TopKJoinOptions.Method.JOIN_THEN_SELECT), points, scores);
        assertEquals(k, expected.size());
        for (int threads : new int[] {1, 2, 16, 61}) {
            TopPairs actual = join(threads, options.withMethod(TopKJoinOptions.Method.THRESHOLD), points, scores);
            String of = "threads=" + threads;
            assertArrayEquals(expected.toLeftArray(), actual.toLeftArray(), of);
            assertArrayEquals(expected.toRightArray(), actual.toRightArray(), of);
            assertArrayEquals(expected.toScoreArray(), actual.toScoreArray(), of);
            assertArrayEquals(expected.toDistanceArray(), actual.toDistanceArray(), of);
        }
    }
}
