package dev.gyre.engine.grid;

import dev.gyre.engine.data.Points;
import dev.gyre.engine.partition.FlagSplit;
import dev.gyre.engine.pool.Blueprint;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.sort.GroupMarks;
import dev.gyre.engine.sort.RadixSort;
import dev.gyre.engine.sort.SortSteps;
import dev.gyre.tasks.grid.GridParameters;
import dev.gyre.tasks.sort.SegmentParameters;
import java.util.List;

/**
 * Builds grids of resident points: computes the key of each point's cell, sorts the rows by the columns of the keys, finds where cells
 * begin, copies the points into the order of the cells, and makes a directory of the cells.
 *
 * <pre>
 * load ─ keys ─ rows ─ (sort)* ─ heads ─ cells
 * </pre>
 *
 * <p>Rows of a cell stay in ascending order. Columns of up to 16 bits need half the time of longer ones.
 *
 * <p>O(d n). Memory on the device, in bytes, for n points of d dimensions with keys of c columns: {@code n (16 d + 8 c + 36.1)} and
 * 1 MiB at most. Not safe for use by several threads.
 */
public final class GridBuild implements Blueprint.Made {

    private static final String LOAD = "load";
    private static final String KEYS = "keys";
    private static final String ROWS = "rows";
    private static final String SORT = "sort";
    private static final String HEADS = "heads";
    private static final String CELLS = "cells";
    private static final String IDS = "ids";
    private static final String RESULT = "result";

    private final int capacity;
    private final int dims;
    private final double[] coordinates;
    private final double[] numbers;
    private final int[] parameters;
    private final int[] ofOrder;
    private final int[] keys;
    private final int[] column;
    private final int[] marks;
    private final int[] heads;
    private final RadixSort sort;
    private final SortSteps sorted;
    private final FlagSplit compaction;
    private final GridArrays arrays;

    record Sizes(GridShape shape, int sortedBits) implements Blueprint<GridBuild> {

        Sizes(int capacity, GridAxes axes) {
            this(GridShape.of(capacity, axes), axes.sortedBits());
        }

        /**
         * The sizes for points, rounded up if that fits the memory.
         *
         * @throws IllegalArgumentException if the build does not fit the memory
         */
        static Sizes of(Context context, int points, GridAxes axes) {
            return context.fitting(
                    "the grid",
                    new Sizes(points, axes),
                    new Sizes(context.capacity(points), axes),
                    "n=" + points + ", dims=" + axes.last().length);
        }

        @Override
        public GridBuild make(Layout layout) {
            return new GridBuild(this, layout);
        }
    }

    /** Declares the arrays of builds. */
    GridBuild(Sizes sizes, Layout layout) {
        GridShape shape = sizes.shape();
        capacity = shape.capacity();
        dims = shape.dims();
        coordinates = layout.input(double[].class, capacity, dims);
        numbers = layout.doubles(shape.numbers());
        parameters = layout.add(new int[GridParameters.LENGTH]);
        ofOrder = layout.add(new int[SegmentParameters.LENGTH]);
        keys = layout.ints(shape.columns(), capacity);
        column = layout.add(new int[1]);
        marks = layout.ints(capacity);
        heads = layout.ints(capacity);
        sort = new RadixSort(capacity, layout);
        sorted = sort.reorderBy(keys, column, sizes.sortedBits());
        compaction = FlagSplit.compaction(marks, null, heads, layout);
        arrays = GridArrays.of(shape, layout.doubles(capacity, dims), sort.payload(), layout);
    }

    GridArrays arrays() {
        return arrays;
    }

    /** The phases of a build; a program may have others too. */
    public List<Phase> phases() {
        Phase.Builder heading = Phase.named(HEADS)
                .upload(ofOrder)
                .stage(GroupMarks.HEADS.stage(capacity, sort.payload(), keys, ofOrder, marks))
                .steps(compaction);
        return List.of(
                Phase.named(LOAD).upload(coordinates).build(),
                Phase.named(KEYS)
                        .upload(numbers, parameters)
                        .stage(GridKernels.KEYS.stage(capacity, coordinates, numbers, parameters, keys, dims))
                        .build(),
                Phase.named(ROWS).stage(sort.rows()).build(),
                sorting(),
                heading.download(compaction.count()).build(),
                Phase.named(CELLS)
                        .upload(parameters)
                        .stage(GridKernels.STARTS.stage(
                                capacity, heads, sort.payload(), keys, parameters, arrays.cells()))
                        .stage(GridKernels.DIRECTORY.stage(
                                GridArrays.directoryLength(capacity), arrays.cells(), parameters, arrays.directory()))
                        .stage(GridKernels.POINTS.stage(
                                capacity, coordinates, sort.payload(), parameters, arrays.points(), dims))
                        .build(),
                Phase.named(IDS).download(arrays.ids()).build(),
                Phase.named(RESULT)
                        .download(arrays.points(), arrays.cells(), arrays.directory())
                        .build());
    }

    private Phase sorting() {
        return Phase.named(SORT).steps(sorted).upload(column).build();
    }

    /** Uploads points. */
    void write(Points points, Lease<?> lease) {
        lease.writeAll(points.array(), 0, coordinates, 0, points.size() * dims);
        load(lease);
    }

    /** Uploads the coordinates. */
    public void load(Lease<?> lease) {
        lease.run(LOAD, Progress.NONE);
    }

    /**
     * Builds a grid of the points that {@link #write} uploaded, and leaves it on the device.
     *
     * @param size number of points, 1 or more
     * @return the parameters of the grid, a new array
     */
    public int[] build(GridAxes axes, int size, Lease<?> lease, Progress progress) {
        System.arraycopy(axes.numbers(), 0, numbers, 0, numbers.length);
        axes.write(parameters);
        parameters[GridParameters.SIZE] = size;
        parameters[GridParameters.STRIDE] = capacity;
        parameters[GridParameters.LANES] = 1;
        ofOrder[SegmentParameters.SIZE] = size;
        ofOrder[SegmentParameters.COLUMNS] = axes.columns();
        ofOrder[SegmentParameters.STRIDE] = capacity;
        sort.setSize(size);
        compaction.setSize(size);
        lease.run(KEYS, progress);
        lease.run(ROWS, progress);
        for (int each = axes.columns() - 1; each >= 0; each--) {
            column[0] = each * capacity;
            lease.run(SORT, progress);
        }
        lease.run(HEADS, progress);
        int bits = Math.min(axes.bitsOf(0), GridArrays.mostBits(size));
        parameters[GridParameters.CELLS] = compaction.count()[0];
        parameters[GridParameters.DIRECTORY_BITS] = bits;
        parameters[GridParameters.DIRECTORY_SHIFT] = axes.bitsOf(0) - bits;
        lease.run(CELLS, progress);
        return parameters.clone();
    }

    /** Copies the rows of the slots to the host, into {@link #arrays}. */
    void downloadIds(Lease<?> lease) {
        lease.run(IDS, Progress.NONE);
    }

    /** Copies the rest of the grid to the host, into {@link #arrays}. */
    public void download(Lease<?> lease) {
        lease.run(RESULT, Progress.NONE);
    }

    @Override
    public Program program() {
        return new Program("grid build", phases());
    }

    /**
     * Borrows a program for points and their axes; on the JVM it reads the points in place.
     *
     * @throws IllegalArgumentException if the build does not fit the memory
     */
    static Lease<GridBuild> lease(Context context, Points points, GridAxes axes) {
        return context.leaseOrOnce(Sizes.of(context, points.size(), axes), null, (Object) points.array());
    }
}
