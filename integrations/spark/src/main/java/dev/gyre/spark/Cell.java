package dev.gyre.spark;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.KdTreeOptions;
import dev.gyre.engine.data.NeighborIndexOptions;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.RTreeOptions;
import dev.gyre.engine.data.Scores;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.Keys;
import dev.gyre.engine.op.NeighborIndex;
import dev.gyre.engine.op.RTree;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.function.Supplier;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.util.KnownSizeEstimation;

/**
 * Rows with their numbers, and the index that the engine of this process builds over them when they are first searched. Rows that are
 * searched are in the order of {@link Source}, because the engine resolves ties by the order of rows.
 *
 * <p>Tasks of an executor share a cell that Spark keeps or broadcasts, and with it the index. Safe for use by several threads.
 */
final class Cell implements Serializable, KnownSizeEstimation {

    private static final long serialVersionUID = 1;

    /** Approximate bytes of an index for each number of a row: those of {@link KdTree}, with its boxes, and the numbers themselves. */
    private static final int INDEX_BYTES = 32;

    private final int task;
    private final Rows rows;
    private final Source source;
    private boolean isInOrder;

    /** Written last, and read without a lock. */
    private transient volatile double[] numbers;

    private transient long[] orders;
    private transient Engine engine;
    private transient Object index;
    /** 0 until it is known, and so in every process that receives a cell. */
    private transient int repeats;

    /**
     * Makes a cell; {@link #numbers} reads and sorts the rows.
     *
     * @param task the task whose rows these are
     * @param rows the rows, which this object then owns; each is accepted by the source
     * @param toSort whether they are to be put into the order of the source
     */
    Cell(int task, Rows rows, Source source, boolean toSort) {
        this.task = task;
        this.rows = rows;
        this.source = source;
        this.isInOrder = !toSort;
    }

    /**
     * Reads rows up to a number of bytes. If the input has changed since it was checked, the task fails.
     *
     * @param skipped accepts rows with nulls, if they are in the result
     */
    static Cell of(int task, Iterator<UnsafeRow> input, Source source, boolean toSort, Rows skipped, long maxBytes) {
        return new Cell(task, accepted(input, source, skipped, maxBytes), source, toSort);
    }

    private static Rows accepted(Iterator<UnsafeRow> input, Source source, Rows skipped, long maxBytes) {
        Rows rows = source.noRows();
        double[] read = new double[source.spec().width()];
        while (rows.bytes() < maxBytes && input.hasNext()) {
            UnsafeRow row = input.next();
            if (accepts(source, row, read)) {
                rows.add(row);
            } else if (source.keepsSkipped()) {
                skipped.add(row);
            }
        }
        return rows;
    }

    /** Copies the rows that are joined. */
    static Rows accepted(Iterator<UnsafeRow> input, Source source) {
        return accepted(input, source, source.noRows(), Long.MAX_VALUE);
    }

    /** Returns whether a row has no nulls that the join leaves out; reads its numbers. */
    static boolean accepts(Source source, UnsafeRow row, double[] to) {
        String refusal = source.read(row, to, 0);
        if (!refusal.equals(Source.ACCEPTED) && !refusal.equals(Source.SKIPPED)) {
            Refusals refusals = new Refusals();
            refusals.add(refusal, row, source);
            refusals.check();
        }
        return refusal.equals(Source.ACCEPTED);
    }

    int task() {
        return task;
    }

    Source source() {
        return source;
    }

    int size() {
        return rows.size();
    }

    /** {@return the rows, in their order} */
    Rows rows() {
        numbers();
        return rows;
    }

    /** {@return the numbers of the rows, row-major} */
    double[] numbers() {
        double[] known = numbers;
        return known == null ? read() : known;
    }

    private synchronized double[] read() {
        if (numbers == null) {
            UnsafeRow row = rows.newRow();
            int width = source.spec().width();
            long[] found = new long[rows.size()];
            double[] read = new double[Math.multiplyExact(rows.size(), width)];
            boolean isAscending = true;
            for (int i = 0; i < found.length; i++) {
                source.read(rows.get(i, row), read, i * width);
                found[i] = source.order(row);
                isAscending &= i == 0 || found[i - 1] < found[i];
            }
            if (!isInOrder && !isAscending) {
                int[] order = sort(found);
                rows.order(order);
                read = gather(read, order, width);
                long[] unordered = found;
                found = Arrays.stream(order).mapToLong(at -> unordered[at]).toArray();
            }
            isInOrder = true;
            orders = found;
            numbers = read;
        }
        return numbers;
    }

    /** Returns the rows in the order of the source. */
    private int[] sort(long[] found) {
        int[] order = ExecutorEngine.run(current -> current.sorting().argsort(Keys.of(found)));
        for (int from = 0; from < order.length; ) {
            int to = from + 1;
            while (to < order.length && found[order[from]] == found[order[to]]) {
                to++;
            }
            if (to - from > 1) {
                sortRun(order, from, to);
            }
            from = to;
        }
        return order;
    }

    static double[] gather(double[] all, int[] some, int width) {
        double[] gathered = new double[some.length * width];
        for (int i = 0; i < some.length; i++) {
            System.arraycopy(all, some[i] * width, gathered, i * width, width);
        }
        return gathered;
    }

