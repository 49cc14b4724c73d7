package dev.gyre.cli.csv;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.io.ByteOrderValues;
import org.locationtech.jts.io.WKBWriter;
import org.xerial.snappy.Snappy;

/** The cells of a column in a row group of Parquet, in plain encoding; then the pages that they become. */
final class ParquetChunk {

    private static final int FIRST_SIZE = 1 << 12;

    /** A page ends with the cell that makes it so long. */
    private static final int PAGE_BYTES = 1 << 20;

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final AnswerColumn column;
    private final CellType type;
    private final GeoMetadata geo = new GeoMetadata();
    private final WKBWriter wkb = new WKBWriter(2, ByteOrderValues.LITTLE_ENDIAN);
    private byte[] values = new byte[FIRST_SIZE];
    private int size;
    private final BitSet nulls = new BitSet();
    private int cells;
    private long least = Long.MAX_VALUE;
    private long largest = Long.MIN_VALUE;
    private double leastNumber = Double.POSITIVE_INFINITY;
    private double largestNumber = Double.NEGATIVE_INFINITY;
    private boolean hasNan;

    /** The cell, and the place in the values, at which each page begins. */
    private final List<int[]> pages = new ArrayList<>();

    private int pageBegin;

    /** Pages with their headers; the metadata lacks only the place in the file. */
    record Encoded(List<byte[]> pages, ColumnMetaData metaData) {}

    ParquetChunk(AnswerColumn column) {
        this.column = column;
        type = column.typeOf().get();
        pages.add(new int[2]);
    }

    String name() {
        return column.name();
    }

