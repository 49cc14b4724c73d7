package dev.gyre.engine.sort;

import dev.gyre.engine.partition.DigitPasses;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Stage;
import dev.gyre.tasks.partition.ColumnGather;
import dev.gyre.tasks.partition.Sequence;
import java.util.List;

/**
 * Stable radix sort of resident {@code int} keys with an {@code int} payload, from the lowest digit to the highest, eight
 * bits a pass (Satish, Harris and Garland, "Designing efficient sorting algorithms for manycore GPUs", 2009): O(n) for each
 * pass, the same for keys in any order.
 *
 * <p>It is made for a capacity; the number of elements of a run is set by {@link #size} and travels in
 * {@link #parameters}, which the caller's phase uploads. Memory: see
 * {@link DigitPasses}. Not safe for use by several threads.
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
     * Returns the array for the keys, to be filled before {@link #pairs}.
     *
     * @return capacity keys
     */
    public int[] keys() {
        return passes.keys();
    }

    /**
     * Returns the array for the payload, to be filled before {@link #pairs}.
     *
     * @return capacity values
     */
    public int[] payload() {
        return passes.payload();
    }

    /** A stage that puts the rows into {@link #payload} in their own order. */
    public Stage rows() {
        return SEQUENCE.stage(payload().length, (Object) payload());
    }

    /**
     * A stage that gets the values of the rows in {@link #payload}, in their order.
     *
     * @param values in: columns, one after the other
     * @param start in: 1 element, the place of the column's first value; the caller's to upload
     * @param to out: capacity values or more
     */
    public Stage gather(int[] values, int[] start, int[] to) {
        DigitPasses.Builder stages = passes.begin();
        return GATHER.stage(stages.capacity(), values, payload(), stages.size(), start, to);
    }

    /** The stages that sort {@link #keys} ascending, with {@link #payload}. */
    public SortStages pairs() {
        return result(passes.begin().ascending(Integer.SIZE));
    }

    /**
     * The stages that find the order of rows by several columns: their numbers come out as the payload. Rows that are equal
     * in all columns stay in ascending order.
     *
     * @param columns the columns; their rows are 0 to the size less one
     * @return the stages and where the rows are
     */
    public SortStages order(KeyColumns columns) {
        return order(columns, columns.count());
    }

    /**
     * The same by the first column alone.
     *
     * @return the stages and where the rows are
     */
    public SortStages orderByFirst(KeyColumns columns) {
        return order(columns, 1);
    }

    /**
     * The stages that bring the rows in {@link #payload} into order by several columns. Rows that are equal in all columns
     * stay in the order in which they came.
     *
     * @return the stages and where the rows are
     */
    SortStages reorder(KeyColumns columns) {
        return order(passes.begin(), columns, columns.count());
    }

    /**
     * The stages that bring the rows in {@link #payload} into order by one column, stably. Which one it is may change from run
     * to run.
     *
     * @param values in: columns, one after the other
     * @param start in: 1 element, the place of the column's first value; the caller's to upload
     */
    public SortStages reorderBy(int[] values, int[] start) {
        return reorderBy(values, start, Integer.SIZE);
    }

    /**
     * The same for values of few bits, 0 or more each.
     *
     * @param values in: columns, one after the other
     * @param start in: 1 element, the place of the column's first value; the caller's to upload
     * @param bits bits that count, 16 or 32, so that the rows come out where they came in
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
            // An array for each stage that reads a column, so that the kernels of all ranks are the same.
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
