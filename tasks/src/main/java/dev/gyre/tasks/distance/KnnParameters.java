package dev.gyre.tasks.distance;

/** Positions in the {@code int[]} of parameters that the kernels of k-nearest-neighbor searches over all points share. */
public final class KnnParameters {

    /** Number of points. */
    public static final int POINTS = 0;

    /** Column stride of {@code queries}, at least the number of queries. */
    public static final int QUERY_STRIDE = 1;

    /** Number of queries. */
    public static final int QUERIES = 2;

    /** Candidates kept per query, from 1 to the number of all points. */
    public static final int CAPACITY = 3;

    /** The query of the first row: queries are handled in batches. */
    public static final int FIRST_QUERY = 4;

    /** Column stride of {@code points}, a multiple of {@link #POINT_MULTIPLE} and at least the number of points. */
    public static final int POINT_STRIDE = 5;

    /** The id of the first point: the points may be a part of all points. */
    public static final int FIRST_POINT = 6;

    /** 1 if the rows hold candidates from points with smaller ids, with which the search continues; 0 if the rows are empty. */
    public static final int CONTINUED = 7;

    /** Rows of a matrix of keys, one for each query of a batch. */
    public static final int ROWS = 8;

    /** Columns of a matrix of keys: those of the candidates kept, then one for each point, then padding. */
    public static final int COLUMNS = 9;

    /** Number of columns of a matrix that hold candidates from points with smaller ids: 0, or the number kept per query. */
    public static final int KEPT = 10;

    /** Length of the parameter array. */
    public static final int LENGTH = 11;

    /** Columns of points are padded to a multiple of this with any finite values. Kernels read the padding, but do not keep it. */
    public static final int POINT_MULTIPLE = 8;

    private KnnParameters() {}
}
