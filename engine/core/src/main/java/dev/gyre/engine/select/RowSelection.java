package dev.gyre.engine.select;

import dev.gyre.engine.data.SelectionOptions;
import dev.gyre.engine.host.Checks;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Phase.Steps;
import java.util.List;

/**
 * The k best values of each row of a matrix that is on a device, as stages for any phase of any program.
 *
 * <pre>{@code
 * RowValues values = RowValues.of(distances, rows, columns, Order.ASCENDING);
 * RowSelection selection = RowSelection.of(values, k, SelectionOptions.Method.AUTOMATIC, Layout.on(device));
 * Phase.Builder load = Phase.named("load").upload(selection.uploads());
 * Phase.Builder select = Phase.named("select");
 * selection.stages().forEach(select::stage);
 * select.download(selection.keys(), selection.ids());
 * }</pre>
 *
 * <p>{@link #uploads()} must be uploaded once, before the first run. The values must be numbers: NaN gives undefined results. A device with
 * relaxed arithmetic (TornadoVM's OpenCL on a GPU) may treat denormal floats as zero and both zeros as equal: the order among them is then
 * not defined. A call of an engine has no such limits.
 *
 * <p>Temporary memory on the device: a single pass needs {@code 8 q p k} bytes for q rows in p parts (none if p is 1) and less than a tenth
 * more, radix select {@code 4 q n}, and sample select {@code 8 q n}.
 *
 * <p>Immutable except for the arrays, which belong to the program. Safe for use by several threads.
 */
public final class RowSelection implements Steps {

    private final SelectionPlan plan;
    private final SelectionSteps work;
    private final int[] keys;
    private final int[] ids;

    /** Makes a selection from a plan, over values that were checked. */
    public RowSelection(RowValues input, int k, SelectionPlan plan, Layout layout) {
        this.plan = plan;
        layout.add(input.floats());
        layout.add(input.integers());
        layout.add(input.sources());
        this.keys = layout.ints(input.rows(), k);
        this.ids = layout.ints(input.rows(), k);
        this.work = switch (plan.method()) {
            case SINGLE_PASS -> SinglePassStages.of(input, k, plan.singlePass(), keys, ids, layout);
            case SAMPLE_SELECT -> SampleStages.of(input, k, plan.tile(), keys, ids, layout);
            default -> RadixStages.of(input, k, plan.tile(), keys, ids, layout);
        };
    }

    /**
     * Makes a selection among values.
     *
     * @param values 1 row or more of 1 column or more
     * @param k values to keep, 1 to columns
     * @param method the method; {@link SelectionOptions.Method#SORT} is not done by stages
     * @throws IllegalArgumentException if k is out of range, the array is not of {@code rows x columns}, or the method is
     *     not one for stages
     */
    public static RowSelection of(RowValues values, int k, SelectionOptions.Method method, Layout layout) {
        check(values, k, layout);
        return new RowSelection(values, k, plan(values.rows(), values.columns(), k, method, layout.device()), layout);
    }

    /**
     * Makes a selection in a single pass with given parts.
     *
     * @param values 1 row or more of 1 column or more
     * @param k values to keep, 1 to columns and less than the capacity of the shape
     * @param shape how rows are divided, each part of k values at least
     * @throws IllegalArgumentException if k is out of range, or the array is not of {@code rows x columns}
     */
    public static RowSelection singlePass(RowValues values, int k, SinglePass shape, Layout layout) {
        check(values, k, layout);
        if (k >= shape.capacity() || k > values.columns() / shape.parts()) {
            throw new IllegalArgumentException(
                    "k must be below the capacity and not above the length of a part: k=" + k + ", " + shape);
        }
        String explanation = "single pass with " + shape + " on " + layout.device() + ": asked for";
        SelectionPlan plan = new SelectionPlan(SelectionOptions.Method.SINGLE_PASS, shape, 0, explanation);
        return new RowSelection(values, k, plan, layout);
    }

    private static SelectionPlan plan(int rows, int columns, int k, SelectionOptions.Method method, Device device) {
        if (method == SelectionOptions.Method.SORT) {
            throw new IllegalArgumentException("rows are not sorted whole by stages: method=" + method);
        }
        SelectionOptions.Method stages = SelectionStrategies.ofStages(k, method, device.type());
        String reason = stages == method
                ? "asked for"
                : stages == SelectionOptions.Method.SINGLE_PASS
                        ? "one pass is enough for k up to " + SinglePass.MAX_K
                        : "k is above " + SinglePass.MAX_K;
        return SelectionStrategies.plan(rows, columns, k, device, stages, reason);
    }

    private static void check(RowValues values, int k, Layout layout) {
        int length = layout.length(values.array());
        long cells = Math.min((long) values.rows() * values.columns(), Integer.MAX_VALUE);
        if (values.rows() < 1 || values.columns() < 1 || cells != length) {
            throw new IllegalArgumentException("values must be rows x columns, 1 or more each: values=" + length
                    + ", rows=" + values.rows() + ", columns=" + values.columns());
        }
        Checks.k(k, values.columns());
    }

    /**
     * Sets other sizes for the next runs: rows of the new length then follow each other in the input and in the result. The arrays of
     * {@link #uploads} must be uploaded after that.
     *
     * @param columns values per row, at most those for which the selection was made, and no less than eight ninths of them if there are
     *     more than 1,024
     * @param newK values to keep, 1 to columns, at most the k for which it was made
     */
    void setSize(int columns, int newK) {
        work.setSize(columns, newK);
    }

    @Override
    public Object[] uploads() {
        return work.uploads();
    }

    @Override
    public List<Stage> stages() {
        return work.stages();
    }

    /** Returns the ids, and the keys if the host must put rows in order. */
    @Override
    public Object[] results() {
        return isSorted() ? new Object[] {ids} : new Object[] {ids, keys};
    }

    /**
     * Returns the values that the stages found, as ints whose ascending order is the requested order.
     *
     * @return {@code rows x k} keys, row-major
     */
    public int[] keys() {
        return keys;
    }

    /**
     * Returns the columns of the values that the stages found.
     *
     * @return {@code rows x k} ids, row-major
     */
    public int[] ids() {
        return ids;
    }

    /**
     * Tells whether the rows of the result are in order: ascending by (key, id). If not, they are in ascending order of ids.
     *
     * @return true for a single pass
     */
    public boolean isSorted() {
        return plan.sorts();
    }
}
