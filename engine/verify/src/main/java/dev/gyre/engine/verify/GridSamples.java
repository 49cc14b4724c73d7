package dev.gyre.engine.verify;

import dev.gyre.engine.grid.GridKernels;
import dev.gyre.engine.program.Invocation;
import dev.gyre.tasks.common.NearestPairs;
import dev.gyre.tasks.grid.GridDirectory;
import dev.gyre.tasks.grid.GridKeys;
import dev.gyre.tasks.grid.GridParameters;
import dev.gyre.tasks.grid.GridStarts;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Calls of the kernels of {@link GridKernels}, over grids of points whose coordinates are multiples of a sixteenth. */
final class GridSamples {

    static final List<KernelSample> ALL = List.of(
            KernelSample.of(GridKernels.KEYS, (sample, scalars) -> new GridSamples(sample, scalars).keysCall()),
            KernelSample.of(GridKernels.STARTS, sample -> new GridSamples(sample, Scalars.DRAWN).startsCall()),
            KernelSample.of(GridKernels.DIRECTORY, sample -> new GridSamples(sample, Scalars.DRAWN).directoryCall()),
            KernelSample.of(GridKernels.POINTS, (sample, scalars) -> new GridSamples(sample, scalars).pointsCall()),
            KernelSample.of(
                    GridKernels.MATCHES, (sample, scalars) -> new GridSamples(sample, scalars).matchesCall(scalars)),
            KernelSample.of(
                    GridKernels.NEAREST, (sample, scalars) -> new GridSamples(sample, scalars).nearestCall(scalars)));

    private static final int[] LANES = {1, 1, 2, 8};
    private static final int MOST_CAPACITY = 40;
    private static final int MOST_QUERIES = 60;

    /** Lower bound of points and pieces. */
    private static final double LEAST = -2;

    private final Random random;
    private final int dims;
    private final int size;
    private final int capacity;
    private final double[] coordinates;
    private final double[] numbers;
    private final int[] parameters = new int[GridParameters.LENGTH];
    private final int[] keys;
    private final int[] order;
    private final int[] heads;
    private final int[] cells;
    private final int[] directory;
    private final double[] points;

