package dev.gyre.engine.knn;

import dev.gyre.engine.data.Norm;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.GroupFunction;
import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.KernelCatalog;
import dev.gyre.engine.program.KernelFunction;
import dev.gyre.engine.program.Stage;
import dev.gyre.engine.verify.Sample;
import dev.gyre.tasks.distance.BruteForceKnn;
import dev.gyre.tasks.distance.BruteForceKnnJvm;
import dev.gyre.tasks.distance.BruteForceKnnWorkGroup;
import dev.gyre.tasks.distance.CandidateCarry;
import dev.gyre.tasks.distance.DistanceRows;
import dev.gyre.tasks.distance.DistanceRowsJvm;
import dev.gyre.tasks.distance.DistanceTiles;
import dev.gyre.tasks.distance.DistanceTilesWorkGroup;
import dev.gyre.tasks.distance.KnnParameters;
import dev.gyre.tasks.distance.Norms;
import java.util.List;
import java.util.Random;

/** The kernels of searches over all points. */
public final class KnnKernels implements KernelCatalog {

    /** Distance and selection in one pass over all points, for any number of dimensions. */
    private static final Kernel SCAN = Kernel.of(
                    "knn-scan",
                    (KernelFunction.Of7<float[], float[], int[], float[], int[], Integer, Integer>)
                            BruteForceKnn::nearest,
                    KnnKernels::sampleNearest)
            .withJvmVariant((KernelFunction.Of7<float[], float[], int[], float[], int[], Integer, Integer>)
                    BruteForceKnnJvm::nearest);

    /** The same, with points in local memory where there is any: for limited dimensions and candidates. */
    private static final Kernel SCAN_IN_GROUPS = Kernel.of(
                    "knn-scan-in-groups", SCAN.function(), KnnKernels::sampleNearest)
            .withJvmVariant(SCAN.jvmFunction())
            .withGroupVariant(GroupFunction.itemsPerThread(
                    BruteForceKnnWorkGroup.class, "nearest", BruteForceKnnWorkGroup.QUERIES));

    private static final Kernel DISTANCE_ROWS = Kernel.of(
                    "distance-rows",
                    (KernelFunction.Of6<float[], float[], int[], float[], Integer, Integer>) DistanceRows::fill,
                    KnnKernels::sampleRows)
            .withJvmVariant(
                    (KernelFunction.Of6<float[], float[], int[], float[], Integer, Integer>) DistanceRowsJvm::fill);

    private static final Kernel DISTANCE_TILES = Kernel.of(
                    "distance-tiles",
                    (KernelFunction.Of6<float[], float[], int[], float[], Integer, Integer>) DistanceTiles::fill,
                    KnnKernels::sampleTiles)
            .withGroupVariant(
                    GroupFunction.groupPerItem(DistanceTilesWorkGroup.class, "fill", DistanceTilesWorkGroup.THREADS))
            .withCoarseItems();

    private static final Kernel RESTORE = Kernel.of(
            "kept-candidates-restore",
            (KernelFunction.Of3<float[], int[], float[]>) CandidateCarry::restore,
            KnnKernels::sampleRestore);

    private static final Kernel TAKE = Kernel.of(
            "kept-candidates-take",
            (KernelFunction.Of6<int[], float[], int[], int[], float[], int[]>) CandidateCarry::take,
            KnnKernels::sampleTake);

    private static final Kernel KEEP = Kernel.of(
            "kept-candidates-keep", (KernelFunction.Of2<int[], int[]>) CandidateCarry::keep, KnnKernels::sampleKeep);

    private static final int MAX_SAMPLE_ROWS = 300;

    /** Codes under which float arithmetic on {@link #exactly} is exact. */
    private static final int[] EXACT_CODES = {
        Norms.EUCLIDEAN, Norms.MANHATTAN, Norms.CHEBYSHEV, Norms.INNER_PRODUCT, Norms.HAMMING, Norms.EXPANDED
    };

    private static final int CUBE = 3 * Norms.ONE;

    /** For the service loader. */
    public KnnKernels() {}

    @Override
    public List<Kernel> kernels() {
        return List.of(SCAN, SCAN_IN_GROUPS, DISTANCE_ROWS, DISTANCE_TILES, RESTORE, TAKE, KEEP);
    }

