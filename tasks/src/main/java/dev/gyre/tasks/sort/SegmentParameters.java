package dev.gyre.tasks.sort;

import dev.gyre.tasks.partition.ColumnGather;

/** Positions in the parameter array of {@link SegmentSort}, {@link MergeSplits} and {@link MergeChunks}. */
public final class SegmentParameters {

    /** Number of elements. It is first because {@link ColumnGather} reads it there. */
    public static final int SIZE = 0;

    /** Number of segments; or {@link #RUNS}. */
    public static final int SEGMENTS = 1;

    /** Elements per window: an item sorts the segments that start in its window. */
    public static final int WINDOW = 2;

    /** The largest number of elements in a segment that is sorted; longer segments are skipped. */
    public static final int LIMIT = 3;

    /** Number of columns by which rows are ordered. */
    public static final int COLUMNS = 4;

    /** The column of the keys. */
    public static final int FIRST_COLUMN = 5;

    /** Number of values of a column. */
    public static final int STRIDE = 6;

    /** Length of the array. */
    public static final int LENGTH = 7;

    /** Instead of a number of segments: a segment is a run of equal keys. */
    public static final int RUNS = -1;

    private SegmentParameters() {}
}
