package dev.gyre.engine.verify;

import dev.gyre.engine.partition.Scan;
import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.select.RadixStages;
import dev.gyre.engine.select.SampleStages;
import dev.gyre.engine.select.SinglePass;
import dev.gyre.engine.select.SinglePassStages;
import dev.gyre.tasks.select.BracketChoice;
import dev.gyre.tasks.select.BracketCounts;
import dev.gyre.tasks.select.DigitSums;
import dev.gyre.tasks.select.PrefixCounts;
import dev.gyre.tasks.select.RadixParameters;
import dev.gyre.tasks.select.SampleParameters;
import dev.gyre.tasks.select.SelectedCounts;
import dev.gyre.tasks.select.SelectionParameters;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Calls of the kernels of {@link SinglePassStages}, {@link RadixStages} and {@link SampleStages}. */
final class SelectionSamples {

    static final List<KernelSample> ALL = List.of(
            KernelSample.of(SinglePassStages.PART_SELECTION, SelectionSamples::samplePartSelection),
            KernelSample.of(RadixStages.ORDERED_KEYS, SelectionSamples::sampleOrderedKeys),
            KernelSample.of(RadixStages.DIGIT_COUNTS, SelectionSamples::samplePrefixCounts),
            KernelSample.of(RadixStages.DIGIT_SUMS, SelectionSamples::sampleDigitSums),
            KernelSample.of(RadixStages.DIGIT_CHOICE, SelectionSamples::sampleDigitChoice),
            KernelSample.of(RadixStages.SELECTED_COUNTS, SelectionSamples::sampleSelectedCounts),
            KernelSample.of(RadixStages.SELECTED_WRITE, SelectionSamples::sampleSelectedWrite),
            KernelSample.of(SampleStages.SAMPLE_BRACKET, SelectionSamples::sampleSampleBracket),
            KernelSample.of(SampleStages.BRACKET_COUNTS, SelectionSamples::sampleBracketCounts),
            KernelSample.of(SampleStages.BRACKET_CHOICE, SelectionSamples::sampleBracketChoice),
            KernelSample.of(SampleStages.RANGE_WRITE, SelectionSamples::sampleRangeWrite));

    private SelectionSamples() {}

    /** Keys per tile. */
    private static final int TILE = 4096;

    private static final int[] KEY_FACTORS = {1, 1, 5, 11};

    /** Values of a part that the variant for groups samples. */
    private static final int SAMPLED = 2048;

    private static final int[] SAMPLE_FACTORS = {1, 1, 8, 17};

    /** Makes a call with parts that are long enough for k; in a few cases some slots stay unused. */
    private static Invocation samplePartSelection(Sample sample) {
        Random random = sample.random();
        int columns = Math.max(1, sample.size()) * SAMPLE_FACTORS[random.nextInt(SAMPLE_FACTORS.length)];
        int rows = 1 + random.nextInt(3);
        int form = random.nextInt(8);
        int parts = 1 + random.nextInt(Math.min(columns, 5));
        int k = 1 + random.nextInt(Math.min(columns / parts + random.nextInt(2), SinglePass.MAX_K));
        SinglePass shape = SinglePass.of(k).withParts(parts);
        double[] values = sample.shape().rows(rows * columns, 1, random);
        float[] floats = new float[values.length];
        int[] integers = new int[values.length];
        for (int i = 0; i < values.length; i++) {
            floats[i] = (float) values[i];
            integers[i] = (int) (values[i] * 100);
        }
        if (random.nextInt(8) == 0) {
            lowerSampledValues(floats, integers, columns / parts / SAMPLED, k - 1);
        }
        int[] sources = IntStream.range(0, values.length).map(i -> 3 * i + 1).toArray();
        int items = rows * parts;
        int[] keys = new int[items * k];
        int[] ids = new int[items * k];
        return Invocation.of(items)
                .in(floats, integers, sources, SinglePassStages.parameters(columns, k, parts), form)
                .in(shape.capacity(), shape.slots())
                .out(keys, ids);
    }

