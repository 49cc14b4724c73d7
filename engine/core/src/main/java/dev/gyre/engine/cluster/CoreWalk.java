package dev.gyre.engine.cluster;

import dev.gyre.engine.data.Norm;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.common.SquareSums;

/**
 * Unites all core slots of a kd-tree that are within a distance of each other, on the JVM: one walk over pairs of nodes that meets each pair
 * of slots at most once (Gray and Moore, "N-body problems in statistical learning", 2001).
 *
 * <p>A pair of nodes needs no look inside if it is too far apart, if it is so near that all its slots are within the distance, or if both
 * nodes are whole, each of one component, and that is the same. A whole node stays whole, so that threads may read the marks while others
 * set them: a mark not seen costs time alone. The result does not depend on the order.
 */
final class CoreWalk {

    private static final int NONE = Cores.NONE;

    private final TreeLayout layout;
    private final double[] points;
    private final double[] boxes;
    private final Norm norm;
    private final double limit;
    private final Cores cores;
    private final Components components;
    private final int dims;
    private final boolean euclidean;
    private final int leaves;

    /**
     * A walk.
     *
     * @param limit the largest key of two slots that are united
     */
    CoreWalk(TreeLayout layout, TreeArrays arrays, Norm norm, double limit, Cores cores, Components components) {
        this.layout = layout;
        this.points = arrays.entries();
        this.boxes = arrays.boxes();
        this.norm = norm;
        this.limit = limit;
        this.cores = cores;
        this.components = components;
        dims = layout.dims();
        euclidean = norm.equals(Norm.EUCLIDEAN);
        leaves = layout.leaves();
    }

    /** Unites all, by all threads: the nodes from the leaves up, each with the pairs of its two children. */
    void unite(Workers workers, Progress progress) {
        int nodes = 2 * leaves - 1;
        workers.forEachSlice(
                nodes,
                1,
                (begin, end) -> {
                    Walker walker = new Walker();
                    for (int item = begin; item < end; item++) {
                        walker.within(nodes - item);
                    }
                },
                progress);
    }

    /** What a thread needs for its part. */
    private final class Walker {

        private final double[] place = new double[dims];

        /** Unites the slots of a node whose children are done. */
        void within(int node) {
            if (cores.isWhole(node)) {
                return;
            }
            if (node < leaves) {
                between(2 * node, 2 * node + 1);
                return;
            }
            int to = layout.to(node);
            for (int slot = layout.from(node); slot < to; slot++) {
                if (cores.isCore(slot)) {
                    take(slot);
                    unite(slot, slot + 1, to, false);
                }
            }
            cores.noteLeaf(node, layout.from(node), to);
        }

        /** Unites the slots of two different nodes, neither of which is below the other. */
        void between(int a, int b) {
            int ofA = cores.some(a);
            int ofB = cores.some(b);
            if (ofA == NONE || ofB == NONE || nearest(a, b) > limit) {
                return;
            }
            boolean wholeA = cores.isWhole(a);
            boolean wholeB = cores.isWhole(b);
            if (wholeA && wholeB && components.find(ofA) == components.find(ofB)) {
                return;
            }
            if (farthest(a, b) <= limit) {
                cores.uniteAll(a);
                cores.uniteAll(b);
                components.unite(ofA, ofB);
            } else if (a >= leaves && b >= leaves) {
                betweenLeaves(a, b, wholeA, wholeB);
            } else if (wholeA && !wholeB && a < leaves) {
                intoWhole(a, b);
            } else if (wholeB && !wholeA && b < leaves) {
                intoWhole(b, a);
            } else {
                divide(Math.min(a, b), Math.max(a, b));
            }
        }

        /** Unites a whole node with another one, which is divided first: parts of it are far away, or all within the distance. */
        private void intoWhole(int whole, int other) {
            if (other < leaves) {
                divide(other, whole);
                return;
            }
            boolean open = false;
            int some = cores.some(whole);
            int to = layout.to(other);
            for (int slot = layout.from(other); slot < to; slot++) {
                if (cores.isCore(slot) && components.find(slot) != components.find(some)) {
                    take(slot);
                    if (toCorner(whole) <= limit) {
                        components.unite(slot, some);
                    } else {
                        open |= toBox(whole) <= limit;
                    }
                }
            }
            if (open) {
                divide(whole, other);
            }
        }

        private void divide(int node, int other) {
            cores.passDown(node);
            between(2 * node, other);
            between(2 * node + 1, other);
        }

        private void betweenLeaves(int a, int b, boolean wholeA, boolean wholeB) {
            int from = layout.from(b);
            int to = layout.to(b);
            int last = layout.to(a);
            for (int slot = layout.from(a); slot < last; slot++) {
                if (cores.isCore(slot) && !(wholeB && components.find(slot) == components.find(cores.some(b)))) {
                    take(slot);
                    if (toBox(b) <= limit && unite(slot, from, to, wholeB) && wholeA && wholeB) {
                        return;
                    }
                }
            }
        }

        /** Unites the slot that was taken with those in a range that are near, or with the first one only; returns whether there was one. */
        private boolean unite(int slot, int from, int to, boolean first) {
            boolean found = false;
            for (int other = from; other < to && !(first && found); other++) {
                if (toPoint(other) <= limit && cores.isCore(other)) {
                    components.unite(slot, other);
                    found = true;
                }
            }
            return found;
        }

        private void take(int slot) {
            System.arraycopy(points, slot * dims, place, 0, dims);
        }

        private double toPoint(int slot) {
            if (euclidean) {
                return SquareSums.toPoint(place, points, slot, dims);
            }
            double key = 0;
            for (int dim = 0; dim < dims; dim++) {
                key = norm.add(key, points[slot * dims + dim] - place[dim]);
            }
            return key;
        }

        private double toBox(int node) {
            int low = TreeLayout.box(node, dims);
            double key = 0;
            for (int dim = 0; dim < dims; dim++) {
                double gap = Math.max(boxes[low + dim] - place[dim], place[dim] - boxes[low + dims + dim]);
                key = norm.add(key, Math.max(gap, 0));
            }
            return key;
        }

        private double toCorner(int node) {
            int low = TreeLayout.box(node, dims);
            double key = 0;
            for (int dim = 0; dim < dims; dim++) {
                key = norm.add(key, Math.max(place[dim] - boxes[low + dim], boxes[low + dims + dim] - place[dim]));
            }
            return key;
        }
    }

    private double nearest(int a, int b) {
        int lowA = TreeLayout.box(a, dims);
        int lowB = TreeLayout.box(b, dims);
        double key = 0;
        for (int dim = 0; dim < dims; dim++) {
            double gap = Math.max(
                    boxes[lowA + dim] - boxes[lowB + dims + dim], boxes[lowB + dim] - boxes[lowA + dims + dim]);
            key = norm.add(key, Math.max(gap, 0));
        }
        return key;
    }

    private double farthest(int a, int b) {
        int lowA = TreeLayout.box(a, dims);
        int lowB = TreeLayout.box(b, dims);
        double key = 0;
        for (int dim = 0; dim < dims; dim++) {
            double reach = Math.max(
                    boxes[lowA + dims + dim] - boxes[lowB + dim], boxes[lowB + dims + dim] - boxes[lowA + dim]);
            key = norm.add(key, reach);
        }
        return key;
    }
}
