package dev.gyre.engine.verify;

import dev.gyre.engine.partition.ScanKernels;
import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.select.RadixKernels;
import dev.gyre.tasks.select.DigitSums;
import dev.gyre.tasks.select.PrefixCounts;
import dev.gyre.tasks.select.RadixParameters;
import dev.gyre.tasks.select.SelectedCounts;
import dev.gyre.tasks.select.SelectionParameters;
import java.util.List;
import java.util.Random;

/** Calls of the kernels of {@link RadixKernels}. */
final class RadixSamples {

    /** All of them. */
    static final List<KernelSample> ALL = List.of(
            KernelSample.of(RadixKernels.ORDERED_KEYS, RadixSamples::sampleOrderedKeys),
            KernelSample.of(RadixKernels.DIGIT_COUNTS, RadixSamples::samplePrefixCounts),
            KernelSample.of(RadixKernels.DIGIT_SUMS, RadixSamples::sampleDigitSums),
            KernelSample.of(RadixKernels.DIGIT_CHOICE, RadixSamples::sampleDigitChoice),
            KernelSample.of(RadixKernels.SELECTED_COUNTS, RadixSamples::sampleSelectedCounts),
            KernelSample.of(RadixKernels.SELECTED_WRITE, RadixSamples::sampleSelectedWrite));

    private RadixSamples() {}

    private static Invocation sampleOrderedKeys(Sample sample) {
        Random random = sample.random();
        int n = Math.max(1, sample.size());
        float[] floats = new float[n];
        double[] rows = sample.shape().rows(n, 1, random);
        for (int i = 0; i < n; i++) {
            // Any number, and those of the shape; no denormal ones, which some devices treat as zero.
            float any = Float.intBitsToFloat(random.nextInt());
            boolean fits = !Float.isNaN(any) && Math.abs(any) >= Float.MIN_NORMAL;
            floats[i] = random.nextBoolean() && fits ? any : (float) rows[i];
        }
        int[] keys = new int[n];
        int form = random.nextInt(SelectionParameters.MAPPED);
        return new Invocation(n, List.of(floats, random.ints(n).toArray(), form, keys), List.of(keys));
    }

    private static Invocation samplePrefixCounts(Sample sample) {
        RadixCase input = new RadixCase(sample);
        int items = input.rows * input.tiles();
        int[] counts = new int[items * RadixParameters.DIGITS];
        return new Invocation(
                items, List.of(input.keys, input.lengths, input.kth, input.parameters(), counts), List.of(counts));
    }

    private static Invocation sampleDigitSums(Sample sample) {
        Random random = sample.random();
        int rows = 1 + random.nextInt(3);
        int tiles = 1 + sample.size() % 200;
        int sumTiles = Math.ceilDiv(tiles, DigitSums.FAN_IN);
        int[] counts = random.ints((long) rows * tiles * RadixParameters.DIGITS, 0, RadixCase.TILE)
                .toArray();
        int[] sums = new int[rows * sumTiles * RadixParameters.DIGITS];
        return new Invocation(rows * sumTiles, List.of(counts, new int[] {tiles, sumTiles}, sums), List.of(sums));
    }

    private static Invocation sampleDigitChoice(Sample sample) {
        RadixCase input = new RadixCase(sample);
        int[] parameters = input.parameters();
        int items = input.rows * input.tiles();
        int[] counts = new int[items * RadixParameters.DIGITS];
        PrefixCounts.countDigits(0, items, input.keys, input.lengths, input.kth, parameters, counts);
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
        return new Invocation(input.rows, List.of(counts, new int[] {input.tiles(), 0}, parameters, kth), List.of(kth));
    }

    private static Invocation sampleSelectedCounts(Sample sample) {
        RadixCase input = new RadixCase(sample);
        int items = input.rows * input.tiles();
        int[] counts = new int[2 * items];
        return new Invocation(items, List.of(input.keys, input.kth, input.parameters(), counts), List.of(counts));
    }

    private static Invocation sampleSelectedWrite(Sample sample) {
        RadixCase input = new RadixCase(sample);
        int items = input.rows * input.tiles();
        int[] parameters = input.parameters();
        int[] before = new int[2 * items];
        SelectedCounts.countSelected(0, items, input.keys, input.kth, parameters, before);
        ScanKernels.ROW_SCAN.runLoop(
                0, 2 * input.rows, List.of(before, new int[] {input.tiles()}, new int[2 * input.rows]));
        int[] bestKeys = new int[input.rows * input.k];
        int[] bestIds = new int[bestKeys.length];
        return new Invocation(
                items,
                List.of(input.keys, input.kth, parameters, before, bestKeys, bestIds),
                List.of(bestKeys, bestIds));
    }
}
