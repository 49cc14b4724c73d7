package dev.gyre.engine.sort;

import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Kernel.WorkGroupVariant;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.tasks.sort.SegmentParameters;
import dev.gyre.tasks.sort.SegmentSort;
import dev.gyre.tasks.sort.SegmentSortWorkGroup;
import java.util.List;

/**
 * Stable sort of many independent segments of resident rows, or of runs of equal keys by their further columns, all in one
 * stage: O(n) for segments of a few dozen elements, O(n log² l) for segments of up to l.
 *
 * <p>Segments of more than {@link #limit} elements are left out, and counted in {@link #skipped}; they need a sort that the whole device
 * shares. It is made for a capacity. Memory: the {@code 8 n} bytes of the result. Not safe for use by several threads.
 */
public final class SegmentedSort {

    /** Sorts short segments, as {@link SegmentSort#sortSegments}. */
    public static final Kernel SEGMENTS = Kernel.of(SegmentSort.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(SegmentSortWorkGroup.class, SegmentSortWorkGroup.THREADS));

    private static final int WINDOW = SegmentSortWorkGroup.WINDOW;

    /** On the JVM one thread sorts a segment: longer ones are better sorted by all threads. */
    private static final int JVM_LIMIT = 1 << 15;

    private final KeyColumns columns;
    private final int limit;
    private final int windows;
    private final int[] parameters;
    private final int[] offsets;
    private final int[] sortedKeys;
    private final int[] sortedPayload;
    private final int[] skipped;

    /**
     * Makes a sort for a capacity of rows.
     *
     * @param capacity most rows, 1 or more
     * @param offsets room for the positions where segments begin and the end of the last one; if only runs will be sorted, any array that
     *     is not empty
     * @param columns the columns by which rows are ordered
     * @param layout declares the arrays
     */
    public SegmentedSort(int capacity, int[] offsets, KeyColumns columns, Layout layout) {
        this(capacity, offsets, columns, limit(layout.device()), layout);
    }

    /**
     * Makes a sort of runs for a capacity of rows, whose result goes to given arrays.
     *
     * @param sortedKeys for the keys, capacity values or more
     * @param sortedPayload for the rows, capacity values or more
     */
    public SegmentedSort(int capacity, KeyColumns columns, int[] sortedKeys, int[] sortedPayload, Layout layout) {
        this(capacity, layout.add(new int[1]), columns, sortedKeys, sortedPayload, limit(layout.device()), layout);
    }

    /** Makes a sort with a given limit. */
    SegmentedSort(int capacity, int[] offsets, KeyColumns columns, int limit, Layout layout) {
        this(capacity, offsets, columns, layout.ints(capacity), layout.ints(capacity), limit, layout);
    }

    private SegmentedSort(
            int capacity,
            int[] offsets,
            KeyColumns columns,
            int[] sortedKeys,
            int[] sortedPayload,
            int limit,
            Layout layout) {
        this.columns = columns;
        this.offsets = offsets;
        this.sortedKeys = sortedKeys;
        this.sortedPayload = sortedPayload;
        this.limit = limit;
        windows = Math.ceilDiv(capacity, WINDOW);
        skipped = layout.ints(windows);
        parameters = layout.add(new int[SegmentParameters.LENGTH]);
        parameters[SegmentParameters.WINDOW] = WINDOW;
        parameters[SegmentParameters.LIMIT] = limit;
        columns.write(parameters);
        setRuns(capacity);
    }

    /** Returns the largest number of elements of a segment that is sorted on a device. */
    public static int limit(Device device) {
        return device.type() == Device.Type.JVM ? JVM_LIMIT : SegmentSortWorkGroup.LIMIT;
    }

    /**
     * Sets the next runs to sort runs of equal keys.
     *
     * @param n number of rows, from 0 to the capacity
     */
    public void setRuns(int n) {
        parameters[SegmentParameters.SIZE] = n;
        parameters[SegmentParameters.SEGMENTS] = SegmentParameters.RUNS;
    }

    /**
     * Sets the next runs to sort segments.
     *
     * @param n number of rows, from 0 to the capacity
     * @param segments number of segments, whose offsets are in the array given to the constructor
     */
    public void setSegments(int n, int segments) {
        parameters[SegmentParameters.SIZE] = n;
        parameters[SegmentParameters.SEGMENTS] = segments;
    }

    /** Returns the sizes, in the form of {@link SegmentParameters}. */
    int[] sizes() {
        return parameters;
    }

    /** Returns the largest number of elements of a segment that is sorted. */
    public int limit() {
        return limit;
    }

    /** Returns the array of the sorted rows. */
    int[] sorted() {
        return sortedPayload;
    }

    /**
     * Returns the number of segments that were left out, after the stage ran.
     *
     * @return on the device, counts whose sum is the number
     */
    public int[] skipped() {
        return skipped;
    }

    /**
     * Returns the steps that sort; the caller also uploads the offsets and the columns.
     *
     * @param keys in: the values of the first column for each row, in the order of the segments; unspecified afterwards
     * @param payload in: the rows; unspecified afterwards
     * @return the steps and the arrays of the result
     */
    public SortSteps sort(int[] keys, int[] payload) {
        // The input serves as scratch: a segment is read by the thread that writes it.
        Stage stage = SEGMENTS.stage(
                windows,
                offsets,
                keys,
                payload,
                columns.values(),
                parameters,
                sortedKeys,
                sortedPayload,
                keys,
                payload,
                skipped);
        return new SortSteps(new Object[] {parameters}, List.of(stage), sortedKeys, sortedPayload);
    }
}
