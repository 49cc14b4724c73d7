package dev.gyre.engine.grid;

import dev.gyre.engine.plan.Context;
import dev.gyre.tasks.grid.GridParameters;

/**
 * The sizes of a grid's arrays.
 *
 * @param capacity most points
 * @param dims number of dimensions
 * @param columns columns of a key
 * @param pieces pieces of each axis
 */
record GridShape(int capacity, int dims, int columns, int pieces) {

    /** The sizes for a capacity of points, and for axes. */
    static GridShape of(int capacity, GridAxes axes) {
        return new GridShape(capacity, axes.last().length, axes.columns(), axes.pieces());
    }

    /** The same for another capacity. */
    GridShape withCapacity(int points) {
        return new GridShape(points, dims, columns, pieces);
    }

    /** A shape for more points, which more calls can share, if its build fits the memory. */
    GridShape rounded(Context context) {
        GridShape wide = withCapacity(context.capacity(capacity));
        boolean fits = wide.buildBytes() <= context.memoryLimit() && wide.fitsArrays(context);
        return fits ? wide : this;
    }

    /** Allocates an array for the limits of a search and the pieces of the axes. */
    double[] numbers() {
        return new double[GridParameters.PIECE_NUMBERS + dims * GridParameters.PIECE * pieces];
    }

    /** Bytes of a grid on a device. */
    long bytes() {
        return capacity * (8L * dims + 4 + 4L * (1 + columns) + 8);
    }

    /** Bytes of a build on a device. */
    long buildBytes() {
        return capacity * (16L * dims + 8L * columns + 36) + (1L << 20);
    }

    /** Bytes of the largest array. */
    long largest() {
        return capacity * Math.max(8L * dims, Math.max(4L * (1 + columns), 8L));
    }

    /** Whether a device supports arrays of this size. */
    boolean fitsArrays(Context context) {
        return largest() <= context.device().maxArrayBytes();
    }

    /**
     * Refuses a build that does not fit.
     *
     * @throws IllegalArgumentException if it does not
     */
    void checkMemory(Context context) {
        context.checkMemory("the grid", buildBytes(), largest(), "n=" + capacity + ", dims=" + dims);
    }
}
