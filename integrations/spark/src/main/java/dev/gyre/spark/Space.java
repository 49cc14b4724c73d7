package dev.gyre.spark;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Norm;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * The partitions of a side. A kd-tree over a sample splits space at the median of the dimension in which the sample extends most.
 * Rows that are equal in all of them are split by {@link Source#order}, as if it were a further dimension. Any split gives the same answer, because queries go to the
 * partitions whose bounds they touch. Immutable, and safe for use by several threads.
 *
 * <p>Each partition has one task, or several if more queries begin there than one task should answer: each of them has all rows of the
 * partition, and some of the queries.
 *
 * <p>The key of a query and a box, computed in the norm's own order from the gaps between them, is not above that of the query and any
 * point of the box: differences, squares and sums round monotonically. Powers do not always, so their keys are lowered by far more.
 */
final class Space implements Serializable {

    private static final long serialVersionUID = 1;

    /** Rows of the sample that a partition needs. */
    private static final int SAMPLE = 1 << 10;

    private static final long SEED = 20261124;

    /** The most tasks of a partition: each of them has a copy of the rows. */
    private static final int MAX_TASKS = 64;

    /**
     * The relative change that lowers or raises a key of powers: rounding changes it by less than 1e-12. Below 2^-1022, where it changes
     * nothing, each dimension may round by half the least double, and so may the key and this product.
     */
    static final double SLACK = 1e-9;

    private final JoinSpec spec;
    private final int dims;

    /** Numbers of a row in space; and the dimension of nodes that split by the order of rows. */
    private final int width;

    private final Node root;

    /** The first task of each partition, then the number of all tasks. */
    private final int[] tasks;

    /** The bounds of each partition, or null before they are known. */
    private final Bounds[] bounds;

    private transient Norm norm;

    /**
     * A part of space: two halves, or a partition.
     *
     * @param dim the dimension of the cut
     * @param cut the least value there of the rows at the right
     * @param left null if this is a partition
     * @param partition the number of the partition
     * @param box lowest, then highest coordinates of the rows; null before they are known
     */
    private record Node(int dim, double cut, Node left, Node right, int partition, double[] box)
            implements Serializable {

        private static final long serialVersionUID = 1;

        Node bounded(Bounds[] bounds) {
            if (left == null) {
                return new Node(0, 0, null, null, partition, bounds[partition].box);
            }
            Node newLeft = left.bounded(bounds);
            Node newRight = right.bounded(bounds);
            double[] newBox = newLeft.box.clone();
            for (int i = 0; i < newBox.length; i++) {
                double other = newRight.box[i];
                newBox[i] = i < newBox.length / 2 ? Math.min(newBox[i], other) : Math.max(newBox[i], other);
            }
            return new Node(dim, cut, newLeft, newRight, partition, newBox);
        }

        boolean splits(int someDim) {
            return left != null && (dim == someDim || left.splits(someDim) || right.splits(someDim));
        }
    }

    /**
     * Bounds of the rows of a partition.
     *
     * @param partition the partition
     * @param rows number of rows
     * @param box lowest, then highest coordinates; infinities if there are no rows
     * @param min the smallest {@link Source#order}, if there are rows
     * @param repeats the largest number of rows that share an id
     */
    record Bounds(int partition, long rows, double[] box, long min, int repeats) implements Serializable {

        private static final long serialVersionUID = 1;

        /** Finds the bounds of a sorted cell. */
        static Bounds of(int partition, Cell cell) {
            JoinSpec spec = cell.source().spec();
            double[] space = spec.space(cell.numbers(), cell.size());
            int dims = spec.spaceDims();
            double[] box = new double[2 * dims];
            Arrays.fill(box, 0, dims, Double.POSITIVE_INFINITY);
            Arrays.fill(box, dims, 2 * dims, Double.NEGATIVE_INFINITY);
            int width = spec.spaceWidth();
            for (int row = 0; row < cell.size(); row++) {
                for (int dim = 0; dim < dims; dim++) {
                    box[dim] = Math.min(box[dim], space[row * width + dim]);
                    box[dims + dim] = Math.max(box[dims + dim], space[row * width + width - dims + dim]);
                }
            }
            long min = cell.size() == 0 ? 0 : cell.order(0);
            return new Bounds(partition, cell.size(), box, min, spec.self() ? cell.repeats() : 0);
        }
    }

    private Space(JoinSpec spec, Node root, int[] tasks, Bounds[] bounds) {
        this.spec = spec;
        this.dims = spec.spaceDims();
        this.width = spec.spaceWidth();
        this.root = root;
        this.tasks = tasks;
        this.bounds = bounds;
    }

    /**
     * Splits space into about equally many rows, with a task for each partition.
     *
     * @param partitions number of partitions, 1 or more; there are fewer if the sample has fewer rows that differ
     */
    static Space split(JoinSpec spec, Survey.Sample sample, int partitions) {
        int step = Math.max(1, sample.size() / partitions / SAMPLE);
        Integer[] rows = new Integer[Math.ceilDiv(sample.size(), step)];
        // One row of each step, but not each step-th row: rows may repeat in the same rhythm.
        SplittableRandom random = new SplittableRandom(SEED);
        Arrays.setAll(rows, i -> i * step + random.nextInt(Math.min(step, sample.size() - i * step)));
        Splitter splitter = new Splitter(spec, sample);
        Node root = splitter.split(rows, 0, rows.length, partitions);
        return new Space(
                spec, root, IntStream.rangeClosed(0, splitter.partitions).toArray(), null);
    }

    /**
     * Gives more tasks to partitions in which many queries begin.
     *
     * @param queries a sample of the queries
     * @param max rows of that sample that a task should have
     */
    Space withTasks(Survey.Sample queries, double max) {
        double[] space = spec.space(queries.numbers(), queries.size());
        int[] counts = new int[partitions()];
        for (int row = 0; row < queries.size(); row++) {
            counts[home(space, row * width)]++;
        }
        int[] firsts = new int[counts.length + 1];
        for (int partition = 0; partition < counts.length; partition++) {
            int count = counts[partition] == 0 ? 1 : (int) Math.clamp(Math.ceil(counts[partition] / max), 1, MAX_TASKS);
            firsts[partition + 1] = firsts[partition] + count;
        }
        return new Space(spec, root, firsts, null);
    }

    /** Returns this space with the bounds of its partitions, which may come several times, from several tasks. */
    Space withBounds(List<Bounds> all) {
        Bounds[] byPartition = new Bounds[partitions()];
        all.forEach(each -> byPartition[each.partition] = each);
        return new Space(spec, root.bounded(byPartition), tasks, byPartition);
    }

    int partitions() {
        return tasks.length - 1;
    }

    /** {@return whether rows at one place have several partitions, which differ by their ids} */
    boolean isSplitById() {
        return root.splits(width);
    }

    /** {@return the number of tasks} */
    int tasks() {
        return tasks[partitions()];
    }

    /** Names the tasks that need a right row. */
    void tasksOf(double[] space, int at, long order, IntConsumer task) {
        int partition = partition(space, at, order);
        for (int each = tasks[partition]; each < tasks[partition + 1]; each++) {
            task.accept(each);
        }
    }

    /** Returns the task of a query in a partition, by a hash of the query: the same one after a retry. */
    int task(int partition, int hash) {
        return tasks[partition] + hash % (tasks[partition + 1] - tasks[partition]);
    }

    /** Returns the partition of a task. */
    int partitionOf(int task) {
        int found = Arrays.binarySearch(tasks, task);
        return found >= 0 ? found : -2 - found;
    }

    /** Returns the partition of a row. */
    int partition(double[] space, int at, long order) {
        Node node = root;
        while (node.left != null) {
            node = (node.dim == width ? order : space[at + node.dim]) < node.cut ? node.left : node.right;
        }
        return node.partition;
    }

    /** Returns the partition in which a query begins: around its coordinates, the one of the first rows. */
    int home(double[] space, int at) {
        return partition(space, at, Long.MIN_VALUE);
    }

    /** Splits a sample from the root down. */
    private static final class Splitter {

        private final Survey.Sample sample;
        private final double[] space;
        private final int width;
        private final JoinSpec spec;
        private int partitions;

        Splitter(JoinSpec spec, Survey.Sample sample) {
            this.sample = sample;
            this.space = spec.space(sample.numbers(), sample.size());
            this.width = spec.spaceWidth();
            this.spec = spec;
        }

        /** Returns the node of some rows of the sample. */
        Node split(Integer[] rows, int from, int to, int parts) {
            int cut = from;
            int dim = 0;
            if (parts > 1) {
                int widest = widest(rows, from, to);
                dim = widest;
                Arrays.sort(rows, from, to, Comparator.comparingDouble(row -> at(row, widest)));
                cut = cut(rows, from, to, dim, from + (int) ((long) (to - from) * (parts / 2) / parts));
            }
            if (cut == from) {
                return new Node(0, 0, null, null, partitions++, null);
            }
            double value = at(rows[cut], dim);
            long share = Math.round(parts * (double) (cut - from) / (to - from));
            int leftParts = (int) Math.clamp(share, 1, parts - 1L);
            Node left = split(rows, from, cut, leftParts);
            return new Node(dim, value, left, split(rows, cut, to, parts - leftParts), 0, null);
        }

        private double at(int row, int dim) {
            return dim < width ? space[row * width + dim] : spec.kind().isOfAnswers() ? 0 : sample.orders()[row];
        }

        /** Returns the dimension in which the rows extend most; that of their order if they are equal, or too near to be split. */
        private int widest(Integer[] rows, int from, int to) {
            int widest = width;
            double extent = spec.leastExtent();
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

        /** Returns where the right half begins: at the change of value nearest to a row; {@code from} if all values are equal. */
        private int cut(Integer[] rows, int from, int to, int dim, int middle) {
            for (int away = 0; away < to - from; away++) {
                for (int cut : new int[] {middle - away, middle + away}) {
                    if (cut > from && cut < to && at(rows[cut - 1], dim) < at(rows[cut], dim)) {
                        return cut;
                    }
                }
            }
            return from;
        }
    }

    /**
     * An upper bound of the neighbors of a query: rows of another cell come after it if their key is larger, or equal with a later order.
     *
     * @param key the key
     * @param order {@link Source#order} of the last neighbor so far, or {@link #NO_ORDER}
     */
    record Bound(double key, long order) implements Serializable {

        private static final long serialVersionUID = 1;

        static final long NO_ORDER = Long.MAX_VALUE;

        static Bound of(double key) {
            return new Bound(key, NO_ORDER);
        }

        boolean isBefore(double otherKey, long otherOrder) {
            return key < otherKey || (key == otherKey && order < otherOrder);
        }
    }

    /** {@return at least the number of rows that share an id} */
    long maxOfAnId() {
        return Arrays.stream(bounds).mapToLong(Bounds::repeats).sum();
    }

    private Norm norm() {
        if (norm == null) {
            norm = Metric.named(spec.metric()).norm();
        }
        return norm;
    }

    /**
     * Visits the partitions that may have a row whose key with the query is not above a bound.
     *
     * @param query the coordinates of a point, at {@code at}, or the lower and then the upper bounds of a box
     * @param bound the bound
     * @param visitor accepts the partitions
     */
    void touched(double[] query, int at, Bound bound, IntConsumer visitor) {
        visit(root, query, at, bound, visitor);
    }

    private void visit(Node node, double[] query, int at, Bound bound, IntConsumer visitor) {
        double key = leastKey(node.box, query, at);
        if (!(key <= bound.key)) {
            return;
        }
        if (node.left != null) {
            visit(node.left, query, at, bound, visitor);
            visit(node.right, query, at, bound, visitor);
        } else if (!bound.isBefore(key, bounds[node.partition].min)) {
            visitor.accept(node.partition);
        }
    }

    /** Returns a key that is not above those of a query and any row in a box; NaN if the box is empty. */
    private double leastKey(double[] box, double[] query, int at) {
        if (box[0] > box[dims]) {
            return Double.NaN;
        }
        Norm itsNorm = norm();
        if (!itsNorm.isOfDifferences()) {
            return Double.NEGATIVE_INFINITY;
        }
        int upper = spec.isOfBoxes() ? at + dims : at;
        double key = 0;
        for (int dim = 0; dim < dims; dim++) {
            double gap = Math.max(box[dim] - query[upper + dim], query[at + dim] - box[dims + dim]);
            key = itsNorm.add(key, Math.max(0, gap));
        }
        return itsNorm.isPower() ? key * (1 - SLACK) - (dims + 2) * Double.MIN_VALUE : key;
    }

    /** Returns a key that is not below those of a query and any row in a box; infinity if the box is empty. */
    private double largestKey(double[] box, double[] query, int at) {
        Norm itsNorm = norm();
        if (!itsNorm.isOfDifferences() || box[0] > box[dims]) {
            return Double.POSITIVE_INFINITY;
        }
        double key = 0;
        for (int dim = 0; dim < dims; dim++) {
            double low = Math.abs(query[at + dim] - box[dim]);
            key = itsNorm.add(key, Math.max(low, Math.abs(query[at + dim] - box[dims + dim])));
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
        double[] keys = new double[bounds.length];
        Arrays.setAll(keys, partition -> largestKey(bounds[partition].box, query, at));
        int[] order = IntStream.range(0, keys.length)
                .boxed()
                .sorted(Comparator.comparingDouble(partition -> keys[partition]))
                .mapToInt(Integer::intValue)
                .toArray();
        long rows = 0;
        for (int partition : order) {
            rows += bounds[partition].rows;
            if (rows >= count) {
                return Bound.of(keys[partition]);
            }
        }
        return Bound.of(Double.POSITIVE_INFINITY);
    }
}
