package dev.gyre.engine.data;

import dev.gyre.engine.sort.MergeSort;
import dev.gyre.engine.sort.RadixSort;
import dev.gyre.engine.sort.SegmentedSort;

/** Methods to sort rows. All give the same order. */
public enum SortMethod {
    /** The method that is estimated to be the fastest. */
    AUTOMATIC,
    /** Radix sort by every column, from the last to the first: see {@link RadixSort}. */
    RADIX,
    /**
     * Radix sort by the first column; then the runs of rows that tie in it are sorted by the other columns: see {@link SegmentedSort}. If a
     * run is longer than that sort supports, radix sort by every column. For keys of one column, the same as {@link #RADIX}.
     */
    RADIX_THEN_TIES,
    /** Merge sort: see {@link MergeSort}. */
    MERGE
}
