package dev.gyre.benchmarks;

import dev.gyre.engine.data.Aggregate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.op.RTree;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.index.hprtree.HPRtree;
import org.locationtech.jts.index.strtree.AbstractNode;
import org.locationtech.jts.index.strtree.STRtree;

/**
 * The mean of what a search of an R-tree touches for some windows, by a separate traversal without shortcuts: the root, and each node
 * whose box intersects the window. It shows the quality of a packing, independent of the speed of a search.
 *
 * @param nodes nodes whose children are tested
 * @param boxes boxes that are tested: of nodes and entries
 */
record NodeAccesses(double nodes, double boxes) {

    /** Counts while it descends. Levels are numbered from the nodes above the entries, 1, to the root. */
    private abstract static class Traversal {

        long nodes;
        long boxes;

        final int nodeSize;
        /** Nodes of each level; at 0 the entries. */
        final int[] counts;

        Traversal(int entries, int nodeSize) {
            this.nodeSize = nodeSize;
            int levels = 1;
            for (int count = Math.ceilDiv(entries, nodeSize); count > 1; count = Math.ceilDiv(count, nodeSize)) {
                levels++;
            }
            counts = new int[levels + 1];
            counts[0] = entries;
            for (int level = 1; level <= levels; level++) {
                counts[level] = Math.ceilDiv(counts[level - 1], nodeSize);
            }
        }

        abstract boolean intersects(int level, int node, Envelope window);

        void search(Envelope window) {
            visit(counts.length - 1, 0, window);
        }

        private void visit(int level, int node, Envelope window) {
            int from = node * nodeSize;
            int to = Math.min(from + nodeSize, counts[level - 1]);
            nodes++;
            boxes += to - from;
            for (int child = from; level > 1 && child < to; child++) {
                if (intersects(level - 1, child, window)) {
                    visit(level - 1, child, window);
                }
            }
        }

        NodeAccesses mean(double... windows) {
            int count = windows.length / 4;
            for (int window = 0; window < count; window++) {
                search(envelope(windows, window));
            }
            return new NodeAccesses((double) nodes / count, (double) boxes / count);
        }
    }

    /** Returns a box in the form of JTS. */
    private static Envelope envelope(double[] bounds, int row) {
        return new Envelope(bounds[4 * row], bounds[4 * row + 2], bounds[4 * row + 1], bounds[4 * row + 3]);
    }

    /** Gyre's tree: from the bounds of its nodes, which are aggregates of those of its boxes. */
    static NodeAccesses of(RTree tree, double... windows) {
        Boxes boxes = tree.boxes();
        double[][] left = levels(tree, Aggregate.MIN, row -> boxes.lower(row, 0));
        double[][] bottom = levels(tree, Aggregate.MIN, row -> boxes.lower(row, 1));
        double[][] right = levels(tree, Aggregate.MAX, row -> boxes.upper(row, 0));
        double[][] top = levels(tree, Aggregate.MAX, row -> boxes.upper(row, 1));
        return new Traversal(boxes.size(), tree.nodeSize()) {
            @Override
            boolean intersects(int level, int node, Envelope window) {
                return left[level][node] <= window.getMaxX()
                        && bottom[level][node] <= window.getMaxY()
                        && right[level][node] >= window.getMinX()
                        && top[level][node] >= window.getMinY();
            }
        }.mean(windows);
    }

    private static double[][] levels(RTree tree, Aggregate aggregate, IntToDoubleFunction bound) {
        return tree.aggregate(
                aggregate,
                IntStream.range(0, tree.boxes().size()).mapToDouble(bound).toArray());
    }

    /** JTS's {@code HPRtree}: from the boxes of its nodes, level by level, the root left out. */
    static NodeAccesses of(HPRtree tree, int nodeSize, double... windows) {
        // It has no boxes if the entries fit a node.
        Envelope[] bounds = tree.size() <= nodeSize ? new Envelope[0] : tree.getBounds();
        return new Traversal(tree.size(), nodeSize) {
            @Override
            boolean intersects(int level, int node, Envelope window) {
                int at = node;
                for (int below = 1; below < level; below++) {
                    at += counts[below];
                }
                return bounds[at].intersects(window);
            }
        }.mean(windows);
    }

    /** JTS's {@code STRtree}: by its nodes. */
    static NodeAccesses of(STRtree tree, double... windows) {
        return new Traversal(1, 2) {
            @Override
            boolean intersects(int level, int node, Envelope window) {
                throw new UnsupportedOperationException("nodes have no numbers");
            }

            @Override
            void search(Envelope window) {
                visit(tree.getRoot(), window);
            }

            private void visit(AbstractNode node, Envelope window) {
                nodes++;
                boxes += node.size();
                for (Object child : node.getChildBoundables()) {
                    if (child instanceof AbstractNode inner && ((Envelope) inner.getBounds()).intersects(window)) {
                        visit(inner, window);
                    }
                }
            }
        }.mean(windows);
    }
}
