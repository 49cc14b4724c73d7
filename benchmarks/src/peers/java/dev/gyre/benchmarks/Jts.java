package dev.gyre.benchmarks;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Supplier;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.index.strtree.ItemDistance;
import org.locationtech.jts.index.strtree.STRtree;

/** JTS: the k nearest items of its STR-packed R-tree. Its kd-tree knows no such query. Two dimensions only. */
final class Jts {

    private static final ItemDistance EUCLIDEAN = (a, b) -> ((Row) a.getItem()).distance((Row) b.getItem());

    private record Row(int id, Coordinate at) {

        double distance(Row other) {
            return at.distance(other.at);
        }

        Envelope envelope() {
            return new Envelope(at);
        }
    }

    private Jts() {}

    static Supplier<KnnPeer.Index> strTree(double[][] rows) {
        if (rows[0].length != 2) {
            throw new IllegalArgumentException("JTS has 2 dimensions: dims=" + rows[0].length);
        }
        Row[] items = new Row[rows.length];
        for (int row = 0; row < rows.length; row++) {
            items[row] = new Row(row, new Coordinate(rows[row][0], rows[row][1]));
        }
        return () -> build(items);
    }

    private static KnnPeer.Index build(Row[] items) {
        STRtree tree = new STRtree();
        for (Row item : items) {
            tree.insert(item.envelope(), item);
        }
        tree.build();
        return count -> (row, ids, distances) -> {
            Row query = items[row];
            Object[] found = tree.nearestNeighbour(query.envelope(), query, EUCLIDEAN, count);
            Row[] nearest = Arrays.copyOf(found, found.length, Row[].class);
            Arrays.sort(nearest, Comparator.comparingDouble(query::distance));
            for (int rank = 0; rank < nearest.length; rank++) {
                ids[rank] = nearest[rank].id();
                distances[rank] = query.distance(nearest[rank]);
            }
            return nearest.length;
        };
    }
}
