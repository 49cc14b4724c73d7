package dev.gyre.cli.csv;

import com.google.flatbuffers.FlatBufferBuilder;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flatbuf.Binary;
import org.apache.arrow.flatbuf.Bool;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.flatbuf.Utf8;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.io.ByteOrderValues;
import org.locationtech.jts.io.WKBWriter;

/** A column of Arrow, and its cells in the batch that is not written yet, in the layout of the format. */
final class ArrowColumn {

    private static final int FIRST_SIZE = 1 << 12;
    private static final int MAX_SIZE = Integer.MAX_VALUE - 8;

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final AnswerColumn column;
    private final CellType type;
    private final WKBWriter wkb = new WKBWriter(2, ByteOrderValues.LITTLE_ENDIAN);
    private final BitSet present = new BitSet();
    private int cells;
    private int nulls;
    private byte[] values = new byte[FIRST_SIZE];
    private int size;

    /** Where the bytes of each cell of texts and geometries begin, and those of the last end. */
    private byte[] offsets = new byte[FIRST_SIZE];

    ArrowColumn(AnswerColumn column) {
        this.column = column;
        type = column.typeOf().get();
    }

    /** Bytes of a batch. */
    record Part(byte[] bytes, int length) {}

    /** Returns the columns of geometries, with metadata that say nothing of what comes. */
    static Map<AnswerColumn, GeoMetadata> geometries(List<ArrowColumn> columns) {
        Map<AnswerColumn, GeoMetadata> geometries = new LinkedHashMap<>();
        columns.stream()
                .filter(each -> each.type == CellType.GEOMETRY)
                .forEach(each -> geometries.put(each.column, new GeoMetadata()));
        return geometries;
    }

    String name() {
        return column.name();
    }

    int nulls() {
        return nulls;
    }

    /** The metadata of GeoArrow for geometries. */
    Map<String, String> metadata() {
        if (type != CellType.GEOMETRY) {
            return Map.of();
        }
        String system = column.system() == null
                ? "{\"crs\":\"OGC:CRS84\",\"crs_type\":\"authority_code\"}"
                : column.system().equals("null") ? "{}" : "{\"crs\":" + column.system() + ",\"crs_type\":\"projjson\"}";
        return Map.of("ARROW:extension:name", "geoarrow.wkb", "ARROW:extension:metadata", system);
    }

    byte typeType() {
        return switch (type) {
            case INT, LONG -> Type.Int;
            case FLOAT, DOUBLE -> Type.FloatingPoint;
            case BOOLEAN -> Type.Bool;
            case TEXT -> Type.Utf8;
            case GEOMETRY -> Type.Binary;
        };
    }

    /** Puts the type into a builder; returns its place. */
    int type(FlatBufferBuilder builder) {
        return switch (type) {
            case INT -> Int.createInt(builder, Integer.SIZE, true);
            case LONG -> Int.createInt(builder, Long.SIZE, true);
            case FLOAT -> FloatingPoint.createFloatingPoint(builder, Precision.SINGLE);
            case DOUBLE -> FloatingPoint.createFloatingPoint(builder, Precision.DOUBLE);
            case BOOLEAN -> {
                Bool.startBool(builder);
                yield Bool.endBool(builder);
            }
            case TEXT -> {
                Utf8.startUtf8(builder);
                yield Utf8.endUtf8(builder);
            }
            case GEOMETRY -> {
                Binary.startBinary(builder);
                yield Binary.endBinary(builder);
            }
        };
    }

    /** Adds a cell; returns the bytes that it takes. */
    int add(Object cell) {
        Object value = type.value(cell);
        int before = size;
        if (value == null) {
            nulls++;
        } else {
            present.set(cells);
        }
        switch (type) {
            case INT -> INTS.set(room(Integer.BYTES), size, value == null ? 0 : (int) value);
            case LONG -> LONGS.set(room(Long.BYTES), size, value == null ? 0 : ((Number) value).longValue());
            case FLOAT ->
                INTS.set(room(Integer.BYTES), size, value == null ? 0 : Float.floatToRawIntBits((float) value));
            case DOUBLE ->
                LONGS.set(
                        room(Long.BYTES),
                        size,
                        value == null ? 0 : Double.doubleToRawLongBits(((Number) value).doubleValue()));
            case BOOLEAN -> room(1)[size] = (byte) (Boolean.TRUE.equals(value) ? 1 : 0);
            case TEXT, GEOMETRY -> addBytes(value);
        }
        size += width();
        cells++;
        return size - before + 1;
    }

    /** The bytes of each value; 0 where they differ. */
    private int width() {
        return switch (type) {
            case INT, FLOAT -> Integer.BYTES;
            case LONG, DOUBLE -> Long.BYTES;
            case BOOLEAN -> 1;
            case TEXT, GEOMETRY -> 0;
        };
    }

    private void addBytes(Object valueOrNull) {
        if (valueOrNull instanceof Point point && !point.isEmpty()) {
            Wkb.writePoint(point.getX(), point.getY(), room(Wkb.POINT_BYTES), size);
            size += Wkb.POINT_BYTES;
        } else if (valueOrNull != null) {
            byte[] bytes = type == CellType.TEXT
                    ? valueOrNull.toString().getBytes(StandardCharsets.UTF_8)
                    : wkb.write((Geometry) valueOrNull);
            System.arraycopy(bytes, 0, room(bytes.length), size, bytes.length);
            size += bytes.length;
        }
        int end = (cells + 1) * Integer.BYTES;
        offsets = grown(offsets, end, Integer.BYTES);
        INTS.set(offsets, end, size);
    }

    /** Returns the values, with room for more bytes. */
    private byte[] room(int bytes) {
        values = grown(values, size, bytes);
        return values;
    }

    private static byte[] grown(byte[] array, int size, int bytes) {
        return array.length - size >= bytes
                ? array
                : Arrays.copyOf(array, Math.max(Math.addExact(size, bytes), (int) Math.min(2L * size, MAX_SIZE)));
    }

    /** Returns the parts of the batch, in the order of the format. */
    List<Part> parts() {
        Part valid = nulls == 0 ? new Part(new byte[0], 0) : bits(present);
        return switch (type) {
            case TEXT, GEOMETRY ->
                List.of(valid, new Part(offsets, (cells + 1) * Integer.BYTES), new Part(values, size));
            case BOOLEAN -> {
                BitSet bits = new BitSet(cells);
                for (int cell = 0; cell < cells; cell++) {
                    bits.set(cell, values[cell] == 1);
                }
                yield List.of(valid, bits(bits));
            }
            default -> List.of(valid, new Part(values, size));
        };
    }

    private Part bits(BitSet bits) {
        int length = (cells + Byte.SIZE - 1) / Byte.SIZE;
        return new Part(Arrays.copyOf(bits.toByteArray(), length), length);
    }

    /** Forgets the cells, for those of the next batch. */
    void clear() {
        present.clear();
        cells = 0;
        nulls = 0;
        size = 0;
    }
}
