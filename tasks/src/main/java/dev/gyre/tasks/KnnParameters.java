package dev.gyre.tasks;

/** Positions in the {@code int[]} of parameters of the k-nearest-neighbor kernels. */
public final class KnnParameters {

    /** Number of points, a multiple of {@link #POINT_MULTIPLE}: the column stride of {@code points}. */
    public static final int POINTS = 0;

    /** Column stride of {@code queries}, at least the number of queries. */
    public static final int QUERY_STRIDE = 1;

    /** Number of queries. */
    public static final int QUERIES = 2;

    /** Number of dimensions. */
    public static final int DIMENSIONS = 3;

    /** Candidates kept per query, from 1 to the number of real points. */
    public static final int CAPACITY = 4;

    /** The query that item 0 answers: work goes through the queries in batches. */
    public static final int FIRST_QUERY = 5;

    /** Length of the parameter array. */
    public static final int LENGTH = 6;

    /**
     * The number of points must be a multiple of this. Padding points have to lie farther from every query than every
     * real point does.
     */
    public static final int POINT_MULTIPLE = 8;

    private KnnParameters() {}
}
