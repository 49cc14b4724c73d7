package dev.gyre.tasks;

/** Positions in the {@code int[]} of parameters of the k-nearest-neighbor kernels. */
public final class KnnParameters {

    /** Number of points. */
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

    /** Column stride of {@code points}, a multiple of {@link #POINT_MULTIPLE} and at least the number of points. */
    public static final int POINT_STRIDE = 6;

    /** The id of the first point: points may be a part of all. */
    public static final int FIRST_POINT = 7;

    /** 1 where the rows hold the candidates from points of smaller ids, which the search goes on with; 0 for empty rows. */
    public static final int CONTINUED = 8;

    /** Length of the parameter array. */
    public static final int LENGTH = 9;

    /** Columns of points are padded to a multiple of this, with any finite values: kernels read them, and keep none. */
    public static final int POINT_MULTIPLE = 8;

    private KnnParameters() {}
}
