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
import java.util.stream.IntStream;

/** Calls of the kernels of {@link KnnKernels}. */
final class KnnSamples {

    static final List<KernelSample> ALL = List.of(
            KernelSample.of(KnnKernels.SCAN, KnnSamples::sampleNearest),
            KernelSample.of(KnnKernels.SCAN_IN_GROUPS, KnnSamples::sampleNearest),
            KernelSample.of(KnnKernels.DISTANCE_ROWS, KnnSamples::sampleRows),
            KernelSample.of(KnnKernels.DISTANCE_TILES, KnnSamples::sampleTiles),
            KernelSample.of(KnnKernels.LOAD, KnnSamples::sampleLoad),
            KernelSample.of(KnnKernels.MERGE, KnnSamples::sampleMerge),
            KernelSample.of(KnnKernels.STORE, KnnSamples::sampleStore));

    private KnnSamples() {}

    private static final int MAX_SAMPLE_ROWS = 300;

    /** Codes for which float arithmetic on {@link #exactly} is exact. */
    private static final int[] EXACT_CODES = {
        Norms.EUCLIDEAN, Norms.MANHATTAN, Norms.CHEBYSHEV, Norms.INNER_PRODUCT, Norms.HAMMING, Norms.EXPANDED
    };

    /** {@link #EXACT_CODES} and third powers. */
    private static final int[] EXACT_POWERS = IntStream.concat(IntStream.of(EXACT_CODES), IntStream.of(3 * Norms.ONE))
            .toArray();

    /** Dimensions up to which the arithmetic on {@link #exactly} is exact. */
    private static final int MAX_EXACT_DIMS = 511;

    private static Invocation sampleNearest(Sample given, Scalars scalars) {
        Sample sample = scalars.withDims(given, 1, MAX_EXACT_DIMS);
        Random random = sample.random();
        int norm = scalars.among(0, EXACT_POWERS, random);
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
        return Invocation.of(items)
                .in(points, points, parameters)
                .out(keys, ids)
                .in(norm, sample.dims());
    }

    /** Fills rows with descending keys, which are heaps. */
    private static void fillHeaps(float[] keys, int[] ids, int capacity, Random random) {
        for (int slot = 0; slot < keys.length; slot++) {
            boolean root = slot % capacity == 0;
            keys[slot] = root ? 16 + random.nextInt(16) / 16f : keys[slot - 1] - random.nextInt(2) / 4f;
            ids[slot] = capacity - slot % capacity;
        }
    }

    private static Invocation sampleRows(Sample given, Scalars scalars) {
        Sample sample = scalars.withDims(given, 1, MAX_EXACT_DIMS);
        Random random = sample.random();
        int norm = scalars.among(0, EXACT_POWERS, random);
        int[] parameters = matrixParameters(sample, 1 + random.nextInt(8), random);
        return sampleDistances(sample, parameters, parameters[KnnParameters.COLUMNS], norm, random);
    }

    private static Invocation sampleTiles(Sample given, Scalars scalars) {
        Sample sample = scalars.withDims(given, 1, MAX_EXACT_DIMS);
        Random random = sample.random();
        int norm = scalars.among(0, EXACT_CODES, random);
        int[] parameters = matrixParameters(sample, 1 + random.nextInt(MAX_SAMPLE_ROWS), random);
        int columns = parameters[KnnParameters.COLUMNS] - parameters[KnnParameters.KEPT];
        return sampleDistances(
                sample, parameters, KnnKernels.tiles(parameters[KnnParameters.ROWS], columns), norm, random);
    }

    static Invocation sampleDistances(Sample sample, int[] parameters, int items, int norm, Random random) {
        float[] points = columns(sample, parameters[KnnParameters.POINTS], norm, random);
        float[] matrix = new float[parameters[KnnParameters.ROWS] * parameters[KnnParameters.COLUMNS]];
        return Invocation.of(items).in(points, points, parameters).out(matrix).in(norm, sample.dims());
    }

    private static int[] matrixParameters(Sample sample, int rows, Random random) {
        int n = Math.max(1, sample.size());
        int[] parameters = KnnKernels.parameters(n, Float32Frame.stride(n), n, 1, random.nextInt(n));
        parameters[KnnParameters.ROWS] = rows;
        // No columns are kept: a device leaves garbage in elements that a kernel does not write.
        parameters[KnnParameters.COLUMNS] = n + random.nextInt(20);
        return parameters;
    }

    private static Invocation sampleLoad(Sample sample) {
        Random random = sample.random();
        int[] parameters = keptParameters(sample, random);
        parameters[KnnParameters.COLUMNS] = parameters[KnnParameters.KEPT];
        float[] keys = floats(parameters[KnnParameters.ROWS] * parameters[KnnParameters.KEPT], random);
        float[] matrix = new float[keys.length];
        return Invocation.of(keys.length).in(keys, parameters).out(matrix);
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
        return Invocation.of(slots).in(selected, matrix, ids, parameters).out(newKeys, newIds);
    }

    private static Invocation sampleStore(Sample sample) {
        int[] newIds = sample.random().ints(sample.size()).toArray();
        int[] ids = new int[newIds.length];
        return Invocation.of(newIds.length).in(newIds).out(ids);
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
     * Returns a multiple of 1/16 in [-1, 1], so that float arithmetic is exact, including third powers: their sum over {@link
     * #MAX_EXACT_DIMS} dimensions is less than 2^24 times 1/16^3. For Hamming distances, returns a whole number of 24 bits.
     */
    private static float exactly(double coordinate, int norm) {
        double wave = Math.sin(coordinate);
        return (float) (norm == Norms.HAMMING ? Math.rint(Math.abs(wave) * Norm.MAX_WORD) : Math.rint(wave * 16) / 16);
    }
}
