package dev.gyre.tasks.grid;

/** The cells of a grid: the numbers of a point's cell, keys of cells, and the way from a key to its cell. */
final class GridCells {

    private GridCells() {}

    /**
     * The number of a coordinate's cell on an axis: a larger coordinate never has a smaller one, whatever is rounded. Coordinates
     * beyond all cells have the first or the last one.
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

    /** The numbers of the cells that a range around a coordinate touches on an axis. */
    static void touched(
            double coordinate, double reach, int axis, double[] numbers, int[] parameters, int[] low, int[] high) {
        for (int side = 0; side < 2; side++) {
            int number = number(coordinate + (2 * side - 1) * reach, axis, numbers, parameters);
            low[axis] = side == 0 ? number : low[axis];
            high[axis] = number;
        }
    }

    /** The last number of an axis. */
    static int last(int axis, int[] parameters) {
        return parameters[GridParameters.AXES + axis * GridParameters.AXIS + 2];
    }

    /** A cell's number on an axis, from its key. */
    static int numberOf(int cell, int axis, int[] cells, int[] parameters) {
        int of = GridParameters.AXES + axis * GridParameters.AXIS;
        int key = cells[(1 + parameters[of]) * parameters[GridParameters.STRIDE] + cell];
        return (key >> parameters[of + 1]) & parameters[of + 3];
    }

    /** The first slot of a cell; after the last cell the number of slots. */
    static int start(int cell, int[] cells, int[] parameters) {
        int inside = Math.min(cell, parameters[GridParameters.CELLS] - 1);
        int start = cells[inside];
        return cell > inside ? parameters[GridParameters.SIZE] : start;
    }

    /**
     * The first cell that is not before given numbers on all axes, or is after them.
     *
     * @param tuple the numbers
     * @param after 0 for the first one not before, 1 for the first one after
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

    /** A column of the key of a cell with given numbers. */
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
     * How a cell is to a box of cells: the first axis on which it is outside, twice, and 1 more where it is beyond the box; twice the
     * dimensions where it is inside. Its numbers become those of the tuple. After a run of cells, which ends at the box's last number on
     * the last axis, it is beyond the box there, whatever cell comes next, and the tuple stays.
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
     * Makes a tuple the first one inside a box that comes after a cell which is not; a tuple inside stays.
     *
     * @param place how the cell is to the box, as {@link #place} has it
     * @return 0 where there is none
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
