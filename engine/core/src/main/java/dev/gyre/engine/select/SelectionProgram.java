package dev.gyre.engine.select;

import dev.gyre.engine.data.SelectionOptions;
import dev.gyre.engine.pool.Blueprint;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Program;

/**
 * A program that selects from rows of the host.
 *
 * @param values the rows, an input
 */
public record SelectionProgram(RowValues values, RowSelection selection) implements Blueprint.Made {

    /** The phase that selects. */
    public static final String SELECT = "select";

    @Override
    public Program program() {
        return Program.of("selection", selection.phase(SELECT, values.array()));
    }

    /**
     * The sizes of a program.
     *
     * @param form bits of {@link dev.gyre.tasks.select.SelectionParameters}
     * @param planned number of rows for which the parts or tiles of a row are chosen
     */
    public record Sizes(int rows, int columns, int k, int form, SelectionOptions.Method method, int planned)
            implements Blueprint<SelectionProgram> {

        /** The sizes for rows of an input, which is selected from in batches. */
        public static Sizes of(SelectionInput input, int batch, int k, SelectionOptions.Method method, int rows) {
            return new Sizes(batch, input.columns(), k, input.form(), method, rows);
        }

        @Override
        public SelectionProgram make(Layout layout) {
            RowValues values = RowValues.in(layout, form, rows, columns);
            SelectionPlan plan = SelectionStrategies.plan(planned, columns, k, layout.device(), method, "");
            return new SelectionProgram(values, new RowSelection(values, k, plan, layout));
        }
    }

    /**
     * Returns the largest number of rows per batch that the memory allows.
     *
     * @param rows number of rows, 1 or more
     * @throws IllegalArgumentException if not even one row fits
     */
    public static int batchRows(
            Context context, SelectionInput input, int rows, int k, SelectionOptions.Method method) {
        int most = context.most(rows, batch -> Sizes.of(input, batch, k, method, rows));
        if (most == 0) {
            Sizes one = Sizes.of(input, 1, k, method, rows);
            context.checkMemory("a row of the selection", one, "n=" + input.columns() + ", k=" + k);
        }
        return most;
    }
}
