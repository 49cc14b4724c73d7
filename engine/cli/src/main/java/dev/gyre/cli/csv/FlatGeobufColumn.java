package dev.gyre.cli.csv;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.io.ParseException;
import org.wololo.flatgeobuf.generated.ColumnType;
import org.wololo.flatgeobuf.generated.GeometryType;

/** The geometries or a property of the features of FlatGeobuf. */
final class FlatGeobufColumn implements FileColumn {

    private static final int GEOMETRIES = -1;

    private final String name;

    /** A {@link ColumnType}, or {@link #GEOMETRIES}. */
    private final int kind;

    /** Of geometries their {@link GeometryType}; 0 where each has its own. */
    private final int geometryType;

    private final CellType type;
    private final String words;

    /** Null while nobody asks for the column. */
    private Object[] cells;

    private FlatGeobufColumn(String name, int kind, int geometryType) {
        this.name = name;
        this.kind = kind;
        this.geometryType = geometryType;
        type = switch (kind) {
            case ColumnType.Byte, ColumnType.UByte, ColumnType.Short, ColumnType.UShort, ColumnType.Int -> CellType.INT;
            case ColumnType.UInt, ColumnType.Long -> CellType.LONG;
            case ColumnType.Float -> CellType.FLOAT;
            case ColumnType.Double -> CellType.DOUBLE;
            case ColumnType.Bool -> CellType.BOOLEAN;
            default -> CellType.TEXT;
        };
        words = switch (kind) {
            case GEOMETRIES -> "geometries";
            case ColumnType.Bool -> "booleans";
            case ColumnType.String, ColumnType.Json -> "texts";
            case ColumnType.DateTime -> "timestamps";
            case ColumnType.Binary -> "bytes";
            default -> "numbers";
        };
    }

    static FlatGeobufColumn geometries(String name, int geometryType) {
        return new FlatGeobufColumn(name, GEOMETRIES, geometryType);
    }

    /** A property of a {@link ColumnType}. */
    static FlatGeobufColumn property(String name, int columnType) {
        if (columnType < 0 || columnType >= ColumnType.names.length) {
            throw new IllegalStateException("column \"" + name + "\" is of an unknown type");
        }
        return new FlatGeobufColumn(name, columnType, 0);
    }

    /** Asks for the values of batches of so many rows. */
    void ask(int rows) {
        if (cells == null) {
            cells = new Object[rows];
        }
    }

    void clear(int row) {
        put(row, null);
    }

    /** Puts a value, if the column was asked for. */
    void put(int row, Object value) {
        if (cells != null) {
            cells[row] = value;
        }
    }

    /** Takes the next value of bytes. */
    void take(int row, ByteBuffer bytes) {
        put(
                row,
                switch (kind) {
                    case ColumnType.Byte -> (int) bytes.get();
                    case ColumnType.UByte -> Byte.toUnsignedInt(bytes.get());
                    case ColumnType.Bool -> bytes.get() != 0;
                    case ColumnType.Short -> (int) bytes.getShort();
                    case ColumnType.UShort -> Short.toUnsignedInt(bytes.getShort());
                    case ColumnType.Int -> bytes.getInt();
                    case ColumnType.UInt -> Integer.toUnsignedLong(bytes.getInt());
                    case ColumnType.Long -> bytes.getLong();
                    case ColumnType.ULong -> Long.toUnsignedString(bytes.getLong());
                    case ColumnType.Float -> bytes.getFloat();
                    case ColumnType.Double -> bytes.getDouble();
                    default -> text(bytes);
                });
    }

    /** Returns the next text, or bytes in hexadecimal; null if nobody asks for it. */
    private String text(ByteBuffer bytes) {
        int length = bytes.getInt();
        if (length < 0 || length > bytes.remaining()) {
            throw new IllegalStateException("column \"" + name + "\" has a text that is longer than its feature");
        }
        if (cells == null) {
            bytes.position(bytes.position() + length);
            return null;
        }
        byte[] text = new byte[length];
        bytes.get(text);
        return kind == ColumnType.Binary ? HexFormat.of().formatHex(text) : new String(text, StandardCharsets.UTF_8);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public CellType type() {
        return type;
    }

    @Override
    public String words() {
        return words;
    }

    @Override
    public boolean areNumbers() {
        return words.equals("numbers");
    }

    @Override
    public boolean areTexts() {
        return words.equals("texts");
    }

    @Override
    public boolean areBytes() {
        return kind == GEOMETRIES;
    }

    @Override
    public boolean isNull(int row) {
        return cells[row] == null;
    }

    @Override
    public double number(int row) {
        return cells[row] instanceof Number number ? number.doubleValue() : Double.parseDouble((String) cells[row]);
    }

    @Override
    public Object cell(int row) {
        if (kind != GEOMETRIES || isNull(row)) {
            return cells[row];
        }
        try {
            return geometry(row).toText();
        } catch (ParseException e) {
            return null;
        }
    }

    private org.wololo.flatgeobuf.generated.Geometry stored(int row) {
        return (org.wololo.flatgeobuf.generated.Geometry) cells[row];
    }

    private int typeOf(org.wololo.flatgeobuf.generated.Geometry stored) {
        return geometryType == GeometryType.Unknown ? stored.type() : geometryType;
    }

    @Override
    public Geometry geometry(int row) throws ParseException {
        return new FlatGeobufGeometry(stored(row)).read(typeOf(stored(row)));
    }

    @Override
    public boolean readPoint(int row, double[] point) throws ParseException {
        org.wololo.flatgeobuf.generated.Geometry stored = stored(row);
        if (typeOf(stored) != GeometryType.Point || stored.xyLength() != 2) {
            return false;
        }
        try {
            point[0] = stored.xy(0);
            point[1] = stored.xy(1);
        } catch (IndexOutOfBoundsException e) {
            throw (ParseException) new ParseException("damaged geometry: " + e.getMessage()).initCause(e);
        }
        return !Double.isNaN(point[0]) || !Double.isNaN(point[1]);
    }
}