    /**
     * Distance and selection in one pass. Its arguments are those of {@link BruteForceKnn#nearest}.
     *
     * @param dims number of dimensions of the points
     * @param capacity candidates per query
     * @return the kernel for so many dimensions and candidates
     */
    public static Kernel nearest(int dims, int capacity) {
        return dims <= BruteForceKnnWorkGroup.MAX_DIMENSIONS && capacity <= BruteForceKnnWorkGroup.MAX_CAPACITY
                ? SCAN_IN_GROUPS
                : SCAN;
    }

    /** A matrix of keys, by whichever kernel suits rows and device. */
    static Stage distances(
            int rows,
            int columns,
            float[] points,
            float[] queries,
            int[] parameters,
            float[] matrix,
            int norm,
            int dims,
            Device device) {
        boolean byRows = rows <= KnnWays.FEW_ROWS || norm >= Norms.ONE || device.type() == Device.Type.JVM;
        return byRows
                ? DISTANCE_ROWS.stage(columns, points, queries, parameters, matrix, norm, dims)
                : DISTANCE_TILES.stage(tiles(rows, columns), points, queries, parameters, matrix, norm, dims);
    }

    private static int tiles(int rows, int columns) {
        return Math.multiplyExact(Math.ceilDiv(rows, DistanceTiles.TILE), Math.ceilDiv(columns, DistanceTiles.TILE));
    }

    static Kernel restore() {
        return RESTORE;
    }

    static Kernel take() {
        return TAKE;
    }

    static Kernel keep() {
        return KEEP;
    }

    /**
     * A parameter array for {@link #nearest}: see {@link KnnParameters}. The points are all points: the first of them has the
     * id 0.
     *
     * @param points number of points
     * @param queryStride column stride of the queries
     * @param queries number of queries
     * @param capacity candidates kept per query
     * @param firstQuery the query of item 0
     * @return the array
     */
    public static int[] parameters(int points, int queryStride, int queries, int capacity, int firstQuery) {
        int[] parameters = new int[KnnParameters.LENGTH];
        parameters[KnnParameters.POINTS] = points;
        parameters[KnnParameters.POINT_STRIDE] = Float32Frame.stride(points);
        parameters[KnnParameters.QUERY_STRIDE] = queryStride;
        parameters[KnnParameters.QUERIES] = queries;
        parameters[KnnParameters.CAPACITY] = capacity;
        parameters[KnnParameters.FIRST_QUERY] = firstQuery;
        return parameters;
    }

    private static Invocation sampleNearest(Sample sample) {
        Random random = sample.random();
        int n = Math.max(1, sample.size());
        int stride = Float32Frame.stride(n);
        int norm = code(random, true);
        float[] points = columns(sample, n, norm, random);
        int capacity = 1 + random.nextInt(Math.min(n, BruteForceKnnWorkGroup.MAX_CAPACITY));
        int firstQuery = random.nextInt(n);
        int items = n - firstQuery + random.nextInt(3);
        int[] parameters = parameters(n, stride, n, capacity, firstQuery);
        float[] keys = new float[items * capacity];
        int[] ids = new int[items * capacity];
        if (random.nextBoolean()) {
            parameters[KnnParameters.CONTINUED] = 1;
            parameters[KnnParameters.FIRST_POINT] = 1000;
            fillHeaps(keys, ids, capacity, random);
        }
        return new Invocation(
                items, List.of(points, points, parameters, keys, ids, norm, sample.dims()), List.of(keys, ids));
    }

    /** Descending rows are heaps. */
    private static void fillHeaps(float[] keys, int[] ids, int capacity, Random random) {
        for (int slot = 0; slot < keys.length; slot++) {
            boolean root = slot % capacity == 0;
            keys[slot] = root ? 16 + random.nextInt(16) / 16f : keys[slot - 1] - random.nextInt(2) / 4f;
            ids[slot] = capacity - slot % capacity;
        }
    }

    private static Invocation sampleRows(Sample sample) {
        Random random = sample.random();
        int[] parameters = matrixParameters(sample, 1 + random.nextInt(8), random);
        return sampleDistances(sample, parameters, parameters[KnnParameters.COLUMNS], true, random);
    }

    private static Invocation sampleTiles(Sample sample) {
        Random random = sample.random();
        int[] parameters = matrixParameters(sample, 1 + random.nextInt(MAX_SAMPLE_ROWS), random);
        int columns = parameters[KnnParameters.COLUMNS] - parameters[KnnParameters.KEPT];
        return sampleDistances(sample, parameters, tiles(parameters[KnnParameters.ROWS], columns), false, random);
    }

