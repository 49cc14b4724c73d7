package dev.gyre.tasks.common;

import dev.gyre.tasks.scan.RowScan;

/** Positions in the {@code int[]} of parameters of kernels whose items are tiles of consecutive elements. */
public final class TileParameters {

    /** Number of tiles that have elements. It is the first parameter because {@link RowScan} reads it as its number of columns. */
    public static final int TILES = 0;

    /** Number of elements. */
    public static final int ELEMENTS = 1;

    /** Elements of a tile; the last one may have fewer. */
    public static final int TILE = 2;

    /** Mode of a kernel that has several modes. */
    public static final int MODE = 3;

    /** Number of segments, if the kernel has segments. */
    public static final int SEGMENTS = 4;

    /** Length of the parameter array. */
    public static final int LENGTH = 5;

    private TileParameters() {}
}
