package dev.gyre.benchmarks;

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
import elki.index.DistancePriorityIndex;
import elki.index.tree.spatial.kd.MemoryKDTree;
import elki.index.tree.spatial.kd.SmallMemoryKDTree;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** ELKI: its linear scan and its kd-trees in memory. */
final class Elki {

    private Elki() {}

    static Supplier<KnnPeer.Index> linearScan(double[][] rows) {
        Relation<NumberVector> relation = relation(rows);
        return () -> index(relation, count -> query(relation).linearOnly().kNNByObject(count));
    }

    /** The tree of nodes. The library's own setting is 2 rows for a leaf. */
    static KnnPeer kdTree(int leafSize) {
        return rows -> tree(relation(rows), relation -> new MemoryKDTree<>(relation, leafSize));
    }

    /** The tree that is an order of the rows. The library's own setting is 1 row for a leaf. */
    static KnnPeer smallKdTree(int leafSize) {
        return rows -> tree(relation(rows), relation -> new SmallMemoryKDTree<>(relation, leafSize));
    }

    private static Supplier<KnnPeer.Index> tree(
            Relation<NumberVector> relation,
            Function<Relation<NumberVector>, DistancePriorityIndex<NumberVector>> trees) {
        return () -> {
            DistancePriorityIndex<NumberVector> tree = trees.apply(relation);
            tree.initialize();
            return index(relation, count -> tree.kNNByObject(query(relation).distanceQuery(), count, 0));
        };
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
                // With ties the list may be longer than requested.
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
