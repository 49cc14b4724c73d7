package dev.gyre.cli.csv;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.StringType;
import org.apache.parquet.format.TypeDefinedOrder;
import org.apache.parquet.format.Util;

/**
 * Writes records as Parquet: columns of types, each with nulls, in plain encoding or with dictionaries, compressed with Snappy, in row groups of a million rows or
 * {@value #MAX_BYTES} bytes. With a column of geometries it is GeoParquet 1.1. Columns are encoded by all cores.
 */
public final class ParquetRecords implements Consumer<Object[]> {

    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION = 2;
    private static final int MAX_ROWS = 1 << 20;

    /** Most bytes of a row group, before they are compressed; one record may go beyond. */
    private static final long MAX_BYTES = 1 << 27;

    private final OutputStream out;
    private final List<RowGroup> groups = new ArrayList<>();
    private long written;
    private List<ParquetChunk> chunks;
    private long rows;
    private int rowsOfGroup;
    private long bytesOfGroup;

    private final int maxRows;

    private ParquetRecords(OutputStream out, int maxRows) {
        this.out = out;
        this.maxRows = maxRows;
    }

    /** Writes records, of which the first is the header; {@link AnswerColumn} says what they have. The destination stays open. */
    public static void write(OutputStream out, Consumer<Consumer<Object[]>> records) throws IOException {
        write(out, MAX_ROWS, records);
    }

    /** Writes records in row groups of so many rows at most. */
    static void write(OutputStream out, int maxRows, Consumer<Consumer<Object[]>> records) throws IOException {
        ParquetRecords file = new ParquetRecords(out, maxRows);
        try {
            file.put(MAGIC);
            records.accept(file);
            file.finish();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public void accept(Object[] cells) {
        if (chunks == null) {
            chunks = Stream.of(cells)
                    .map(cell -> new ParquetChunk(AnswerColumn.of(cell)))
                    .toList();
            return;
        }
        for (int column = 0; column < cells.length; column++) {
            bytesOfGroup += chunks.get(column).add(cells[column]);
        }
        rows++;
        if (++rowsOfGroup == maxRows || bytesOfGroup >= MAX_BYTES) {
            try {
                endGroup();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void put(byte[] bytes) throws IOException {
        out.write(bytes);
        written += bytes.length;
    }

    private void endGroup() throws IOException {
        List<ParquetPages> encoded =
                chunks.parallelStream().map(ParquetChunk::encode).toList();
        List<ColumnChunk> columns = new ArrayList<>();
        long bytes = 0;
        for (ParquetPages pages : encoded) {
            columns.add(new ColumnChunk(0).setMeta_data(pages.metaData(written)));
            bytes += pages.uncompressed();
            for (byte[] part : pages.parts()) {
                put(part);
            }
        }
        groups.add(new RowGroup(columns, bytes, rowsOfGroup));
        rowsOfGroup = 0;
        bytesOfGroup = 0;
    }

    private void finish() throws IOException {
        if (rowsOfGroup > 0) {
            endGroup();
        }
        List<SchemaElement> schema = new ArrayList<>();
        schema.add(new SchemaElement("schema").setNum_children(chunks.size()));
        chunks.forEach(chunk -> schema.add(element(chunk)));
        FileMetaData footer = new FileMetaData(VERSION, schema, rows, groups)
                .setCreated_by("gyre")
                .setColumn_orders(Collections.nCopies(chunks.size(), ColumnOrder.TYPE_ORDER(new TypeDefinedOrder())));
        Map<AnswerColumn, GeoMetadata> geometries = new LinkedHashMap<>();
        chunks.stream()
                .filter(chunk -> chunk.type() == CellType.GEOMETRY)
                .forEach(chunk -> geometries.put(chunk.column(), chunk.geo()));
        String geo = GeoMetadata.of(geometries);
        if (geo != null) {
            footer.setKey_value_metadata(List.of(new KeyValue("geo").setValue(geo)));
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Util.writeFileMetaData(footer, bytes);
        put(bytes.toByteArray());
        put(ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(bytes.size())
                .array());
        put(MAGIC);
        out.flush();
    }

    private static SchemaElement element(ParquetChunk chunk) {
        SchemaElement element = new SchemaElement(Objects.requireNonNull(chunk.name()))
                .setType(chunk.physicalType())
                .setRepetition_type(FieldRepetitionType.OPTIONAL);
        if (chunk.type() == CellType.TEXT) {
            element.setConverted_type(ConvertedType.UTF8).setLogicalType(LogicalType.STRING(new StringType()));
        }
        return element;
    }
}
