package dev.gyre.tasks.grid;

/** The cells of a grid: the numbers of a point's cell, the keys of cells, and the search for a cell. */
final class GridCells {

    private GridCells() {}

    /**
     * Returns the number of a coordinate's cell on an axis. A larger coordinate never has a smaller number, despite rounding. Coordinates
     * beyond all cells have the first or the last number.
     */
    static int number(double coordinate, int axis, double[] numbers, int[] parameters) {
        int pieces = parameters[GridParameters.PIECES];
        int first = GridParameters.PIECE_NUMBERS + axis * GridParameters.PIECE * pieces;
        int piece = 0;
        for (int half = pieces / 2; half > 0; half = half / 2) {
            piece += coordinate >= numbers[first + piece + half] ? half : 0;
        }
        int at = first + piece;
        double inPiece = (coordinate - numbers[at]) * numbers[at + pieces];
        double bounded = Math.min(Math.max(inPiece, 0.0), numbers[at + 3 * pieces]);
        return (int) numbers[at + 2 * pieces] + (int) bounded;
    }

    /** Finds the first and the last cell that a range around a coordinate touches on an axis. */
    static void touched(
            double coordinate, double reach, int axis, double[] numbers, int[] parameters, int[] low, int[] high) {
        for (int side = 0; side < 2; side++) {
            int number = number(coordinate + (2 * side - 1) * reach, axis, numbers, parameters);
            low[axis] = side == 0 ? number : low[axis];
            high[axis] = number;
        }
    }

    /** Returns the last number of an axis. */
    static int last(int axis, int[] parameters) {
        return parameters[GridParameters.AXES + axis * GridParameters.AXIS + 2];
    }

    /** Returns a cell's number on an axis, from its key. */
    static int numberOf(int cell, int axis, int[] cells, int[] parameters) {
        int of = GridParameters.AXES + axis * GridParameters.AXIS;
        int key = cells[(1 + parameters[of]) * parameters[GridParameters.STRIDE] + cell];
        return (key >> parameters[of + 1]) & parameters[of + 3];
    }

    /** Returns the first slot of a cell or, after the last cell, the number of slots. */
    static int start(int cell, int[] cells, int[] parameters) {
        int inside = Math.min(cell, parameters[GridParameters.CELLS] - 1);
        int start = cells[inside];
        return cell > inside ? parameters[GridParameters.SIZE] : start;
    }

    /**
     * Returns the first cell that does not come before the cell with given numbers, or the first cell after it.
     *
     * @param tuple the number on each axis
     * @param after 0 for the first cell not before, 1 for the first cell after
     */
    static int find(int[] tuple, int after, int[] cells, int[] directory, int[] parameters, int dims) {
        int stride = parameters[GridParameters.STRIDE];
        int columns = parameters[GridParameters.COLUMNS];
        int[] keys = new int[GridParameters.MAX_DIMENSIONS];
        for (int column = 0; column < columns; column++) {
            keys[column] = column(tuple, column, parameters, dims);
        }
        int bucket = (keys[0] >> parameters[GridParameters.DIRECTORY_SHIFT])
                & ((1 << parameters[GridParameters.DIRECTORY_BITS]) - 1);
        int low = directory[bucket];
        int high = directory[bucket + 1];
        while (low < high) {
            int middle = low + (high - low) / 2;
            int order = 0;
            for (int column = 0; column < columns; column++) {
                int own = cells[(1 + column) * stride + middle];
                int more = own > keys[column] ? 1 : 0;
                int less = own < keys[column] ? 1 : 0;
                order += (1 - order * order) * (more - less);
            }
            if (order < after) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns a column of the key of a cell with given numbers. */
    static int column(int[] tuple, int column, int[] parameters, int dims) {
        int key = 0;
        for (int axis = 0; axis < dims; axis++) {
            int of = GridParameters.AXES + axis * GridParameters.AXIS;
            int here = parameters[of] == column ? 1 : 0;
            key += here * (tuple[axis] << parameters[of + 1]);
        }
        return key;
    }

    /**
     * Returns where a cell lies relative to a box of cells: {@code 2 * dims} if inside; else {@code 2 * axis} for the first axis on which
     * it is outside, plus 1 if it is beyond the box there. Copies the cell's numbers to the tuple. A run of cells ends at the box's last
     * number on the last axis; after a run, every cell counts as beyond the box on that axis, and the tuple stays.
     *
     * @param cell the cell, or one after the last
     * @param after 1 after a run, else 0
     */
    static int place(int cell, int after, int[] low, int[] high, int[] tuple, int[] cells, int[] parameters, int dims) {
        int known = Math.min(cell, parameters[GridParameters.CELLS] - 1);
        int place = 2 * dims - after;
        for (int axis = 0; axis < dims; axis++) {
            int own = numberOf(known, axis, cells, parameters);
            int number = after == 1 ? tuple[axis] : own;
            int below = number < low[axis] ? 1 : 0;
            int beyond = number > high[axis] ? 1 : 0;
            int first = place == 2 * dims ? below + beyond : 0;
            place = first == 1 ? 2 * axis + beyond : place;
            tuple[axis] = number;
        }
        return place;
    }

    /**
     * Advances the tuple of a cell outside a box to the next tuple inside the box; a tuple inside stays.
     *
     * @param place the result of {@link #place} for the cell
     * @return 0 if there is no such tuple, else 1
     */
    static int advance(int[] tuple, int place, int[] low, int[] high, int dims) {
        int axis = place / 2;
        int beyond = place & 1;
        int carry = -1;
        for (int i = 0; i < dims; i++) {
            int more = i < axis ? 1 : 0;
            more *= tuple[i] < high[i] ? 1 : 0;
            carry = more == 1 ? i : carry;
        }
        int from = beyond == 1 ? carry + 1 : axis;
        for (int i = 0; i < dims; i++) {
            int number = i >= from ? low[i] : tuple[i];
            int step = i == carry ? beyond : 0;
            tuple[i] = number + step;
        }
        int goesOn = carry >= 0 ? 1 : 0;
        return Math.max(goesOn, 1 - beyond);
    }
}
