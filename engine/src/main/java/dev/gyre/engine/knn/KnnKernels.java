package dev.gyre.engine.knn;

import dev.gyre.engine.data.Norm;
import dev.gyre.engine.program.GroupFunction;
import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.KernelCatalog;
import dev.gyre.engine.program.KernelFunction;
import dev.gyre.engine.sample.Sample;
import dev.gyre.tasks.KnnGroups;
import dev.gyre.tasks.KnnParameters;
import dev.gyre.tasks.KnnScan;
import dev.gyre.tasks.KnnTiles;
import dev.gyre.tasks.Norms;
import java.util.List;
import java.util.Random;

/** The kernels of the k-nearest-neighbor join. */
public final class KnnKernels implements KernelCatalog {

    /** Distance and selection in one pass over all points, for any number of dimensions. */
    private static final Kernel SCAN = Kernel.of(
                    "knn-scan",
                    (KernelFunction.Of6<float[], float[], int[], float[], int[], Integer>) KnnScan::nearest,
                    KnnKernels::sampleNearest)
            .withJvmVariant((KernelFunction.Of6<float[], float[], int[], float[], int[], Integer>) KnnTiles::nearest);

    /** The same, with points in local memory where there is any: for {@link KnnGroups#MAX_DIMENSIONS} at most. */
    private static final Kernel SCAN_IN_GROUPS = Kernel.of(
                    "knn-scan-in-groups", SCAN.function(), KnnKernels::sampleNearest)
            .withJvmVariant(SCAN.jvmFunction())
            .withGroupVariant(GroupFunction.threadPerItem(KnnGroups.class, "nearest"));

    private static final int MAX_SAMPLE_CAPACITY = 70;

    /** Those whose arithmetic is exact on few bits. */
    private static final int[] NORMS = {
        Norms.EUCLIDEAN, Norms.MANHATTAN, Norms.CHEBYSHEV, Norms.INNER_PRODUCT, Norms.HAMMING, 3 * Norms.ONE
    };

    /** For the service loader. */
    public KnnKernels() {}

    @Override
    public List<Kernel> kernels() {
        return List.of(SCAN, SCAN_IN_GROUPS);
    }

    /**
     * The kernel of the join: distance and selection in one pass. Its arguments are those of {@link KnnScan#nearest}.
     *
     * @param dims number of dimensions of the points
     * @return the kernel for so many dimensions
     */
    public static Kernel nearest(int dims) {
        return dims <= KnnGroups.MAX_DIMENSIONS ? SCAN_IN_GROUPS : SCAN;
    }

    /**
     * A parameter array for the kernel: see {@link KnnParameters}.
     *
     * <p>The points are all points: the first of them has the id 0.
     *
     * @param points number of points
     * @param queryStride column stride of the queries
     * @param queries number of queries
     * @param dims number of dimensions
     * @param capacity candidates kept per query
     * @param firstQuery the query of item 0
     * @return the array
     */
    public static int[] parameters(int points, int queryStride, int queries, int dims, int capacity, int firstQuery) {
        int[] parameters = new int[KnnParameters.LENGTH];
        parameters[KnnParameters.POINTS] = points;
        parameters[KnnParameters.POINT_STRIDE] = FloatImage.stride(points);
        parameters[KnnParameters.QUERY_STRIDE] = queryStride;
        parameters[KnnParameters.QUERIES] = queries;
        parameters[KnnParameters.DIMENSIONS] = dims;
        parameters[KnnParameters.CAPACITY] = capacity;
        parameters[KnnParameters.FIRST_QUERY] = firstQuery;
        return parameters;
    }

    private static Invocation sampleNearest(Sample sample) {
        Random random = sample.random();
        int dims = sample.dims();
        int n = Math.max(1, sample.size());
        int stride = FloatImage.stride(n);
        int norm = NORMS[random.nextInt(NORMS.length)];
        double[] rows = sample.shape().rows(n, dims, random);
        float[] points = new float[dims * stride];
        for (int dim = 0; dim < dims; dim++) {
            for (int row = 0; row < n; row++) {
                points[dim * stride + row] = exactly(rows[row * dims + dim], norm);
            }
        }
        int capacity = 1 + random.nextInt(Math.min(n, MAX_SAMPLE_CAPACITY));
        int firstQuery = random.nextInt(n);
        int items = n - firstQuery + random.nextInt(3);
        float[] keys = new float[items * capacity];
        int[] ids = new int[items * capacity];
        return new Invocation(
                items,
                List.of(points, points, parameters(n, stride, n, dims, capacity, firstQuery), keys, ids, norm),
                List.of(keys, ids));
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
