package dev.gyre.engine.select;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.device.Device;
import dev.gyre.engine.program.Stage;
import java.util.List;

/**
 * The k best values of each row of a matrix that is on a device, as stages for any phase of any program.
 *
 * <pre>{@code
 * RowSelection selection = RowSelection.of(distances, rows, columns, k, Order.ASCENDING, SelectionMethod.AUTOMATIC, device);
 * Phase.Builder load = Phase.named("load").upload(selection.parameters());
 * Phase.Builder select = Phase.named("select");
 * selection.stages().forEach(select::stage);
 * select.download(selection.keys(), selection.ids());
 * }</pre>
 *
 * <p>{@link #parameters()} have to be uploaded once, before the first run. The values must be numbers: what NaN does is
 * not defined.
 *
 * <p>Temporary memory on the device: {@link #temporaryBytes()}; a single pass takes {@code 8 q p k} bytes for q rows in p
 * parts (none where p is 1) and less than a tenth more, radix select {@code 4 q n}.
 *
 * <p>Immutable but for the arrays, which belong to the program. Safe for use by several threads.
 */
public final class RowSelection {

    private final int rows;
    private final int k;
    private final StageList work;
    private final int[] keys;
    private final int[] ids;

    private RowSelection(int rows, int k, StageList work, int[] keys, int[] ids) {
        this.rows = rows;
        this.k = k;
        this.work = work;
        this.keys = keys;
        this.ids = ids;
    }

    /**
     * A selection in a single pass that is cut up by hand.
     *
     * @param values {@code rows x columns} values, row-major
     * @param rows number of rows, 1 or more
     * @param columns values per row, 1 or more
     * @param k values to keep, 1 to columns and at most {@link SinglePass#MAX_K}
     * @param order ascending for the smallest, descending for the largest
     * @param shape how rows are cut up
     * @param device where it will run
     * @return the selection
     */
    public static RowSelection singlePass(
            float[] values, int rows, int columns, int k, Order order, SinglePass shape, Device device) {
        int[] keys = new int[rows * k];
        int[] ids = new int[rows * k];
        RowValues input = RowValues.of(values, rows, columns, order);
        return new RowSelection(rows, k, SinglePassStages.of(input, k, shape, device.type(), keys, ids), keys, ids);
    }

    /**
     * The work, in order.
     *
     * @return the stages
     */
    public List<Stage> stages() {
        return work.stages();
    }

    /**
     * Arrays to be uploaded once, before the first run.
     *
     * @return the arrays
     */
    public Object[] parameters() {
        return work.parameters().toArray();
    }

    /**
     * The values found, as ints whose ascending order is the one asked for: written by the stages.
     *
     * @return {@code rows x k} keys, row-major
     */
    public int[] keys() {
        return keys;
    }

    /**
     * The columns of the values found: written by the stages.
     *
     * @return {@code rows x k} ids, row-major
     */
    public int[] ids() {
        return ids;
    }

    /**
     * Number of rows.
     *
     * @return the number
     */
    public int rows() {
        return rows;
    }

    /**
     * Values found per row.
     *
     * @return k
     */
    public int k() {
        return k;
    }

    /**
     * Memory on the device beside values, keys and ids.
     *
     * @return the size, in bytes
     */
    public long temporaryBytes() {
        return work.temporaryBytes();
    }
}
