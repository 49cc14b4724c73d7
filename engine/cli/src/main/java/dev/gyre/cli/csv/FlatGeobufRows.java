package dev.gyre.cli.csv;

import dev.gyre.engine.data.InputException;
import dev.gyre.engine.file.Content;
import dev.gyre.jts.CoordinateSystems;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.wololo.flatgeobuf.generated.Crs;
import org.wololo.flatgeobuf.generated.Feature;
import org.wololo.flatgeobuf.generated.Header;

/**
 * The features of FlatGeobuf, read one after the other. The first column has the geometries; it is called {@code geometry}, with underscores
 * behind where a property has this name. The index of the file is skipped.
 */
final class FlatGeobufRows implements ColumnRows {

    private static final int VERSION = 3;
    private static final byte[] MAGIC = {'f', 'g', 'b', VERSION, 'f', 'g', 'b'};
    private static final int VERSION_AT = 3;

    /** The magic number, and the patch version. */
    private static final int BEGIN_BYTES = MAGIC.length + 1;

    /** As in the readers of C++ and GDAL: https://github.com/flatgeobuf/flatgeobuf, header_max_buffer_size. */
    private static final int MAX_HEADER = 10 << 20;

    /** A box of four doubles and a place of the index. */
    private static final long NODE_BYTES = 40;

    private static final int BATCH = 1 << 10;

    private static final Pattern NAME_IN_WKT = Pattern.compile("\\[\\s*\"([^\"]+)\"");

    /** The authority and the code at the end of WKT, old or new. */
    private static final Pattern ID_IN_WKT =
            Pattern.compile("(?:AUTHORITY|ID)\\s*\\[\\s*\"([^\"]+)\"\\s*,\\s*\"?([^\"\\]]+)\"?\\s*]\\s*]\\s*$");

    private final String file;
    private final InputStream in;
    private final Header header;
    private final CsvHeader names;
    private final FlatGeobufColumn[] columns;
    private final GeoColumns geo;

    private FlatGeobufRows(String file, InputStream in) throws IOException {
        this.file = file;
        this.in = in;
        checkBegin();
        header = checked("its header", () -> {
            ByteBuffer bytes = partOrNull(MAX_HEADER);
            if (bytes == null) {
                throw new EOFException("it is cut off");
            }
            return Header.getRootAsHeader(bytes);
        });
        List<FlatGeobufColumn> all = new ArrayList<>();
        String geometry = checked("its header", () -> {
            List<FlatGeobufColumn> properties = IntStream.range(0, header.columnsLength())
                    .mapToObj(header::columns)
                    .map(column -> FlatGeobufColumn.property(Objects.requireNonNull(column.name()), column.type()))
                    .toList();
            StringBuilder name = new StringBuilder("geometry");
            while (properties.stream().map(FlatGeobufColumn::name).anyMatch(name.toString()::equals)) {
                name.append('_');
            }
            all.add(FlatGeobufColumn.geometries(name.toString(), header.geometryType()));
            all.addAll(properties);
            return name.toString();
        });
        columns = all.toArray(FlatGeobufColumn[]::new);
        names = new CsvHeader(
                file,
                CsvHeader.NO_LINE,
                all.stream().map(FlatGeobufColumn::name).toList(),
                ',');
        String system = checked("its header", () -> system(header.crs()));
        boolean areDegrees = system.equals(GeometryTable.LONGITUDE_LATITUDE);
        geo = new GeoColumns(
                geometry,
                Map.of(
                        geometry,
                        new GeoColumns.GeoColumn(GeoColumns.WHOLE, areDegrees ? null : "null", system, false)));
        if (header.featuresCount() < 0) {
            throw damaged("its header says that it has more features than there can be", null);
        }
        try {
            in.skipNBytes(indexBytes());
        } catch (EOFException e) {
            throw damaged("it is cut off in its index", e);
        }
    }

    /** A step over bytes that may be damaged. */
    @FunctionalInterface
    private interface Step<T> {
        T run() throws IOException;
    }

    /** Opens content and reads it. */
    static <T> T read(Content content, Function<ColumnRows, T> reading) {
        try (InputStream in = content.open().in()) {
            return reading.apply(new FlatGeobufRows(content.name(), in));
        } catch (IOException e) {
            throw content.unreadable(e, "its begin");
        } catch (UncheckedIOException e) {
            throw content.unreadable(e.getCause(), "its features");
        }
    }

