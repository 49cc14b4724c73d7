package dev.gyre.engine.select;

import dev.gyre.engine.partition.ScanKernels;
import dev.gyre.engine.program.GroupFunction;
import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.KernelCatalog;
import dev.gyre.engine.program.KernelFunction;
import dev.gyre.engine.verify.RadixCase;
import dev.gyre.engine.verify.Sample;
import dev.gyre.tasks.select.DigitChoice;
import dev.gyre.tasks.select.DigitChoiceWorkGroup;
import dev.gyre.tasks.select.DigitSums;
import dev.gyre.tasks.select.DigitSumsWorkGroup;
import dev.gyre.tasks.select.OrderedKeys;
import dev.gyre.tasks.select.OrderedKeysJvm;
import dev.gyre.tasks.select.PrefixCounts;
import dev.gyre.tasks.select.PrefixCountsWorkGroup;
import dev.gyre.tasks.select.RadixParameters;
import dev.gyre.tasks.select.SelectedCounts;
import dev.gyre.tasks.select.SelectedCountsWorkGroup;
import dev.gyre.tasks.select.SelectedWrite;
import dev.gyre.tasks.select.SelectedWriteWorkGroup;
import dev.gyre.tasks.select.SelectionParameters;
import java.util.List;
import java.util.Random;

/** The kernels of radix select. */
public final class RadixKernels implements KernelCatalog {

    /** Values as keys, as {@link OrderedKeys#toKeys}. */
    public static final Kernel ORDERED_KEYS = Kernel.of(
                    "ordered-keys",
                    (KernelFunction.Of4<float[], int[], Integer, int[]>) OrderedKeys::toKeys,
                    RadixKernels::sampleOrderedKeys)
            .withJvmVariant((KernelFunction.Of4<float[], int[], Integer, int[]>) OrderedKeysJvm::toKeys);

    /** Digits of the keys in each tile, as {@link PrefixCounts#countDigits}. */
    public static final Kernel DIGIT_COUNTS = Kernel.of(
                    "prefix-counts",
                    (KernelFunction.Of5<int[], int[], int[], int[], int[]>) PrefixCounts::countDigits,
                    RadixKernels::samplePrefixCounts)
            .withGroupVariant(GroupFunction.groupPerItem(
                    PrefixCountsWorkGroup.class, "countDigits", PrefixCountsWorkGroup.THREADS))
            .withCoarseItems();

    /** Counts of several tiles as those of one, as {@link DigitSums#addTiles}. */
    public static final Kernel DIGIT_SUMS = Kernel.of(
                    "digit-sums",
                    (KernelFunction.Of3<int[], int[], int[]>) DigitSums::addTiles,
                    RadixKernels::sampleDigitSums)
            .withGroupVariant(
                    GroupFunction.groupPerItem(DigitSumsWorkGroup.class, "addTiles", DigitSumsWorkGroup.THREADS))
            .withCoarseItems();

    /** The digit of the k-th key, as {@link DigitChoice#chooseDigit}. */
    public static final Kernel DIGIT_CHOICE = Kernel.of(
                    "digit-choice",
                    (KernelFunction.Of4<int[], int[], int[], int[]>) DigitChoice::chooseDigit,
                    RadixKernels::sampleDigitChoice)
            .withGroupVariant(
                    GroupFunction.groupPerItem(DigitChoiceWorkGroup.class, "chooseDigit", DigitChoiceWorkGroup.THREADS))
            .withCoarseItems();

    /** TopK keys of each tile, as {@link SelectedCounts#countSelected}. */
    public static final Kernel SELECTED_COUNTS = Kernel.of(
                    "selected-counts",
                    (KernelFunction.Of4<int[], int[], int[], int[]>) SelectedCounts::countSelected,
                    RadixKernels::sampleSelectedCounts)
            .withGroupVariant(GroupFunction.groupPerItem(
                    SelectedCountsWorkGroup.class, "countSelected", SelectedCountsWorkGroup.THREADS))
            .withCoarseItems();

    /** TopK keys and ids in one place, as {@link SelectedWrite#writeSelected}. */
    public static final Kernel SELECTED_WRITE = Kernel.of(
                    "selected-write",
                    (KernelFunction.Of6<int[], int[], int[], int[], int[], int[]>) SelectedWrite::writeSelected,
                    RadixKernels::sampleSelectedWrite)
            .withGroupVariant(GroupFunction.groupPerItem(
                    SelectedWriteWorkGroup.class, "writeSelected", SelectedWriteWorkGroup.THREADS))
            .withCoarseItems();

    private static final int DIGIT_BITS = 8;

    /** For the service loader. */
    public RadixKernels() {}

    @Override
    public List<Kernel> kernels() {
        return List.of(ORDERED_KEYS, DIGIT_COUNTS, DIGIT_SUMS, DIGIT_CHOICE, SELECTED_COUNTS, SELECTED_WRITE);
    }

    /** A parameter array for the kernels: see {@link RadixParameters}. */
    public static int[] parameters(int columns, int k, int tile, int shift) {
        int[] parameters = new int[RadixParameters.LENGTH];
        parameters[RadixParameters.COLUMNS] = columns;
        parameters[RadixParameters.K] = k;
        parameters[RadixParameters.TILE] = tile;
        parameters[RadixParameters.TILES] = Math.ceilDiv(columns, tile);
        parameters[RadixParameters.SHIFT] = shift;
        parameters[RadixParameters.KNOWN] = (int) (-1L << (shift + DIGIT_BITS));
        return parameters;
    }

    private static Invocation sampleOrderedKeys(Sample sample) {
        Random random = sample.random();
        int n = Math.max(1, sample.size());
        float[] floats = new float[n];
        double[] rows = sample.shape().rows(n, 1, random);
        for (int i = 0; i < n; i++) {
            // Any number, and those of the shape; no denormal ones, which some devices take for zero.
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
        ScanKernels.ROW_SCAN
                .function()
                .invoke(0, 2 * input.rows, before, new int[] {input.tiles()}, new int[2 * input.rows]);
        int[] bestKeys = new int[input.rows * input.k];
        int[] bestIds = new int[bestKeys.length];
        return new Invocation(
                items,
                List.of(input.keys, input.kth, parameters, before, bestKeys, bestIds),
                List.of(bestKeys, bestIds));
    }
}
