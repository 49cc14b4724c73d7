package dev.gyre.cli.csv;

import java.io.ByteArrayOutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Type;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.Point;
import org.locationtech.jts.io.ByteOrderValues;
import org.locationtech.jts.io.WKBWriter;

/**
 * The cells of a column in a row group of Parquet; then the pages that they become. A text or geometry that is that of the cell before is
 * kept once. If most are, they are written as a dictionary: a pair of a large polygon and each point in it takes some bytes.
 */
final class ParquetChunk {

    private static final int FIRST_SIZE = 1 << 12;
    private static final int PAGE_BYTES = 1 << 20;
    private static final int MAX_SIZE = Integer.MAX_VALUE - 8;

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final AnswerColumn column;
    private final CellType type;
    private final GeoMetadata geo = new GeoMetadata();
    private final WKBWriter wkb = new WKBWriter(2, ByteOrderValues.LITTLE_ENDIAN);
    private final BitSet nulls = new BitSet();
    private int cells;

    /** The values in plain encoding: of fixed sizes, or the entries, each after its length. */
    private byte[] values = new byte[FIRST_SIZE];

    private int size;

    /** The number of the entry of each cell that is there; only of texts and geometries. */
    private int[] entryOfValue = {};

    private int present;

    /** Where entries begin. */
    private int[] entries = {};

    private int entryCount;
    private Object last;

    private long min = Long.MAX_VALUE;
    private long largest = Long.MIN_VALUE;
    private double leastNumber = Double.POSITIVE_INFINITY;
    private double largestNumber = Double.NEGATIVE_INFINITY;
    private boolean hasNan;

    ParquetChunk(AnswerColumn column) {
        this.column = column;
        type = column.typeOf().get();
    }

    String name() {
        return column.name();
    }

    AnswerColumn column() {
        return column;
    }

    CellType type() {
        return type;
    }

    GeoMetadata geo() {
        return geo;
    }

    Type physicalType() {
        return switch (type) {
            case INT -> Type.INT32;
            case LONG -> Type.INT64;
            case FLOAT -> Type.FLOAT;
            case DOUBLE -> Type.DOUBLE;
            case BOOLEAN -> Type.BOOLEAN;
            case TEXT, GEOMETRY -> Type.BYTE_ARRAY;
        };
    }

    /** Adds a cell; returns the bytes that it takes until the row group is written. */
    int add(Object cell) {
        int before = size;
        Object value = type.value(cell);
        if (value == null) {
            nulls.set(cells);
        } else {
            addValue(value);
        }
        cells++;
        return size - before + 1;
    }

    private void addValue(Object value) {
        present++;
        switch (type) {
            case INT -> addInteger((Integer) value, Integer.BYTES);
            case LONG -> addInteger(((Number) value).longValue(), Long.BYTES);
            case FLOAT -> {
                float number = (Float) value;
                take(number);
                INTS.set(room(Integer.BYTES), size, Float.floatToRawIntBits(number));
                size += Integer.BYTES;
            }
            case DOUBLE -> {
                double number = ((Number) value).doubleValue();
                take(number);
                LONGS.set(room(Long.BYTES), size, Double.doubleToRawLongBits(number));
                size += Long.BYTES;
            }
            case BOOLEAN -> {
                room(1)[size++] = (byte) ((Boolean) value ? 1 : 0);
            }
            case TEXT, GEOMETRY -> addBytes(value);
        }
    }

    private void addInteger(long value, int bytes) {
        min = Math.min(min, value);
        largest = Math.max(largest, value);
        if (bytes == Integer.BYTES) {
            INTS.set(room(bytes), size, (int) value);
        } else {
            LONGS.set(room(bytes), size, value);
        }
        size += bytes;
    }

    private void take(double number) {
        hasNan |= Double.isNaN(number);
        leastNumber = Math.min(leastNumber, number);
        largestNumber = Math.max(largestNumber, number);
    }

    private void addBytes(Object cell) {
        boolean isSame = type == CellType.TEXT ? cell.equals(last) : cell == last;
        if (!isSame) {
            last = cell;
            if (entryCount == entries.length) {
                entries = Arrays.copyOf(entries, Math.max(FIRST_SIZE, 2 * entryCount));
            }
            entries[entryCount++] = size;
            if (cell instanceof Point point && !point.isEmpty()) {
                addPoint(point);
            } else {
                addEntry(bytes(cell));
            }
        }
        if (present > entryOfValue.length) {
            entryOfValue = Arrays.copyOf(entryOfValue, Math.max(FIRST_SIZE, 2 * present));
        }
        entryOfValue[present - 1] = entryCount - 1;
    }

    private void addEntry(byte[] bytes) {
        room(Math.addExact(Integer.BYTES, bytes.length));
        INTS.set(values, size, bytes.length);
        System.arraycopy(bytes, 0, values, size + Integer.BYTES, bytes.length);
        size += Integer.BYTES + bytes.length;
    }

    /** Adds what {@link #wkb} writes of a point, at a fraction of its time. */
    private void addPoint(Point point) {
        double x = point.getX();
        double y = point.getY();
        geo.addPoint(x, y);
        room(Integer.BYTES + Wkb.POINT_BYTES);
        INTS.set(values, size, Wkb.POINT_BYTES);
        size += Integer.BYTES;
        Wkb.writePoint(x, y, values, size);
        size += Wkb.POINT_BYTES;
    }

    private byte[] bytes(Object cell) {
        if (type == CellType.TEXT) {
            return cell.toString().getBytes(StandardCharsets.UTF_8);
        }
        Geometry geometry = (Geometry) cell;
        geo.add(geometry);
        return wkb.write(geometry);
    }

