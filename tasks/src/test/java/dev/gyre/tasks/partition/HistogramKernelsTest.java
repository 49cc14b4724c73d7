package dev.gyre.tasks.partition;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistogramKernelsTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 99, 100, 101, 20_000})
    void shouldCountEachLabelOnce(int n) {
        Random random = new Random(n);
        for (int bins : new int[] {1, 10, 3000}) {
            for (int parts : new int[] {1, 2, 7, 200}) {
                int[] labels = random.ints(n, 0, bins).toArray();
                int[] expected = new int[bins];
                Arrays.stream(labels).forEach(label -> expected[label]++);
                for (boolean interleaved : new boolean[] {false, true}) {
                    int[] strays = new int[parts];
                    String name = "n=" + n + ", bins=" + bins + ", parts=" + parts + ", interleaved=" + interleaved;
                    int[] parameters = parameters(n, bins, parts, interleaved);
                    assertArrayEquals(expected, histogram(labels, parameters, strays), name);
                    assertEquals(
                            parts,
                            Arrays.stream(strays)
                                    .filter(s -> s == HistogramCount.NONE)
                                    .count());
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldPassOverLabelsOutOfRangeAndNameTheFirstOfEachPart(boolean interleaved) {
        int[] labels = {0, 1, 2, -1, 3, 1, Integer.MIN_VALUE, Integer.MAX_VALUE, 1};
        int[] strays = new int[3];
        assertArrayEquals(new int[] {1, 3, 1}, histogram(labels, parameters(9, 3, 3, interleaved), strays));
        assertArrayEquals(interleaved ? new int[] {3, 4, -1} : new int[] {-1, 3, 6}, strays);
    }

    private static int[] histogram(int[] labels, int[] parameters, int[] strays) {
        int parts = parameters[HistogramParameters.PARTS];
        int bins = parameters[HistogramParameters.BINS];
        int[] counts = new Random(1).ints((long) parts * bins).toArray();
        int[] histogram = new int[bins];
        HistogramCount.countLabels(parts / 2, parts, labels, parameters, counts, strays);
        HistogramCount.countLabels(0, parts / 2, labels, parameters, counts, strays);
        HistogramSum.sumParts(bins / 2, bins, counts, parameters, histogram);
        HistogramSum.sumParts(0, bins / 2, counts, parameters, histogram);
        return histogram;
    }

    private static int[] parameters(int n, int bins, int parts, boolean interleaved) {
        int length = Math.max(1, Math.ceilDiv(n, parts));
        return interleaved
                ? new int[] {n, bins, parts, 1, parts, length, 1, parts}
                : new int[] {n, bins, parts, length, 1, length, bins, 1};
    }
}
