package dev.gyre.engine.select;

import dev.gyre.engine.partition.Scan;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Stage;
import dev.gyre.engine.program.WorkGroupVariant;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The stages of a radix select (Alabi et al., "Fast k-selection algorithms for graphics processing units", 2012).
 *
 * <pre>
 * ordered keys                         unless the values are their own keys
 * for each digit, the highest first    counts per tile, their sums over {@value DigitSums#FAN_IN} tiles until there are
 *                                      few, the digit of the k-th key
 * compaction                           selected keys per tile, their scan, the write in ascending order of ids
 * </pre>
 */
public final class RadixStages {

    /** Converts values to keys, as {@link OrderedKeys#toKeys}. */
    public static final Kernel ORDERED_KEYS = Kernel.of(OrderedKeys.class).withJvmVariant(OrderedKeysJvm.class);

    /** Counts the digits of the keys in each tile, as {@link PrefixCounts#countDigits}. */
    public static final Kernel DIGIT_COUNTS = Kernel.of(PrefixCounts.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(PrefixCountsWorkGroup.class, PrefixCountsWorkGroup.THREADS));

    /** Adds up the counts of several tiles, as {@link DigitSums#addTiles}. */
    public static final Kernel DIGIT_SUMS = Kernel.of(DigitSums.class)
            .withWorkGroupVariant(WorkGroupVariant.groupPerItem(DigitSumsWorkGroup.class, DigitSumsWorkGroup.THREADS));

    /** Chooses the digit of the k-th key, as {@link DigitChoice#chooseDigit}. */
    public static final Kernel DIGIT_CHOICE = Kernel.of(DigitChoice.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(DigitChoiceWorkGroup.class, DigitChoiceWorkGroup.THREADS));

    /** Counts the selected keys of each tile, as {@link SelectedCounts#countSelected}. */
    public static final Kernel SELECTED_COUNTS = Kernel.of(SelectedCounts.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(SelectedCountsWorkGroup.class, SelectedCountsWorkGroup.THREADS));

    /** Writes the selected keys and ids next to each other, as {@link SelectedWrite#writeSelected}. */
    public static final Kernel SELECTED_WRITE = Kernel.of(SelectedWrite.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(SelectedWriteWorkGroup.class, SelectedWriteWorkGroup.THREADS));

    private static final int DIGIT_BITS = 8;

    private final RowValues input;
    private final int k;
    private final int tile;
    private final int tiles;
    private final int[] kth;
    private final List<Stage> stages = new ArrayList<>();
    private final List<Object> parameters = new ArrayList<>();
    private final List<int[]> sizes = new ArrayList<>();
    private int[] lengths = new int[0];
    private final List<int[]> sums = new ArrayList<>();
    private final List<int[]> sumTiles = new ArrayList<>();
    private long temporaryBytes;

    /** Makes an object without stages. */
    RadixStages(RowValues input, int k, int tile) {
        this.input = input;
        this.k = k;
        this.tile = tile;
        this.tiles = Math.ceilDiv(input.columns(), tile);
        this.kth = temporary(2 * input.rows());
    }

    static StageList of(RowValues input, int k, int tile, int[] bestKeys, int[] bestIds) {
        RadixStages radix = new RadixStages(input, k, tile);
        radix.lengths = radix.parameter(new int[input.rows()]);
        Arrays.fill(radix.lengths, input.columns());
        int[] keys = radix.orderedKeys();
        radix.findKth(keys, radix.lengths, k);
        radix.writeSelected(keys, bestKeys, bestIds);
        return radix.list();
    }

    /** Returns an upper bound of the memory without input and result, in bytes per row. */
    static long temporaryBytes(int columns, int form, int tile) {
        long tiles = Math.ceilDiv(columns, tile);
        long counts = 4L * RadixParameters.DIGITS * tiles;
        long keys = form == 0 ? 0 : 4L * columns;
        // Sums of sums are a geometric series, each term rounded up; it has at most three terms.
        long sums = counts / (DigitSums.FAN_IN - 1) + 3 * 4L * RadixParameters.DIGITS;
        return keys + counts + sums + 8 * tiles + 20;
    }

    int tiles() {
        return tiles;
    }

    /** Returns the known bits of the k-th keys: for each row a key and a rank. */
    int[] kth() {
        return kth;
    }

    void stage(Stage stage) {
        stages.add(stage);
    }

    StageList list() {
        return new StageList(stages, parameters, temporaryBytes, this::setSizes);
    }

    /** Sets the sizes. The tiles do not change: those behind the last column are empty. */
    private void setSizes(int columns, int found) {
        Arrays.fill(lengths, columns);
        for (int[] array : sizes) {
            array[RadixParameters.COLUMNS] = columns;
            array[RadixParameters.K] = found;
        }
    }

    /**
     * Finds a key of each row, and its rank among the keys that are equal to it.
     *
     * @param keys rows of keys, as long as those of the input
     * @param rowLengths how many keys of a row to search; if 0, the key must be known
     * @param rank the rank of the key, or 0 if the ranks are known
     */
    void findKth(int[] keys, int[] rowLengths, int rank) {
        int items = Math.multiplyExact(input.rows(), tiles);
        int[] counts = temporary(Math.multiplyExact(items, RadixParameters.DIGITS));
        allocateSums();
        for (int shift = Integer.SIZE - DIGIT_BITS; shift >= 0; shift -= DIGIT_BITS) {
            int[] ofDigit = sizes(rank, shift);
            stages.add(DIGIT_COUNTS.stage(items, keys, rowLengths, kth, ofDigit, counts));
            chooseDigit(counts, ofDigit);
        }
    }

    /** Writes the keys up to the k-th. */
    void writeSelected(int[] keys, int[] bestKeys, int[] bestIds) {
        int items = Math.multiplyExact(input.rows(), tiles);
        int[] ofTiles = sizes(k, 0);
        int[] before = temporary(2 * items);
        stages.add(SELECTED_COUNTS.stage(items, keys, kth, ofTiles, before));
        stages.add(Scan.ROW_SCAN.stage(
                2 * input.rows(), before, parameter(new int[] {tiles}), temporary(2 * input.rows())));
        stages.add(SELECTED_WRITE.stage(items, keys, kth, ofTiles, before, bestKeys, bestIds));
    }

    /** Returns the values as keys in the requested order. */
    int[] orderedKeys() {
        if (input.form() == 0) {
            return input.integers();
        }
        int[] keys = temporary(input.rows() * input.columns());
        stages.add(ORDERED_KEYS.stage(keys.length, input.floats(), input.integers(), input.form(), keys));
        return keys;
    }

    /** Allocates an array for each level of sums over tiles, with the numbers of tiles before and after it. */
    private void allocateSums() {
        int left = tiles;
        while (left > DigitSums.FAN_IN) {
            int fewer = Math.ceilDiv(left, DigitSums.FAN_IN);
            sums.add(temporary(input.rows() * fewer * RadixParameters.DIGITS));
            sumTiles.add(parameter(new int[] {left, fewer}));
            left = fewer;
        }
        sumTiles.add(parameter(new int[] {left, 0}));
    }

    private int[] sizes(int rank, int shift) {
        int[] array = parameter(parameters(input.columns(), rank, tile, shift));
        sizes.add(array);
        return array;
    }

    private void chooseDigit(int[] counts, int[] ofDigit) {
        int[] last = counts;
        for (int i = 0; i < sums.size(); i++) {
            int items = sums.get(i).length / RadixParameters.DIGITS;
            stages.add(DIGIT_SUMS.stage(items, last, sumTiles.get(i), sums.get(i)));
            last = sums.get(i);
        }
        stages.add(DIGIT_CHOICE.stage(input.rows(), last, sumTiles.getLast(), ofDigit, kth));
    }

    /** Makes an array that counts as temporary memory. */
    int[] temporary(int length) {
        temporaryBytes += 4L * length;
        return new int[length];
    }

    /** Adds an array to upload before the first run. */
    int[] parameter(int[] values) {
        parameters.add(values);
        return values;
    }

    /** Makes a parameter array for the kernels: see {@link RadixParameters}. */
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
}
