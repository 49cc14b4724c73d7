package dev.gyre.benchmarks;

import elki.clustering.dbscan.DBSCAN;
import elki.clustering.hierarchical.HDBSCANLinearMemory;
import elki.clustering.hierarchical.extraction.HDBSCANHierarchyExtraction;
import elki.data.Cluster;
import elki.data.NumberVector;
import elki.data.model.DendrogramModel;
import elki.data.type.TypeUtil;
import elki.database.StaticArrayDatabase;
import elki.database.ids.DBIDIter;
import elki.database.ids.DBIDRange;
import elki.database.relation.Relation;
import elki.datasource.ArrayAdapterDatabaseConnection;
import elki.distance.Distance;
import elki.distance.geo.LngLatDistance;
import elki.distance.minkowski.EuclideanDistance;
import elki.index.IndexFactory;
import elki.index.tree.metrical.vptree.VPTree;
import elki.index.tree.spatial.kd.MemoryKDTree;
import elki.index.tree.spatial.kd.split.MedianSplit;
import elki.math.geodesy.SphericalHaversineEarthModel;
import elki.utilities.random.RandomFactory;
import java.util.Arrays;
import java.util.List;

/** ELKI: DBSCAN, and HDBSCAN* by Prim's algorithm over all pairs in linear memory, the faster of its two here. */
final class ElkiClusters implements ClusterPeer.Library {

    /** Rows of a leaf; the library's own setting is slower here. */
    private static final int LEAF = 16;

    private static final int VANTAGE_SAMPLE = 10;

    @Override
    public int[] dbscan(double[][] rows, double eps, int minPoints) {
        Relation<NumberVector> relation = relation(rows, new MemoryKDTree.Factory<>(MedianSplit.STATIC, LEAF));
        return labels(
                relation,
                new DBSCAN<>(EuclideanDistance.STATIC, eps, minPoints)
                        .run(relation)
                        .getAllClusters());
    }

    @Override
    public int[] hdbscan(double[][] rows, boolean haversine, int minClusterSize, int minPoints) {
        Distance<NumberVector> metric =
                haversine ? new LngLatDistance(SphericalHaversineEarthModel.STATIC) : EuclideanDistance.STATIC;
        IndexFactory<NumberVector> index = haversine
                ? new VPTree.Factory<>(metric, RandomFactory.DEFAULT, VANTAGE_SAMPLE, LEAF)
                : new MemoryKDTree.Factory<>(MedianSplit.STATIC, LEAF);
        Relation<NumberVector> relation = relation(rows, index);
        HDBSCANLinearMemory<NumberVector> linkage = new HDBSCANLinearMemory<>(metric, minPoints);
        // The first cluster is that of all rows, from which the others were taken: what is left of it is noise.
        List<Cluster<DendrogramModel>> clusters = new HDBSCANHierarchyExtraction(linkage, minClusterSize, false)
                .run(linkage.run(relation))
                .getToplevelClusters();
        return labels(relation, clusters.subList(1, clusters.size()));
    }

    private static Relation<NumberVector> relation(double[][] rows, IndexFactory<NumberVector> index) {
        StaticArrayDatabase database =
                new StaticArrayDatabase(new ArrayAdapterDatabaseConnection(rows), List.of(index));
        database.initialize();
        return database.getRelation(TypeUtil.NUMBER_VECTOR_FIELD);
    }

    private static int[] labels(Relation<NumberVector> relation, List<? extends Cluster<?>> clusters) {
        DBIDRange ids = (DBIDRange) relation.getDBIDs();
        int[] labels = new int[ids.size()];
        Arrays.fill(labels, NOISE);
        int next = 0;
        for (Cluster<?> cluster : clusters) {
            int label = cluster.isNoise() ? NOISE : next++;
            for (DBIDIter it = cluster.getIDs().iter(); it.valid(); it.advance()) {
                labels[ids.getOffset(it)] = label;
            }
        }
        return labels;
    }
}