    /** Lowers values of a sample at equal distances, fewer than k of them, so that the limit from the sample is too low. */
    private static void lowerSampledValues(float[] floats, int[] integers, int stride, int count) {
        for (int i = 0; stride > 0 && i < count; i++) {
            floats[i * stride] = Float.NEGATIVE_INFINITY;
            integers[i * stride] = Integer.MIN_VALUE;
        }
    }

    private static Invocation sampleOrderedKeys(Sample sample) {
        Random random = sample.random();
        int n = Math.max(1, sample.size());
        float[] floats = new float[n];
        double[] rows = sample.shape().rows(n, 1, random);
        for (int i = 0; i < n; i++) {
            // Any number or one of the shape; no denormal numbers, which some devices treat as zero.
            float any = Float.intBitsToFloat(random.nextInt());
            boolean fits = !Float.isNaN(any) && Math.abs(any) >= Float.MIN_NORMAL;
            floats[i] = random.nextBoolean() && fits ? any : (float) rows[i];
        }
        int[] keys = new int[n];
        int form = random.nextInt(SelectionParameters.MAPPED);
        return Invocation.of(n).in(floats, random.ints(n).toArray(), form).out(keys);
    }

    private static Invocation samplePrefixCounts(Sample sample) {
        Rows input = new Rows(sample);
        int[] counts = new int[input.items() * RadixParameters.DIGITS];
        return Invocation.of(input.items())
                .in(input.keys, input.lengths, input.kth, input.parameters())
                .out(counts);
    }

    private static Invocation sampleDigitSums(Sample sample) {
        Random random = sample.random();
        int rows = 1 + random.nextInt(3);
        int tiles = 1 + sample.size() % 200;
        int sumTiles = Math.ceilDiv(tiles, DigitSums.FAN_IN);
        int[] counts = random.ints((long) rows * tiles * RadixParameters.DIGITS, 0, TILE)
                .toArray();
        int[] sums = new int[rows * sumTiles * RadixParameters.DIGITS];
        return Invocation.of(rows * sumTiles)
                .in(counts, new int[] {tiles, sumTiles})
                .out(sums);
    }

    private static Invocation sampleDigitChoice(Sample sample) {
        Rows input = new Rows(sample);
        int[] parameters = input.parameters();
        int[] counts = new int[input.items() * RadixParameters.DIGITS];
        PrefixCounts.countDigits(0, input.items(), input.keys, input.lengths, input.kth, parameters, counts);
        if (input.random.nextBoolean()) {
            parameters[RadixParameters.K] = 0;
        }
        int known = parameters[RadixParameters.KNOWN];
        int[] kth = input.kth.clone();
        for (int row = 0; row < input.rows; row++) {
            int matching = 0;
            for (int column = 0; column < input.lengths[row]; column++) {
                int key = input.keys[row * input.columns + column];
                matching += (key & known) == (kth[2 * row] & known) ? 1 : 0;
            }
            kth[2 * row + 1] = 1 + input.random.nextInt(Math.max(1, matching));
        }
        return Invocation.of(input.rows)
                .in(counts, new int[] {input.tiles(), 0}, parameters)
                .out(kth);
    }

    private static Invocation sampleSelectedCounts(Sample sample) {
        Rows input = new Rows(sample);
        int[] counts = new int[2 * input.items()];
        return Invocation.of(input.items())
                .in(input.keys, input.kth, input.parameters())
                .out(counts);
    }

    private static Invocation sampleSelectedWrite(Sample sample) {
        Rows input = new Rows(sample);
        int[] parameters = input.parameters();
        int[] before = new int[2 * input.items()];
        SelectedCounts.countSelected(0, input.items(), input.keys, input.kth, parameters, before);
        Scan.ROW_SCAN.runLoop(0, 2 * input.rows, List.of(before, new int[] {input.tiles()}, new int[2 * input.rows]));
        int[] bestKeys = new int[input.rows * input.k];
        int[] bestIds = new int[bestKeys.length];
        return Invocation.of(input.items())
                .in(input.keys, input.kth, parameters, before)
                .out(bestKeys, bestIds);
    }

    private static Invocation sampleSampleBracket(Sample sample) {
        Rows input = new Rows(sample);
        int[] parameters = SampleStages.parameters(input.columns, input.k);
        int[] room = new int[input.rows * parameters[SampleParameters.SIZE]];
        int[] bracket = new int[2 * input.rows];
        return Invocation.of(input.rows).in(input.keys, parameters, room).out(bracket);
    }

