package dev.gyre.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A split of space into cells of about equally many rows, from a weighted sample. It splits like a kd-tree: at the median of the
 * dimension in which the sample extends most. If all rows are equal there, their ids are split, by {@link Source#order}. Immutable.
 *
 * <p>Any split gives the same answer, because partitions are pruned by the bounds of their rows: see {@link Cells}.
 */
final class Splits implements Serializable {

    private static final long serialVersionUID = 1;

    /** The dimension that each inner node splits. */
    private final int[] dims;

    private final double[] cuts;

    /** The left child of each inner node: an inner node from 0 on, or -1 - leaf. */
    private final int[] lefts;

    private final int[] rights;

    /** The first partition of each leaf, then the number of all partitions. */
    private final int[] firsts;

    /** For each leaf, ascending places in the order of rows ({@link Source#order}), each the first of the next partition. */
    private final long[][] orderCuts;

    private Splits(Maker maker) {
        dims = maker.dims.stream().mapToInt(Integer::intValue).toArray();
        cuts = maker.cuts.stream().mapToDouble(Double::doubleValue).toArray();
        lefts = maker.lefts.stream().mapToInt(Integer::intValue).toArray();
        rights = maker.rights.stream().mapToInt(Integer::intValue).toArray();
        orderCuts = maker.orderCuts.toArray(new long[0][]);
        firsts = new int[orderCuts.length + 1];
        for (int leaf = 0; leaf < orderCuts.length; leaf++) {
            firsts[leaf + 1] = firsts[leaf] + orderCuts[leaf].length + 1;
        }
    }

    /**
     * Splits space.
     *
     * @param orders {@link Source#order} of the rows of the sample
     * @param space its coordinates, row-major
     * @param width numbers of a row
     * @param weights number of input rows for which each row of the sample stands
     * @param partitions number of partitions, 1 or more; there are fewer if the sample has fewer rows that differ
     */
    static Splits of(long[] orders, double[] space, int width, double[] weights, int partitions) {
        Maker maker = new Maker(orders, space, width, weights);
        Integer[] rows = new Integer[orders.length];
        Arrays.setAll(rows, row -> row);
        maker.split(rows, 0, rows.length, partitions);
        return new Splits(maker);
    }

    int partitions() {
        return firsts[firsts.length - 1];
    }

    int leaves() {
        return orderCuts.length;
    }

    int inner() {
        return cuts.length;
    }

    /** {@return the left child of an inner node: an inner node, or -1 - leaf} */
    int left(int node) {
        return lefts[node];
    }

    /** {@return the right child of an inner node: an inner node, or -1 - leaf} */
    int right(int node) {
        return rights[node];
    }

    /** {@return the first partition of a leaf} */
    int first(int leaf) {
        return firsts[leaf];
    }

    /** {@return whether a leaf has several partitions, which differ by their ids} */
    boolean isSplitById() {
        return partitions() > leaves();
    }

    /** Returns the partition of a row. */
    int partition(double[] space, int at, long order) {
        int leaf = leaf(space, at);
        int low = 0;
        int high = orderCuts[leaf].length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (orderCuts[leaf][middle] <= order) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return firsts[leaf] + low;
    }

    /** Returns the first partition of the leaf around coordinates, the one with the smallest ids. */
    int firstPartition(double[] space, int at) {
        return firsts[leaf(space, at)];
    }

    private int leaf(double[] space, int at) {
        if (cuts.length == 0) {
            return 0;
        }
        int node = 0;
        while (node >= 0) {
            node = space[at + dims[node]] < cuts[node] ? lefts[node] : rights[node];
        }
        return -1 - node;
    }

    /** Splits a sample from the root down. */
    private static final class Maker {

        private final long[] orders;
        private final double[] space;
        private final int width;
        private final double[] weights;
        private final List<Integer> dims = new ArrayList<>();
        private final List<Double> cuts = new ArrayList<>();
        private final List<Integer> lefts = new ArrayList<>();
        private final List<Integer> rights = new ArrayList<>();
        private final List<long[]> orderCuts = new ArrayList<>();

        Maker(long[] orders, double[] space, int width, double[] weights) {
            this.orders = orders;
            this.space = space;
            this.width = width;
            this.weights = weights;
        }

        /** Returns the node of some rows of the sample: an inner node, or -1 - leaf. */
        int split(Integer[] rows, int from, int to, int partitions) {
            if (partitions == 1 || to - from < 2) {
                return leaf(new long[0]);
            }
            int dim = widest(rows, from, to);
            Arrays.sort(rows, from, to, (a, b) -> Double.compare(at(a, dim), at(b, dim)));
            int cut = cut(rows, from, to, dim);
            if (cut == from) {
                return leaf(orderCuts(rows, from, to, partitions));
            }
            double share = weight(rows, from, cut) / weight(rows, from, to);
            int leftPartitions = (int) Math.clamp(Math.round(partitions * share), 1, partitions - 1L);
            int node = cuts.size();
            dims.add(dim);
            cuts.add(at(rows[cut], dim));
            lefts.add(0);
            rights.add(0);
            lefts.set(node, split(rows, from, cut, leftPartitions));
            rights.set(node, split(rows, cut, to, partitions - leftPartitions));
            return node;
        }

        private int leaf(long[] itsCuts) {
            orderCuts.add(itsCuts);
            return -orderCuts.size();
        }

        private double at(int row, int dim) {
            return space[row * width + dim];
        }

        private int widest(Integer[] rows, int from, int to) {
            int widest = 0;
            double extent = -1;
            for (int dim = 0; dim < width; dim++) {
                double low = Double.POSITIVE_INFINITY;
                double high = Double.NEGATIVE_INFINITY;
                for (int i = from; i < to; i++) {
                    low = Math.min(low, at(rows[i], dim));
                    high = Math.max(high, at(rows[i], dim));
                }
                if (high - low > extent) {
                    extent = high - low;
                    widest = dim;
                }
            }
            return widest;
        }

        /** Returns where the right half begins: at the change of value nearest to the median; {@code from} if all values are equal. */
        private int cut(Integer[] rows, int from, int to, int dim) {
            double half = weight(rows, from, to) / 2;
            double sum = 0;
            double nearest = Double.POSITIVE_INFINITY;
            int cut = from;
            for (int i = from + 1; i < to; i++) {
                sum += weights[rows[i - 1]];
                if (at(rows[i], dim) > at(rows[i - 1], dim) && Math.abs(sum - half) < nearest) {
                    nearest = Math.abs(sum - half);
                    cut = i;
                }
            }
            return cut;
        }

        private double weight(Integer[] rows, int from, int to) {
            double sum = 0;
            for (int i = from; i < to; i++) {
                sum += weights[rows[i]];
            }
            return sum;
        }

        private long[] orderCuts(Integer[] rows, int from, int to, int partitions) {
            Arrays.sort(rows, from, to, (a, b) -> Long.compare(orders[a], orders[b]));
            List<Long> found = new ArrayList<>();
            double part = weight(rows, from, to) / partitions;
            double sum = 0;
            for (int i = from + 1; i < to; i++) {
                sum += weights[rows[i - 1]];
                boolean isNew = orders[rows[i - 1]] < orders[rows[i]];
                if (isNew && found.size() < partitions - 1 && sum >= part * (found.size() + 1)) {
                    found.add(orders[rows[i]]);
                }
            }
            return found.stream().mapToLong(Long::longValue).toArray();
        }
    }
}
