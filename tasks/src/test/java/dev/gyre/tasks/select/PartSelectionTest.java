package dev.gyre.tasks.select;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.gyre.tasks.common.PackedHeap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the plain loop and the variant for the JVM with sorted rows. */
class PartSelectionTest {

    private static final int[] COLUMNS = {1, 2, 511, 512, 513, 1025, 9000};
    private static final int[] KS = {1, 2, 10, 511, 512, 513, 2048};

    /** Values of a sample, and of a part that is long enough for one. */
    private static final int SAMPLE = 4096;

    private static final int SAMPLED = 10 * SAMPLE;

    private interface Selector {
        void keepBest(
                int begin,
                int end,
                float[] floats,
                int[] integers,
                int[] sources,
                int[] parameters,
                int form,
                int capacity,
                int slots,
                int[] keys,
                int[] ids);
    }

    private record Case(KeyShape shape, int rows, int columns, int parts, int k, int form, long seed) {}

    static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (KeyShape shape : KeyShape.values()) {
            for (int columns : COLUMNS) {
                for (int k : KS) {
                    int form = cases.size() % 16;
                    for (int parts : new int[] {1, 3}) {
                        if (parts <= columns) {
                            cases.add(new Case(shape, 1 + k % 3, columns, parts, Math.min(k, columns), form, k));
                        }
                    }
                    cases.add(new Case(shape, 1, columns, 1, columns > 2048 ? 7 : columns, form, k));
                }
            }
        }
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldKeepTheBestOfEachPartInOrder(Case input) {
        check(input, PartSelection::keepBest);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldKeepTheSameInTheVariantForTheJvm(Case input) {
        check(input, PartSelectionJvm::keepBest);
    }

    /** The variant for the JVM derives a limit from a sample: here fewer than k values are within it. */
    @ParameterizedTest
    @ValueSource(ints = {0, SelectionParameters.FLOATS, SelectionParameters.BITS})
    void shouldReadAPartAgainWhereASampleIsLowerThanTheRest(int form) {
        Case input = new Case(KeyShape.UNIFORM, 1, SAMPLED, 1, 100, form, 9);
        int[] integers = new int[SAMPLED];
        float[] floats = new float[SAMPLED];
        for (int i = 0; i < input.k() - 1; i++) {
            integers[i * (SAMPLED / SAMPLE)] = i - 1000;
            floats[i * (SAMPLED / SAMPLE)] = i - 1000;
        }
        check(input, floats, integers, PartSelectionJvm::keepBest);
    }

    private static void check(Case input, Selector selector) {
        Random random = new Random(input.seed());
        int values = input.rows() * input.columns();
        float[] floats = input.shape().floats(values, random);
        check(input, floats, input.shape().ints(values, random), selector);
    }

    private static void check(Case input, float[] floats, int[] integers, Selector selector) {
        int values = integers.length;
        int[] sources = IntStream.range(0, values).map(i -> 5 * i + 2).toArray();
        int[] parameters = {input.columns(), input.k(), input.parts()};
        int items = input.rows() * input.parts();
        int[] keys = new int[items * input.k()];
        int[] ids = new int[keys.length];
        selector.keepBest(0, items, floats, integers, sources, parameters, input.form(), 4096, 12, keys, ids);
        int[] all = new int[values];
        OrderedKeysJvm.toKeys(0, values, floats, integers, input.form(), all);
        for (int item = 0; item < items; item++) {
            int row = item / input.parts() * input.columns();
            int start = SelectionParameters.partStart(input.columns(), input.parts(), item % input.parts());
            int stop = SelectionParameters.partStart(input.columns(), input.parts(), item % input.parts() + 1);
            long[] sorted = IntStream.range(start, stop)
                    .mapToLong(column -> PackedHeap.pack(all[row + column], column))
                    .sorted()
                    .limit(input.k())
                    .toArray();
            int[] expectedKeys = new int[input.k()];
            int[] expectedIds = new int[input.k()];
            Arrays.fill(expectedKeys, Integer.MAX_VALUE);
            Arrays.fill(expectedIds, PartSelection.NONE);
            for (int slot = 0; slot < sorted.length; slot++) {
                int column = PackedHeap.id(sorted[slot]);
                expectedKeys[slot] = PackedHeap.key(sorted[slot]);
                expectedIds[slot] = (input.form() & SelectionParameters.MAPPED) != 0 ? sources[row + column] : column;
            }
            int from = item * input.k();
            int to = from + input.k();
            String name = input + ", item=" + item;
            assertArrayEquals(expectedKeys, Arrays.copyOfRange(keys, from, to), name);
            assertArrayEquals(expectedIds, Arrays.copyOfRange(ids, from, to), name);
        }
    }
}
