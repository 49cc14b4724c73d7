package dev.gyre.benchmarks.peers;

import elki.data.NumberVector;
import elki.data.type.TypeUtil;
import elki.database.StaticArrayDatabase;
import elki.database.ids.DBIDArrayIter;
import elki.database.ids.DBIDRange;
import elki.database.ids.DoubleDBIDListIter;
import elki.database.query.QueryBuilder;
import elki.database.query.knn.KNNSearcher;
import elki.database.relation.Relation;
import elki.datasource.ArrayAdapterDatabaseConnection;
import elki.distance.minkowski.EuclideanDistance;
import elki.index.tree.spatial.kd.MemoryKDTree;
import java.util.function.IntFunction;

/** ELKI: its linear scan and its kd-tree in memory. */
final class Elki {

    /** A usual size: the library asks for one. */
    private static final int LEAF_SIZE = 16;

    private Elki() {}

    static KnnPeer.Index linearScan(double[][] rows) {
        Relation<NumberVector> relation = relation(rows);
        return index(relation, count -> query(relation).linearOnly().kNNByObject(count));
    }

    static KnnPeer.Index kdTree(double[][] rows) {
        Relation<NumberVector> relation = relation(rows);
        MemoryKDTree<NumberVector> tree = new MemoryKDTree<>(relation, LEAF_SIZE);
        tree.initialize();
        return index(relation, count -> tree.kNNByObject(query(relation).distanceQuery(), count, 0));
    }

    private static Relation<NumberVector> relation(double[][] rows) {
        StaticArrayDatabase database = new StaticArrayDatabase(new ArrayAdapterDatabaseConnection(rows));
        database.initialize();
        return database.getRelation(TypeUtil.NUMBER_VECTOR_FIELD);
    }

    private static QueryBuilder<NumberVector> query(Relation<NumberVector> relation) {
        return new QueryBuilder<>(relation, EuclideanDistance.STATIC);
    }

    private static KnnPeer.Index index(
            Relation<NumberVector> relation, IntFunction<KNNSearcher<NumberVector>> searchers) {
        DBIDRange rowIds = (DBIDRange) relation.getDBIDs();
        return count -> {
            KNNSearcher<NumberVector> searcher = searchers.apply(count);
            DBIDArrayIter at = rowIds.iter();
            return (row, ids, distances) -> {
                NumberVector query = relation.get(at.seek(row));
                int size = 0;
                // With ties the list may be longer than asked for.
                for (DoubleDBIDListIter it = searcher.getKNN(query, count).iter();
                        it.valid() && size < count;
                        it.advance()) {
                    ids[size] = rowIds.getOffset(it);
                    distances[size++] = it.doubleValue();
                }
                return size;
            };
        };
    }
}
