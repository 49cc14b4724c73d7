package dev.gyre.tasks.rtree;

/** Places of the sizes of a search in the parameters of the kernels that search an R-tree. */
public final class BoxQueryParameters {

    /** Number of queries. */
    public static final int QUERIES = 0;

    /** Matches of a query after which no more are looked for. */
    public static final int MOST = 1;

    /** Number of parameters. */
    public static final int LENGTH = 2;

    private BoxQueryParameters() {}
}
