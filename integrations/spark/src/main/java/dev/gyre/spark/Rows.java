package dev.gyre.spark;

import dev.gyre.engine.Engine;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Arrays;
import org.apache.spark.sql.vectorized.ColumnarBatch;

/** Growing columns: ids, and for each row a few numbers, row-major: the coordinates of a point, or the lower, then the upper bounds of a box. */
final class Rows implements Externalizable {

    private static final long serialVersionUID = 1;

    private Ids ids;
    private int width;
    private double[] numbers;

    /** For deserialization. */
    public Rows() {}

    /**
     * Makes empty columns.
     *
     * @param ids an empty column of ids, which this object then owns
     * @param width numbers of a row
     */
    Rows(Ids ids, int width) {
        this.ids = ids;
        this.width = width;
        this.numbers = new double[0];
    }

    private Rows(Ids ids, int width, double[] numbers) {
        this.ids = ids;
        this.width = width;
        this.numbers = numbers;
    }

    Rows empty() {
        return new Rows(ids.empty(), width);
    }

    int size() {
        return ids.size();
    }

    int width() {
        return width;
    }

    Ids ids() {
        return ids;
    }

    /** {@return the numbers, row-major; the array may be longer} */
    double[] numbers() {
        return numbers;
    }

    /** {@return the numbers, row-major, in an array of their length} */
    double[] trimmed() {
        int length = size() * width;
        if (numbers.length != length) {
            numbers = Arrays.copyOf(numbers, length);
        }
        return numbers;
    }

    /** {@return the approximate bytes on the heap} */
    long bytes() {
        return ids.bytes() + (long) size() * width * Double.BYTES;
    }

    /** Appends a row of a batch whose first column has the ids, and the others the numbers. */
    void add(ColumnarBatch batch, int row) {
        int at = next();
        ids.add(batch.column(0), row);
        for (int column = 0; column < width; column++) {
            numbers[at + column] = batch.column(column + 1).getDouble(row);
        }
    }

    /** Appends a row of other columns. */
    void add(Rows other, int row) {
        int at = next();
        ids.add(other.ids, row);
        System.arraycopy(other.numbers, row * width, numbers, at, width);
    }

    /** Replaces a row by one of other columns. */
    void set(int at, Rows other, int row) {
        ids.set(at, other.ids, row);
        System.arraycopy(other.numbers, row * width, numbers, at * width, width);
    }

    /** Appends all rows of other columns. */
    void addAll(Rows other) {
        int at = size() * width;
        int more = other.size() * width;
        if (Math.addExact(at, more) > numbers.length) {
            numbers = Arrays.copyOf(numbers, Math.max(at + more, Room.after(at)));
        }
        System.arraycopy(other.numbers, 0, numbers, at, more);
        ids.addAll(other.ids);
    }

    private int next() {
        int at = size() * width;
        if (Math.addExact(at, width) > numbers.length) {
            numbers = Arrays.copyOf(numbers, Math.max(at + width, Room.after(numbers.length)));
        }
        return at;
    }

    /**
     * Returns the rows in ascending order of their ids, then of their numbers: an order that does not depend on the order in which the
     * rows arrived.
     */
    Rows sorted(Engine engine) {
        int[] order = ids.order(engine);
        boolean isSorted = true;
        for (int from = 0; from < order.length; ) {
            int to = from + 1;
            while (to < order.length && ids.compare(order[from], ids, order[to]) == 0) {
                to++;
            }
            if (to - from > 1) {
                orderEqual(order, from, to);
            }
            for (int i = from; i < to; i++) {
                isSorted &= order[i] == i;
            }
            from = to;
        }
        return isSorted ? this : gather(order);
    }

    private void orderEqual(int[] order, int from, int to) {
        Integer[] run = new Integer[to - from];
        Arrays.setAll(run, i -> order[from + i]);
        Arrays.sort(
                run,
                (a, b) -> Arrays.compare(numbers, a * width, (a + 1) * width, numbers, b * width, (b + 1) * width));
        for (int i = from; i < to; i++) {
            order[i] = run[i - from];
        }
    }

    /** Returns some rows. */
    Rows gather(int[] rows) {
        double[] gathered = new double[rows.length * width];
        for (int i = 0; i < rows.length; i++) {
            System.arraycopy(numbers, rows[i] * width, gathered, i * width, width);
        }
        return new Rows(ids.gather(rows), width, gathered);
    }

    /** Returns a hash of a row, which is the same in every process. */
    int hash(int row) {
        int hash = ids.hash(row);
        for (int i = row * width; i < (row + 1) * width; i++) {
            hash = 31 * hash + Double.hashCode(numbers[i]);
        }
        // Mixes the bits, because ids are often consecutive.
        hash *= 0x9E3779B9;
        return hash >>> 1;
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
        out.writeInt(width);
        out.writeObject(ids);
        Wire.writeDoubles(out, numbers, size() * width);
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException, ClassNotFoundException {
        width = in.readInt();
        ids = (Ids) in.readObject();
        numbers = Wire.readDoubles(in, ids.size() * width);
    }
}
