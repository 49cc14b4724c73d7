package dev.gyre.spark;

import dev.gyre.engine.Engine;
import java.io.Serializable;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ColumnVector;

/**
 * A growing column of ids, in memory and on the wire. Its order is that of Spark's column: whole numbers by value, dates and times by time,
 * strings by their UTF-8 bytes.
 */
abstract sealed class Ids implements Serializable permits LongIds, TextIds {

    private static final long serialVersionUID = 1;

    /**
     * Makes an empty column.
     *
     * @throws IllegalArgumentException if ids of the type are not supported; the message names the column
     */
    static Ids of(DataType type, String column) {
        if (type.equals(DataTypes.StringType)) {
            return new TextIds();
        }
        if (LongIds.isSupported(type)) {
            return new LongIds(type);
        }
        throw new IllegalArgumentException("ids must be byte, short, int, long, date, timestamp or string: column="
                + column + ", type=" + type.simpleString());
    }

    /** {@return the number of ids} */
    abstract int size();

    /** {@return an empty column of the same type} */
    abstract Ids empty();

    /** Appends a value of a column of Spark, which is not null. */
    abstract void add(ColumnVector column, int row);

    /** Appends a value of another column of the same type. */
    abstract void add(Ids other, int row);

    /** Replaces a value by that of another column of the same type. */
    abstract void set(int at, Ids other, int row);

    /** Compares two ids, like {@link Comparable#compareTo}. */
    abstract int compare(int row, Ids other, int otherRow);

    /** Returns a hash of an id, which is the same in every process. */
    abstract int hash(int row);

    /** Returns the rows in ascending order of their ids; rows of equal ids stay in their order. */
    abstract int[] order(Engine engine);

    /** Writes an id to a column of Spark, several times. */
    abstract void fill(WritableColumnVector to, int at, int count, int row);

    /** Writes consecutive ids to a column of Spark. */
    abstract void copy(WritableColumnVector to, int at, int from, int count);

    /** {@return the approximate bytes of the ids on the heap} */
    abstract long bytes();

    /** Returns an id as text. */
    abstract String text(int row);

    /** Returns the ids of some rows. */
    final Ids gather(int[] rows) {
        Ids gathered = empty();
        for (int row : rows) {
            gathered.add(this, row);
        }
        return gathered;
    }

    /** Appends all ids of another column of the same type. */
    void addAll(Ids other) {
        for (int row = 0; row < other.size(); row++) {
            add(other, row);
        }
    }
}
