package dev.gyre.engine.data;

/** Methods to find the k best values of a row. All give the same answer. */
public enum SelectionMethod {
    /** The method that is estimated to be the fastest. */
    AUTOMATIC,
    /**
     * One pass over the values that keeps the best so far, for k up to 2,048; rows are cut into parts, whose results are merged in the same
     * way.
     */
    SINGLE_PASS,
    /** Finds the k-th value digit by digit from histograms, then the values that are not beyond it; for any k. */
    RADIX_SELECT,
    /**
     * Finds the k-th value by radix select among the few values between two splitters from a sorted sample, then the values
     * that are not beyond it; for any k. On an H200 it took 0.56 to 0.72 of the time of {@link #RADIX_SELECT}, on the JVM up to 2.4
     * times as much.
     */
    SAMPLE_SELECT,
    /** Sorts the whole row; for any k. */
    SORT
}