    private static Invocation sampleDistances(
            Sample sample, int[] parameters, int items, boolean powers, Random random) {
        int norm = code(random, powers);
        float[] points = columns(sample, parameters[KnnParameters.POINTS], norm, random);
        float[] matrix = new float[parameters[KnnParameters.ROWS] * parameters[KnnParameters.COLUMNS]];
        return new Invocation(items, List.of(points, points, parameters, matrix, norm, sample.dims()), List.of(matrix));
    }

    private static int[] matrixParameters(Sample sample, int rows, Random random) {
        int n = Math.max(1, sample.size());
        int[] parameters = parameters(n, Float32Frame.stride(n), n, 1, random.nextInt(n));
        parameters[KnnParameters.ROWS] = rows;
        // No columns are kept: a device leaves garbage where a kernel writes nothing.
        parameters[KnnParameters.COLUMNS] = n + random.nextInt(20);
        return parameters;
    }

    private static Invocation sampleRestore(Sample sample) {
        Random random = sample.random();
        int[] parameters = keptParameters(sample, random);
        parameters[KnnParameters.COLUMNS] = parameters[KnnParameters.KEPT];
        float[] keys = floats(parameters[KnnParameters.ROWS] * parameters[KnnParameters.KEPT], random);
        float[] matrix = new float[keys.length];
        return new Invocation(keys.length, List.of(keys, parameters, matrix), List.of(matrix));
    }

    private static Invocation sampleTake(Sample sample) {
        Random random = sample.random();
        int[] parameters = keptParameters(sample, random);
        int columns = parameters[KnnParameters.COLUMNS];
        int slots = parameters[KnnParameters.ROWS] * parameters[KnnParameters.KEPT];
        int[] selected = random.ints(slots, 0, columns).toArray();
        int[] ids = random.ints(slots, 0, 1000).toArray();
        float[] matrix = floats(parameters[KnnParameters.ROWS] * columns, random);
        float[] newKeys = new float[slots];
        int[] newIds = new int[slots];
        return new Invocation(
                slots, List.of(selected, matrix, ids, parameters, newKeys, newIds), List.of(newKeys, newIds));
    }

    private static Invocation sampleKeep(Sample sample) {
        int[] newIds = sample.random().ints(sample.size()).toArray();
        int[] ids = new int[newIds.length];
        return new Invocation(newIds.length, List.of(newIds, ids), List.of(ids));
    }

    private static int[] keptParameters(Sample sample, Random random) {
        int[] parameters = new int[KnnParameters.LENGTH];
        parameters[KnnParameters.ROWS] = 1 + random.nextInt(9);
        parameters[KnnParameters.KEPT] = 1 + random.nextInt(20);
        parameters[KnnParameters.COLUMNS] = parameters[KnnParameters.KEPT] + sample.size();
        parameters[KnnParameters.FIRST_POINT] = 1000;
        parameters[KnnParameters.CONTINUED] = random.nextInt(2);
        return parameters;
    }

    private static float[] floats(int count, Random random) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = random.nextInt(1000);
        }
        return values;
    }

    private static int code(Random random, boolean powers) {
        int drawn = random.nextInt(EXACT_CODES.length + (powers ? 1 : 0));
        return drawn < EXACT_CODES.length ? EXACT_CODES[drawn] : CUBE;
    }

    private static float[] columns(Sample sample, int n, int norm, Random random) {
        int dims = sample.dims();
        int stride = Float32Frame.stride(n);
        double[] rows = sample.shape().rows(n, dims, random);
        float[] columns = new float[dims * stride];
        for (int dim = 0; dim < dims; dim++) {
            for (int row = 0; row < n; row++) {
                columns[dim * stride + row] = exactly(rows[row * dims + dim], norm);
            }
        }
        return columns;
    }

    /**
     * A multiple of 1/16 in [-1, 1], so that float arithmetic on up to 16 dimensions is exact, that of third powers too; or a
     * whole number of 24 bits.
     */
    private static float exactly(double coordinate, int norm) {
        double wave = Math.sin(coordinate);
        return (float) (norm == Norms.HAMMING ? Math.rint(Math.abs(wave) * Norm.MAX_WORD) : Math.rint(wave * 16) / 16);
    }
}
