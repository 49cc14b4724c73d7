package dev.gyre.engine.grid;

import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Phase;
import dev.gyre.tasks.grid.GridParameters;

/**
 * The arrays of a grid, as the kernels read them.
 *
 * @param points slots x dims coordinates, row-major
 * @param ids for each slot its row
 * @param cells (1 + columns) x stride: for each cell its first slot, then the columns of its key
 * @param directory the first cell of each entry
 */
record GridArrays(double[] points, int[] ids, int[] cells, int[] directory) {

    private static final String LOAD = "load";

    /** Declares arrays for grids of a shape; on the JVM those that {@link #given} gives. */
    static GridArrays of(GridShape shape, Layout layout) {
        double[] points = layout.given(double[].class, shape.capacity(), shape.dims());
        return of(shape, points, layout.given(int[].class, shape.capacity()), layout);
    }

    /** Declares the other arrays for grids of a shape. */
    static GridArrays of(GridShape shape, double[] points, int[] ids, Layout layout) {
        return new GridArrays(
                points,
                ids,
                layout.given(int[].class, 1L + shape.columns(), shape.capacity()),
                layout.given(int[].class, directoryLength(shape.capacity())));
    }

    /** The grid's own arrays on the JVM; elsewhere none. */
    static Object[] given(Context context, GridIndex index) {
        if (!context.onJvm()) {
            return new Object[0];
        }
        GridArrays arrays = index.arrays();
        return new Object[] {arrays.points, arrays.ids, arrays.cells, arrays.directory};
    }

    /** Most entries of a directory: a power of two, plus one. */
    static int directoryLength(int capacity) {
        return (1 << mostBits(capacity)) + 1;
    }

    /** Most bits of a directory: of about as many entries as points. */
    static int mostBits(int capacity) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, capacity - 1));
    }

    /** The phase that uploads the arrays. */
    Phase load() {
        return Phase.named(LOAD).upload(points, ids, cells, directory).build();
    }

    /** Uploads a grid to the device of a program that has these arrays, unless it is there already. */
    void load(Lease<?> lease, GridIndex index, int stride, Workers workers) {
        if (!lease.holds(index)) {
            lease.hold(null);
            copy(index.arrays(), index.parameters(), stride, workers);
            lease.run(LOAD);
            lease.hold(index);
        }
    }

    /** Copies a grid from arrays of another stride. */
    void copy(GridArrays from, int[] parameters, int stride, Workers workers) {
        if (from.points == points) {
            return;
        }
        int size = parameters[GridParameters.SIZE];
        HostArrays.copy(from.points, 0, points, 0, size * parameters[GridParameters.DIMENSIONS], workers);
        HostArrays.copy(from.ids, 0, ids, 0, size, workers);
        for (int column = 0; column <= parameters[GridParameters.COLUMNS]; column++) {
            int begin = column * parameters[GridParameters.STRIDE];
            HostArrays.copy(from.cells, begin, cells, column * stride, parameters[GridParameters.CELLS], workers);
        }
        int entries = (1 << parameters[GridParameters.DIRECTORY_BITS]) + 1;
        HostArrays.copy(from.directory, 0, directory, 0, entries, workers);
    }
}
