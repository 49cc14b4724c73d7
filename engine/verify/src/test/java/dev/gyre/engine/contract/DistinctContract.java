package dev.gyre.engine.contract;

import static dev.gyre.engine.contract.Asserts.assertRefused;
import static dev.gyre.engine.contract.Asserts.assertRefusedWith;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.IntRows;
import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.SortOptions;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.SortOracle;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What duplicate removal must do on every device. */
public abstract class DistinctContract extends EngineContract {

    private static final int[] SIZES = {0, 1, 2, 31, 257, 3000};
    private static final int[] DIMENSIONS = {1, 2, 5};

    Stream<Sample> cases() {
        return samples(SIZES, DIMENSIONS);
    }

    private IntRows distinct(Points points, int[] order, int first) {
        return engine().sorting().distinct(points, order, first);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldFindTheGroups(Sample sample) {
        Random random = sample.random();
        Points points = Points.of(sample.rows(random), sample.dims());
        int first = random.nextInt(sample.dims());
        int[] order = engine().sorting().superKeyOrder(points, first, SortOptions.DEFAULT);
        int[] given = order.clone();
        IntRows actual = distinct(points, order, first);
        int[] offsets = SortOracle.groupOffsets(points, order);
        assertArrayEquals(offsets, actual.toOffsets(), sample::toString);
        assertArrayEquals(given, order, "the input was changed");
        Arrays.fill(order, -1);
        assertArrayEquals(given, actual.toArray(), sample::toString);
        int groups = offsets.length - 1;
        assertEquals(groups, actual.size(), sample::toString);
        int[] rows = actual.toFirstArray();
        for (int group = 0; group < groups; group++) {
            int[] expected = Arrays.copyOfRange(given, offsets[group], offsets[group + 1]);
            assertArrayEquals(expected, actual.row(group).toArray(), sample::toString);
            assertEquals(expected[0], rows[group], sample::toString);
        }
    }

    @Test
    void shouldTakeSignedZerosForOnePlace() {
        Points points = Points.of(new double[] {0.0, 1, -0.0, 1, 0.0, -0.0, -0.0, 0.0}, 2);
        IntRows actual = distinct(points, new int[] {2, 3, 1, 0}, 1);
        assertThrows(IllegalArgumentException.class, () -> distinct(points, new int[] {0, 1, 2, 3}, 1));
        assertArrayEquals(new int[] {0, 2, 4}, actual.toOffsets());
        assertArrayEquals(new int[] {2, 1}, actual.toFirstArray());
        assertEquals(2, actual.size());
    }

    /** The second word of a double decides the order, in the coordinate that counts least. */
    @Test
    void shouldTellApartWhatFloatsCannot() {
        double next = Math.nextUp(0.1);
        Points points = Points.of(new double[] {next, 7, 0.1, 7, 0.1, 7}, 2);
        assertArrayEquals(
                new int[] {0, 2, 3}, distinct(points, new int[] {1, 2, 0}, 1).toOffsets());
        assertRefused(
                "order must ascend by super key: index=1, row=2 belongs before row=0",
                () -> distinct(points, new int[] {0, 2, 1}, 1));
    }

    @Test
    void shouldReportWhereAnOrderIsNotSorted() {
        Points points = Points.of(new double[] {5, 1, 4, 2, 3, 3}, 2);
        assertEquals(3, distinct(points, new int[] {0, 1, 2}, 1).size());
        assertRefused(
                "order must ascend by super key: index=1, row=1 belongs before row=0",
                () -> distinct(points, new int[] {0, 1, 2}, 0));
        assertRefused(
                "order must ascend by super key: index=2, row=1 belongs before row=2",
                () -> distinct(points, new int[] {0, 2, 1}, 1));
        int[] descending = engine().sorting().superKeyOrder(points, 0, SortOptions.DEFAULT.withOrder(Order.DESCENDING));
        assertThrows(IllegalArgumentException.class, () -> distinct(points, descending, 0));
    }

    @Test
    void shouldRefuseBadInput() {
        Points points = Points.of(new double[] {1, 2, 3}, 1);
        assertRefused("first must be in 0..dims-1: first=1, dims=1", () -> distinct(points, new int[] {0, 1, 2}, 1));
        assertRefused("first must be in 0..dims-1: first=-1, dims=1", () -> distinct(points, new int[] {0, 1, 2}, -1));
        assertRefused(
                "order must hold each row once: n=3, length of the order=2",
                () -> distinct(points, new int[] {0, 1}, 0));
        assertRefused(
                "order must hold each row once: n=3, length of the order=4",
                () -> distinct(points, new int[] {0, 1, 2, 2}, 0));
        assertRefused(
                "order must hold each row once: index=2, row=3, n=3", () -> distinct(points, new int[] {0, 1, 3}, 0));
        assertRefused(
                "order must hold each row once: index=1, row=-1, n=3", () -> distinct(points, new int[] {0, -1, 2}, 0));
        assertRefused(
                "order must hold each row once: index=2, row=0, which has been there before",
                () -> distinct(points, new int[] {0, 1, 0}, 0));
    }

    @Test
    void shouldRefuseWhatDoesNotFitTheMemoryLimit() {
        try (Engine small = open(settings().withMemoryLimit(1 << 10))) {
            Points points = Points.of(new double[200], 1);
            int[] order = IntStream.range(0, 200).toArray();
            assertRefusedWith(
                    "the sort does not fit the memory of", () -> small.sorting().distinct(points, order, 0));
        }
    }

    @Test
    void shouldServeMixedSizesWithProgramsThatAreKept() {
        reuse(7400, (n, random, what) -> {
            int dims = 1 + random.nextInt(2);
            double[] coordinates =
                    random.doubles((long) n * dims).map(x -> Math.rint(x * 40)).toArray();
            Points points = Points.of(coordinates, dims);
            int[] order = engine().sorting().superKeyOrder(points, dims - 1, SortOptions.DEFAULT);
            assertArrayEquals(
                    SortOracle.groupOffsets(points, order),
                    distinct(points, order, dims - 1).toOffsets(),
                    what);
        });
    }
}
