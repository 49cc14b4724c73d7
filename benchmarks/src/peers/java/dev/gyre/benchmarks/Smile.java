package dev.gyre.benchmarks;

import java.util.Arrays;
import java.util.function.Supplier;
import smile.math.distance.EuclideanDistance;
import smile.neighbor.KDTree;
import smile.neighbor.KNNSearch;
import smile.neighbor.LinearSearch;
import smile.neighbor.Neighbor;

/**
 * Smile: its linear search, which computes the distances of one query by a parallel stream, and its kd-tree. A stream that a thread
 * of a pool begins stays in that pool.
 */
final class Smile {

    private Smile() {}

    static Supplier<KnnPeer.Index> linearSearch(double[][] rows) {
        return () -> index(rows, LinearSearch.of(rows, new EuclideanDistance()));
    }

    static Supplier<KnnPeer.Index> kdTree(double[][] rows) {
        return () -> index(rows, KDTree.of(rows));
    }

    private static KnnPeer.Index index(double[][] rows, KNNSearch<double[], double[]> search) {
        return count -> (row, ids, distances) -> {
            // The library leaves out the array object of the query itself, but not a copy of it.
            Neighbor<double[], double[]>[] found = search.search(rows[row].clone(), count);
            // The neighbors come farthest first, which is not documented.
            Arrays.sort(found);
            for (int rank = 0; rank < found.length; rank++) {
                ids[rank] = found[rank].index();
                distances[rank] = found[rank].distance();
            }
            return found.length;
        };
    }
}
