package dev.gyre.benchmarks;

import dev.gyre.engine.jvm.Workers;

/**
 * A self-join by one search per row, on the same threads that Gyre uses, as a user of the library would write it.
 *
 * @param k slots per row
 * @param ids {@code rows x k} ids, row-major
 * @param distances {@code rows x k} distances, row-major, in ascending order within a row
 */
record PeerJoin(int k, int[] ids, double[] distances) {

    private static final int MIN_SLICE = 32;

    /** The k nearest other rows of every row; there must be more than k rows. */
    static PeerJoin of(KnnPeer.Index index, int rows, int k, Workers workers) {
        int[] ids = new int[rows * k];
        double[] distances = new double[rows * k];
        workers.forEachSlice(rows, MIN_SLICE, (begin, end) -> {
            KnnPeer.Searcher searcher = index.searcher(k + 1);
            int[] found = new int[k + 1];
            double[] foundDistances = new double[k + 1];
            for (int row = begin; row < end; row++) {
                int size = searcher.nearest(row, found, foundDistances);
                int own = indexOf(row, found, size);
                copyWithout(own, found, ids, row * k, k);
                copyWithout(own, foundDistances, distances, row * k, k);
            }
        });
        return new PeerJoin(k, ids, distances);
    }

    /** Returns the position of the row itself, or the last position if too many other rows lie at the same point. */
    private static int indexOf(int row, int[] found, int size) {
        int at = 0;
        while (at < size - 1 && found[at] != row) {
            at++;
        }
        return at;
    }

    private static void copyWithout(int own, Object from, Object to, int at, int k) {
        System.arraycopy(from, 0, to, at, own);
        System.arraycopy(from, own + 1, to, at + own, k - own);
    }

    double distance(int row, int rank) {
        return distances[row * k + rank];
    }
}
