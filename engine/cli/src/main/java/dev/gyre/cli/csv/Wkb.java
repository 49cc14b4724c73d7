package dev.gyre.cli.csv;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKBReader;

/** Reads geometries of well-known binary: points of a plane quickly, others by JTS. */
final class Wkb {

    private static final VarHandle DOUBLE =
            MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    /** The byte order, the type, x and y. */
    static final int POINT_BYTES = 1 + Integer.BYTES + 2 * Double.BYTES;

    private static final int TYPE = 1;
    static final int X = TYPE + Integer.BYTES;
    static final int Y = X + Double.BYTES;

    private final WKBReader others = new WKBReader();

    /** Writes a point that is not empty, in {@value #POINT_BYTES} bytes. */
    static void writePoint(double x, double y, byte[] bytes, int at) {
        bytes[at] = 1;
        INT.set(bytes, at + TYPE, 1);
        DOUBLE.set(bytes, at + X, x);
        DOUBLE.set(bytes, at + Y, y);
    }

    /** Returns whether bytes begin like those of a point of a plane, in the usual order. */
    static boolean isPoint(byte[] bytes, int at) {
        return bytes[at] == 1 && (int) INT.get(bytes, at + TYPE) == 1;
    }

    /** Writes x and y of a row to a point; returns whether it is one, and not an empty one. */
    boolean readPoint(ParquetColumn column, int row, double[] point) throws ParseException {
        byte[] bytes = column.bytes();
        int at = column.offset(row);
        if (column.length(row) == POINT_BYTES && isPoint(bytes, at)) {
            point[0] = (double) DOUBLE.get(bytes, at + X);
            point[1] = (double) DOUBLE.get(bytes, at + Y);
            return !Double.isNaN(point[0]) || !Double.isNaN(point[1]);
        }
        if (read(column, row) instanceof Point other && !other.isEmpty()) {
            point[0] = other.getX();
            point[1] = other.getY();
            return true;
        }
        return false;
    }

    Geometry read(ParquetColumn column, int row) throws ParseException {
        try {
            return others.read(column.copy(row));
        } catch (IllegalArgumentException | IndexOutOfBoundsException | NegativeArraySizeException e) {
            throw new ParseException(e);
        }
    }
}
