package dev.gyre.tasks.grid;

/**
 * Positions in the {@code int[]} of parameters of the kernels of a grid, and in the {@code double[]} of numbers beside it.
 *
 * <p>A cell has a number on each axis. The numbers of an axis use some bits of one column of a cell's key. The columns of a key are
 * compared one after the other, so that cells are ordered by their numbers on the first axis, then on the next axis, and so on.
 */
public final class GridParameters {

    /** Number of points. */
    public static final int SIZE = 0;

    /** Number of dimensions. */
    public static final int DIMENSIONS = 1;

    /** Columns of a cell's key. */
    public static final int COLUMNS = 2;

    /** Elements from one column to the next. */
    public static final int STRIDE = 3;

    /** Number of cells that have points. */
    public static final int CELLS = 4;

    /** Pieces of an axis, a power of two. */
    public static final int PIECES = 5;

    /** Bits of the directory: it has an entry for each value of the highest bits of a key's first column, and one more. */
    public static final int DIRECTORY_BITS = 6;

    /** Bits of a key's first column below those of the directory. */
    public static final int DIRECTORY_SHIFT = 7;

    /** The query of item 0. */
    public static final int FIRST_QUERY = 8;

    /** Number of queries. */
    public static final int QUERIES = 9;

    /** 1 if query i is the point of slot i, which is not part of its own answer; else 0. */
    public static final int SELF = 10;

    /** Candidates kept per query. */
    public static final int CAPACITY = 11;

    /** Number of points and cells that a search for the nearest reads before it gives up. */
    public static final int BUDGET = 12;

    /** Threads of a query. */
    public static final int LANES = 13;

    /** From here on, for each axis: its column, the position of its lowest bit there, its last number, and the mask of its numbers. */
    public static final int AXES = 14;

    /** Parameters of an axis. */
    public static final int AXIS = 4;

    /** The largest number of dimensions. */
    public static final int MAX_DIMENSIONS = 6;

    /** Number of parameters. */
    public static final int LENGTH = AXES + AXIS * MAX_DIMENSIONS;

    /** Among the numbers in {@code double}: the largest key of a result. */
    public static final int LIMIT = 0;

    /** The scale of differences of powers. */
    public static final int SCALE = 1;

    /** No coordinate of a point within the limit differs by more from the query's. A search for the nearest begins with this reach. */
    public static final int REACH = 2;

    /** From here on, for each axis: begins of its pieces, cells per unit, first cells and numbers of cells minus one of the pieces. */
    public static final int PIECE_NUMBERS = 3;

    /** Numbers of a piece. */
    public static final int PIECE = 4;

    private GridParameters() {}
}
