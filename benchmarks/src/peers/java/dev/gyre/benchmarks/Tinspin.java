package dev.gyre.benchmarks;

import java.util.function.Supplier;
import org.tinspin.index.Index.PointEntryKnn;
import org.tinspin.index.Index.PointIteratorKnn;
import org.tinspin.index.kdtree.KDTree;

/** tinspin-indexes: its kd-tree, which is built by one insertion per row. */
final class Tinspin {

    private Tinspin() {}

    static Supplier<KnnPeer.Index> kdTree(double[][] rows) {
        return () -> build(rows);
    }

    private static KnnPeer.Index build(double[][] rows) {
        KDTree<Integer> tree = KDTree.create(rows[0].length);
        for (int row = 0; row < rows.length; row++) {
            tree.insert(rows[row], row);
        }
        return count -> (row, ids, distances) -> {
            PointIteratorKnn<Integer> found = tree.queryKnn(rows[row], count);
            int size = 0;
            while (size < count && found.hasNext()) {
                PointEntryKnn<Integer> entry = found.next();
                ids[size] = entry.value();
                distances[size++] = entry.dist();
            }
            return size;
        };
    }
}
