package dev.gyre.engine.sort;

import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Kernel.WorkGroupVariant;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.tasks.sort.MergeChunks;
import dev.gyre.tasks.sort.MergeChunksWorkGroup;
import dev.gyre.tasks.sort.MergeSplits;
import dev.gyre.tasks.sort.SegmentSortWorkGroup;
import java.util.ArrayList;
import java.util.List;

/**
 * Stable merge sort of resident rows by super key: each block is sorted by itself, then blocks are merged in pairs along the merge path
 * (Green, McColl and Bader, "GPU Merge Path", 2012): O(n log n). Further columns are read only if rows tie in the first one.
 *
 * <p>Each doubling of the blocks has two stages, so that few elements need few launches. It is made for a capacity; {@link #setSize} sets the
 * number of rows before a run. Memory: {@code 16 n} bytes for keys and payload, twice. Not safe for use by several threads.
 */
public final class MergeSort {

    /** Cuts a merge into chunks, as {@link MergeSplits#findSplits}. */
    public static final Kernel SPLITS = Kernel.of(MergeSplits.class);

    /** Merges, as {@link MergeChunks#mergeChunks}. */
    public static final Kernel CHUNKS = Kernel.of(MergeChunks.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(MergeChunksWorkGroup.class, MergeChunksWorkGroup.THREADS));

    /** Elements of a block that is sorted by itself, and of a chunk of a merge. */
    static final int BLOCK = SegmentSortWorkGroup.WINDOW;

    private final int capacity;
    private final int blocks;
    private final KeyColumns columns;
    private final int[] start;
    private final int[] offsets;
    private final int[] splits;
    private final int[] keys;
    private final int[] payload;
    private final SegmentedSort blockSort;
    private final int[] parameters;

    /**
     * Makes a sort for a capacity of rows. Both kinds of devices run the same stages.
     *
     * @param capacity most rows, 1 or more
     * @param columns the columns by which rows are ordered; for {@link #pairs} one column, which is not read
     * @param layout declares the arrays
     */
    public MergeSort(int capacity, KeyColumns columns, Layout layout) {
        this.capacity = capacity;
        this.columns = columns;
        blocks = Math.ceilDiv(capacity, BLOCK);
        start = layout.add(new int[] {columns.start(0)});
        offsets = layout.ints(blocks + 1L);
        splits = layout.ints(blocks);
        keys = layout.ints(capacity);
        payload = layout.ints(capacity);
        blockSort = new SegmentedSort(capacity, offsets, columns, BLOCK, layout);
        parameters = blockSort.sizes();
    }

    /**
     * Sets the number of rows of the next runs.
     *
     * @param n number of rows, from 0 to the capacity
     */
    public void setSize(int n) {
        blockSort.setSegments(n, Math.ceilDiv(n, BLOCK));
        for (int block = 0; block <= blocks; block++) {
            offsets[block] = (int) Math.min(n, (long) block * BLOCK);
        }
    }

    /**
     * Returns the array for the keys, which the caller fills before {@link #pairs}.
     *
     * @return capacity keys
     */
    public int[] keys() {
        return keys;
    }

    /**
     * Returns the array for the payload, which the caller fills before {@link #pairs}.
     *
     * @return capacity values
     */
    public int[] payload() {
        return payload;
    }

    /**
     * Returns the steps that sort {@link #keys} ascending, with {@link #payload}.
     *
     * @return the steps and the arrays of the result
     */
    public SortSteps pairs() {
        return merge(new ArrayList<>());
    }

    /**
     * Returns the steps that find the order of the rows of the columns: the payload of the result has the row numbers. Rows that are equal
     * in all columns stay in ascending order.
     *
     * @return the steps and the arrays of the rows
     */
    public SortSteps order() {
        List<Stage> stages = new ArrayList<>();
        stages.add(RadixSort.SEQUENCE.stage(capacity, (Object) payload));
        stages.add(RadixSort.GATHER.stage(capacity, columns.values(), payload, parameters, start, keys));
        return merge(stages);
    }

    private SortSteps merge(List<Stage> stages) {
        SortSteps sorted = blockSort.sort(keys, payload);
        stages.addAll(sorted.stages());
        int[] fromKeys = sorted.keys();
        int[] fromPayload = sorted.payload();
        int[] toKeys = keys;
        int[] toPayload = payload;
        for (long width = BLOCK; width < capacity; width += width) {
            stages.add(SPLITS.stage(blocks, fromKeys, fromPayload, columns.values(), parameters, splits, (int) width));
            stages.add(CHUNKS.stage(
                    blocks, fromKeys, fromPayload, columns.values(), parameters, splits, toKeys, toPayload, (int)
                            width));
            int[] otherKeys = fromKeys;
            int[] otherPayload = fromPayload;
            fromKeys = toKeys;
            fromPayload = toPayload;
            toKeys = otherKeys;
            toPayload = otherPayload;
        }
        return new SortSteps(new Object[] {parameters, start, offsets}, stages, fromKeys, fromPayload);
    }
}
