package dev.gyre.engine.select;

import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Kernel.WorkGroupVariant;
import dev.gyre.engine.program.Phase.Stage;
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

    static SelectionSteps of(RowValues input, int k, SinglePass shape, int[] keys, int[] ids, Layout layout) {
        List<Stage> stages = new ArrayList<>();
        List<int[]> parameters = new ArrayList<>();
        RowValues values = input;
        int parts = shape.parts();
        boolean last;
        do {
            last = parts == 1;
            int[] partKeys = last ? keys : layout.ints(values.rows(), parts, k);
            int[] partIds = last ? ids : layout.ints(values.rows(), parts, k);
            int[] sizes = layout.add(parameters(values.columns(), k, parts));
            parameters.add(sizes);
            stages.add(PART_SELECTION.stage(
                    (int) Math.min((long) values.rows() * parts, Integer.MAX_VALUE),
                    values.floats(),
                    values.integers(),
                    values.sources(),
                    sizes,
                    values.form(),
                    shape.capacity(),
                    shape.slots(),
                    partKeys,
                    partIds));
            if (!last) {
                values = RowValues.of(partKeys, partIds, values.rows(), parts * k);
                layout.add(values.floats());
                parts = SelectionStrategies.parts(
                        values.rows(), values.columns(), k, layout.device().type());
            }
        } while (!last);
        return new Passes(parameters, stages, keys, ids);
    }

    /** The passes, and the parameters of each. */
    private record Passes(List<int[]> parameters, List<Stage> stages, int[] keys, int[] ids) implements SelectionSteps {

        @Override
        public void setSize(int columns, int k) {
            // The parts do not change: each has enough values for k, as they were made for hardly more values and a
            // greater k.
            int values = columns;
            for (int[] sizes : parameters) {
                sizes[SelectionParameters.COLUMNS] = values;
                sizes[SelectionParameters.K] = k;
                values = sizes[SelectionParameters.PARTS] * k;
            }
        }

        @Override
        public Object[] uploads() {
            return parameters.toArray();
        }

        @Override
        public Object[] results() {
            return new Object[] {ids, keys};
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
