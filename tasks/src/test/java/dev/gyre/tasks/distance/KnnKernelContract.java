package dev.gyre.tasks.distance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.tasks.common.FloatHeap;
import dev.gyre.tasks.common.Norms;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requirements for every variant of the nearest-neighbor kernel. */
abstract class KnnKernelContract {

    private final KnnKernel kernel;

    KnnKernelContract(KnnKernel kernel) {
        this.kernel = kernel;
    }

    @ParameterizedTest
    @MethodSource("dev.gyre.tasks.distance.KnnCases#exact")
    void shouldKeepTheNearestPointsOfEveryQuery(KnnCase input) {
        KnnRows rows = input.run(kernel);
        for (int item = 0; item < input.queriesLeft(); item++) {
            rows.assertNearest(input, item);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldGiveTheSameRowsInSlicesOfAnySizeAndOrder(long seed) {
        Random random = new Random(seed);
        int n = 1 + random.nextInt(1200);
        KnnCase input = KnnCase.exact(
                        n, 40 + random.nextInt(160), 1 + random.nextInt(9), 1 + random.nextInt(Math.min(n, 20)), seed)
                .withNorm((int) seed % 3);
        KnnRows sliced = new KnnRows(input.queriesLeft(), input.capacity());
        for (int[] slice : slices(input.queriesLeft(), random)) {
            sliced.run(kernel, input, slice[0], slice[1]);
        }
        sliced.assertSame(input.run(kernel), input);
    }

    private static List<int[]> slices(int items, Random random) {
        List<int[]> slices = new ArrayList<>();
        int begin = 0;
        while (begin < items) {
            int end = begin + Math.min(items - begin, random.nextInt(70));
            slices.add(new int[] {begin, end});
            begin = end;
        }
        Collections.shuffle(slices, random);
        return slices;
    }

    @Test
    void shouldLeaveItemsOutsideItsSliceAlone() {
        KnnCase input = KnnCase.exact(100, 80, 3, 5, 1);
        KnnRows rows = new KnnRows(80, 5);
        rows.run(kernel, input, 33, 67);
        for (int item = 0; item < 80; item++) {
            if (item < 33 || item >= 67) {
                rows.assertUntouched(input, item);
            } else {
                rows.assertNearest(input, item);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 31, 32, 64, 99, 100})
    void shouldAnswerABatchFromItsFirstQueryToTheLastThatThereIs(int firstQuery) {
        KnnCase input = KnnCase.exact(200, 100, 2, 4, 7).from(firstQuery);
        int items = 40;
        KnnRows rows = new KnnRows(items, 4);
        rows.run(kernel, input, 0, 10);
        rows.run(kernel, input, 10, items);
        for (int item = 0; item < items; item++) {
            if (item < input.queriesLeft()) {
                rows.assertNearest(input, item);
            } else {
                rows.assertUntouched(input, item);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 511, 512, 513, 1030})
    void shouldSettleTiesForTheSmallerId(int n) {
        for (int capacity : new int[] {1, Math.min(n, 5), n}) {
            KnnCases.ofEveryNorm(KnnCase.allEqual(n, 3, 2, capacity)).forEach(input -> {
                KnnRows rows = input.run(kernel);
                for (int item = 0; item < 3; item++) {
                    rows.assertNearest(input, item);
                }
            });
        }
    }

    @Test
    void shouldLeaveSlotsEmptyWhenSquaredDistancesOverflow() {
        KnnCase input = KnnCase.scaled(1e30, 600, 33, 3, 2, 1);
        KnnRows rows = input.run(kernel);
        for (int slot = 0; slot < 66; slot++) {
            assertEquals(FloatHeap.EMPTY_KEY, rows.key(slot), "slot " + slot);
            assertEquals(FloatHeap.EMPTY_ID, rows.id(slot), "slot " + slot);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Norms.MANHATTAN, Norms.CHEBYSHEV})
    void shouldMeasureDistancesWhoseSquaresOverflow(int norm) {
        KnnCase input = KnnCase.scaled(1e30, 592, 33, 3, 2, 1).withNorm(norm);
        KnnRows rows = input.run(kernel);
        for (int item = 0; item < 33; item++) {
            rows.assertNearest(input, item);
        }
    }

    /** Searches one part of the points after the other, each with the candidates of the parts before. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldGoOnWithTheCandidatesOfEarlierPoints(long seed) {
        Random random = new Random(seed);
        int n = 20 + random.nextInt(1500);
        KnnCase input = KnnCase.exact(n, 35, 1 + random.nextInt(9), 1 + random.nextInt(20), seed)
                .withNorm((int) seed % 3);
        KnnRows rows = new KnnRows(input.queriesLeft(), input.capacity());
        int first = 0;
        while (first < n) {
            int count = Math.min(n - first, 1 + random.nextInt(700));
            rows.run(kernel, input.part(first, count), 0, input.queriesLeft());
            first += count;
        }
        for (int item = 0; item < input.queriesLeft(); item++) {
            rows.assertNearest(input, item);
        }
    }

    @Test
    void shouldNotChangeItsInput() {
        KnnCase input = KnnCase.exact(70, 40, 5, 6, 3);
        float[] points = input.points().clone();
        float[] queries = input.queries().clone();
        int[] parameters = input.parameters().clone();
        input.run(kernel);
        assertArrayEquals(points, input.points());
        assertArrayEquals(queries, input.queries());
        assertArrayEquals(parameters, input.parameters());
    }
}
