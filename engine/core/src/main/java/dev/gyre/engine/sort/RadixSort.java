package dev.gyre.engine.sort;

import dev.gyre.engine.partition.DigitPasses;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Phase.Steps;
import dev.gyre.tasks.partition.ColumnGather;
import dev.gyre.tasks.partition.Sequence;

/**
 * Stable radix sort of resident {@code int} keys with an {@code int} payload, from the lowest digit to the highest, eight bits a pass
 * (Satish, Harris and Garland, "Designing efficient sorting algorithms for manycore GPUs", 2009): O(n) for each pass, regardless of the
 * order of the keys.
 *
 * <p>It is made for a capacity; {@link #setSize} sets the number of elements of a run. Memory: see {@link DigitPasses}. Not safe for use by several threads.
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
     * @param layout declares the arrays
     */
    public RadixSort(int capacity, Layout layout) {
        passes = new DigitPasses(capacity, layout);
    }

    /**
     * Sets the number of elements of the next runs.
     *
     * @param n number of elements, from 0 to the capacity
     */
    public void setSize(int n) {
        passes.setSize(n);
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
        return SEQUENCE.stage(passes.capacity(), (Object) payload());
    }

    /**
     * Returns the steps that read the values of the rows in {@link #payload}, in their order.
     *
     * @param values in: columns, one after the other
     * @param start in: 1 element, the index of the column's first value; the caller uploads it
     * @param to out: capacity values or more
     */
    public Steps gather(int[] values, int[] start, int[] to) {
        return gather(passes.begin(), values, start, to);
    }

    private DigitPasses.Builder gather(DigitPasses.Builder steps, int[] values, int[] start, int[] to) {
        return steps.stage(GATHER.stage(passes.capacity(), values, steps.payload(), steps.size(), start, to));
    }

    /** Returns the steps that sort {@link #keys} ascending, with {@link #payload}. */
    public SortSteps pairs() {
        return result(passes.begin().ascending(Integer.SIZE));
    }

    /**
     * Returns the steps that find the order of rows by several columns: the payload of the result has the row numbers. Rows that are equal
     * in all columns stay in ascending order.
     *
     * @param columns the columns; their rows are 0 to the size minus one
     * @return the steps and the arrays of the rows
     */
    public SortSteps order(KeyColumns columns) {
        return order(columns, columns.count());
    }

    /**
     * Returns the steps that find the order of rows by the first column alone.
     *
     * @return the steps and the arrays of the rows
     */
    public SortSteps orderByFirst(KeyColumns columns) {
        return order(columns, 1);
    }

    /**
     * Returns the steps that sort the rows in {@link #payload} by several columns. Rows that are equal in all columns keep their order.
     *
     * @return the steps and the arrays of the rows
     */
    SortSteps reorder(KeyColumns columns) {
        return order(passes.begin(), columns, columns.count());
    }

    /**
     * Returns the steps that sort the rows in {@link #payload} by one column, stably. The column may change from run to run.
     *
     * @param values in: columns, one after the other
     * @param start in: 1 element, the index of the column's first value; the caller uploads it
     */
    public SortSteps reorderBy(int[] values, int[] start) {
        return reorderBy(values, start, Integer.SIZE);
    }

    /**
     * Returns the steps that sort the rows in {@link #payload} by one column of values of few bits, 0 or more each.
     *
     * @param values in: columns, one after the other
     * @param start in: 1 element, the index of the column's first value; the caller uploads it
     * @param bits bits that count, 16 or 32, so that the result is in the array of the input
     */
    public SortSteps reorderBy(int[] values, int[] start, int bits) {
        return result(gather(passes.begin(), values, start, keys()).ascending(bits));
    }

    private SortSteps order(KeyColumns columns, int ranks) {
        return order(passes.begin().stage(rows()), columns, ranks);
    }

    private SortSteps order(DigitPasses.Builder steps, KeyColumns columns, int ranks) {
        for (int rank = ranks - 1; rank >= 0; rank--) {
            // Each stage that reads a column has its own array, so that the kernels of all ranks are the same.
            gather(steps, columns.values(), steps.parameter(columns.start(rank)), steps.keys())
                    .ascending(columns.bits(rank));
        }
        return result(steps);
    }

    private static SortSteps result(DigitPasses.Builder steps) {
        return new SortSteps(steps.uploads(), steps.stages(), steps.keys(), steps.payload());
    }
}
