package dev.gyre.engine.verify;

import dev.gyre.engine.data.Norm;
import dev.gyre.engine.knn.Float32Frame;
import dev.gyre.engine.knn.KnnKernels;
import dev.gyre.engine.program.Invocation;
import dev.gyre.tasks.common.Norms;
import dev.gyre.tasks.distance.BruteForceKnnWorkGroup;
import dev.gyre.tasks.distance.KnnParameters;
import java.util.List;
import java.util.Random;

/** Calls of the kernels of {@link KnnKernels}. */
final class KnnSamples {

    /** All of them. */
    static final List<KernelSample> ALL = List.of(
            KernelSample.of(KnnKernels.SCAN, KnnSamples::sampleNearest, KnnSamples::sampleNearest),
            KernelSample.of(KnnKernels.SCAN_IN_GROUPS, KnnSamples::sampleNearest, KnnSamples::sampleNearest),
            KernelSample.of(KnnKernels.DISTANCE_ROWS, KnnSamples::sampleRows, KnnSamples::sampleRows),
            KernelSample.of(KnnKernels.DISTANCE_TILES, KnnSamples::sampleTiles, KnnSamples::sampleTiles),
            KernelSample.of(KnnKernels.LOAD, KnnSamples::sampleLoad),
            KernelSample.of(KnnKernels.MERGE, KnnSamples::sampleMerge),
            KernelSample.of(KnnKernels.STORE, KnnSamples::sampleStore));

    private KnnSamples() {}

    private static final int MAX_SAMPLE_ROWS = 300;

    /** Codes under which float arithmetic on {@link #exactly} is exact. */
    private static final int[] EXACT_CODES = {
        Norms.EUCLIDEAN, Norms.MANHATTAN, Norms.CHEBYSHEV, Norms.INNER_PRODUCT, Norms.HAMMING, Norms.EXPANDED
    };

    private static final int CUBE = 3 * Norms.ONE;

    /** Dimensions up to which the arithmetic on {@link #exactly} is exact. */
    private static final int MAX_EXACT_DIMS = 511;

    static Invocation sampleNearest(Sample sample) {
        Random random = sample.random();
        return sampleNearest(sample, code(random, true), random);
    }

    static Invocation sampleNearest(Sample sample, List<Object> scalars) {
        Random random = sample.random();
        return sampleNearest(withDims(sample, scalars), code(random, true, scalars), random);
    }

    private static Invocation sampleNearest(Sample sample, int norm, Random random) {
        int n = Math.max(1, sample.size());
        int stride = Float32Frame.stride(n);
        float[] points = columns(sample, n, norm, random);
        int capacity = 1 + random.nextInt(Math.min(n, BruteForceKnnWorkGroup.MAX_CAPACITY));
        int firstQuery = random.nextInt(n);
        int items = n - firstQuery + random.nextInt(3);
        int[] parameters = KnnKernels.parameters(n, stride, n, capacity, firstQuery);
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

    static Invocation sampleRows(Sample sample) {
        Random random = sample.random();
        return sampleRows(sample, code(random, true), random);
    }

    static Invocation sampleRows(Sample sample, List<Object> scalars) {
        Random random = sample.random();
        return sampleRows(withDims(sample, scalars), code(random, true, scalars), random);
    }

    private static Invocation sampleRows(Sample sample, int norm, Random random) {
        int[] parameters = matrixParameters(sample, 1 + random.nextInt(8), random);
        return sampleDistances(sample, parameters, parameters[KnnParameters.COLUMNS], norm, random);
    }

    static Invocation sampleTiles(Sample sample) {
        Random random = sample.random();
        return sampleTiles(sample, code(random, false), random);
    }

    static Invocation sampleTiles(Sample sample, List<Object> scalars) {
        Random random = sample.random();
        return sampleTiles(withDims(sample, scalars), code(random, false, scalars), random);
    }

    private static Invocation sampleTiles(Sample sample, int norm, Random random) {
        int[] parameters = matrixParameters(sample, 1 + random.nextInt(MAX_SAMPLE_ROWS), random);
        int columns = parameters[KnnParameters.COLUMNS] - parameters[KnnParameters.KEPT];
        return sampleDistances(
                sample, parameters, KnnKernels.tiles(parameters[KnnParameters.ROWS], columns), norm, random);
    }

    static Invocation sampleDistances(Sample sample, int[] parameters, int items, int norm, Random random) {
        float[] points = columns(sample, parameters[KnnParameters.POINTS], norm, random);
        float[] matrix = new float[parameters[KnnParameters.ROWS] * parameters[KnnParameters.COLUMNS]];
        return new Invocation(items, List.of(points, points, parameters, matrix, norm, sample.dims()), List.of(matrix));
    }

    private static int[] matrixParameters(Sample sample, int rows, Random random) {
        int n = Math.max(1, sample.size());
        int[] parameters = KnnKernels.parameters(n, Float32Frame.stride(n), n, 1, random.nextInt(n));
        parameters[KnnParameters.ROWS] = rows;
        // No columns are kept: a device leaves garbage where a kernel writes nothing.
        parameters[KnnParameters.COLUMNS] = n + random.nextInt(20);
        return parameters;
    }

    private static Invocation sampleLoad(Sample sample) {
        Random random = sample.random();
        int[] parameters = keptParameters(sample, random);
        parameters[KnnParameters.COLUMNS] = parameters[KnnParameters.KEPT];
        float[] keys = floats(parameters[KnnParameters.ROWS] * parameters[KnnParameters.KEPT], random);
        float[] matrix = new float[keys.length];
        return new Invocation(keys.length, List.of(keys, parameters, matrix), List.of(matrix));
    }

    private static Invocation sampleMerge(Sample sample) {
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

    private static Invocation sampleStore(Sample sample) {
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

    /** The norm that is given, or one with exact arithmetic where its own is not. */
    private static int code(Random random, boolean powers, List<Object> scalars) {
        int norm = (Integer) scalars.get(0);
        int drawn = code(random, powers);
        boolean exact = powers && norm == CUBE;
        for (int code : EXACT_CODES) {
            exact |= code == norm;
        }
        return exact ? norm : drawn;
    }

    private static Sample withDims(Sample sample, List<Object> scalars) {
        int dims = (Integer) scalars.get(1);
        return dims > MAX_EXACT_DIMS ? sample : new Sample(sample.shape(), sample.size(), dims, sample.seed());
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
     * A multiple of 1/16 in [-1, 1], so that float arithmetic is exact, that of third powers too: their sum over so many dimensions
     * is less than 2^24 times 1/16^3; or a whole number of 24 bits.
     */
    private static float exactly(double coordinate, int norm) {
        double wave = Math.sin(coordinate);
        return (float) (norm == Norms.HAMMING ? Math.rint(Math.abs(wave) * Norm.MAX_WORD) : Math.rint(wave * 16) / 16);
    }
}
