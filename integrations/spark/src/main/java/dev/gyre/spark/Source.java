package dev.gyre.spark;

import dev.gyre.engine.data.Points;
import java.io.Serializable;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.types.DataType;

/**
 * Reads the rows of a side: ids and coordinates. Rows are in the order of their ids: whole numbers by value, dates and times by time,
 * strings by their UTF-8 bytes; and rows of equal ids, or without ids, by a hash and their bytes. So the order depends on the rows only.
 *
 * @param spec the join
 * @param isRight whether this is the right side
 * @param id where the id is in a row, or -1
 * @param numbers where the numbers are: one column each; or an array or vector, and then a score if the join has scores
 * @param types types of all columns
 */
record Source(JoinSpec spec, boolean isRight, int id, int[] numbers, DataType[] types) implements Serializable {

    private static final long serialVersionUID = 1;

    /** The row is accepted. */
    static final String ACCEPTED = "";

    /** The row has nulls, which the join leaves out. */
    static final String SKIPPED = "skipped";

    JoinSpec.Side side() {
        return isRight ? spec.right() : spec.left();
    }

    Source with(JoinSpec other) {
        return new Source(other, isRight, id, numbers, types);
    }

    /** {@return whether rows with nulls are in the result, without a partner} */
    boolean keepsSkipped() {
        return spec.outer() && !isRight;
    }

    Rows noRows() {
        return new Rows(types.length);
    }

    /** Reads the numbers of a row, and returns {@link #ACCEPTED}, {@link #SKIPPED}, or why the row is refused. */
    String read(UnsafeRow row, double[] to, int at) {
        if (id >= 0 && side().needsId() && row.isNullAt(id)) {
            return "ids must not be null: column=" + side().id() + ", ";
        }
        for (int i = 0; i < numbers.length; i++) {
            if (row.isNullAt(numbers[i])) {
                return refusedNull(i);
            }
        }
        if (side().form() != JoinSpec.Form.COLUMNS) {
            return readPoint(row, to, at);
        }
        for (int i = 0; i < numbers.length; i++) {
            to[at + i] = row.getDouble(numbers[i]);
            if (isWrong(to[at + i])) {
                return refusedValue(i);
            }
        }
        for (int dim = 0; spec.isOfBoxes() && dim < spec.dims(); dim++) {
            if (to[at + dim] > to[at + spec.dims() + dim]) {
                return "lower bounds of boxes must not be above upper ones: columns=" + side().columns() + ": ";
            }
        }
        return ACCEPTED;
    }

    private String refusedNull(int number) {
        return spec.skipsNulls() ? SKIPPED : refusedValue(number);
    }

    private String refusedValue(int number) {
        return "values must be finite, of magnitude 2^500 at most, and not null: column="
                + side().columns().get(number) + ": ";
    }

    /** False for NaN too. */
    private static boolean isWrong(double value) {
        return !(Math.abs(value) <= Points.MAX_MAGNITUDE);
    }

    private String readPoint(UnsafeRow row, double[] to, int at) {
        if (dims(row) != spec.dims()) {
            return "points must have one number of coordinates: column="
                    + side().columns().get(0) + ", coordinates=" + spec.dims() + ": ";
        }
        UnsafeArrayData values;
        UnsafeArrayData indices = null;
        if (side().form() == JoinSpec.Form.ARRAY) {
            values = row.getArray(numbers[0]);
        } else {
            UnsafeRow vector = row.getStruct(numbers[0], JoinSpec.VECTOR_FIELDS);
            values = vector.getArray(3);
            indices = vector.getByte(0) == 0 ? vector.getArray(2) : null;
        }
        Arrays.fill(to, at, at + spec.dims(), 0);
        for (int i = 0; i < values.numElements(); i++) {
            if (values.isNullAt(i)) {
                return refusedNull(0);
            }
            double value = values.getDouble(i);
            if (isWrong(value)) {
                return refusedValue(0);
            }
            to[at + (indices == null ? i : indices.getInt(i))] = value;
        }
        if (spec.kind() == JoinSpec.Kind.TOP_K) {
            to[at + spec.dims()] = row.getDouble(numbers[1]);
            return isWrong(to[at + spec.dims()]) ? refusedValue(1) : ACCEPTED;
        }
        return ACCEPTED;
    }

    /** Returns the coordinates of an array or a vector, or -1 of a null. */
    int dims(UnsafeRow row) {
        if (row.isNullAt(numbers[0])) {
            return -1;
        }
        if (side().form() == JoinSpec.Form.ARRAY) {
            return row.getArray(numbers[0]).numElements();
        }
        UnsafeRow vector = row.getStruct(numbers[0], JoinSpec.VECTOR_FIELDS);
        return vector.getByte(0) == 0 ? vector.getInt(1) : vector.getArray(3).numElements();
    }

    /** Returns a number that ascends with the order of rows; rows of one number are ordered by {@link #compare}. */
    long order(UnsafeRow row) {
        if (id < 0) {
            return row.hashCode();
        }
        if (row.isNullAt(id)) {
            return Long.MIN_VALUE;
        }
        return switch (side().idWidth()) {
            case Byte.BYTES -> row.getByte(id);
            case Short.BYTES -> row.getShort(id);
            case Integer.BYTES -> row.getInt(id);
            case Long.BYTES -> row.getLong(id);
            default -> row.getUTF8String(id).getPrefix() ^ Long.MIN_VALUE;
        };
    }

    /** Compares rows of one {@link #order}. */
    int compare(UnsafeRow a, UnsafeRow b) {
        int byId = id < 0 ? 0 : compareIds(a, b, id);
        return byId != 0 ? byId : Rows.compareBytes(a, b);
    }

    private int compareIds(UnsafeRow a, UnsafeRow b, int otherId) {
        if (a.isNullAt(id) || b.isNullAt(otherId)) {
            return Boolean.compare(!a.isNullAt(id), !b.isNullAt(otherId));
        }
        return side().idWidth() > 0 ? 0 : a.getUTF8String(id).binaryCompare(b.getUTF8String(otherId));
    }

    /** Compares the ids of a row and of one of another source, if both have the same {@link #order}. */
    int compareIds(UnsafeRow row, Source other, UnsafeRow otherRow) {
        return compareIds(row, otherRow, other.id);
    }

    /** Returns a hash of a row, from 0 on, the same in every process. */
    static int hash(UnsafeRow row) {
        return row.hashCode() * 0x9E3779B9 >>> 1;
    }

    /** Returns the id of a row as text. */
    String idText(UnsafeRow row) {
        if (row.isNullAt(id)) {
            return "?";
        }
        return side().idWidth() > 0
                ? Long.toString(order(row))
                : row.getUTF8String(id).toString();
    }
}
