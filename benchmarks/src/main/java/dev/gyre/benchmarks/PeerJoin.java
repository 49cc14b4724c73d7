package dev.gyre.benchmarks;

import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

/**
 * A self-join by one search per row, as a user of the library would write it: by a parallel stream in a pool of as many threads as Gyre
 * uses. A search that is a parallel stream itself stays in that pool.
 *
 * @param k slots per row
 * @param ids {@code rows x k} ids, row-major
 * @param distances {@code rows x k} distances, row-major, in ascending order within a row
 */
record PeerJoin(int k, int[] ids, double[] distances) {

    /** Least rows of a searcher. */
    private static final int MIN_SLICE = 32;

    /** Searchers of a thread, so that none waits long for the others. */
    private static final int SLICES = 16;

    /** The k nearest other rows of every row; there must be more than k rows. */
    static PeerJoin of(KnnPeer.Index index, int rows, int k, ForkJoinPool pool) {
        int[] ids = new int[rows * k];
        double[] distances = new double[rows * k];
        int size = Math.max(MIN_SLICE, rows / (SLICES * pool.getParallelism()));
        pool.submit(() -> IntStream.range(0, Math.ceilDiv(rows, size))
                        .parallel()
                        .forEach(slice -> {
                            KnnPeer.Searcher searcher = index.searcher(k + 1);
                            int[] found = new int[k + 1];
                            double[] foundDistances = new double[k + 1];
                            for (int row = slice * size; row < Math.min(rows, (slice + 1) * size); row++) {
                                int count = searcher.nearest(row, found, foundDistances);
                                int own = indexOf(row, found, count);
                                copyWithout(own, found, ids, row * k, k);
                                copyWithout(own, foundDistances, distances, row * k, k);
                            }
                        }))
                .join();
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
