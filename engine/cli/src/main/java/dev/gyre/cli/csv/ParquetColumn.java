package dev.gyre.cli.csv;

import dev.gyre.engine.data.InputException;
import dev.hardwood.metadata.CompressionCodec;
import dev.hardwood.metadata.LogicalType;
import dev.hardwood.metadata.PhysicalType;
import dev.hardwood.metadata.RepetitionType;
import dev.hardwood.reader.ColumnReader;
import dev.hardwood.schema.ColumnSchema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.io.ParseException;

/** A column of a Parquet file: what its values are, and the values of the batch that was read last. */
final class ParquetColumn implements FileColumn {

    private static final Set<CompressionCodec> CODECS = EnumSet.of(
            CompressionCodec.UNCOMPRESSED, CompressionCodec.SNAPPY, CompressionCodec.GZIP, CompressionCodec.ZSTD);

    /** Powers of ten up to this one are doubles, so that a quotient is rounded once. */
    private static final int MAX_EXACT_SCALE = 22;

    private static final long NANOS_OF_SECOND = 1_000_000_000;
    private static final long SECONDS_OF_DAY = 86_400;

    /** The day of 1970-01-01 in INT96. */
    private static final long JULIAN_EPOCH = 2_440_588;

    private final ColumnSchema schema;
    private final Values values;
    private ColumnReader batch;
    private int[] ints;
    private long[] longs;
    private float[] floats;
    private double[] doubles;
    private boolean[] booleans;
    private byte[] bytes;
    private int[] offsets;
    private final Wkb wkb = new Wkb();

    /** What values are. */
    private enum Values {
        INT(CellType.INT, "numbers"),
        UNSIGNED_INT(CellType.LONG, "numbers"),
        LONG(CellType.LONG, "numbers"),
        UNSIGNED_LONG(CellType.TEXT, "numbers"),
        HALF(CellType.FLOAT, "numbers"),
        FLOAT(CellType.FLOAT, "numbers"),
        DOUBLE(CellType.DOUBLE, "numbers"),
        DECIMAL(CellType.TEXT, "numbers"),
        BOOLEAN(CellType.BOOLEAN, "booleans"),
        DATE(CellType.TEXT, "dates"),
        TIME(CellType.TEXT, "times"),
        TIMESTAMP(CellType.TEXT, "timestamps"),
        TEXT(CellType.TEXT, "texts"),
        UUID(CellType.TEXT, "UUIDs"),
        BYTES(CellType.TEXT, "bytes");

        private final CellType type;
        private final String words;

        Values(CellType type, String words) {
            this.type = type;
            this.words = words;
        }
    }

    ParquetColumn(ColumnSchema schema) {
        this.schema = schema;
        values = values(schema);
    }

    private static Values values(ColumnSchema schema) {
        LogicalType logical = schema.logicalType();
        return switch (schema.type()) {
            case BOOLEAN -> Values.BOOLEAN;
            case FLOAT -> Values.FLOAT;
            case DOUBLE -> Values.DOUBLE;
            case INT96 -> Values.TIMESTAMP;
            case INT32, INT64 -> {
                Values plain = schema.type() == PhysicalType.INT32 ? Values.INT : Values.LONG;
                yield logical == null ? plain : integers(logical, plain);
            }
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> logical == null ? Values.BYTES : bytes(logical, schema);
        };
    }

    private static Values bytes(LogicalType logical, ColumnSchema schema) {
        return switch (logical) {
            case LogicalType.StringType text -> Values.TEXT;
            case LogicalType.EnumType text -> Values.TEXT;
            case LogicalType.JsonType text -> Values.TEXT;
            case LogicalType.DecimalType decimal -> Values.DECIMAL;
            case LogicalType.UuidType uuid -> ofLength(schema, 2 * Long.BYTES, Values.UUID);
            case LogicalType.Float16Type half -> ofLength(schema, Short.BYTES, Values.HALF);
            default -> Values.BYTES;
        };
    }

    /** The values of a column whose cells must have this length to be read as its logical type says. */
    private static Values ofLength(ColumnSchema schema, int bytes, Values values) {
        return schema.type() == PhysicalType.FIXED_LEN_BYTE_ARRAY && schema.typeLength() == bytes
                ? values
                : Values.BYTES;
    }

    private static Values integers(LogicalType logical, Values plain) {
        return switch (logical) {
            case LogicalType.DateType date -> Values.DATE;
            case LogicalType.TimeType time -> Values.TIME;
            case LogicalType.TimestampType timestamp -> Values.TIMESTAMP;
            case LogicalType.DecimalType decimal -> Values.DECIMAL;
            case LogicalType.IntType type -> type.isSigned() ? plain : unsigned(type.bitWidth(), plain);
            default -> plain;
        };
    }

