package dev.gyre.engine.data;

/** Methods to sort rows. All give the same order. */
public enum SortMethod {
    /** The method that is estimated to be the fastest. */
    AUTOMATIC,
    /** Radix sort by every column, from the last to the first. */
    RADIX,
    /**
     * Radix sort by the first column; then the runs of rows that tie in it are sorted by the other columns. If a run is longer than 2,048
     * rows (32,768 on the JVM), radix sort by every column. For keys of one column, the same as {@link #RADIX}.
     */
    RADIX_THEN_TIES,
    /** Merge sort: blocks first, then pairs of runs. */
    MERGE
}
