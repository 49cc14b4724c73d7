package dev.gyre.engine.select;

import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.WorkGroupVariant;
import dev.gyre.tasks.select.PartSelection;
import dev.gyre.tasks.select.PartSelectionJvm;
import dev.gyre.tasks.select.PartSelectionWorkGroup;
import dev.gyre.tasks.select.SelectionParameters;

/** The kernels of selection. */
public final class SelectionKernels {

    /** The k best of each part of each row, as {@link PartSelection#keepBest}. */
    public static final Kernel PART_SELECTION = Kernel.of(PartSelection.class)
            .withJvmVariant(PartSelectionJvm.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(PartSelectionWorkGroup.class, PartSelectionWorkGroup.THREADS));

    private SelectionKernels() {}

    /** A parameter array for the kernels: see {@link SelectionParameters}. */
    public static int[] parameters(int columns, int k, int parts) {
        int[] parameters = new int[SelectionParameters.LENGTH];
        parameters[SelectionParameters.COLUMNS] = columns;
        parameters[SelectionParameters.K] = k;
        parameters[SelectionParameters.PARTS] = parts;
        return parameters;
    }
}
