package dev.gyre.cli.csv;

import com.google.flatbuffers.FlatBufferBuilder;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.KeyValue;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.flatbuf.Schema;

/**
 * Writes records as Apache Arrow IPC in its file format: columns of types, each with nulls, not compressed, in batches of {@value #MAX_ROWS}
 * rows or {@value #MAX_BYTES} bytes. Geometries are WKB with the metadata of GeoParquet and of GeoArrow. The metadata of Arrow are made by
 * its own classes; its vectors would bring memory beside the heap, and an option for each start of the JVM.
 */
public final class ArrowRecords implements Consumer<Object[]> {

    private static final byte[] MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);

    /** Stands before the length of a message; with a length of 0, at the end of the messages. */
    private static final int CONTINUATION = -1;

    private static final int ALIGNMENT = 8;
    private static final byte[] PADDING = new byte[ALIGNMENT];

    /** As pyarrow writes Feather. */
    private static final int MAX_ROWS = 1 << 16;

    /** Most bytes of a batch; one record may go beyond. */
    private static final long MAX_BYTES = 1 << 27;

    private final OutputStream out;
    private final int maxRows;
    private final List<WrittenBatch> batches = new ArrayList<>();
    private long written;
    private List<ArrowColumn> columns;
    private int rows;
    private long bytes;

    private ArrowRecords(OutputStream out, int maxRows) {
        this.out = out;
        this.maxRows = maxRows;
    }

    /** Where a batch is in the file. */
    private record WrittenBatch(long at, int metadataBytes, long bodyBytes) {}

    /** Writes records, of which the first is the header; {@link AnswerColumn} says what they have. The destination stays open. */
    public static void write(OutputStream out, Consumer<Consumer<Object[]>> records) throws IOException {
        write(out, MAX_ROWS, records);
    }

    /** Writes records in batches of so many rows at most. */
    static void write(OutputStream out, int maxRows, Consumer<Consumer<Object[]>> records) throws IOException {
        ArrowRecords file = new ArrowRecords(out, maxRows);
        try {
            file.put(MAGIC, MAGIC.length);
            records.accept(file);
            file.finish();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public void accept(Object[] cells) {
        try {
            if (columns == null) {
                columns = Stream.of(cells)
                        .map(cell -> new ArrowColumn(AnswerColumn.of(cell)))
                        .toList();
                FlatBufferBuilder builder = new FlatBufferBuilder();
                putMessage(builder, MessageHeader.Schema, schema(builder), 0);
                return;
            }
            for (int column = 0; column < cells.length; column++) {
                bytes += columns.get(column).add(cells[column]);
            }
            if (++rows == maxRows || bytes >= MAX_BYTES) {
                endBatch();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes bytes, and zeros up to the next place of a buffer. */
    private void put(byte[] part, int length) throws IOException {
        out.write(part, 0, length);
        out.write(PADDING, 0, padded(length) - length);
        written += padded(length);
    }

    private static int padded(int length) {
        return Math.addExact(length, ALIGNMENT - 1) & -ALIGNMENT;
    }

    /** Writes a message without its body; returns its bytes. */
    private int putMessage(FlatBufferBuilder builder, byte type, int header, long bodyBytes) throws IOException {
        builder.finish(Message.createMessage(builder, MetadataVersion.V5, type, header, bodyBytes, 0));
        byte[] message = builder.sizedByteArray();
        putInts(CONTINUATION, padded(message.length));
        put(message, message.length);
        return 2 * Integer.BYTES + padded(message.length);
    }

    private void putInts(int... values) throws IOException {
        ByteBuffer ints = ByteBuffer.allocate(values.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        ints.asIntBuffer().put(values);
        out.write(ints.array());
        written += ints.capacity();
    }

    private int schema(FlatBufferBuilder builder) {
        int[] fields = columns.stream()
                .mapToInt(column -> {
                    int name = builder.createString(column.name());
                    int type = column.type(builder);
                    int children = Field.createChildrenVector(builder, new int[0]);
                    int metadata = metadata(builder, column.metadata());
                    return Field.createField(builder, name, true, column.typeType(), type, 0, children, metadata);
                })
                .toArray();
        Map<AnswerColumn, GeoMetadata> geometries = ArrowColumn.geometries(columns);
        String geo = GeoMetadata.of(geometries);
        int metadata = metadata(builder, geo == null ? Map.of() : Map.of("geo", geo));
        int vector = Schema.createFieldsVector(builder, fields);
        return Schema.createSchema(builder, Endianness.Little, vector, metadata, 0);
    }

    /** Returns the place of metadata in a builder; 0 for none. */
    private static int metadata(FlatBufferBuilder builder, Map<String, String> values) {
        if (values.isEmpty()) {
            return 0;
        }
        int[] pairs = new TreeMap<>(values)
                .entrySet().stream()
                        .mapToInt(pair -> {
                            int key = builder.createString(pair.getKey());
                            return KeyValue.createKeyValue(builder, key, builder.createString(pair.getValue()));
                        })
                        .toArray();
        return Schema.createCustomMetadataVector(builder, pairs);
    }

    private void endBatch() throws IOException {
        List<ArrowColumn.Part> parts =
                columns.stream().flatMap(column -> column.parts().stream()).toList();
        FlatBufferBuilder builder = new FlatBufferBuilder();
        long bodyBytes = parts.stream().mapToLong(part -> padded(part.length())).sum();
        // A vector of structs is written from its end.
        RecordBatch.startBuffersVector(builder, parts.size());
        long end = bodyBytes;
        for (int part = parts.size() - 1; part >= 0; part--) {
            end -= padded(parts.get(part).length());
            Buffer.createBuffer(builder, end, parts.get(part).length());
        }
        int buffers = builder.endVector();
        RecordBatch.startNodesVector(builder, columns.size());
        for (int column = columns.size() - 1; column >= 0; column--) {
            FieldNode.createFieldNode(builder, rows, columns.get(column).nulls());
        }
        int nodes = builder.endVector();
        int batch = RecordBatch.createRecordBatch(builder, rows, nodes, buffers, 0, 0);
        long at = written;
        int metadataBytes = putMessage(builder, MessageHeader.RecordBatch, batch, bodyBytes);
        for (ArrowColumn.Part part : parts) {
            put(part.bytes(), part.length());
        }
        batches.add(new WrittenBatch(at, metadataBytes, bodyBytes));
        columns.forEach(ArrowColumn::clear);
        rows = 0;
        bytes = 0;
    }

    private void finish() throws IOException {
        if (rows > 0) {
            endBatch();
        }
        putInts(CONTINUATION, 0);
        FlatBufferBuilder builder = new FlatBufferBuilder();
        int schema = schema(builder);
        Footer.startDictionariesVector(builder, 0);
        int dictionaries = builder.endVector();
        Footer.startRecordBatchesVector(builder, batches.size());
        for (int batch = batches.size() - 1; batch >= 0; batch--) {
            WrittenBatch each = batches.get(batch);
            Block.createBlock(builder, each.at(), each.metadataBytes(), each.bodyBytes());
        }
        int blocks = builder.endVector();
        builder.finish(Footer.createFooter(builder, MetadataVersion.V5, schema, dictionaries, blocks, 0));
        byte[] footer = builder.sizedByteArray();
        out.write(footer);
        putInts(footer.length);
        out.write(MAGIC);
        out.flush();
    }
}
