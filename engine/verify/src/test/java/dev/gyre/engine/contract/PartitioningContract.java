package dev.gyre.engine.contract;

import static dev.gyre.engine.contract.Asserts.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.IntRows;
import dev.gyre.engine.data.Split;
import dev.gyre.engine.op.Partitioning;
import dev.gyre.engine.partition.FlagSplit;
import dev.gyre.engine.partition.GatherScatter;
import dev.gyre.engine.partition.Histogram;
import dev.gyre.engine.partition.Reduction;
import dev.gyre.engine.partition.Reduction.Operator;
import dev.gyre.engine.partition.Scan;
import dev.gyre.engine.partition.SegmentedPartition;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.verify.Offsets;
import dev.gyre.engine.verify.PartitionOracle;
import dev.gyre.engine.verify.Shape;
import dev.gyre.engine.verify.SortOracle;
import dev.gyre.engine.verify.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What partitioning must do on every device. A backend extends this class and sets the device. */
public abstract class PartitioningContract extends EngineContract {

    /** Sizes around the chunks of a work-group, the tiles of reductions, and the tiles of the JVM. */
    private static final int[] SIZES = {
        0, 1, 2, 255, 2047, 2048, 2049, 4095, 4096, 4097, 12_289, 32_767, 32_768, 32_769, 100_003
    };

    private static final int LARGE = 300_000;

    private final Engine jvm = Engine.open(Settings.DEFAULT.withDevice(Settings.JVM));

    private Partitioning partitioning;

    /** A case, which can be repeated from its text. */
    record Case(Shape shape, int n, Offsets segments, long seed) {

        Random random() {
            return new Random(seed);
        }

        int[] ints(Random random) {
            return Values.ints(shape, n, random);
        }
    }

    @AfterAll
    void closeJvm() {
        jvm.close();
    }

    @BeforeEach
    void openPartitioning() {
        partitioning = engine().partitioning();
    }

