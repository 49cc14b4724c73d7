package dev.gyre.benchmarks;

/**
 * Sizes of a search, or of a selection of rows.
 *
 * @param q queries, or rows of the matrix
 * @param n points, or columns of the matrix
 * @param dims dimensions, 0 for a selection
 * @param k neighbors of each query, or values kept of each row
 */
record KnnCase(int q, int n, int dims, int k) {

    /** Operations for each dimension of a squared distance in its direct form: subtract, multiply, add. */
    static final int FLOPS = 3;

    double pairs() {
        return (double) q * n;
    }

    /** Whether other cases differ from this one by k alone. */
    boolean isLike(KnnCase other) {
        return q == other.q && n == other.n && dims == other.dims;
    }

    @Override
    public String toString() {
        return "q=" + q + ", n=" + n + (dims == 0 ? "" : ", dims=" + dims) + ", k=" + k;
    }
}