    private static Invocation sampleBracketCounts(Sample sample) {
        Rows input = new Rows(sample);
        int[] counts = new int[BracketCounts.BUCKETS * input.items()];
        return Invocation.of(input.items())
                .in(input.keys, input.bracket(), input.parameters())
                .out(counts);
    }

    private static Invocation sampleBracketChoice(Sample sample) {
        return new Buckets(new Rows(sample)).choice();
    }

    private static Invocation sampleRangeWrite(Sample sample) {
        Rows input = new Rows(sample);
        Buckets buckets = new Buckets(input);
        SampleStages.BRACKET_CHOICE.runLoop(0, input.rows, buckets.choice().arguments());
        int[] found = new int[input.keys.length];
        return Invocation.of(input.items())
                .in(input.keys, buckets.ranges, buckets.parameters, buckets.before)
                .out(found);
    }

    /** Rows of keys, and a k-th key for each. */
    private static final class Rows {

        private final int rows;
        private final int columns;
        private final int[] keys;

        /** Number of keys of each row to search: mostly all, sometimes some or none. */
        private final int[] lengths;

        private final int k;
        private final int[] kth;
        private final Random random;

        Rows(Sample sample) {
            random = sample.random();
            rows = 1 + random.nextInt(3);
            columns = Math.max(1, sample.size()) * KEY_FACTORS[random.nextInt(KEY_FACTORS.length)];
            keys = Values.ints(sample.shape(), rows * columns, random);
            k = 1 + random.nextInt(columns);
            lengths = new int[rows];
            kth = new int[2 * rows];
            for (int row = 0; row < rows; row++) {
                int[] sorted = Arrays.copyOfRange(keys, row * columns, (row + 1) * columns);
                Arrays.sort(sorted);
                int first = 0;
                while (sorted[first] != sorted[k - 1]) {
                    first++;
                }
                kth[2 * row] = sorted[k - 1];
                kth[2 * row + 1] = k - first;
                lengths[row] = random.nextInt(4) > 0 ? columns : random.nextInt(2) * random.nextInt(columns);
            }
        }

        int[] parameters() {
            return RadixStages.parameters(columns, k, TILE, Byte.SIZE * random.nextInt(4));
        }

        /** Draws two splitters for each row: keys of the row, or the smallest and largest int. */
        int[] bracket() {
            int[] bracket = new int[2 * rows];
            for (int row = 0; row < rows; row++) {
                int one = keys[row * columns + random.nextInt(columns)];
                int other = keys[row * columns + random.nextInt(columns)];
                bracket[2 * row] = random.nextInt(4) == 0 ? Integer.MIN_VALUE : Math.min(one, other);
                bracket[2 * row + 1] = random.nextInt(4) == 0 ? Integer.MAX_VALUE : Math.max(one, other);
            }
            return bracket;
        }

        int tiles() {
            return Math.ceilDiv(columns, TILE);
        }

        /** Returns the number of tiles of all rows. */
        int items() {
            return rows * tiles();
        }
    }

    /** The counts of rows of keys, added up along each row. */
    private static final class Buckets {

        final int[] parameters;
        final int[] bracket;
        final int[] before;
        final int[] totals;
        final int[] kth;
        final int[] ranges;
        final int[] lengths;

        Buckets(Rows input) {
            parameters = input.parameters();
            bracket = input.bracket();
            before = new int[BracketCounts.BUCKETS * input.items()];
            totals = new int[BracketCounts.BUCKETS * input.rows];
            kth = new int[2 * input.rows];
            ranges = new int[BracketChoice.RANGE * input.rows];
            lengths = new int[input.rows];
            BracketCounts.countBuckets(0, input.items(), input.keys, bracket, parameters, before);
            Scan.ROW_SCAN.runLoop(0, totals.length, List.of(before, new int[] {input.tiles()}, totals));
        }

        Invocation choice() {
            return Invocation.of(lengths.length).in(totals, bracket, parameters).out(kth, ranges, lengths);
        }
    }
}
