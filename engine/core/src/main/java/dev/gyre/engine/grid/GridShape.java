package dev.gyre.engine.grid;

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

    /** Elements of an array for the limits of a search and the pieces of the axes. */
    int numbers() {
        return GridParameters.PIECE_NUMBERS + dims * GridParameters.PIECE * pieces;
    }
}
