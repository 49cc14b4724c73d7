package dev.gyre.engine.data;

import dev.gyre.engine.select.SinglePass;

/** How the k best values of a row are found. All methods give the same answer. */
public enum SelectionMethod {
    /** The one that is estimated to be the fastest. */
    AUTOMATIC,
    /**
     * One pass over the values that keeps the best so far, for k up to {@link SinglePass#MAX_K}; rows are cut into parts,
     * whose results are merged in the same way.
     */
    SINGLE_PASS,
    /** The k-th value digit by digit from histograms, then the values that are not beyond it; for any k. */
    RADIX_SELECT,
    /**
     * The k-th value by radix select among those between two splitters from a sorted sample, which are few, then the values
     * that are not beyond it; for any k.
     */
    SAMPLE_SELECT,
    /** The row sorted whole; for any k. */
    SORT
}
