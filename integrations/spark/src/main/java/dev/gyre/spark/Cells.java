package dev.gyre.spark;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Norm;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * The partitions of a side: the splits of space, and the bounds of the rows of each partition. Finds the partitions that may have rows
 * within a key of a query. Immutable, and safe for use by several threads.
 *
 * <p>The key of a query and a box, computed in the norm's own order from the gaps between them, is not above that of the query and any
 * point of the box: differences, squares and sums round monotonically. Powers do not always, so their keys are lowered by far more.
 */
final class Cells implements Serializable {

    private static final long serialVersionUID = 1;

    /**
     * The relative change that lowers or raises a key of powers: rounding changes it by less than 1e-12. Below 2^-1022, where it changes
     * nothing, each dimension may round by half the least double, and so may the key and this product.
     */
    private static final double SLACK = 1e-9;

    private final Splits splits;
    private final int dims;
    private final String metric;
    private final Bounds[] partitions;

    /** For each node, inner nodes first, then leaves: dims lowest, then dims highest coordinates. */
    private final double[] boxes;

    private transient Norm norm;

    /**
     * Bounds of the rows of a partition.
     *
     * @param partition the partition
     * @param rows number of rows
     * @param box lowest, then highest coordinates; meaningless if there are no rows
     * @param least the smallest {@link Source#order}, if there are rows
     * @param repeats the largest number of rows that share an id
     */
    record Bounds(int partition, long rows, double[] box, long least, int repeats) implements Serializable {

        private static final long serialVersionUID = 1;

        /** Finds the bounds of a sorted cell. */
        static Bounds of(int partition, Cell cell) {
            JoinSpec spec = cell.source().spec();
            double[] space = spec.space(cell.numbers(), cell.size());
            int dims = spec.spaceDims();
            double[] box = nothing(dims);
            int width = spec.isOfBoxes() ? 2 * dims : dims;
            int upper = spec.isOfBoxes() ? dims : 0;
            for (int row = 0; row < cell.size(); row++) {
                for (int dim = 0; dim < dims; dim++) {
                    box[dim] = Math.min(box[dim], space[row * width + dim]);
                    box[dims + dim] = Math.max(box[dims + dim], space[row * width + upper + dim]);
                }
            }
            long least = cell.size() == 0 ? 0 : cell.order(0);
            return new Bounds(partition, cell.size(), box, least, spec.self() ? cell.repeats() : 0);
        }
    }

    /**
     * An upper bound of the neighbors of a query: rows of another cell come after it if their key is larger, or equal with a later order.
     *
     * @param key the key
     * @param order {@link Source#order} of the last neighbor so far, or {@link #NO_ORDER}
     */
    record Bound(double key, long order) {

        static final long NO_ORDER = Long.MAX_VALUE;

        boolean isBefore(double otherKey, long otherOrder) {
            return key < otherKey || (key == otherKey && order < otherOrder);
        }
    }

    Cells(Splits splits, JoinSpec spec, List<Bounds> bounds) {
        this.splits = splits;
        this.dims = spec.spaceDims();
        this.metric = spec.metric();
        this.partitions = new Bounds[splits.partitions()];
        bounds.forEach(each -> partitions[each.partition] = each);
        this.boxes = new double[(splits.inner() + splits.leaves()) * 2 * dims];
        for (int leaf = 0; leaf < splits.leaves(); leaf++) {
            double[] box = nothing(dims);
            for (int partition = splits.first(leaf); partition < splits.first(leaf + 1); partition++) {
                widen(box, 0, partitions[partition].box, 0);
            }
            System.arraycopy(box, 0, boxes, node(-1 - leaf), 2 * dims);
        }
        // Children come after their parents.
        for (int node = splits.inner() - 1; node >= 0; node--) {
            System.arraycopy(nothing(dims), 0, boxes, node(node), 2 * dims);
            widen(boxes, node(node), boxes, node(splits.left(node)));
            widen(boxes, node(node), boxes, node(splits.right(node)));
        }
    }

    private static double[] nothing(int dims) {
        double[] box = new double[2 * dims];
        Arrays.fill(box, 0, dims, Double.POSITIVE_INFINITY);
        Arrays.fill(box, dims, 2 * dims, Double.NEGATIVE_INFINITY);
        return box;
    }

    private void widen(double[] box, int at, double[] by, int byAt) {
        for (int dim = 0; dim < dims; dim++) {
            box[at + dim] = Math.min(box[at + dim], by[byAt + dim]);
            box[at + dims + dim] = Math.max(box[at + dims + dim], by[byAt + dims + dim]);
        }
    }

