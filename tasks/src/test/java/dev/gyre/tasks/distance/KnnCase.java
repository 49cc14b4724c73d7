package dev.gyre.tasks.distance;

import dev.gyre.tasks.common.Norms;
import java.util.Random;
import java.util.function.DoubleSupplier;

/**
 * One seeded input of the nearest-neighbor kernels, column-major and padded for them.
 *
 * @param name what is needed to repeat the case
 * @param n number of real points
 * @param points coordinates of the points, padded
 * @param queries coordinates of the queries
 * @param parameters sizes
 * @param norm a code of {@link Norms}
 * @param dims number of dimensions
 */
record KnnCase(String name, int n, float[] points, float[] queries, int[] parameters, int norm, int dims) {

    /** Padding that is nearer to queries than most points. */
    private static final float PADDING = 0f;

    /** Multiples of 1/16 in [-1, 1]: float arithmetic on them is exact and many distances tie. */
    static KnnCase exact(int n, int queries, int dims, int capacity, long seed) {
        Random random = new Random(seed);
        return of("exact, seed=" + seed, n, queries, dims, capacity, () -> (random.nextInt(33) - 16) / 16.0);
    }

    /** Any floats in [-1, 1] times a scale. */
    static KnnCase scaled(double scale, int n, int queries, int dims, int capacity, long seed) {
        Random random = new Random(seed);
        return of(
                "scale=" + scale + ", seed=" + seed,
                n,
                queries,
                dims,
                capacity,
                () -> scale * (2 * random.nextDouble() - 1));
    }

    /** All points and queries are equal. */
    static KnnCase allEqual(int n, int queries, int dims, int capacity) {
        return of("all equal", n, queries, dims, capacity, () -> 0.5);
    }

    private static KnnCase of(String kind, int n, int queries, int dims, int capacity, DoubleSupplier coordinates) {
        int stride = Math.ceilDiv(n, KnnParameters.POINT_MULTIPLE) * KnnParameters.POINT_MULTIPLE;
        float[] points = columns(n, stride, dims, coordinates);
        float[] queryColumns = columns(queries, queries + 3, dims, coordinates);
        int[] parameters = new int[KnnParameters.LENGTH];
        parameters[KnnParameters.POINTS] = n;
        parameters[KnnParameters.POINT_STRIDE] = stride;
        parameters[KnnParameters.QUERY_STRIDE] = queries + 3;
        parameters[KnnParameters.QUERIES] = queries;
        parameters[KnnParameters.CAPACITY] = capacity;
        String name = kind + ", n=" + n + ", queries=" + queries + ", dims=" + dims + ", capacity=" + capacity;
        return new KnnCase(name, n, points, queryColumns, parameters, Norms.EUCLIDEAN, dims);
    }

    private static float[] columns(int size, int stride, int dims, DoubleSupplier coordinates) {
        float[] columns = new float[dims * stride];
        for (int dim = 0; dim < dims; dim++) {
            for (int row = 0; row < stride; row++) {
                columns[dim * stride + row] = row < size ? (float) coordinates.getAsDouble() : PADDING;
            }
        }
        return columns;
    }

    /** Returns the same input from another query on. */
    KnnCase from(int firstQuery) {
        int[] changed = parameters.clone();
        changed[KnnParameters.FIRST_QUERY] = firstQuery;
        return new KnnCase(name + ", firstQuery=" + firstQuery, n, points, queries, changed, norm, dims);
    }

    /** Returns the same input with only some of the points, which keep their ids. */
    KnnCase part(int first, int count) {
        int stride = Math.ceilDiv(count, KnnParameters.POINT_MULTIPLE) * KnnParameters.POINT_MULTIPLE;
        float[] columns = new float[dims * stride];
        for (int dim = 0; dim < dims; dim++) {
            System.arraycopy(
                    points, dim * parameters[KnnParameters.POINT_STRIDE] + first, columns, dim * stride, count);
        }
        int[] changed = parameters.clone();
        changed[KnnParameters.POINTS] = count;
        changed[KnnParameters.POINT_STRIDE] = stride;
        changed[KnnParameters.FIRST_POINT] = first;
        changed[KnnParameters.CONTINUED] = first > 0 ? 1 : 0;
        return new KnnCase(name + ", from=" + first + ", count=" + count, n, columns, queries, changed, norm, dims);
    }

    /** Returns the same input with a matrix of keys whose first columns are kept. */
    KnnCase withMatrix(int rows, int kept, int columns) {
        int[] changed = parameters.clone();
        changed[KnnParameters.ROWS] = rows;
        changed[KnnParameters.KEPT] = kept;
        changed[KnnParameters.COLUMNS] = kept + columns;
        String size = ", rows=" + rows + ", kept=" + kept + ", columns=" + columns;
        return new KnnCase(name + size, n, points, queries, changed, norm, dims);
    }

    /** Returns the same input with another norm. */
    KnnCase withNorm(int newNorm) {
        return new KnnCase(name + ", norm=" + newNorm, n, points, queries, parameters, newNorm, dims);
    }

    int capacity() {
        return parameters[KnnParameters.CAPACITY];
    }

    /** Number of items that have a query to answer. */
    int queriesLeft() {
        return parameters[KnnParameters.QUERIES] - parameters[KnnParameters.FIRST_QUERY];
    }

    /** Computes plainly the squared distance, or the distance of another norm, from the query of an item to a point. */
    float key(int item, int point) {
        int query = parameters[KnnParameters.FIRST_QUERY] + item;
        float sum = 0;
        float largest = 0;
        for (int dim = 0; dim < dims; dim++) {
            float difference = points[dim * parameters[KnnParameters.POINT_STRIDE] + point]
                    - queries[dim * parameters[KnnParameters.QUERY_STRIDE] + query];
            sum += norm == Norms.EUCLIDEAN ? difference * difference : Math.abs(difference);
            largest = Math.max(largest, Math.abs(difference));
        }
        return norm == Norms.CHEBYSHEV ? largest : sum;
    }

    /** Runs the kernel over all queries that are left. */
    KnnRows run(KnnKernel kernel) {
        KnnRows rows = new KnnRows(queriesLeft(), capacity());
        rows.run(kernel, this, 0, queriesLeft());
        return rows;
    }

    @Override
    public String toString() {
        return name;
    }
}