    private GridSamples(Sample sample, Scalars scalars) {
        random = sample.random();
        dims = scalars.at(0, () -> 1 + (sample.dims() - 1) % GridParameters.MAX_DIMENSIONS);
        size = Math.max(1, Math.min(sample.size(), 300));
        capacity = size + random.nextInt(5);
        coordinates = lattice(size, 4);
        int columns = writeAxes();
        numbers = pieces();
        parameters[GridParameters.SIZE] = size;
        parameters[GridParameters.STRIDE] = capacity;
        keys = new int[columns * capacity];
        GridKeys.makeCellKeys(0, size, coordinates, numbers, parameters, keys, dims);
        order = IntStream.range(0, size)
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(row -> keys[row])
                        .thenComparingInt(row -> keys[(columns - 1) * capacity + row]))
                .mapToInt(Integer::intValue)
                .toArray();
        heads = IntStream.range(0, size)
                .filter(slot -> slot == 0 || differ(order[slot - 1], order[slot]))
                .toArray();
        parameters[GridParameters.CELLS] = heads.length;
        cells = new int[(1 + columns) * capacity];
        GridStarts.noteCells(0, heads.length, heads, order, keys, parameters, cells);
        directory = new int[(1 << parameters[GridParameters.DIRECTORY_BITS]) + 1];
        GridDirectory.findEntries(0, directory.length, cells, parameters, directory);
        points = new double[size * dims];
        for (int i = 0; i < points.length; i++) {
            points[i] = coordinates[order[i / dims] * dims + i % dims];
        }
    }

    /** Draws multiples of a sixteenth, from {@link #LEAST} on; half of the rows are near each other. */
    private double[] lattice(int rows, int extent) {
        double[] lattice = new double[rows * dims];
        for (int row = 0; row < rows; row++) {
            int most = row % 2 == 0 ? 16 * extent : 8;
            for (int dim = 0; dim < dims; dim++) {
                lattice[row * dims + dim] = LEAST + random.nextInt(most + 1) / 16.0;
            }
        }
        return lattice;
    }

    /** Packs axes of 6 bits into columns, not always as many as would fit; returns the number of columns. */
    private int writeAxes() {
        int inFirst = dims == 1 || random.nextBoolean() ? Math.min(dims, 5) : 1 + random.nextInt(dims - 1);
        int columns = inFirst < dims ? 2 : 1;
        parameters[GridParameters.DIMENSIONS] = dims;
        parameters[GridParameters.COLUMNS] = columns;
        parameters[GridParameters.PIECES] = random.nextBoolean() ? 1 : 4;
        parameters[GridParameters.LANES] = LANES[random.nextInt(LANES.length)];
        for (int axis = 0; axis < dims; axis++) {
            int of = GridParameters.AXES + axis * GridParameters.AXIS;
            int column = axis < inFirst ? 0 : 1;
            int after = (column == 0 ? inFirst : dims) - 1 - axis;
            parameters[of] = column;
            parameters[of + 1] = 6 * after;
            parameters[of + 2] = 63;
            parameters[of + 3] = 63;
        }
        int bits = Math.min(1 + random.nextInt(8), 6 * inFirst);
        parameters[GridParameters.DIRECTORY_BITS] = bits;
        parameters[GridParameters.DIRECTORY_SHIFT] = 6 * inFirst - bits;
        return columns;
    }

    /** Makes four pieces of 1 unit and 16 cells for each axis, or one of 4 units and 64 cells. */
    private double[] pieces() {
        int pieces = parameters[GridParameters.PIECES];
        double[] made = new double[GridParameters.PIECE_NUMBERS + dims * GridParameters.PIECE * pieces];
        for (int axis = 0; axis < dims; axis++) {
            int first = GridParameters.PIECE_NUMBERS + axis * GridParameters.PIECE * pieces;
            for (int piece = 0; piece < pieces; piece++) {
                made[first + piece] = LEAST + piece * 4.0 / pieces;
                made[first + pieces + piece] = 1 << random.nextInt(5);
                made[first + 2 * pieces + piece] = piece * 64.0 / pieces;
                made[first + 3 * pieces + piece] = 64.0 / pieces - 1;
            }
        }
        return made;
    }

    private boolean differ(int row, int other) {
        boolean differ = false;
        for (int column = 0; column < parameters[GridParameters.COLUMNS]; column++) {
            differ |= keys[column * capacity + row] != keys[column * capacity + other];
        }
        return differ;
    }

    private Invocation keysCall() {
        // The kernel writes nothing beyond the points.
        int[] made = new int[keys.length];
        return Invocation.of(capacity)
                .in(coordinates, numbers, parameters)
                .out(made)
                .in(dims);
    }

    private Invocation startsCall() {
        int[] made = new int[cells.length];
        return Invocation.of(heads.length).in(heads, order, keys, parameters).out(made);
    }

    private Invocation directoryCall() {
        int[] made = new int[directory.length];
        return Invocation.of(directory.length).in(cells, parameters).out(made);
    }

    private Invocation pointsCall() {
        double[] made = new double[points.length];
        return Invocation.of(size).in(coordinates, order, parameters).out(made).in(dims);
    }

    /** Sets limits at which many points are just inside. */
    private void setLimits() {
        double reach = random.nextInt(5) == 0 ? 64 : random.nextInt(20) / 16.0;
        numbers[GridParameters.LIMIT] = reach * reach;
        numbers[GridParameters.SCALE] = 1;
        numbers[GridParameters.REACH] = Math.max(reach, reach * reach);
    }

    private Invocation matchesCall(Scalars scalars) {
        setLimits();
        int norm = scalars.among(1, Scalars.NORMS, random);
        int asked = scalars.flag(2, random);
        double[] queries = lattice(1 + random.nextInt(MOST_QUERIES), 5);
        int count = queries.length / dims;
        parameters[GridParameters.QUERIES] = count;
        int[] starts = new int[count * parameters[GridParameters.LANES]];
        return KernelSamples.matches(
                GridKernels.MATCHES,
                starts,
                asked,
                (found, write) -> Invocation.of(starts.length)
                        .in(points, cells, directory, queries, starts, numbers, parameters, found)
                        .in(dims, norm, write));
    }

    private Invocation nearestCall(Scalars scalars) {
        setLimits();
        int heap = scalars.flag(1, random);
        int norm = scalars.among(2, Scalars.NORMS, random);
        if (random.nextBoolean()) {
            numbers[GridParameters.LIMIT] = Double.MAX_VALUE;
        }
        numbers[GridParameters.REACH] = (1 << random.nextInt(6)) / 16.0;
        boolean self = random.nextBoolean();
        double[] queries = self ? points : lattice(1 + random.nextInt(MOST_QUERIES), 5);
        int count = queries.length / dims;
        int kept = 1 + random.nextInt(heap == 1 ? MOST_CAPACITY : NearestPairs.LIST);
        int first = random.nextInt(count);
        int items = Math.min(100, count - first + random.nextInt(3));
        parameters[GridParameters.FIRST_QUERY] = first;
        parameters[GridParameters.QUERIES] = count;
        parameters[GridParameters.SELF] = self ? 1 : 0;
        parameters[GridParameters.CAPACITY] = kept;
        parameters[GridParameters.BUDGET] = 1 << 20;
        double[] found = new double[items * kept];
        int[] ids = new int[items * kept];
        return Invocation.of(items)
                .in(points, order, cells, directory, queries, numbers, parameters)
                .out(found, ids)
                .in(dims, heap, norm);
    }
}
