package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.Points;
import dev.gyre.engine.knn.NearestList;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeLayout;

/**
 * Searches a tree with canonical keys on the host, by one thread, for queries that sums of powers leave undecided. Not safe for use by
 * several threads.
 */
final class ExactSearch {

    private final KdIndex index;
    private final TreeArrays arrays;
    private final int leaves;
    private final double[] place;

    ExactSearch(KdIndex index) {
        this.index = index;
        arrays = index.arrays();
        leaves = index.layout().leaves();
        place = new double[index.layout().dims()];
    }

    /**
     * Offers a list the points within its limit, from the query's leaf outwards.
     *
     * @param self whether the query is the point of the same row, which is left out
     */
    void nearest(Points queries, int query, boolean self, NearestList list) {
        for (int dim = 0; dim < place.length; dim++) {
            place[dim] = queries.coordinate(query, dim);
        }
        int edge = locate();
        int top = edge;
        while (edge > 0) {
            int node = top;
            while (node > 0) {
                boolean near = distanceToBox(node) <= KeyBound.ofBoxes(index.norm(), place.length, list.limit());
                if (near && node >= leaves) {
                    offerLeaf(node, queries, query, self, list);
                }
                node = near && node < leaves ? 2 * node : TreeLayout.next(node, top);
            }
            top = edge ^ 1;
            edge = edge == 1 ? 0 : edge / 2;
        }
    }

    private int locate() {
        int node = 1;
        while (node < leaves) {
            node = distanceToBox(2 * node + 1) < distanceToBox(2 * node) ? 2 * node + 1 : 2 * node;
        }
        return node;
    }

    private double distanceToBox(int node) {
        return arrays.keyOfBox(node, place, index.norm());
    }

    private void offerLeaf(int node, Points queries, int query, boolean self, NearestList list) {
        for (int slot = index.layout().from(node); slot < index.layout().to(node); slot++) {
            int row = index.ids()[slot];
            while (row != KdGroups.NONE) {
                if (!self || row != query) {
                    list.offer(queries, query, index.points(), row, index.norm());
                }
                row = index.groups().next(row);
            }
        }
    }
}
