package dev.gyre.tasks.grid;

/**
 * Places of the sizes in the parameters of the kernels of a grid, and in the numbers in {@code double} beside them.
 *
 * <p>A cell has a number on each axis. The numbers of an axis take some bits of one column of a cell's key; the columns of a key are
 * compared one after the other, so that cells are in the order of their numbers on the first axis, then on the next one, and so on.
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

    /** 1 where query i is the point of slot i, which is left out of its own answer; else 0. */
    public static final int SELF = 10;

    /** Candidates kept per query. */
    public static final int CAPACITY = 11;

    /** Points and cells that a search for the nearest looks at before it gives up. */
    public static final int BUDGET = 12;

    /** Threads of a query. */
    public static final int LANES = 13;

    /** From here on, for each axis: its column, the lowest of its bits there, its last number, and all bits that numbers have. */
    public static final int AXES = 14;

    /** Numbers of an axis. */
    public static final int AXIS = 4;

    /** Most dimensions. */
    public static final int MAX_DIMENSIONS = 6;

    /** Number of parameters. */
    public static final int LENGTH = AXES + AXIS * MAX_DIMENSIONS;

    /** Among the numbers in {@code double}: the largest key that is wanted. */
    public static final int LIMIT = 0;

    /** The scale of differences of powers. */
    public static final int SCALE = 1;

    /** No coordinate of a point within the limit differs by more from the query's; where the nearest are searched for, how far to begin. */
    public static final int REACH = 2;

    /** From here on, for each axis: where its pieces begin, cells in a unit of each, the first cell of each, the cells of each less one. */
    public static final int PIECE_NUMBERS = 3;

    /** Numbers of a piece. */
    public static final int PIECE = 4;

    private GridParameters() {}
}
