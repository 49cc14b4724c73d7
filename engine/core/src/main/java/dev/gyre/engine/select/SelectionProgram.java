package dev.gyre.engine.select;

import dev.gyre.engine.data.SelectionOptions;
import dev.gyre.engine.pool.Blueprint;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.tasks.select.NotNumbers;
import java.util.stream.IntStream;

/**
 * A program that selects from rows of the host.
 *
 * @param values the rows, an input
 * @param sizes what {@link NotNumbers} reads; unused if values are not the bits of floats
 * @param notNumbers what it writes
 */
public record SelectionProgram(RowValues values, RowSelection selection, int[] sizes, int[] notNumbers)
        implements Blueprint.Made {

    /** Looks for NaN, as {@link NotNumbers#markNotNumbers}. */
    public static final Kernel NOT_NUMBERS = Kernel.of(NotNumbers.class);

    /** Values of an item that looks for NaN, if there are not too many of them. An estimate. */
    private static final int VALUES_OF_ITEM = 1 << 6;

    /** Most items that look for NaN: enough to keep a GPU busy, and few to read. An estimate. */
    private static final int MAX_ITEMS = 1 << 15;

    private static final int[] NONE = {};

    /** The phase that selects. */
    public static final String SELECT = "select";

    @Override
    public Program program() {
        if (!values.isBits()) {
            return Program.of("selection", selection.phase(SELECT, values.array()));
        }
        return Program.of(
                "selection",
                Phase.named(SELECT)
                        .steps(selection)
                        .upload(values.array(), sizes)
                        .stage(NOT_NUMBERS.stage(notNumbers.length, values.integers(), sizes, notNumbers))
                        .download(selection.results())
                        .download((Object) notNumbers)
                        .build());
    }

    /**
     * Sets the numbers of rows and columns and k of the next run.
     *
     * @param rows rows that are there
     */
    void setSize(int rows, int columns, int k) {
        selection.setSize(columns, k);
        if (values.isBits()) {
            sizes[NotNumbers.VALUES] = rows * columns;
            sizes[NotNumbers.ITEMS] = notNumbers.length;
        }
    }

    /** Tells whether the last run found NaN. */
    boolean hasNotNumbers() {
        return IntStream.of(notNumbers).anyMatch(found -> found != 0);
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
            RowSelection selection = new RowSelection(values, k, plan, layout);
            if (!values.isBits()) {
                return new SelectionProgram(values, selection, NONE, NONE);
            }
            int items = Math.clamp((long) rows * columns / VALUES_OF_ITEM, 1, MAX_ITEMS);
            return new SelectionProgram(values, selection, layout.add(new int[NotNumbers.LENGTH]), layout.ints(items));
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
        int max = context.max(rows, batch -> Sizes.of(input, batch, k, method, rows));
        if (max == 0) {
            Sizes one = Sizes.of(input, 1, k, method, rows);
            context.checkMemory("a row of the selection", one, "n=" + input.columns() + ", k=" + k);
        }
        return max;
    }
}
