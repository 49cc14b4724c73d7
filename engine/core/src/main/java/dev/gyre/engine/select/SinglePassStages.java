package dev.gyre.engine.select;

import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Stage;
import dev.gyre.engine.program.WorkGroupVariant;
import dev.gyre.tasks.select.PartSelection;
import dev.gyre.tasks.select.PartSelectionJvm;
import dev.gyre.tasks.select.PartSelectionWorkGroup;
import dev.gyre.tasks.select.SelectionParameters;
import java.util.ArrayList;
import java.util.List;

/**
 * The stages of a selection in a single pass.
 *
 * <pre>
 * rows x n values              parts of each row
 *   -> rows x (parts x k)      the k best of each part: these are rows again, with fewer parts
 *   -> …
 *   -> rows x k                one part per row
 * </pre>
 *
 * <p>The best of a part are in ascending order of (key, id), and parts are in ascending order of ids. So in each of these rows equal keys
 * have ascending ids, and the column can replace the id to settle ties.
 */
public final class SinglePassStages {

    /** Keeps the k best of each part of each row, as {@link PartSelection#keepBest}. */
    public static final Kernel PART_SELECTION = Kernel.of(PartSelection.class)
            .withJvmVariant(PartSelectionJvm.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(PartSelectionWorkGroup.class, PartSelectionWorkGroup.THREADS));

    private SinglePassStages() {}

    /**
     * Returns an upper bound of the memory without input and result, in bytes. The first merge has {@code p k} values per row, each later
     * one at most a sixteenth of the one before.
     */
    static long temporaryBytes(int rows, int k, SinglePass shape) {
        return shape.parts() == 1 ? 0 : 9L * rows * shape.parts() * k;
    }

    static StageList of(RowValues input, int k, SinglePass shape, Device.Type type, int[] keys, int[] ids) {
        List<Stage> stages = new ArrayList<>();
        List<int[]> parameters = new ArrayList<>();
        long temporaryBytes = 0;
        RowValues values = input;
        int parts = shape.parts();
        while (true) {
            boolean last = parts == 1;
            int found = Math.multiplyExact(Math.multiplyExact(values.rows(), parts), k);
            int[] partKeys = last ? keys : new int[found];
            int[] partIds = last ? ids : new int[found];
            int[] sizes = parameters(values.columns(), k, parts);
            parameters.add(sizes);
            stages.add(PART_SELECTION.stage(
                    values.rows() * parts,
                    values.floats(),
                    values.integers(),
                    values.sources(),
                    sizes,
                    values.form(),
                    shape.capacity(),
                    shape.slots(),
                    partKeys,
                    partIds));
            if (last) {
                return new StageList(
                        stages,
                        List.copyOf(parameters),
                        temporaryBytes,
                        (columns, fewer) -> setSizes(parameters, columns, fewer));
            }
            temporaryBytes += 8L * found;
            values = RowValues.of(partKeys, partIds, values.rows(), parts * k);
            parts = SelectionStrategies.parts(values.rows(), values.columns(), k, type);
        }
    }

    /** Sets the sizes. The parts do not change: each has enough values for k, as they were made for hardly more values and a greater k. */
    private static void setSizes(List<int[]> parameters, int columns, int k) {
        int values = columns;
        for (int[] sizes : parameters) {
            sizes[SelectionParameters.COLUMNS] = values;
            sizes[SelectionParameters.K] = k;
            values = sizes[SelectionParameters.PARTS] * k;
        }
    }

    /** Makes a parameter array for the kernels: see {@link SelectionParameters}. */
    public static int[] parameters(int columns, int k, int parts) {
        int[] parameters = new int[SelectionParameters.LENGTH];
        parameters[SelectionParameters.COLUMNS] = columns;
        parameters[SelectionParameters.K] = k;
        parameters[SelectionParameters.PARTS] = parts;
        return parameters;
    }
}
