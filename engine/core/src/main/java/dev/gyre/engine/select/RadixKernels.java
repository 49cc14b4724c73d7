package dev.gyre.engine.select;

import dev.gyre.engine.program.Kernel;
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

/** The kernels of radix select. */
public final class RadixKernels {

    /** Values as keys, as {@link OrderedKeys#toKeys}. */
    public static final Kernel ORDERED_KEYS = Kernel.of(OrderedKeys.class).withJvmVariant(OrderedKeysJvm.class);

    /** Digits of the keys in each tile, as {@link PrefixCounts#countDigits}. */
    public static final Kernel DIGIT_COUNTS = Kernel.of(PrefixCounts.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(PrefixCountsWorkGroup.class, PrefixCountsWorkGroup.THREADS));

    /** Counts of several tiles as those of one, as {@link DigitSums#addTiles}. */
    public static final Kernel DIGIT_SUMS = Kernel.of(DigitSums.class)
            .withWorkGroupVariant(WorkGroupVariant.groupPerItem(DigitSumsWorkGroup.class, DigitSumsWorkGroup.THREADS));

    /** The digit of the k-th key, as {@link DigitChoice#chooseDigit}. */
    public static final Kernel DIGIT_CHOICE = Kernel.of(DigitChoice.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(DigitChoiceWorkGroup.class, DigitChoiceWorkGroup.THREADS));

    /** TopK keys of each tile, as {@link SelectedCounts#countSelected}. */
    public static final Kernel SELECTED_COUNTS = Kernel.of(SelectedCounts.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(SelectedCountsWorkGroup.class, SelectedCountsWorkGroup.THREADS));

    /** TopK keys and ids in one place, as {@link SelectedWrite#writeSelected}. */
    public static final Kernel SELECTED_WRITE = Kernel.of(SelectedWrite.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(SelectedWriteWorkGroup.class, SelectedWriteWorkGroup.THREADS));

    private RadixKernels() {}

    private static final int DIGIT_BITS = 8;

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
}