    /** Returns the values, with room for more bytes. */
    private byte[] room(int bytes) {
        if (values.length - size < bytes) {
            values = Arrays.copyOf(values, Math.max(Math.addExact(size, bytes), (int) Math.min(2L * size, MAX_SIZE)));
        }
        return values;
    }

    /** Encodes the cells, and forgets them for those of the next row group. */
    ParquetPages encode() {
        boolean hasDictionary = entryCount > 0 && 2 * entryCount <= present;
        ParquetPages pages = new ParquetPages();
        if (hasDictionary) {
            pages.addDictionary(Arrays.copyOf(values, size), entryCount);
        }
        int value = 0;
        for (int cell = 0; cell < cells; ) {
            ByteArrayOutputStream body = new ByteArrayOutputStream(PAGE_BYTES);
            int end = pageEnd(cell, value, hasDictionary);
            int count = end - cell - nulls.get(cell, end).cardinality();
            ParquetPages.writeLevels(nulls, cell, end, body);
            if (hasDictionary) {
                ParquetPages.writeEntries(entryOfValue, value, value + count, entryCount, body);
            } else {
                writeValues(value, value + count, body);
            }
            pages.add(body, end - cell, hasDictionary ? Encoding.RLE_DICTIONARY : Encoding.PLAIN);
            cell = end;
            value += count;
        }
        pages.setMetaData(new ColumnMetaData(
                        physicalType(),
                        hasDictionary
                                ? List.of(Encoding.PLAIN, Encoding.RLE, Encoding.RLE_DICTIONARY)
                                : List.of(Encoding.PLAIN, Encoding.RLE),
                        List.of(column.name()),
                        CompressionCodec.SNAPPY,
                        cells,
                        pages.uncompressed(),
                        pages.compressed(),
                        0)
                .setStatistics(statistics()));
        clear();
        return pages;
    }

    /** Returns the end of the page that begins with a cell and a value: the cell that fills it, or the last one. */
    private int pageEnd(int cell, int value, boolean hasDictionary) {
        int longest = Math.min(cells, cell + PAGE_BYTES / Long.BYTES);
        if (hasDictionary || entryCount == 0) {
            return longest;
        }
        int end = cell;
        for (long bytes = 0; end < longest && bytes < PAGE_BYTES; end++) {
            bytes += nulls.get(end) ? 0 : length(entryOfValue[value++]);
        }
        return end;
    }

    /** Returns the bytes of an entry, with its length. */
    private int length(int entry) {
        return Integer.BYTES + (int) INTS.get(values, entries[entry]);
    }

    private void writeValues(int from, int to, ByteArrayOutputStream body) {
        if (from == to) {
            return;
        }
        switch (type) {
            case INT, FLOAT -> body.write(values, from * Integer.BYTES, (to - from) * Integer.BYTES);
            case LONG, DOUBLE -> body.write(values, from * Long.BYTES, (to - from) * Long.BYTES);
            case BOOLEAN -> {
                BitSet bits = new BitSet(to - from);
                for (int at = from; at < to; at++) {
                    bits.set(at - from, values[at] == 1);
                }
                body.writeBytes(Arrays.copyOf(bits.toByteArray(), (to - from + Byte.SIZE - 1) / Byte.SIZE));
            }
            case TEXT, GEOMETRY -> {
                int first = entryOfValue[from];
                int last = entryOfValue[to - 1];
                if (last - first == to - 1 - from) {
                    // Each is an entry of its own, one after the other.
                    body.write(values, entries[first], entries[last] + length(last) - entries[first]);
                    return;
                }
                for (int value = from; value < to; value++) {
                    body.write(values, entries[entryOfValue[value]], length(entryOfValue[value]));
                }
            }
        }
    }

    private Statistics statistics() {
        Statistics statistics = new Statistics().setNull_count(cells - present);
        if (present == 0) {
            return statistics;
        }
        return switch (type) {
            case INT -> statistics.setMin_value(ints((int) min)).setMax_value(ints((int) largest));
            case LONG -> statistics.setMin_value(longs(min)).setMax_value(longs(largest));
            case FLOAT ->
                hasNan
                        ? statistics
                        : statistics
                                .setMin_value(ints(Float.floatToRawIntBits((float) min(leastNumber))))
                                .setMax_value(ints(Float.floatToRawIntBits((float) largest(largestNumber))));
            case DOUBLE ->
                hasNan
                        ? statistics
                        : statistics
                                .setMin_value(longs(Double.doubleToRawLongBits(min(leastNumber))))
                                .setMax_value(longs(Double.doubleToRawLongBits(largest(largestNumber))));
            case BOOLEAN, TEXT, GEOMETRY -> statistics;
        };
    }

    /** Returns a bound as the format wants it: of the two zeros the negative one. */
    private static double min(double bound) {
        return bound == 0 ? -0.0 : bound;
    }

    private static double largest(double bound) {
        return bound == 0 ? 0.0 : bound;
    }

    private static byte[] ints(int value) {
        byte[] bytes = new byte[Integer.BYTES];
        INTS.set(bytes, 0, value);
        return bytes;
    }

    private static byte[] longs(long value) {
        byte[] bytes = new byte[Long.BYTES];
        LONGS.set(bytes, 0, value);
        return bytes;
    }

    private void clear() {
        size = 0;
        cells = 0;
        present = 0;
        entryCount = 0;
        last = null;
        nulls.clear();
        min = Long.MAX_VALUE;
        largest = Long.MIN_VALUE;
        leastNumber = Double.POSITIVE_INFINITY;
        largestNumber = Double.NEGATIVE_INFINITY;
        hasNan = false;
    }
}