    private static Values unsigned(int bits, Values plain) {
        return switch (bits) {
            case Integer.SIZE -> Values.UNSIGNED_INT;
            case Long.SIZE -> Values.UNSIGNED_LONG;
            default -> plain;
        };
    }

    @Override
    public String name() {
        return String.join(".", schema.fieldPath().elements());
    }

    /** The position among all columns of the file. */
    int field() {
        return schema.columnIndex();
    }

    @Override
    public CellType type() {
        return values.type;
    }

    @Override
    public boolean areNumbers() {
        return values.words.equals("numbers");
    }

    /** Returns whether the values are numbers of the machine, or whole ones that are divided by a power of ten. */
    boolean areSimpleNumbers() {
        return switch (values) {
            case INT, LONG, FLOAT, DOUBLE -> true;
            case DECIMAL ->
                (schema.type() == PhysicalType.INT32 || schema.type() == PhysicalType.INT64)
                        && scale() <= MAX_EXACT_SCALE;
            default -> false;
        };
    }

    private int scale() {
        return ((LogicalType.DecimalType) schema.logicalType()).scale();
    }

    /** What whole numbers are divided by: 1, or a power of ten for decimals. */
    double divisor() {
        return values == Values.DECIMAL ? Math.pow(10, scale()) : 1;
    }

    PhysicalType physicalType() {
        return schema.type();
    }

    /** The definition level of a value that is there. */
    int maxLevel() {
        return schema.maxDefinitionLevel();
    }

    @Override
    public boolean areBytes() {
        return values == Values.BYTES;
    }

    @Override
    public boolean areTexts() {
        return values == Values.TEXT;
    }

    @Override
    public String words() {
        return values.words;
    }

    /** Refuses a column that has no value, or not one, for each row. */
    void check(String file) {
        List<String> path = schema.fieldPath().elements();
        if (schema.maxRepetitionLevel() > 0) {
            throw problem(file, "nested: it has lists of values, which are not read");
        }
        if (path.size() > 1
                && schema.maxDefinitionLevel() > (schema.repetitionType() == RepetitionType.OPTIONAL ? 2 : 1)) {
            throw problem(file, "nested in more than one optional group, which is not read");
        }
        if (path.stream().anyMatch(part -> part.contains("."))) {
            throw problem(file, "has a point in its name, and cannot be read");
        }
    }

    /** Refuses a column that is compressed in a way that cannot be read. */
    void check(String file, CompressionCodec codec) {
        if (!CODECS.contains(codec)) {
            throw problem(file, "compressed with " + codec + ", which is not read; snappy, gzip, zstd and none are");
        }
    }

    private InputException problem(String file, String problem) {
        return InputException.of(file + ", column \"" + name() + "\"", problem);
    }

    /** Takes the values that a reader has read. */
    void take(ColumnReader reader) {
        batch = reader;
        switch (schema.type()) {
            case INT32 -> ints = reader.getInts();
            case INT64 -> longs = reader.getLongs();
            case FLOAT -> floats = reader.getFloats();
            case DOUBLE -> doubles = reader.getDoubles();
            case BOOLEAN -> booleans = reader.getBooleans();
            default -> {
                bytes = reader.getBinaryValues();
                offsets = reader.getBinaryOffsets();
            }
        }
    }

    @Override
    public boolean isNull(int row) {
        return batch.getLeafValidity().isNull(row);
    }

    boolean hasNulls() {
        return batch.getLeafValidity().hasNulls();
    }

    @Override
    public double number(int row) {
        return switch (values) {
            case DOUBLE -> doubles[row];
            case FLOAT -> floats[row];
            case INT -> ints[row];
            case LONG -> longs[row];
            case UNSIGNED_INT -> Integer.toUnsignedLong(ints[row]);
            case UNSIGNED_LONG -> Double.parseDouble(Long.toUnsignedString(longs[row]));
            case HALF -> half(row);
            case DECIMAL -> decimal(row).doubleValue();
            default -> throw new IllegalStateException("not numbers: " + values);
        };
    }

    @Override
    public Object cell(int row) {
        if (isNull(row)) {
            return null;
        }
        return switch (values) {
            case INT -> ints[row];
            case UNSIGNED_INT -> Integer.toUnsignedLong(ints[row]);
            case LONG -> longs[row];
            case FLOAT -> floats[row];
            case HALF -> half(row);
            case DOUBLE -> doubles[row];
            case BOOLEAN -> booleans[row];
            default -> text(row);
        };
    }

