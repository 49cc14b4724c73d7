package dev.gyre.spark;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.KdTreeOptions;
import dev.gyre.engine.op.NeighborIndex;
import dev.gyre.engine.op.NeighborIndexOptions;
import dev.gyre.engine.op.RTree;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.function.Function;
import org.apache.spark.util.KnownSizeEstimation;

/**
 * Rows in ascending order of their ids, with the index that the engine of this process builds over them when they are first searched. The
 * engine resolves ties by the order of rows, which is therefore the order of ids.
 *
 * <p>Tasks of an executor share a cell that Spark keeps or broadcasts, and with it the index. Safe for use by several threads.
 */
final class Cell implements Externalizable, KnownSizeEstimation {

    private static final long serialVersionUID = 1;

    /** Approximate bytes of an index for each number of a row: those of {@link KdTree}, with its boxes. */
    private static final int INDEX_BYTES = 24;

    private int task;
    private Rows rows;
    private JoinSpec spec;
    private boolean isSorted;
    private transient Engine engine;
    private transient Object index;
    private transient Points points;
    private transient int mostOfAnId = -1;

    /** For deserialization. */
    public Cell() {}

    private Cell(int task, Rows rows, JoinSpec spec, boolean isSorted) {
        this.task = task;
        this.rows = rows;
        this.spec = spec;
        this.isSorted = isSorted;
    }

    /** Makes the cell of a task, in which it sorts the rows. */
    static Cell of(int task, Rows rows, JoinSpec spec) {
        return ofSorted(task, rows.sorted(ExecutorEngine.get()), spec);
    }

    /** Makes the cell of a task from rows that {@link Rows#sorted} has sorted. */
    static Cell ofSorted(int task, Rows sorted, JoinSpec spec) {
        return new Cell(task, sorted, spec, true);
    }

    /** Makes a cell whose rows each process sorts when it first needs them. */
    static Cell unsorted(Rows rows, JoinSpec spec) {
        return new Cell(0, rows, spec, false);
    }

    /** {@return the task whose rows these are} */
    int task() {
        return task;
    }

    JoinSpec spec() {
        return spec;
    }

    synchronized Rows rows() {
        if (!isSorted) {
            rows = rows.sorted(ExecutorEngine.get());
            isSorted = true;
        }
        return rows;
    }

    Ids ids() {
        return rows().ids();
    }

    int size() {
        return rows().size();
    }

    synchronized Points points() {
        if (points == null) {
            points = points(rows(), spec);
        }
        return points;
    }

    static Points points(Rows rows, JoinSpec spec) {
        return spec.points(rows);
    }

    /** {@return the largest number of rows that share an id} */
    synchronized int mostOfAnId() {
        if (mostOfAnId < 0) {
            mostOfAnId = 0;
            int run = 0;
            for (int row = 0; row < size(); row++) {
                run = row > 0 && ids().compare(row - 1, ids(), row) == 0 ? run + 1 : 1;
                mostOfAnId = Math.max(mostOfAnId, run);
            }
        }
        return mostOfAnId;
    }

    /** Finds the nearest rows of each query. */
    Neighbors nearest(Points queries, int k) {
        return neighborIndex(queries.size(), k).nearest(queries, k);
    }

    /** Finds the nearest other rows of each row. */
    Neighbors nearestOthers(int k) {
        return neighborIndex(size(), k).nearestOthers(k);
    }

    private NeighborIndex neighborIndex(int queries, int k) {
        return (NeighborIndex) index(current -> current.neighborIndex(
                points(),
                NeighborIndexOptions.DEFAULT.withMetric(spec.metricObject()).expecting(Math.max(queries, size()), k)));
    }

    /** {@return a tree over points} */
    KdTree kdTree() {
        return (KdTree)
                index(current -> current.kdTree(points(), KdTreeOptions.DEFAULT.withMetric(spec.metricObject())));
    }

    /** {@return a tree over boxes} */
    RTree rTree() {
        return (RTree) index(current -> current.rTree(InputColumns.boxes(rows())));
    }

    private synchronized Object index(Function<Engine, Object> builder) {
        Engine current = ExecutorEngine.get();
        if (index == null || engine != current) {
            index = builder.apply(current);
            engine = current;
        }
        return index;
    }

    @Override
    public long estimatedSize() {
        return rows.bytes() + (long) rows.size() * rows.width() * INDEX_BYTES;
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
        out.writeInt(task);
        out.writeObject(spec);
        out.writeBoolean(isSorted);
        out.writeObject(rows);
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
        task = in.readInt();
        spec = (JoinSpec) in.readObject();
        isSorted = in.readBoolean();
        rows = (Rows) in.readObject();
    }
}
