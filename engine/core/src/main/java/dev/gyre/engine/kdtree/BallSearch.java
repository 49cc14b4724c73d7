package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.range.Balls;
import dev.gyre.engine.range.Candidates;
import dev.gyre.engine.range.MatchFinder;
import dev.gyre.engine.range.Regions;
import dev.gyre.engine.search.NeighborSort;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.common.SquareSums;
import java.util.Arrays;

/**
 * Searches of a tree for the points in balls, on the host, by the keys of the result: one walk for each ball or, around the points of the tree in its
 * order, for each leaf. So a match is found once, where a device counts matches before it writes them. Safe for use by several threads.
 */
final class BallSearch implements Candidates {

    private final KdIndex index;
    private final TreeLayout layout;
    private final TreeArrays arrays;
    private final Points arranged;
    private final Balls balls;
    private final double limit;

    /** A search of balls whose keys are those of {@link #isFor}. */
    BallSearch(KdIndex index, Balls balls, Workers workers) {
        this.index = index;
        this.balls = balls;
        layout = index.layout();
        arrays = index.arrays(workers);
        arranged = Points.over(arrays.entries(), layout.dims(), layout.size());
        limit = Math.min(balls.limit(), Double.MAX_VALUE);
    }

    /** Whether boxes bound the keys of a norm without a margin. */
    static boolean isFor(Norm norm) {
        return !norm.isPower();
    }

    @Override
    public void offer(int query, Rows rows) {
        Finder finder = new Finder();
        finder.walk(query);
        for (int i = 0; i < finder.size; i++) {
            for (int row = finder.ids[i];
                    row != KdGroups.NONE;
                    row = index.groups().next(row)) {
                rows.accept(row, index.points(), row);
            }
        }
    }

    @Override
    public MatchFinder finder(Regions regions) {
        // Another search may hand over the candidates of these balls for regions within them.
        return regions == balls ? new Finder() : Candidates.super.finder(regions);
    }

    /** Finds matches, for one thread. */
    private final class Finder implements MatchFinder {

        private static final int FIRST_ROOM = 1 << 10;

        private final double[] point = new double[layout.dims()];
        private final boolean euclidean = balls.norm() == Norm.EUCLIDEAN;

        /** Not null if the ball of a query is around the point of its slot. */
        private final NearLeaves near = balls.queries().array() == arrays.entries()
                ? new NearLeaves(layout, arrays, balls.norm(), limit, -1)
                : null;

        private final NeighborSort sort = new NeighborSort();
        private int[] ids = new int[FIRST_ROOM];
        private double[] keys = new double[FIRST_ROOM];
        private int size;

        @Override
        public int find(int query) {
            count(query);
            sort.sort(keys, ids, size);
            return size;
        }

        @Override
        public int count(int query) {
            walk(query);
            if (!index.groups().isSingle()) {
                addEqualRows();
            }
            if (balls.leavesOut()) {
                drop(balls.own(query));
            }
            return size;
        }

        /** Finds the first row of each slot in a ball. */
        private void walk(int query) {
            size = 0;
            for (int dim = 0; dim < point.length; dim++) {
                point[dim] = balls.queries().coordinate(query, dim);
            }
            if (near == null) {
                walkFromRoot(query);
                return;
            }
            near.look(query);
            for (int i = 0; i < near.count(); i++) {
                int node = near.node(i);
                if (arrays.keyOfBox(node, point, balls.norm()) <= limit) {
                    takeLeaf(query, layout.from(node), layout.to(node));
                }
            }
        }

        private void walkFromRoot(int query) {
            int leaves = layout.leaves();
            int node = 1;
            while (node > 0) {
                boolean isNear = arrays.keyOfBox(node, point, balls.norm()) <= limit;
                if (isNear && node >= leaves) {
                    takeLeaf(query, layout.from(node), layout.to(node));
                }
                node = isNear && node < leaves ? 2 * node : TreeLayout.next(node, 1);
            }
        }

        /** Adds the slots of a leaf that are in the ball; without branches, which near the surface of a ball nobody can predict. */
        private void takeLeaf(int query, int from, int to) {
            reserve(to - from);
            int[] rows = arrays.rows();
            int end = size;
            for (int slot = from; slot < to; slot++) {
                double key = euclidean
                        ? SquareSums.toPoint(point, arrays.entries(), slot, point.length)
                        : balls.queries().key(query, arranged, slot, balls.norm());
                ids[end] = rows[slot];
                keys[end] = key;
                end += key <= limit ? 1 : 0;
            }
            size = end;
        }

        private void reserve(int more) {
            if (Math.addExact(size, more) > ids.length) {
                int room = Math.max(size + more, ids.length + (ids.length >> 1));
                ids = Arrays.copyOf(ids, room);
                keys = Arrays.copyOf(keys, room);
            }
        }

        private void addEqualRows() {
            int slots = size;
            for (int i = 0; i < slots; i++) {
                for (int row = index.groups().next(ids[i]);
                        row != KdGroups.NONE;
                        row = index.groups().next(row)) {
                    reserve(1);
                    ids[size] = row;
                    keys[size] = keys[i];
                    size++;
                }
            }
        }

        private void drop(int row) {
            for (int i = 0; i < size; i++) {
                if (ids[i] == row) {
                    size--;
                    ids[i] = ids[size];
                    keys[i] = keys[size];
                    return;
                }
            }
        }

        @Override
        public int[] ids() {
            return sort.ids();
        }

        @Override
        public double[] keys() {
            return sort.keys();
        }
    }
}
