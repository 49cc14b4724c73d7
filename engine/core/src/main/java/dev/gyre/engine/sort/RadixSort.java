package dev.gyre.engine.sort;

import dev.gyre.engine.partition.DigitPasses;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Stage;
import dev.gyre.tasks.partition.ColumnGather;
import dev.gyre.tasks.partition.Sequence;
import java.util.List;

/**
 * Stable radix sort of resident {@code int} keys with an {@code int} payload, from the lowest digit to the highest, eight bits a pass
 * (Satish, Harris and Garland, "Designing efficient sorting algorithms for manycore GPUs", 2009): O(n) for each pass, regardless of the
 * order of the keys.
 *
 * <p>It is made for a capacity; {@link #size} sets the number of elements of a run in {@link #parameters}, which the caller's phase
 * uploads. Memory: see {@link DigitPasses}. Not safe for use by several threads.
 */
public final class RadixSort {

    /** The numbers from 0 on, as {@link Sequence#fillSequence}. */
    public static final Kernel SEQUENCE = Kernel.of(Sequence.class);

    /** A column in a given order, as {@link ColumnGather#gatherColumn}. */
    public static final Kernel GATHER = Kernel.of(ColumnGather.class);

    private final DigitPasses passes;

    /**
     * Makes a sort for a capacity of elements.
     *
     * @param capacity most elements, 1 or more
     */
    public RadixSort(int capacity, Device device) {
        passes = new DigitPasses(capacity, device);
    }

    /**
     * Sets the number of elements of the next runs.
     *
     * @param n number of elements, from 0 to the capacity
     */
    public void size(int n) {
        passes.size(n);
    }

    /**
     * Returns the arrays to upload before the stages.
     *
     * @return a view of small arrays, complete when all stages are made
     */
    public List<Object> parameters() {
        return passes.parameters();
    }

    /**
     * Returns the array for the keys, which the caller fills before {@link #pairs}.
     *
     * @return capacity keys
     */
    public int[] keys() {
        return passes.keys();
    }

    /**
     * Returns the array for the payload, which the caller fills before {@link #pairs}.
     *
     * @return capacity values
     */
    public int[] payload() {
        return passes.payload();
    }

    /** Returns a stage that writes the row numbers 0, 1, 2 and so on to {@link #payload}. */
    public Stage rows() {
        return SEQUENCE.stage(payload().length, (Object) payload());
    }

    /**
     * Returns a stage that reads the values of the rows in {@link #payload}, in their order.
     *
     * @param values in: columns, one after the other
     * @param start in: 1 element, the index of the column's first value; the caller uploads it
     * @param to out: capacity values or more
     */
    public Stage gather(int[] values, int[] start, int[] to) {
        DigitPasses.Builder stages = passes.begin();
        return GATHER.stage(stages.capacity(), values, payload(), stages.size(), start, to);
    }

    /** Returns the stages that sort {@link #keys} ascending, with {@link #payload}. */
    public SortStages pairs() {
        return result(passes.begin().ascending(Integer.SIZE));
    }

    /**
     * Returns the stages that find the order of rows by several columns: the payload of the result has the row numbers. Rows that are equal
     * in all columns stay in ascending order.
     *
     * @param columns the columns; their rows are 0 to the size minus one
     * @return the stages and the arrays of the rows
     */
    public SortStages order(KeyColumns columns) {
        return order(columns, columns.count());
    }

    /**
     * Returns the stages that find the order of rows by the first column alone.
     *
     * @return the stages and the arrays of the rows
     */
    public SortStages orderByFirst(KeyColumns columns) {
        return order(columns, 1);
    }

    /**
     * Returns the stages that sort the rows in {@link #payload} by several columns. Rows that are equal in all columns keep their order.
     *
     * @return the stages and the arrays of the rows
     */
    SortStages reorder(KeyColumns columns) {
        return order(passes.begin(), columns, columns.count());
    }

    /**
     * Returns the stages that sort the rows in {@link #payload} by one column, stably. The column may change from run to run.
     *
     * @param values in: columns, one after the other
     * @param start in: 1 element, the index of the column's first value; the caller uploads it
     */
    public SortStages reorderBy(int[] values, int[] start) {
        return reorderBy(values, start, Integer.SIZE);
    }

    /**
     * Returns the stages that sort the rows in {@link #payload} by one column of values of few bits, 0 or more each.
     *
     * @param values in: columns, one after the other
     * @param start in: 1 element, the index of the column's first value; the caller uploads it
     * @param bits bits that count, 16 or 32, so that the result is in the array of the input
     */
    public SortStages reorderBy(int[] values, int[] start, int bits) {
        return result(passes.begin().stage(gather(values, start, keys())).ascending(bits));
    }

    private SortStages order(KeyColumns columns, int ranks) {
        DigitPasses.Builder stages = passes.begin();
        stages.stage(rows());
        return order(stages, columns, ranks);
    }

    private SortStages order(DigitPasses.Builder stages, KeyColumns columns, int ranks) {
        for (int rank = ranks - 1; rank >= 0; rank--) {
            // Each stage that reads a column has its own array, so that the kernels of all ranks are the same.
            gather(stages, columns.values(), passes.parameter(columns.start(rank)));
            stages.ascending(columns.bits(rank));
        }
        return result(stages);
    }

    private static void gather(DigitPasses.Builder stages, int[] values, int[] start) {
        stages.stage(GATHER.stage(stages.capacity(), values, stages.payload(), stages.size(), start, stages.keys()));
    }

    private SortStages result(DigitPasses.Builder stages) {
        return new SortStages(parameters(), stages.stages(), stages.keys(), stages.payload());
    }
}