    @Override
    public Geometry geometry(int row) throws ParseException {
        try {
            return wkb.read(this, row);
        } catch (ParseException e) {
            throw notWkb(e);
        }
    }

    @Override
    public boolean readPoint(int row, double[] point) throws ParseException {
        try {
            return wkb.readPoint(this, row, point);
        } catch (ParseException e) {
            throw notWkb(e);
        }
    }

    private static ParseException notWkb(ParseException e) {
        return (ParseException) new ParseException("not a geometry in WKB: " + e.getMessage()).initCause(e);
    }

    private String text(int row) {
        return switch (values) {
            case UNSIGNED_LONG -> Long.toUnsignedString(longs[row]);
            case DECIMAL -> decimal(row).toPlainString();
            case DATE -> LocalDate.ofEpochDay(ints[row]).toString();
            case TIME -> time(row);
            case TIMESTAMP -> timestamp(row);
            case UUID -> uuid(row);
            case TEXT -> new String(bytes, offsets[row], length(row), StandardCharsets.UTF_8);
            default -> HexFormat.of().formatHex(bytes, offsets[row], offsets[row + 1]);
        };
    }

    /** Returns the bytes of all rows of the batch, those of a row from its offset to the next. */
    byte[] bytes() {
        return bytes;
    }

    int offset(int row) {
        return offsets[row];
    }

    int length(int row) {
        return offsets[row + 1] - offsets[row];
    }

    private ByteBuffer littleEndian(int row) {
        return ByteBuffer.wrap(bytes, offsets[row], length(row)).order(ByteOrder.LITTLE_ENDIAN);
    }

    private float half(int row) {
        return Float.float16ToFloat(littleEndian(row).getShort());
    }

    private BigDecimal decimal(int row) {
        int scale = scale();
        return switch (schema.type()) {
            case INT32 -> BigDecimal.valueOf(ints[row], scale);
            case INT64 -> BigDecimal.valueOf(longs[row], scale);
            default ->
                length(row) == 0
                        ? BigDecimal.ZERO
                        : new BigDecimal(new BigInteger(bytes, offsets[row], length(row)), scale);
        };
    }

    private String uuid(int row) {
        ByteBuffer all = littleEndian(row).order(ByteOrder.BIG_ENDIAN);
        return new UUID(all.getLong(), all.getLong()).toString();
    }

    private long perSecond(LogicalType.TimeUnit unit) {
        return switch (unit) {
            case MILLIS -> 1_000;
            case MICROS -> 1_000_000;
            case NANOS -> NANOS_OF_SECOND;
        };
    }

    private long integer(int row) {
        return schema.type() == PhysicalType.INT32 ? ints[row] : longs[row];
    }

    private String time(int row) {
        LogicalType.TimeType type = (LogicalType.TimeType) schema.logicalType();
        long nanos = integer(row) * (NANOS_OF_SECOND / perSecond(type.unit()));
        boolean isTime = nanos >= 0 && nanos < SECONDS_OF_DAY * NANOS_OF_SECOND;
        return isTime ? LocalTime.ofNanoOfDay(nanos).toString() : Long.toString(integer(row));
    }

    private String timestamp(int row) {
        if (schema.type() == PhysicalType.INT96) {
            ByteBuffer all = littleEndian(row);
            long nanos = all.getLong();
            long seconds = (Integer.toUnsignedLong(all.getInt()) - JULIAN_EPOCH) * SECONDS_OF_DAY;
            return LocalDateTime.ofEpochSecond(
                            seconds + Math.floorDiv(nanos, NANOS_OF_SECOND),
                            (int) Math.floorMod(nanos, NANOS_OF_SECOND),
                            ZoneOffset.UTC)
                    .toString();
        }
        LogicalType.TimestampType type = (LogicalType.TimestampType) schema.logicalType();
        long units = perSecond(type.unit());
        long seconds = Math.floorDiv(longs[row], units);
        int nanos = (int) (Math.floorMod(longs[row], units) * (NANOS_OF_SECOND / units));
        return type.isAdjustedToUTC()
                ? Instant.ofEpochSecond(seconds, nanos).toString()
                : LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC).toString();
    }

    /** Returns a copy of the bytes of a row. */
    byte[] copy(int row) {
        return Arrays.copyOfRange(bytes, offsets[row], offsets[row + 1]);
    }
}
