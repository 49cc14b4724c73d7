package dev.gyre.spark;

import dev.gyre.engine.Engine;
import dev.gyre.engine.op.Keys;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.util.Arrays;
import java.util.Set;
import org.apache.spark.sql.execution.vectorized.WritableColumnVector;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.vectorized.ColumnVector;

/** Ids that are whole numbers, or that Spark stores as whole numbers. */
final class LongIds extends Ids implements Externalizable {

    private static final long serialVersionUID = 1;

    private static final Set<DataType> OF_INTS = Set.of(DataTypes.IntegerType, DataTypes.DateType);
    private static final Set<DataType> OF_LONGS =
            Set.of(DataTypes.LongType, DataTypes.TimestampType, DataTypes.TimestampNTZType);

    /** Bytes of a value in a column of Spark: 1, 2, 4 or 8. */
    private int width;

    private long[] values;
    private int size;

    /** For deserialization. */
    public LongIds() {}

    LongIds(DataType type) {
        this(width(type));
    }

    private LongIds(int width) {
        this.width = width;
        this.values = new long[0];
    }

    static boolean isSupported(DataType type) {
        return width(type) > 0;
    }

    private static int width(DataType type) {
        if (OF_LONGS.contains(type)) {
            return Long.BYTES;
        }
        if (OF_INTS.contains(type)) {
            return Integer.BYTES;
        }
        if (type.equals(DataTypes.ShortType)) {
            return Short.BYTES;
        }
        return type.equals(DataTypes.ByteType) ? Byte.BYTES : 0;
    }

    @Override
    int size() {
        return size;
    }

    @Override
    LongIds empty() {
        return new LongIds(width);
    }

    @Override
    void add(ColumnVector column, int row) {
        add(
                switch (width) {
                    case Long.BYTES -> column.getLong(row);
                    case Integer.BYTES -> column.getInt(row);
                    case Short.BYTES -> column.getShort(row);
                    default -> column.getByte(row);
                });
    }

    @Override
    void add(Ids other, int row) {
        add(((LongIds) other).values[row]);
    }

    void add(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, Room.after(size));
        }
        values[size++] = value;
    }

    @Override
    void addAll(Ids other) {
        LongIds more = (LongIds) other;
        if (size + more.size > values.length) {
            values = Arrays.copyOf(values, Math.max(Math.addExact(size, more.size), Room.after(size)));
        }
        System.arraycopy(more.values, 0, values, size, more.size);
        size += more.size;
    }

    @Override
    void set(int at, Ids other, int row) {
        values[at] = ((LongIds) other).values[row];
    }

    @Override
    int compare(int row, Ids other, int otherRow) {
        return Long.compare(values[row], ((LongIds) other).values[otherRow]);
    }

    @Override
    int hash(int row) {
        return Long.hashCode(values[row]);
    }

    @Override
    int[] order(Engine engine) {
        return engine.sorting().argsort(Keys.of(Arrays.copyOf(values, size)));
    }

    @Override
    void fill(WritableColumnVector to, int at, int count, int row) {
        long value = values[row];
        switch (width) {
            case Long.BYTES -> to.putLongs(at, count, value);
            case Integer.BYTES -> to.putInts(at, count, (int) value);
            case Short.BYTES -> to.putShorts(at, count, (short) value);
            default -> to.putBytes(at, count, (byte) value);
        }
    }

    @Override
    void copy(WritableColumnVector to, int at, int from, int count) {
        if (width == Long.BYTES) {
            to.putLongs(at, count, values, from);
        } else {
            for (int i = 0; i < count; i++) {
                fill(to, at + i, 1, from + i);
            }
        }
    }

    @Override
    long bytes() {
        return (long) size * Long.BYTES;
    }

    @Override
    String text(int row) {
        return Long.toString(values[row]);
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
        out.writeInt(width);
        out.writeInt(size);
        Wire.writeLongs(out, values, size);
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException {
        width = in.readInt();
        size = in.readInt();
        values = Wire.readLongs(in, size);
    }
}