    String system() {
        return column.system();
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

    /** Adds a cell; returns the bytes that it takes. */
    int add(Object cell) {
        int before = size;
        if (before - pageBegin >= PAGE_BYTES) {
            pages.add(new int[] {cells, before});
            pageBegin = before;
        }
        boolean isMissing = cell == null || type != CellType.TEXT && cell instanceof String text && text.isEmpty();
        if (isMissing) {
            nulls.set(cells);
        } else {
            addValue(cell);
        }
        cells++;
        return size - before + 1;
    }

    private void addValue(Object cell) {
        switch (type) {
            case INT -> addInteger(cell instanceof String text ? Integer.parseInt(text) : (Integer) cell, Integer.BYTES);
            case LONG ->
                addInteger(cell instanceof String text ? Long.parseLong(text) : ((Number) cell).longValue(), Long.BYTES);
            case FLOAT -> {
                float number = cell instanceof String text ? Float.parseFloat(text) : (Float) cell;
                take(number);
                INTS.set(room(Integer.BYTES), size, Float.floatToRawIntBits(number));
                size += Integer.BYTES;
            }
            case DOUBLE -> {
                double number = cell instanceof String text ? Double.parseDouble(text) : ((Number) cell).doubleValue();
                take(number);
                LONGS.set(room(Long.BYTES), size, Double.doubleToRawLongBits(number));
                size += Long.BYTES;
            }
            case BOOLEAN -> {
                boolean isTrue = cell instanceof String text ? Boolean.parseBoolean(text) : (Boolean) cell;
                room(1)[size++] = (byte) (isTrue ? 1 : 0);
            }
            case TEXT -> addBytes(cell.toString().getBytes(StandardCharsets.UTF_8));
            case GEOMETRY -> {
                Geometry geometry = (Geometry) cell;
                geo.add(geometry);
                addBytes(wkb.write(geometry));
            }
        }
    }

    private void addInteger(long value, int bytes) {
        least = Math.min(least, value);
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

    private void addBytes(byte[] bytes) {
        room(Integer.BYTES + bytes.length);
        INTS.set(values, size, bytes.length);
        System.arraycopy(bytes, 0, values, size + Integer.BYTES, bytes.length);
        size += Integer.BYTES + bytes.length;
    }

    /** Returns the values, with room for more bytes. */
    private byte[] room(int bytes) {
        if (values.length - size < bytes) {
            values = Arrays.copyOf(values, Math.max(Math.addExact(size, bytes), (int) Math.min(2L * size, 1 << 30)));
        }
        return values;
    }

    /** Encodes the cells, and forgets them for those of the next row group. */
    Encoded encode() {
        List<byte[]> encoded = new ArrayList<>();
        long compressed = 0;
        long uncompressed = 0;
        for (int page = 0; page < pages.size(); page++) {
            int[] begin = pages.get(page);
            int[] end = page + 1 < pages.size() ? pages.get(page + 1) : new int[] {cells, size};
            ByteArrayOutputStream body = new ByteArrayOutputStream(end[1] - begin[1] + FIRST_SIZE);
            writeLevels(begin[0], end[0], body);
            writeValues(begin[1], end[1], body);
            byte[] bytes = compressed(body.toByteArray());
            byte[] header = header(body.size(), bytes.length, end[0] - begin[0]);
            encoded.add(header);
            encoded.add(bytes);
            compressed += header.length + bytes.length;
            uncompressed += header.length + body.size();
        }
        ColumnMetaData metaData = new ColumnMetaData(
                        physicalType(),
                        List.of(Encoding.PLAIN, Encoding.RLE),
                        List.of(column.name()),
                        CompressionCodec.SNAPPY,
                        cells,
                        uncompressed,
                        compressed,
                        0)
                .setStatistics(statistics());
        clear();
        return new Encoded(encoded, metaData);
    }

    private static byte[] compressed(byte[] body) {
        try {
            return Snappy.compress(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes for each cell whether it is there, as runs of equal levels. */
    private void writeLevels(int from, int to, ByteArrayOutputStream body) {
        ByteArrayOutputStream runs = new ByteArrayOutputStream();
        for (int cell = from; cell < to; ) {
            boolean isNull = nulls.get(cell);
            int next = isNull ? nulls.nextClearBit(cell) : nulls.nextSetBit(cell);
            int end = next < 0 ? to : Math.min(next, to);
            for (long length = (long) (end - cell) << 1; ; length >>>= 7) {
                boolean isLast = length < 0x80;
                runs.write((int) (isLast ? length : length & 0x7f | 0x80));
                if (isLast) {
                    break;
                }
            }
            runs.write(isNull ? 0 : 1);
            cell = end;
        }
        byte[] length = new byte[Integer.BYTES];
        INTS.set(length, 0, runs.size());
        body.writeBytes(length);
        body.writeBytes(runs.toByteArray());
    }

    private void writeValues(int from, int to, ByteArrayOutputStream body) {
        if (type == CellType.BOOLEAN) {
            BitSet bits = new BitSet(to - from);
            for (int at = from; at < to; at++) {
                bits.set(at - from, values[at] == 1);
            }
            body.writeBytes(Arrays.copyOf(bits.toByteArray(), (to - from + Byte.SIZE - 1) / Byte.SIZE));
        } else {
            body.write(values, from, to - from);
        }
    }

    private static byte[] header(int uncompressed, int compressed, int cells) {
        PageHeader header = new PageHeader(PageType.DATA_PAGE, uncompressed, compressed)
                .setData_page_header(new DataPageHeader(cells, Encoding.PLAIN, Encoding.RLE, Encoding.RLE));
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            Util.writePageHeader(header, bytes);
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Statistics statistics() {
        int absent = nulls.cardinality();
        Statistics statistics = new Statistics().setNull_count(absent);
        if (absent == cells) {
            return statistics;
        }
        return switch (type) {
            case INT -> statistics.setMin_value(ints((int) least)).setMax_value(ints((int) largest));
            case LONG -> statistics.setMin_value(longs(least)).setMax_value(longs(largest));
            case FLOAT ->
                hasNan
                        ? statistics
                        : statistics
                                .setMin_value(ints(Float.floatToRawIntBits((float) least(leastNumber))))
                                .setMax_value(ints(Float.floatToRawIntBits((float) largest(largestNumber))));
            case DOUBLE ->
                hasNan
                        ? statistics
                        : statistics
                                .setMin_value(longs(Double.doubleToRawLongBits(least(leastNumber))))
                                .setMax_value(longs(Double.doubleToRawLongBits(largest(largestNumber))));
            case BOOLEAN, TEXT, GEOMETRY -> statistics;
        };
    }

    /** Returns a bound as the format wants it: of the two zeros the negative one. */
    private static double least(double bound) {
        return bound == 0 ? -0.0 : bound;
    }

    private static double largest(double bound) {
        return bound == 0 ? 0.0 : bound;
    }

    private static byte[] ints(int value) {
        return ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array();
    }

    private static byte[] longs(long value) {
        return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
    }

    private void clear() {
        size = 0;
        cells = 0;
        nulls.clear();
        pages.clear();
        pages.add(new int[2]);
        pageBegin = 0;
        least = Long.MAX_VALUE;
        largest = Long.MIN_VALUE;
        leastNumber = Double.POSITIVE_INFINITY;
        largestNumber = Double.NEGATIVE_INFINITY;
        hasNan = false;
    }
}