    /** Returns where the box of a node begins; a leaf is -1 - its number. */
    private int node(int node) {
        return (node >= 0 ? node : splits.inner() - 1 - node) * 2 * dims;
    }

    Splits splits() {
        return splits;
    }

    /** {@return at least the number of rows that share an id} */
    long mostOfAnId() {
        return Arrays.stream(partitions).mapToLong(Bounds::repeats).sum();
    }

    private Norm norm() {
        if (norm == null) {
            norm = Metric.named(metric).norm();
        }
        return norm;
    }

    /**
     * Visits the partitions that may have a row whose key with the query is not above a bound.
     *
     * @param low lower bounds of the query, at {@code lowAt}; its coordinates if it is a point
     * @param high upper bounds of the query, at {@code highAt}; its coordinates if it is a point
     * @param bound the bound
     * @param visitor accepts the partitions
     */
    void touched(double[] low, int lowAt, double[] high, int highAt, Bound bound, IntConsumer visitor) {
        visit(splits.inner() > 0 ? 0 : -1, low, lowAt, high, highAt, bound, visitor);
    }

    private void visit(int node, double[] low, int lowAt, double[] high, int highAt, Bound bound, IntConsumer visitor) {
        if (!(least(boxes, node(node), low, lowAt, high, highAt) <= bound.key)) {
            return;
        }
        if (node >= 0) {
            visit(splits.left(node), low, lowAt, high, highAt, bound, visitor);
            visit(splits.right(node), low, lowAt, high, highAt, bound, visitor);
            return;
        }
        int leaf = -1 - node;
        for (int partition = splits.first(leaf); partition < splits.first(leaf + 1); partition++) {
            Bounds there = partitions[partition];
            if (there.rows > 0) {
                double key = least(there.box, 0, low, lowAt, high, highAt);
                if (key <= bound.key && !bound.isBefore(key, there.least)) {
                    visitor.accept(partition);
                }
            }
        }
    }

    /** Returns a key that is not above those of a query and any row in a box; infinity if the box is empty. */
    private double least(double[] box, int at, double[] low, int lowAt, double[] high, int highAt) {
        if (box[at] > box[at + dims]) {
            return Double.POSITIVE_INFINITY;
        }
        Norm itsNorm = norm();
        if (!itsNorm.isOfDifferences()) {
            return Double.NEGATIVE_INFINITY;
        }
        double key = 0;
        for (int dim = 0; dim < dims; dim++) {
            double gap = Math.max(box[at + dim] - high[highAt + dim], low[lowAt + dim] - box[at + dims + dim]);
            key = itsNorm.add(key, Math.max(0, gap));
        }
        return itsNorm.isPower() ? key * (1 - SLACK) - (dims + 2) * Double.MIN_VALUE : key;
    }

    /** Returns a key that is not below those of a query and any row in a box. */
    private double most(double[] box, double[] query, int at) {
        Norm itsNorm = norm();
        if (!itsNorm.isOfDifferences()) {
            return Double.POSITIVE_INFINITY;
        }
        double key = 0;
        for (int dim = 0; dim < dims; dim++) {
            key = itsNorm.add(
                    key, Math.max(Math.abs(query[at + dim] - box[dim]), Math.abs(query[at + dim] - box[dims + dim])));
        }
        return itsNorm.isPower() ? key * (1 + SLACK) + (dims + 2) * Double.MIN_VALUE : key;
    }

    /**
     * Returns a bound of the first neighbors of a query, found only from the bounds of the partitions: O(p log p) for p partitions.
     *
     * @param query the coordinates, at {@code at}
     * @param count number of neighbors
     */
    Bound bound(double[] query, int at, long count) {
        double[] keys = new double[partitions.length];
        Integer[] order = new Integer[partitions.length];
        for (int partition = 0; partition < keys.length; partition++) {
            order[partition] = partition;
            keys[partition] = partitions[partition].rows == 0
                    ? Double.POSITIVE_INFINITY
                    : most(partitions[partition].box, query, at);
        }
        Arrays.sort(order, Comparator.comparingDouble(partition -> keys[partition]));
        long rows = 0;
        for (int partition : order) {
            rows += partitions[partition].rows;
            if (rows >= count) {
                return new Bound(keys[partition], Bound.NO_ORDER);
            }
        }
        return new Bound(Double.POSITIVE_INFINITY, Bound.NO_ORDER);
    }
}
