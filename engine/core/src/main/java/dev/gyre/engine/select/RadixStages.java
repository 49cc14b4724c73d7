package dev.gyre.engine.select;

import dev.gyre.engine.partition.Scan;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Kernel.WorkGroupVariant;
import dev.gyre.engine.program.Phase.Stage;
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
    private final int[] bestKeys;
    private final int[] bestIds;
    private final Layout layout;
    private final int[] kth;
    private final List<Stage> stages = new ArrayList<>();
    private final List<Object> parameters = new ArrayList<>();

    /** The parameters of stages; a k of 0 stays 0. */
    private final List<int[]> sizes = new ArrayList<>();

    private final List<int[]> sums = new ArrayList<>();
    private final List<int[]> sumTiles = new ArrayList<>();

    /** Makes an object without stages. */
    RadixStages(RowValues input, int k, int tile, int[] bestKeys, int[] bestIds, Layout layout) {
        this.input = input;
        this.k = k;
        this.tile = tile;
        this.tiles = Math.ceilDiv(input.columns(), tile);
        this.bestKeys = bestKeys;
        this.bestIds = bestIds;
        this.layout = layout;
        this.kth = layout.ints(2, input.rows());
    }

    static SelectionSteps of(RowValues input, int k, int tile, int[] bestKeys, int[] bestIds, Layout layout) {
        RadixStages radix = new RadixStages(input, k, tile, bestKeys, bestIds, layout);
        int[] lengths = layout.ints(input.rows());
        radix.parameters.add(lengths);
        int[] keys = radix.orderedKeys();
        radix.findKth(keys, lengths, k);
        radix.writeSelected(keys);
        SelectionSteps ofRows = radix.steps((columns, found) -> Arrays.fill(lengths, columns));
        ofRows.setSize(input.columns(), k);
        return ofRows;
    }

    /** Returns the number of tiles of all rows. */
    int items() {
        return (int) Math.min((long) input.rows() * tiles, Integer.MAX_VALUE);
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

    /** Sets other sizes. */
    interface Sizes {
        void set(int columns, int k);
    }

    /**
     * Returns the steps that were added.
     *
     * @param more sets the sizes of the caller's parameters
     */
    SelectionSteps steps(Sizes more) {
        return new SelectionSteps() {

            @Override
            public void setSize(int columns, int found) {
                // The tiles do not change: those behind the last column are empty.
                for (int[] array : sizes) {
                    array[RadixParameters.COLUMNS] = columns;
                    array[RadixParameters.K] = array[RadixParameters.K] == 0 ? 0 : found;
                }
                more.set(columns, found);
            }

            @Override
            public Object[] uploads() {
                return parameters.toArray();
            }

            @Override
            public List<Stage> stages() {
                return List.copyOf(stages);
            }

            @Override
            public Object[] results() {
                return new Object[] {bestIds, bestKeys};
            }
        };
    }

    /**
     * Finds a key of each row, and its rank among the keys that are equal to it.
     *
     * @param keys rows of keys, as long as those of the input
     * @param rowLengths how many keys of a row to search; if 0, the key must be known
     * @param rank the rank of the key, or 0 if the ranks are known
     */
    void findKth(int[] keys, int[] rowLengths, int rank) {
        int[] counts = layout.ints(input.rows(), tiles, RadixParameters.DIGITS);
        declareSums();
        for (int shift = Integer.SIZE - DIGIT_BITS; shift >= 0; shift -= DIGIT_BITS) {
            int[] ofDigit = sizes(rank, shift);
            stages.add(DIGIT_COUNTS.stage(items(), keys, rowLengths, kth, ofDigit, counts));
            chooseDigit(counts, ofDigit);
        }
    }

    /** Writes the keys up to the k-th. */
    void writeSelected(int[] keys) {
        int[] ofTiles = sizes(k, 0);
        int[] before = layout.ints(2, input.rows(), tiles);
        int[] totals = layout.ints(2, input.rows());
        stages.add(SELECTED_COUNTS.stage(items(), keys, kth, ofTiles, before));
        stages.add(Scan.ROW_SCAN.stage(2 * input.rows(), before, parameter(tiles), totals));
        stages.add(SELECTED_WRITE.stage(items(), keys, kth, ofTiles, before, bestKeys, bestIds));
    }

    /** Returns the values as keys in the requested order. */
    int[] orderedKeys() {
        if (input.form() == 0) {
            return input.integers();
        }
        int[] keys = layout.ints(input.rows(), input.columns());
        stages.add(ORDERED_KEYS.stage(layout.length(keys), input.floats(), input.integers(), input.form(), keys));
        return keys;
    }

    /** Declares an array for each level of sums over tiles, with the numbers of tiles before and after it. */
    private void declareSums() {
        int left = tiles;
        while (left > DigitSums.FAN_IN) {
            int fewer = Math.ceilDiv(left, DigitSums.FAN_IN);
            sums.add(layout.ints(input.rows(), fewer, RadixParameters.DIGITS));
            sumTiles.add(parameter(left, fewer));
            left = fewer;
        }
        sumTiles.add(parameter(left, 0));
    }

    /** Declares the parameters of a stage. */
    int[] sizes(int rank, int shift) {
        int[] array = parameter(parameters(input.rows(), input.columns(), rank, tile, shift));
        sizes.add(array);
        return array;
    }

    private void chooseDigit(int[] counts, int[] ofDigit) {
        int[] last = counts;
        for (int i = 0; i < sums.size(); i++) {
            int items = layout.length(sums.get(i)) / RadixParameters.DIGITS;
            stages.add(DIGIT_SUMS.stage(items, last, sumTiles.get(i), sums.get(i)));
            last = sums.get(i);
        }
        stages.add(DIGIT_CHOICE.stage(input.rows(), last, sumTiles.getLast(), ofDigit, kth));
    }

    /** Declares an array to upload before the first run. */
    int[] parameter(int... values) {
        parameters.add(values);
        return layout.add(values);
    }

    /** Makes a parameter array for the kernels: see {@link RadixParameters}. */
    public static int[] parameters(int rows, int columns, int k, int tile, int shift) {
        int[] parameters = new int[RadixParameters.LENGTH];
        parameters[RadixParameters.ROWS] = rows;
        parameters[RadixParameters.COLUMNS] = columns;
        parameters[RadixParameters.K] = k;
        parameters[RadixParameters.TILE] = tile;
        parameters[RadixParameters.TILES] = Math.ceilDiv(columns, tile);
        parameters[RadixParameters.SHIFT] = shift;
        parameters[RadixParameters.KNOWN] = (int) (-1L << (shift + DIGIT_BITS));
        return parameters;
    }
}