    private void sortRun(int[] order, int from, int to) {
        Integer[] run = new Integer[to - from];
        Arrays.setAll(run, i -> order[from + i]);
        UnsafeRow left = rows.newRow();
        UnsafeRow right = rows.newRow();
        Arrays.sort(run, (a, b) -> source.compare(rows.get(a, left), rows.get(b, right)));
        for (int i = from; i < to; i++) {
            order[i] = run[i - from];
        }
    }

    /** {@return {@link Source#order} of a row} */
    long order(int row) {
        numbers();
        return orders[row];
    }

    /** Returns whether a row has the same id as one of another cell. */
    boolean isSameId(int row, Cell other, int otherRow) {
        return order(row) == other.order(otherRow) && compareIds(row, other, otherRow) == 0;
    }

    private int compareIds(int row, Cell other, int otherRow) {
        return source.compareIds(
                rows.get(row, rows.newRow()), other.source, other.rows.get(otherRow, other.rows.newRow()));
    }

    /** {@return the largest number of rows that share an id; the rows are in order} */
    synchronized int repeats() {
        if (repeats == 0) {
            int run = 0;
            int max = 0;
            for (int row = 0; row < size(); row++) {
                run = row > 0 && isSameId(row - 1, this, row) ? run + 1 : 1;
                max = Math.max(max, run);
            }
            repeats = max;
        }
        return repeats;
    }

    /** Returns the first row whose id is not before that of a row of another cell; or the first whose id is after it. */
    int bound(Cell other, int otherRow, boolean isAfter) {
        int low = 0;
        int high = size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            int byOrder = Long.compare(order(middle), other.order(otherRow));
            int compared = byOrder != 0 ? byOrder : compareIds(middle, other, otherRow);
            if (compared < 0 || isAfter && compared == 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    Points points() {
        return points(0, size());
    }

    /** Returns the points of some rows. */
    Points points(int first, int end) {
        int width = source.spec().width();
        double[] some = first == 0 ? numbers() : Arrays.copyOfRange(numbers(), first * width, end * width);
        return source.spec().points(some, end - first);
    }

    /** Returns the points of rows by their numbers. */
    Points points(int[] some) {
        return source.spec().points(gather(numbers(), some, source.spec().width()), some.length);
    }

    Boxes boxes(int first, int end) {
        int width = source.spec().width();
        return Boxes.wrap(Arrays.copyOfRange(numbers(), first * width, end * width), width / 2);
    }

    Scores scores() {
        int width = source.spec().width();
        double[] scores = new double[size()];
        Arrays.setAll(scores, row -> numbers()[row * width + width - 1]);
        return Scores.wrap(scores);
    }

    /** Finds the nearest rows of each query. */
    Neighbors nearest(Points queries, int k) {
        return ExecutorEngine.run(
                current -> neighborIndex(current, queries.size(), k).nearest(queries, k, ExecutorEngine.MONITOR));
    }

    /** Finds the nearest other rows of each row. */
    Neighbors nearestOthers(int k) {
        return ExecutorEngine.run(
                current -> neighborIndex(current, size(), k).nearestOthers(k, ExecutorEngine.MONITOR));
    }

    /** Finds the nearest of the rows that are not in a range, by an index over them that is not kept; those after it begin where it does. */
    Neighbors nearestOutside(int from, int to, Points queries, int k) {
        int width = source.spec().width();
        double[] others = new double[(size() - to + from) * width];
        System.arraycopy(numbers(), 0, others, 0, from * width);
        System.arraycopy(numbers(), to * width, others, from * width, others.length - from * width);
        Points points = source.spec().points(others, size() - to + from);
        return ExecutorEngine.run(current -> {
            try (NeighborIndex index = current.neighborIndex(points, options(queries.size(), k))) {
                return index.nearest(queries, k, ExecutorEngine.MONITOR);
            }
        });
    }

    private NeighborIndex neighborIndex(Engine current, int queries, int k) {
        return index(
                current,
                NeighborIndex.class,
                () -> current.neighborIndex(points(), options(Math.max(queries, size()), k)));
    }

    private NeighborIndexOptions options(int queries, int k) {
        return NeighborIndexOptions.DEFAULT
                .withMetric(source.spec().metricObject())
                .expecting(queries, k)
                .withMonitor(ExecutorEngine.MONITOR);
    }

    /** {@return a tree over points} */
    KdTree kdTree(Engine current) {
        KdTreeOptions options =
                KdTreeOptions.DEFAULT.withMetric(source.spec().metricObject()).withMonitor(ExecutorEngine.MONITOR);
        return index(current, KdTree.class, () -> current.kdTree(points(), options));
    }

    /** {@return a tree over boxes} */
    RTree rTree(Engine current) {
        return index(
                current,
                RTree.class,
                () -> current.rTree(boxes(0, size()), RTreeOptions.DEFAULT.withMonitor(ExecutorEngine.MONITOR)));
    }

    /** A cell has one index, because a join needs only one kind. */
    private synchronized <T> T index(Engine current, Class<T> type, Supplier<T> builder) {
        if (index == null || engine != current) {
            index = builder.get();
            engine = current;
        }
        return type.cast(index);
    }

    @Override
    public long estimatedSize() {
        return rows.bytes() + (long) rows.size() * (source.spec().width() * INDEX_BYTES + Long.BYTES);
    }
}
