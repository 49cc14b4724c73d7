package dev.gyre.engine.verify;

import dev.gyre.engine.grid.GridKernels;
import dev.gyre.engine.program.Invocation;
import dev.gyre.tasks.common.NearestPairs;
import dev.gyre.tasks.common.Norms;
import dev.gyre.tasks.grid.GridDirectory;
import dev.gyre.tasks.grid.GridKeys;
import dev.gyre.tasks.grid.GridParameters;
import dev.gyre.tasks.grid.GridRangeCount;
import dev.gyre.tasks.grid.GridStarts;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Calls of the kernels of {@link GridKernels}, over grids of points whose coordinates are multiples of a sixteenth. */
final class GridSamples {

    /** All of them. */
    static final List<KernelSample> ALL = List.of(
            KernelSample.of(
                    GridKernels.KEYS,
                    sample -> new GridSamples(sample, 0).keysCall(),
                    (sample, scalars) -> new GridSamples(sample, dims(scalars)).keysCall()),
            KernelSample.of(GridKernels.STARTS, sample -> new GridSamples(sample, 0).startsCall()),
            KernelSample.of(GridKernels.DIRECTORY, sample -> new GridSamples(sample, 0).directoryCall()),
            KernelSample.of(
                    GridKernels.POINTS,
                    sample -> new GridSamples(sample, 0).pointsCall(),
                    (sample, scalars) -> new GridSamples(sample, dims(scalars)).pointsCall()),
            KernelSample.of(
                    GridKernels.RANGE_COUNT,
                    sample -> new GridSamples(sample, 0).rangeCall(false, norm(sample)),
                    (sample, scalars) ->
                            new GridSamples(sample, dims(scalars)).rangeCall(false, norm(sample, scalars))),
            KernelSample.of(
                    GridKernels.RANGE_WRITE,
                    sample -> new GridSamples(sample, 0).rangeCall(true, norm(sample)),
                    (sample, scalars) -> new GridSamples(sample, dims(scalars)).rangeCall(true, norm(sample, scalars))),
            KernelSample.of(
                    GridKernels.NEAREST,
                    sample -> new GridSamples(sample, 0)
                            .nearestCall(sample.random().nextInt(2), norm(sample)),
                    (sample, scalars) -> new GridSamples(sample, dims(scalars))
                            .nearestCall((Integer) scalars.get(1), norm(sample, scalars))));

    private static final int[] NORMS = {Norms.EUCLIDEAN, Norms.MANHATTAN, Norms.CHEBYSHEV};
    private static final int[] LANES = {1, 1, 2, 8};
    private static final int MOST_CAPACITY = 40;
    private static final int MOST_QUERIES = 60;

    /** Where points and pieces begin. */
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

    private GridSamples(Sample sample, int asked) {
        random = sample.random();
        dims = asked == 0 ? 1 + (sample.dims() - 1) % GridParameters.MAX_DIMENSIONS : asked;
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

    private static int dims(List<Object> scalars) {
        return (Integer) scalars.get(0);
    }

    private static int norm(Sample sample) {
        return NORMS[Math.floorMod(sample.seed(), NORMS.length)];
    }

    /** The norm at the end of the scalars, or another one where its own arithmetic is not exact. */
    private static int norm(Sample sample, List<Object> scalars) {
        int norm = (Integer) scalars.get(scalars.size() - 1);
        return Arrays.stream(NORMS).anyMatch(exact -> exact == norm) ? norm : norm(sample);
    }

    /** Multiples of a sixteenth, from {@link #LEAST} on; half of them near each other. */
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

    /** Packs axes of 4 to 6 bits into columns, not always as many as would fit; the number of columns. */
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

    /** Pieces of 1 or 4 units, of 16 cells each or of 64. */
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
        // Beyond the points nothing is written.
        int[] made = new int[keys.length];
        return new Invocation(capacity, List.of(coordinates, numbers, parameters, made, dims), List.of(made));
    }

    private Invocation startsCall() {
        int[] made = new int[cells.length];
        return new Invocation(heads.length, List.of(heads, order, keys, parameters, made), List.of(made));
    }

    private Invocation directoryCall() {
        int[] made = new int[directory.length];
        return new Invocation(directory.length, List.of(cells, parameters, made), List.of(made));
    }

    private Invocation pointsCall() {
        double[] made = new double[points.length];
        return new Invocation(size, List.of(coordinates, order, parameters, made, dims), List.of(made));
    }

    /** Limits that many points are just within. */
    private void setLimits() {
        double reach = random.nextInt(5) == 0 ? 64 : random.nextInt(20) / 16.0;
        numbers[GridParameters.LIMIT] = reach * reach;
        numbers[GridParameters.SCALE] = 1;
        numbers[GridParameters.REACH] = Math.max(reach, reach * reach);
    }

    private Invocation rangeCall(boolean write, int norm) {
        setLimits();
        double[] queries = lattice(1 + random.nextInt(MOST_QUERIES), 5);
        int count = queries.length / dims;
        parameters[GridParameters.QUERIES] = count;
        int items = count * parameters[GridParameters.LANES];
        int[] starts = new int[items];
        if (!write) {
            return new Invocation(
                    items,
                    List.of(points, cells, directory, queries, numbers, parameters, starts, dims, norm),
                    List.of(starts));
        }
        GridRangeCount.countInCells(
                0, items, points, cells, directory, queries, numbers, parameters, starts, dims, norm);
        int total = 0;
        for (int i = 0; i < items; i++) {
            int next = total + starts[i];
            starts[i] = total;
            total = next;
        }
        int[] found = new int[Math.max(1, total)];
        return new Invocation(
                items,
                List.of(points, cells, directory, queries, starts, numbers, parameters, found, dims, norm),
                total == 0 ? List.of() : List.of(found));
    }

    private Invocation nearestCall(int heap, int norm) {
        setLimits();
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
        return new Invocation(
                items,
                List.of(points, order, cells, directory, queries, numbers, parameters, found, ids, dims, heap, norm),
                List.of(found, ids));
    }
}