    private void checkBegin() throws IOException {
        byte[] begin = in.readNBytes(BEGIN_BYTES);
        if (begin.length == 0) {
            throw InputException.of(file, "empty; not FlatGeobuf");
        }
        boolean isOther = begin.length < BEGIN_BYTES
                || !new String(begin, 0, VERSION_AT, StandardCharsets.US_ASCII).equals("fgb");
        if (isOther) {
            throw InputException.of(file, "not FlatGeobuf, which begins with fgb; --format reads other formats");
        }
        if (!Arrays.equals(begin, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw InputException.of(
                    file, "FlatGeobuf of version " + begin[VERSION_AT] + ", which is not read; " + VERSION + " is");
        }
    }

    /** Reads a part of the file behind its length; returns null at the end. */
    private ByteBuffer partOrNull(int max) throws IOException {
        byte[] length = in.readNBytes(Integer.BYTES);
        if (length.length == 0) {
            return null;
        }
        if (length.length < Integer.BYTES) {
            throw new EOFException("it is cut off");
        }
        int bytes = ByteBuffer.wrap(length).order(ByteOrder.LITTLE_ENDIAN).getInt();
        if (bytes <= 0 || bytes > max) {
            throw new IllegalStateException("a part of " + Integer.toUnsignedString(bytes) + " bytes");
        }
        byte[] all = in.readNBytes(bytes);
        if (all.length < bytes) {
            throw new EOFException("it is cut off");
        }
        return ByteBuffer.wrap(all).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Runs a step; of damaged bytes the library throws exceptions of many types. */
    private <T> T checked(String place, Step<T> step) {
        try {
            return step.run();
        } catch (InputException e) {
            throw e;
        } catch (EOFException e) {
            throw damaged(place + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (RuntimeException e) {
            String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            throw damaged(place + ": " + message.lines().findFirst().orElse(""), e);
        }
    }

    private InputException damaged(String problem, Exception causeOrNull) {
        return InputException.of(file, "damaged FlatGeobuf: " + problem, causeOrNull);
    }

    /** Returns the bytes of the index: a packed tree whose nodes have so many children, the levels one after the other. */
    private long indexBytes() {
        long nodes = header.featuresCount();
        if (nodes == 0 || header.indexNodeSize() == 0) {
            return 0;
        }
        long children = Math.max(2, header.indexNodeSize());
        long all = nodes;
        do {
            nodes = (nodes + children - 1) / children;
            all += nodes;
        } while (nodes > 1);
        return all * NODE_BYTES;
    }

    /** Returns the name of a system, as {@link GeoColumns.GeoColumn#systemName} has it. */
    private static String system(Crs crs) {
        if (crs == null) {
            return "";
        }
        String code = crs.codeString() != null ? crs.codeString() : crs.code() == 0 ? "" : Integer.toString(crs.code());
        String name = Objects.requireNonNullElse(crs.name(), "");
        String wkt = Objects.requireNonNullElse(crs.wkt(), "");
        if (name.isEmpty() && !wkt.isEmpty()) {
            Matcher named = NAME_IN_WKT.matcher(wkt);
            name = named.find() ? named.group(1) : "a system of its own";
        }
        String organization = crs.org() == null || crs.org().isEmpty() ? "EPSG" : crs.org();
        Matcher identified = ID_IN_WKT.matcher(wkt);
        if (code.isEmpty() && identified.find()) {
            organization = identified.group(1);
            code = identified.group(2);
        }
        if (code.isEmpty()) {
            return name;
        }
        String id = organization + ":" + code;
        return CoordinateSystems.isLongitudeLatitude(id)
                ? GeometryTable.LONGITUDE_LATITUDE
                : name.isEmpty() ? id : id + " (" + name + ")";
    }

    @Override
    public CsvHeader header() {
        return names;
    }

    @Override
    public GeoColumns geo() {
        return geo;
    }

    @Override
    public FileColumn column(int field) {
        columns[field].ask(BATCH);
        return columns[field];
    }

    @Override
    public long size() {
        return header.featuresCount();
    }

    @Override
    public void forEach(Batch batch, Batch unread) {
        long before = 0;
        for (int rows = BATCH; rows == BATCH; before += rows) {
            for (rows = 0; rows < BATCH && readFeature(rows, before + rows); ) {
                rows++;
            }
            batch.of(rows);
        }
    }

    /** Reads the next feature into a row of the batch; returns whether there is one. */
    private boolean readFeature(int row, long number) {
        return checked("row " + number, () -> {
            ByteBuffer bytes = partOrNull(Integer.MAX_VALUE);
            boolean isKnown = size() > 0;
            if (bytes == null) {
                if (number < size()) {
                    throw new EOFException("it is cut off; the file says that it has " + size() + " rows");
                }
                return false;
            }
            if (isKnown && number >= size()) {
                throw new IllegalStateException("the file says that it has " + size() + " rows alone");
            }
            take(Feature.getRootAsFeature(bytes), row);
            return true;
        });
    }

    private void take(Feature feature, int row) {
        for (FlatGeobufColumn column : columns) {
            column.clear(row);
        }
        columns[0].put(row, feature.geometry());
        if (feature.columnsLength() > 0) {
            throw InputException.of(file, "features have columns of their own, which are not read");
        }
        ByteBuffer properties = feature.propertiesAsByteBuffer();
        while (properties != null && properties.hasRemaining()) {
            columns[1 + Short.toUnsignedInt(properties.getShort())].take(row, properties);
        }
    }
}