    /** Returns every shape with every size, and the kinds of segments in turn. */
    Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        Offsets[] kinds = Offsets.values();
        for (int n : SIZES) {
            for (Shape shape : Shape.values()) {
                cases.add(new Case(shape, n, kinds[cases.size() % kinds.length], 31L * n + shape.ordinal()));
            }
        }
        return thinned(cases);
    }

    /** Returns every kind of segments with every size, and the shapes in turn. */
    Stream<Case> segmentedCases() {
        List<Case> cases = new ArrayList<>();
        Shape[] shapes = Shape.values();
        for (int n : SIZES) {
            for (Offsets kind : Offsets.values()) {
                cases.add(new Case(shapes[cases.size() % shapes.length], n, kind, 37L * n + kind.ordinal()));
            }
        }
        return thinned(cases);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldScanAsTheOracle(Case one) {
        int[] values = one.ints(one.random());
        if (PartitionOracle.overflows(values)) {
            assertThrows(ArithmeticException.class, () -> partitioning.inclusiveScan(values), one::toString);
            assertThrows(ArithmeticException.class, () -> partitioning.exclusiveScan(values), one::toString);
        } else {
            assertArrayEquals(PartitionOracle.scan(values, true), partitioning.inclusiveScan(values), one::toString);
            assertArrayEquals(PartitionOracle.scan(values, false), partitioning.exclusiveScan(values), one::toString);
        }
    }

    @Test
    void shouldNameTheFirstRunningSumThatOverflows() {
        int[] values = new int[LARGE];
        values[5] = Integer.MAX_VALUE;
        values[200_000] = 1;
        values[200_001] = -2;
        for (Function<int[], int[]> scan :
                List.<Function<int[], int[]>>of(partitioning::inclusiveScan, partitioning::exclusiveScan)) {
            assertEquals(
                    "a running sum overflows an int: index=200000, sum=2147483648, n=300000",
                    assertThrows(ArithmeticException.class, () -> scan.apply(values))
                            .getMessage());
        }
        values[200_000] = 0;
        assertEquals(Integer.MAX_VALUE, partitioning.inclusiveScan(values)[200_000]);
        int[] lowest = {Integer.MIN_VALUE, Integer.MAX_VALUE, 1};
        assertArrayEquals(new int[] {Integer.MIN_VALUE, -1, 0}, partitioning.inclusiveScan(lowest));
        assertThrows(ArithmeticException.class, () -> partitioning.exclusiveScan(new int[] {Integer.MIN_VALUE, -1}));
    }

    @ParameterizedTest
    @MethodSource("segmentedCases")
    void shouldReduceSegmentsAsTheOracle(Case one) {
        Random random = one.random();
        int[] values = one.ints(random);
        int[] offsets = one.segments().draw(one.n(), random);
        assertArrayEquals(
                PartitionOracle.reduce(Operator.SUM, values, offsets),
                partitioning.segmentedSum(values, offsets),
                one::toString);
        assertArrayEquals(
                PartitionOracle.reduce(Operator.MIN, values, offsets),
                longs(partitioning.segmentedMin(values, offsets)),
                one::toString);
        assertArrayEquals(
                PartitionOracle.reduce(Operator.MAX, values, offsets),
                longs(partitioning.segmentedMax(values, offsets)),
                one::toString);
    }

    private static long[] longs(int[] values) {
        return Arrays.stream(values).asLongStream().toArray();
    }

    @ParameterizedTest
    @MethodSource("segmentedCases")
    void shouldReduceSegmentsOfFloatsAsTheOracle(Case one) {
        Random random = one.random();
        float[] values = Values.floats(one.shape(), one.n(), random);
        int[] offsets = one.segments().draw(one.n(), random);
        double[] sums = partitioning.segmentedSum(values, offsets);
        double[] expected = PartitionOracle.reduce(Operator.SUM, values, offsets);
        for (int s = 0; s < sums.length; s++) {
            double magnitude = 0;
            for (int i = offsets[s]; i < offsets[s + 1]; i++) {
                magnitude += Math.abs((double) values[i]);
            }
            int segment = s;
            assertEquals(expected[s], sums[s], magnitude * one.n() * 0x1p-53, () -> one + ", segment=" + segment);
        }
        assertSameFloats(
                PartitionOracle.reduce(Operator.MIN, values, offsets), partitioning.segmentedMin(values, offsets), one);
        assertSameFloats(
                PartitionOracle.reduce(Operator.MAX, values, offsets), partitioning.segmentedMax(values, offsets), one);
        assertArrayEquals(jvm.partitioning().segmentedSum(values, offsets), sums, one + ", bits of the JVM");
    }

    /** Asserts that floats are equal, after -0.0 was turned into 0.0. */
    private static void assertSameFloats(double[] expected, float[] actual, Case one) {
        assertEquals(expected.length, actual.length, one::toString);
        for (int s = 0; s < actual.length; s++) {
            int segment = s;
            assertEquals((float) expected[s] + 0f, actual[s], () -> one + ", segment=" + segment);
        }
    }

    @Test
    void shouldGiveNeutralValuesToSegmentsWithoutElements() {
        int[] offsets = {0, 0, 2, 2, 2};
        int[] ints = {3, 4};
        assertArrayEquals(new long[] {0, 7, 0, 0}, partitioning.segmentedSum(ints, offsets));
        int max = Integer.MAX_VALUE;
        assertArrayEquals(new int[] {max, 3, max, max}, partitioning.segmentedMin(ints, offsets));
        int min = Integer.MIN_VALUE;
        assertArrayEquals(new int[] {min, 4, min, min}, partitioning.segmentedMax(ints, offsets));
        float infinity = Float.POSITIVE_INFINITY;
        float[] floats = {3, 4};
        assertArrayEquals(new double[] {0, 7, 0, 0}, partitioning.segmentedSum(floats, offsets));
        assertArrayEquals(new float[] {infinity, 3, infinity, infinity}, partitioning.segmentedMin(floats, offsets));
        assertArrayEquals(new float[] {-infinity, 4, -infinity, -infinity}, partitioning.segmentedMax(floats, offsets));
        assertArrayEquals(new int[] {max, max}, partitioning.segmentedMin(new int[0], new int[] {0, 0, 0}));
        assertEquals(0, partitioning.segmentedSum(new float[0], new int[] {0}).length);
    }

    @Test
    void shouldReduceWithoutSegments() {
        int[] ints = Values.ints(Shape.EXTREMES, LARGE, new Random(1));
        assertEquals(Arrays.stream(ints).asLongStream().sum(), partitioning.sum(ints));
        assertEquals(Arrays.stream(ints).min().orElseThrow(), partitioning.min(ints));
        assertEquals(Arrays.stream(ints).max().orElseThrow(), partitioning.max(ints));
        float[] floats = Values.floats(Shape.GRID, LARGE, new Random(1));
        double sum = 0;
        for (float value : floats) {
            sum += value;
        }
        assertEquals(sum, partitioning.sum(floats));
        assertEquals(-16, partitioning.min(floats));
        assertEquals(16, partitioning.max(floats));
        assertEquals(0f, partitioning.max(new float[] {-0f, -0f}));
        assertEquals(Float.NEGATIVE_INFINITY, partitioning.min(new float[] {1, Float.NEGATIVE_INFINITY}));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldReduceTheLevelsOfATreeAsTheOracle(Case one) {
        double[] values = IntStream.of(one.ints(one.random())).asDoubleStream().toArray();
        int width = 2 + one.random().nextInt(64);
        levels(values, width, one.toString());
    }

    @Test
    void shouldReduceTheLevelsOfTheSmallestTrees() {
        for (int width : new int[] {2, 3, 8}) {
            for (int n : new int[] {0, 1, 2, 3, 7, 8, 9, 64, 65}) {
                levels(new Random(n).doubles(n, -1, 1).toArray(), width, "n=" + n);
            }
        }
        String message = "values must not be NaN: index=2";
        assertRefused(message, () -> partitioning.sumLevels(new double[] {1, 2, Double.NaN, Double.NaN}, 2));
        assertRefused("width must be 2 or more: width=1", () -> partitioning.maxLevels(new double[3], 1));
    }

    private void levels(double[] values, int width, String what) {
        double[] kept = values.clone();
        String message = what + ", width=" + width;
        assertArrayEquals(
                PartitionOracle.levels(Operator.SUM, values, width), partitioning.sumLevels(values, width), message);
        assertArrayEquals(
                PartitionOracle.levels(Operator.MIN, values, width), partitioning.minLevels(values, width), message);
        assertArrayEquals(
                PartitionOracle.levels(Operator.MAX, values, width), partitioning.maxLevels(values, width), message);
        assertArrayEquals(kept, values, message);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 127, 128, 129, 1000, 65_536})
    void shouldCountLabelsAsTheOracle(int bins) {
        for (int n : new int[] {0, 1, 4097, LARGE}) {
            int[] uniform = new Random(bins).ints(n, 0, bins).toArray();
            assertArrayEquals(PartitionOracle.histogram(uniform, bins), partitioning.histogram(uniform, bins));
            int[] equal = new int[n];
            Arrays.fill(equal, bins - 1);
            assertArrayEquals(PartitionOracle.histogram(equal, bins), partitioning.histogram(equal, bins));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 1000})
    void shouldNameTheFirstLabelOutOfRange(int bins) {
        int[] labels = new int[LARGE];
        for (int wrong : new int[] {-1, bins, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            labels[77_777] = wrong;
            labels[77_778] = -3;
            labels[LARGE - 1] = bins;
            assertRefused(
                    "labels must be in 0..bins-1: labels[77777]=" + wrong + ", bins=" + bins,
                    () -> partitioning.histogram(labels, bins));
        }
        for (int bad : new int[] {0, -1, Histogram.MAX_BINS + 1}) {
            assertRefused("bins must be in 1..1048576: bins=" + bad, () -> partitioning.histogram(labels, bad));
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldKeepAndPartitionAsTheOracle(Case one) {
        Random random = one.random();
        int[] flags = Values.flags(one.n(), random);
        int[] values = one.ints(random);
        float[] floats = Values.floats(one.shape(), one.n(), random);
        Split<int[]> expected = PartitionOracle.partition(flags);
        int[] kept = Arrays.copyOf(expected.values(), expected.split());
        assertArrayEquals(kept, partitioning.keepWhere(flags), one::toString);
        assertArrayEquals(pick(values, kept), partitioning.keepWhere(values, flags), one::toString);
        assertArrayEquals(pick(floats, kept), partitioning.keepWhere(floats, flags), one::toString);
        Split<int[]> order = partitioning.partition(flags);
        assertEquals(expected.split(), order.split(), one::toString);
        assertArrayEquals(expected.values(), order.values(), one::toString);
        Split<int[]> ints = partitioning.partition(values, flags);
        assertEquals(expected.split(), ints.split(), one::toString);
        assertArrayEquals(pick(values, expected.values()), ints.values(), one::toString);
        Split<float[]> moved = partitioning.partition(floats, flags);
        assertEquals(expected.split(), moved.split(), one::toString);
        assertArrayEquals(pick(floats, expected.values()), moved.values(), one::toString);
    }

    private static int[] pick(int[] values, int[] indices) {
        return Arrays.stream(indices).map(i -> values[i]).toArray();
    }

    private static float[] pick(float[] values, int[] indices) {
        float[] picked = new float[indices.length];
        for (int i = 0; i < picked.length; i++) {
            picked[i] = values[indices[i]];
        }
        return picked;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldKeepNoneAndAll(int flag) {
        int[] flags = new int[LARGE];
        Arrays.fill(flags, flag);
        assertEquals(flag * LARGE, partitioning.keepWhere(flags).length);
        Split<int[]> partition = partitioning.partition(flags);
        assertEquals(flag * LARGE, partition.split());
        assertArrayEquals(IntStream.range(0, LARGE).toArray(), partition.values());
    }

    @ParameterizedTest
    @MethodSource("segmentedCases")
    void shouldPartitionSegmentsAsTheOracle(Case one) {
        Random random = one.random();
        int[] keys = one.ints(random);
        int[] payload = Values.permutation(one.n(), random);
        int[] offsets = one.segments().draw(one.n(), random);
        int[] pivots = random.ints(offsets.length - 1L, 0, Math.max(1, one.n()))
                .map(i -> one.n() == 0 ? 0 : keys[i])
                .toArray();
        assertSame(
                PartitionOracle.segmentedPartition(keys, payload, offsets, pivots),
                partitioning.segmentedPartition(keys, payload, offsets, pivots),
                one.toString());
    }

    @Test
    void shouldPartitionSortedAndReversedKeysAroundTheExtremes() {
        int[] sorted = IntStream.range(0, LARGE).map(i -> i - LARGE / 2).toArray();
        int[] reversed = IntStream.range(0, LARGE).map(i -> LARGE / 2 - i).toArray();
        int[] offsets = {0, 10, 100_000, 100_000, LARGE};
        int[] pivots = {Integer.MIN_VALUE, 0, 3, Integer.MAX_VALUE};
        for (int[] keys : List.of(sorted, reversed)) {
            assertSame(
                    PartitionOracle.segmentedPartition(keys, keys, offsets, pivots),
                    partitioning.segmentedPartition(keys, keys, offsets, pivots),
                    "keys[0]=" + keys[0]);
        }
    }

    private static void assertSame(Split.Segments expected, Split.Segments actual, String name) {
        assertArrayEquals(expected.splits(), actual.splits(), name);
        assertArrayEquals(expected.keys(), actual.keys(), name);
        assertArrayEquals(expected.payload(), actual.payload(), name);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 1000, 100_003})
    void shouldGatherAndScatter(int n) {
        Random random = new Random(n);
        int[] values = random.ints(n).toArray();
        float[] floats = Values.floats(Shape.UNIFORM, n, random);
        int[] order = Values.permutation(n, random);
        assertArrayEquals(pick(values, order), partitioning.gather(values, order));
        assertArrayEquals(pick(floats, order), partitioning.gather(floats, order));
        assertArrayEquals(pick(values, order), partitioning.permute(values, order));
        assertArrayEquals(pick(floats, order), partitioning.permute(floats, order));
        assertArrayEquals(values, partitioning.scatter(pick(values, order), order, n));
        assertArrayEquals(floats, partitioning.scatter(pick(floats, order), order, n));
        int[] inverse = partitioning.inverse(order);
        assertArrayEquals(IntStream.range(0, n).toArray(), pick(inverse, order));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 255, 256, 257, 65_536, 65_537})
    void shouldPartitionIntoManyPartsStably(int parts) {
        for (int n : new int[] {1, 4097, 40_000}) {
            long seed = 31L * parts + n;
            int[] labels = new Random(seed).ints(n, 0, parts).toArray();
            labels[n / 2] = parts - 1;
            IntRows result = partitioning.multiwayPartition(labels, parts);
            assertEquals(parts, result.size());
            int[] expected = SortOracle.order(0, n, (a, b) -> Integer.compare(labels[a], labels[b]));
            assertArrayEquals(expected, result.toArray(), () -> "seed=" + seed);
            for (int part = 0; part < parts; part++) {
                int label = part;
                assertTrue(result.row(part).allSatisfy(i -> labels[i] == label), () -> "seed=" + seed);
            }
        }
    }

    @Test
    void shouldRefuseLabelsOutsideOfTheParts() {
        assertRefused("parts must be 1 or more: parts=0", () -> partitioning.multiwayPartition(new int[1], 0));
        assertRefused(
                "labels must be in 0..parts-1: labels[1]=3, parts=3",
                () -> partitioning.multiwayPartition(new int[] {0, 3, -1}, 3));
        assertRefused(
                "labels must be in 0..parts-1: labels[0]=-1, parts=3",
                () -> partitioning.multiwayPartition(new int[] {-1, 2}, 3));
        assertArrayEquals(
                new int[] {0, 0, 0},
                partitioning.multiwayPartition(new int[0], 2).toOffsets());
    }

    @Test
    void shouldGatherSomeAndScatterToAFew() {
        int[] values = {7, 8, 9};
        assertArrayEquals(new int[] {9, 9, 7, 8, 9}, partitioning.gather(values, new int[] {2, 2, 0, 1, 2}));
        assertArrayEquals(new int[] {0, 9, 0, 7, 8}, partitioning.scatter(values, new int[] {3, 4, 1}, 5));
        assertArrayEquals(new float[] {0, 0, 5}, partitioning.scatter(new float[] {5}, new int[] {2}, 3));
        assertArrayEquals(new int[2], partitioning.scatter(new int[0], new int[0], 2));
    }

    @Test
    void shouldRefuseIndicesThatAreWrong() {
        int[] values = {7, 8, 9};
        float[] floats = {7, 8, 9};
        String outOfRange = "indices must be in 0..n-1: indices[1]=3, n=3";
        int[] beyond = {0, 3, -1};
        assertRefused(outOfRange, () -> partitioning.gather(values, beyond));
        assertRefused(outOfRange, () -> partitioning.gather(floats, beyond));
        assertRefused(outOfRange, () -> partitioning.scatter(values, beyond, 3));
        assertRefused(outOfRange, () -> partitioning.scatter(floats, beyond, 3));
        assertRefused(outOfRange, () -> partitioning.permute(values, beyond));
        assertRefused(outOfRange, () -> partitioning.permute(floats, beyond));
        assertRefused(outOfRange, () -> partitioning.inverse(beyond));
        String twice = "indices must not occur twice: indices[2]=1, n=3";
        int[] doubled = {1, 0, 1};
        assertRefused(twice, () -> partitioning.scatter(values, doubled, 3));
        assertRefused(twice, () -> partitioning.permute(values, doubled));
        assertRefused(twice, () -> partitioning.inverse(doubled));
        assertRefused(
                "indices must be as many as values: indices=1, values=3",
                () -> partitioning.permute(values, new int[] {0}));
        assertRefused(
                "length must be 0 or more: length=-1", () -> partitioning.scatter(values, new int[] {0, 1, 2}, -1));
    }

    @Test
    void shouldRefuseOffsetsThatAreWrong() {
        int[] values = new int[10];
        float[] floats = new float[10];
        for (int[] offsets : new int[][] {{}, {1, 10}, {0, 9}, {0, 11}}) {
            String message = "offsets must begin with 0 and end with n: "
                    + (offsets.length == 0 ? "length=0" : "first=" + offsets[0] + ", last=" + offsets[1])
                    + ", n=10";
            assertOffsetsRefused(message, values, floats, offsets);
        }
        assertOffsetsRefused(
                "offsets must ascend: offsets[1]=7, offsets[2]=5", values, floats, new int[] {0, 7, 5, 10});
    }

    private void assertOffsetsRefused(String message, int[] values, float[] floats, int[] offsets) {
        int[] pivots = new int[Math.max(0, offsets.length - 1)];
        for (Executable operation : List.<Executable>of(
                () -> partitioning.segmentedSum(values, offsets),
                () -> partitioning.segmentedMin(values, offsets),
                () -> partitioning.segmentedMax(values, offsets),
                () -> partitioning.segmentedSum(floats, offsets),
                () -> partitioning.segmentedMin(floats, offsets),
                () -> partitioning.segmentedMax(floats, offsets),
                () -> partitioning.segmentedPartition(values, values, offsets, pivots))) {
            assertRefused(message, operation);
        }
    }

    @Test
    void shouldRefuseColumnsOfDifferentLengths() {
        int[] three = new int[3];
        int[] two = new int[2];
        String flags = "flags must be as many as values: flags=2, values=3";
        assertRefused(flags, () -> partitioning.keepWhere(three, two));
        assertRefused(flags, () -> partitioning.keepWhere(new float[3], two));
        assertRefused(flags, () -> partitioning.partition(three, two));
        assertRefused(flags, () -> partitioning.partition(new float[3], two));
        int[] offsets = {0, 3};
        assertRefused(
                "payload must be as many as keys: payload=2, keys=3",
                () -> partitioning.segmentedPartition(three, two, offsets, new int[1]));
        assertRefused(
                "pivots must be as many as segments: pivots=2, segments=1",
                () -> partitioning.segmentedPartition(three, three, offsets, two));
    }

    @Test
    void shouldRefuseNaN() {
        float[] values = new float[20_000];
        values[9999] = Float.NaN;
        values[15_000] = Float.NaN;
        String message = "values must not be NaN: index=9999";
        assertRefused(message, () -> partitioning.sum(values));
        assertRefused(message, () -> partitioning.min(values));
        assertRefused(message, () -> partitioning.max(values));
    }

    @Test
    void shouldGiveEmptyAnswersToEmptyInput() {
        int[] none = {};
        assertEquals(0, partitioning.exclusiveScan(none).length);
        assertEquals(0, partitioning.inclusiveScan(none).length);
        assertEquals(0, partitioning.sum(none));
        assertEquals(Integer.MAX_VALUE, partitioning.min(none));
        assertEquals(Integer.MIN_VALUE, partitioning.max(none));
        assertEquals(0, partitioning.sum(new float[0]));
        assertEquals(Float.POSITIVE_INFINITY, partitioning.min(new float[0]));
        assertEquals(Float.NEGATIVE_INFINITY, partitioning.max(new float[0]));
        assertArrayEquals(new int[3], partitioning.histogram(none, 3));
        assertEquals(0, partitioning.keepWhere(none).length);
        assertEquals(0, partitioning.keepWhere(new float[0], none).length);
        assertEquals(0, partitioning.partition(none).split());
        assertEquals(0, partitioning.partition(new float[0], none).values().length);
        assertArrayEquals(
                new int[2],
                partitioning
                        .segmentedPartition(none, none, new int[3], new int[2])
                        .splits());
        assertEquals(0, partitioning.gather(none, none).length);
        assertEquals(0, partitioning.inverse(none).length);
    }

    @Test
    void shouldNotChangeItsInput() {
        Random random = new Random(3);
        int[] values = random.ints(5000, 0, 100).toArray();
        int[] flags = Values.flags(5000, random);
        int[] offsets = Offsets.TINY.draw(5000, random);
        int[] pivots = random.ints(offsets.length - 1L, 0, 100).toArray();
        int[] order = Values.permutation(5000, random);
        List<int[]> inputs = List.of(values, flags, offsets, pivots, order);
        List<int[]> kept = inputs.stream().map(int[]::clone).toList();
        partitioning.exclusiveScan(values);
        partitioning.segmentedSum(values, offsets);
        partitioning.histogram(values, 100);
        partitioning.keepWhere(values, flags);
        partitioning.partition(values, flags);
        partitioning.segmentedPartition(values, flags, offsets, pivots);
        partitioning.scatter(values, order, 5000);
        partitioning.inverse(order);
        for (int i = 0; i < inputs.size(); i++) {
            assertArrayEquals(kept.get(i), inputs.get(i), "input " + i);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"UNIFORM", "DUPLICATES"})
    void shouldTakeOneArrayForTwo(Shape shape) {
        int[] values = Values.ints(shape, 5000, new Random(3));
        assertArrayEquals(
                Arrays.stream(values).filter(value -> value != 0).toArray(), partitioning.keepWhere(values, values));
        int[] order = Values.permutation(5000, new Random(4));
        assertArrayEquals(pick(order, order), partitioning.gather(order, order));
    }

    @Test
    void shouldNameTheSizesWhenTheMemoryLimitIsTooSmall() {
        int n = 10_000;
        try (Engine limited = open(settings().withMemoryLimit(4L * n))) {
            Partitioning small = limited.partitioning();
            int[] values = new int[n];
            for (Executable operation : List.<Executable>of(
                    () -> small.exclusiveScan(values),
                    () -> small.sum(values),
                    () -> small.histogram(values, 10),
                    () -> small.keepWhere(values),
                    () -> small.partition(values),
                    () -> small.segmentedPartition(values, values, new int[] {0, n}, new int[1]),
                    () -> small.gather(values, values))) {
                String message =
                        assertThrows(IllegalArgumentException.class, operation).getMessage();
                assertTrue(message.contains(" does not fit the memory of " + limited.device()), message);
                assertTrue(message.contains("limit=40000, ") && message.endsWith(", n=10000"), message);
            }
            assertEquals(0, small.sum(new int[1000]));
        }
    }

    @Test
    void shouldRefuseWorkWhenClosed() {
        Engine closed = open(settings());
        closed.close();
        assertEquals(
                "the engine is closed",
                assertThrows(IllegalStateException.class, closed::partitioning).getMessage());
    }

    @Test
    void shouldServeEverySizeUpToItsCapacityWithOneProgram() {
        int capacity = 50_000;
        Random random = new Random(5);
        int[] values = new int[capacity];
        int[] flags = new int[capacity];
        int[] sums = new int[capacity];
        int[] kept = new int[capacity];
        float[] floats = new float[capacity];
        float[] keptFloats = new float[capacity];
        int[] counts = new int[10];
        int[] offsets = new int[4];
        long[] reduced = new long[3];
        Layout layout = Layout.on(engine().device());
        Scan scan = Scan.exclusive(flags, sums, layout);
        FlagSplit compaction = FlagSplit.compaction(flags, null, kept, layout);
        FlagSplit compactedFloats = FlagSplit.compaction(flags, floats, keptFloats, layout);
        Histogram histogram = new Histogram(values, 10, counts, layout);
        Reduction reduction = new Reduction(Operator.MAX, values, offsets, reduced, layout);
        Phase.Builder phase = Phase.named("run")
                .upload(values, flags, floats, offsets)
                .steps(scan)
                .steps(compaction)
                .steps(compactedFloats)
                .steps(histogram)
                .steps(reduction);
        phase.download(sums, kept, keptFloats, counts, reduced)
                .download(scan.total(), scan.overflows(), compaction.count(), compactedFloats.count());
        try (Execution execution = engine().prepare(Program.of("several", phase.build()))) {
            for (int n : new int[] {capacity, 1, 0, 4096, 33_000, 49_999}) {
                random.ints(n, 0, 10).forEach(new Filler(values)::put);
                random.ints(n, 0, 2).forEach(new Filler(flags)::put);
                for (int i = 0; i < n; i++) {
                    floats[i] = i * 0.5f;
                }
                System.arraycopy(new int[] {0, n / 3, n / 3, n}, 0, offsets, 0, 4);
                scan.setSize(n);
                compaction.setSize(n);
                compactedFloats.setSize(n);
                histogram.setSize(n);
                reduction.setSize(n, 3);
                execution.run("run", Progress.NONE);
                int[] used = Arrays.copyOf(flags, n);
                Split<int[]> expected = PartitionOracle.partition(used);
                int count = expected.split();
                scan.checkOverflow(used);
                String name = "n=" + n;
                assertArrayEquals(PartitionOracle.scan(used, false), Arrays.copyOf(sums, n), name);
                assertEquals(count, scan.total()[0], name);
                assertEquals(count, compaction.count()[0], name);
                assertArrayEquals(Arrays.copyOf(expected.values(), count), Arrays.copyOf(kept, count), name);
                assertEquals(count, compactedFloats.count()[0], name);
                assertArrayEquals(
                        pick(floats, Arrays.copyOf(expected.values(), count)), Arrays.copyOf(keptFloats, count), name);
                assertArrayEquals(PartitionOracle.histogram(Arrays.copyOf(values, n), 10), counts, name);
                assertArrayEquals(PartitionOracle.reduce(Operator.MAX, values, offsets), reduced, name);
            }
        }
        assertRefused("n must be in 0..capacity: n=50001, capacity=50000", () -> scan.setSize(capacity + 1));
        assertRefused("n must be in 0..capacity: n=-1, capacity=50000", () -> histogram.setSize(-1));
        assertRefused("segments must be in 1..capacity: segments=4, capacity=3", () -> reduction.setSize(1, 4));
    }

    /** Writes numbers one after the other. */
    private static final class Filler {

        private final int[] into;
        private int at;

        Filler(int[] into) {
            this.into = into;
        }

        void put(int value) {
            into[at++] = value;
        }
    }

    @Test
    void shouldSplitSegmentsAgainAndAgainOnTheDevice() {
        int n = 20_000;
        Random random = new Random(9);
        int[] keys = random.ints(n, 0, 1000).toArray();
        int[] payload = IntStream.range(0, n).toArray();
        int[] offsets = {0, n / 2, n};
        int[] pivots = {500, 250};
        int[] nextKeys = new int[n];
        int[] nextPayload = new int[n];
        int[] splits = new int[2];
        SegmentedPartition forth = new SegmentedPartition(
                new SegmentedPartition.Columns(keys, payload, offsets, pivots, nextKeys, nextPayload, splits),
                Layout.on(engine().device()));
        int[] lastKeys = new int[n];
        int[] lastPayload = new int[n];
        int[] otherPivots = {300, 700};
        int[] otherSplits = new int[2];
        SegmentedPartition back = new SegmentedPartition(
                new SegmentedPartition.Columns(
                        nextKeys, nextPayload, offsets, otherPivots, lastKeys, lastPayload, otherSplits),
                Layout.on(engine().device()));
        Phase.Builder phase = Phase.named("run")
                .upload(keys, payload, offsets, pivots, otherPivots)
                .upload(forth.uploads())
                .upload(back.uploads());
        forth.stages().forEach(phase::stage);
        back.stages().forEach(phase::stage);
        int[] count = {n};
        int[] gathered = new int[n];
        phase.upload(count)
                .stage(GatherScatter.gather(keys, lastPayload, count, gathered).stage());
        phase.download(lastKeys, lastPayload, splits, otherSplits, gathered);
        try (Execution execution = engine().prepare(Program.of("levels", phase.build()))) {
            execution.run("run", Progress.NONE);
        }
        Split.Segments first = PartitionOracle.segmentedPartition(keys, payload, offsets, pivots);
        Split.Segments second = PartitionOracle.segmentedPartition(first.keys(), first.payload(), offsets, otherPivots);
        assertArrayEquals(first.splits(), splits);
        assertSame(second, new Split.Segments(lastKeys, lastPayload, otherSplits), "second level");
        assertArrayEquals(lastKeys, gathered);
    }

    @Test
    void shouldServeSeveralThreadsAtOnce() {
        int[] flags = Values.flags(LARGE, new Random(1));
        int[] expected = partitioning.keepWhere(flags);
        IntStream.range(0, 8)
                .parallel()
                .mapToObj(i -> partitioning.keepWhere(flags))
                .forEach(actual -> assertArrayEquals(expected, actual));
    }

    @Test
    void shouldServeMixedSizesWithProgramsThatAreKept() {
        reuse(4100, (n, random, what) -> {
            int[] values = random.ints(n, -1000, 1000).toArray();
            int[] flags = Values.flags(n, random);
            int[] offsets = Offsets.values()[random.nextInt(Offsets.values().length)].draw(n, random);
            switch (random.nextInt(8)) {
                case 0 ->
                    assertArrayEquals(PartitionOracle.scan(values, true), partitioning.inclusiveScan(values), what);
                case 1 ->
                    assertArrayEquals(PartitionOracle.scan(values, false), partitioning.exclusiveScan(values), what);
                case 2 ->
                    assertArrayEquals(
                            PartitionOracle.reduce(Operator.SUM, values, offsets),
                            partitioning.segmentedSum(values, offsets),
                            what);
                case 3 -> {
                    int[] labels = random.ints(n, 0, 300).toArray();
                    assertArrayEquals(
                            PartitionOracle.histogram(labels, 300), partitioning.histogram(labels, 300), what);
                    int[] order = partitioning.multiwayPartition(labels, 300).toArray();
                    assertArrayEquals(
                            IntStream.range(0, n)
                                    .boxed()
                                    .sorted(Comparator.comparing(i -> labels[i]))
                                    .mapToInt(i -> i)
                                    .toArray(),
                            order,
                            what);
                }
                case 4 -> {
                    Split<int[]> expected = PartitionOracle.partition(flags);
                    Split<int[]> actual = partitioning.partition(flags);
                    assertArrayEquals(expected.values(), actual.values(), what);
                    assertEquals(expected.split(), actual.split(), what);
                    assertArrayEquals(
                            Arrays.copyOf(expected.values(), expected.split()), partitioning.keepWhere(flags), what);
                }
                case 5 -> {
                    int[] pivots = random.ints(offsets.length - 1, -1000, 1000).toArray();
                    Split.Segments expected = PartitionOracle.segmentedPartition(values, flags, offsets, pivots);
                    Split.Segments actual = partitioning.segmentedPartition(values, flags, offsets, pivots);
                    assertArrayEquals(expected.keys(), actual.keys(), what);
                    assertArrayEquals(expected.payload(), actual.payload(), what);
                    assertArrayEquals(expected.splits(), actual.splits(), what);
                }
                case 6 -> {
                    int length = n + random.nextInt(3);
                    int[] targets =
                            IntStream.range(0, n).map(i -> length - 1 - i).toArray();
                    int[] expected = new int[length];
                    for (int i = 0; i < n; i++) {
                        expected[targets[i]] = values[i];
                    }
                    assertArrayEquals(expected, partitioning.scatter(values, targets, length), what);
                }
                default -> {
                    int[] order = partitioning.partition(flags).values();
                    int[] expected = IntStream.of(order).map(i -> values[i]).toArray();
                    assertArrayEquals(expected, partitioning.permute(values, order), what);
                    int[] inverse = partitioning.inverse(order);
                    assertArrayEquals(values, partitioning.gather(expected, inverse), what);
                }
            }
        });
    }

    @Test
    void shouldStayUsableAfterWorkThatFailed() {
        int[] values = {Integer.MAX_VALUE, 1, 2};
        assertThrows(ArithmeticException.class, () -> partitioning.inclusiveScan(values));
        assertThrows(IllegalArgumentException.class, () -> partitioning.histogram(values, 3));
        assertArrayEquals(new int[] {1, 3, 6}, partitioning.inclusiveScan(new int[] {1, 2, 3}));
        assertArrayEquals(new int[] {0, 1, 1}, partitioning.histogram(new int[] {1, 2}, 3));
    }
}
