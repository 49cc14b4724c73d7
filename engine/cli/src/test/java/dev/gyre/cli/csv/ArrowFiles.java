package dev.gyre.cli.csv;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.SeekableReadChannel;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.ByteArrayReadableSeekableByteChannel;
import org.apache.arrow.vector.util.Text;

/** Files of Arrow IPC, as Arrow's own reader sees them. */
public final class ArrowFiles {

    /** Bytes before the messages of a file. */
    private static final int BEGIN = 8;

    private ArrowFiles() {}

    /** The cells of a file: numbers, booleans, texts, arrays of bytes, or null. */
    public record Table(Schema schema, int batches, List<Object[]> rows) {

        /** Returns the names and types of the columns. */
        public String types() {
            return schema.getFields().stream()
                    .map(field -> field.getName() + " " + field.getType())
                    .collect(Collectors.joining(", "));
        }

        /** Returns the rows as CSV has them, without quotes. */
        public String csv() {
            StringBuilder text = new StringBuilder(schema.getFields().stream()
                    .map(field -> field.getName())
                    .collect(Collectors.joining(",", "", "\n")));
            for (Object[] row : rows) {
                List<String> cells = new ArrayList<>();
                for (Object cell : row) {
                    cells.add(Objects.toString(cell, ""));
                }
                text.append(String.join(",", cells)).append('\n');
            }
            return text.toString();
        }
    }

    /** Reads a file by its footer, and its messages as a stream, which must have the same rows. */
    public static Table read(byte[] file) throws IOException {
        Table table;
        try (BufferAllocator memory = new RootAllocator();
                ArrowFileReader reader = new ArrowFileReader(
                        new SeekableReadChannel(new ByteArrayReadableSeekableByteChannel(file)), memory)) {
            VectorSchemaRoot root = reader.getVectorSchemaRoot();
            List<Object[]> rows = new ArrayList<>();
            while (reader.loadNextBatch()) {
                addRows(root, rows);
            }
            table = new Table(root.getSchema(), reader.getRecordBlocks().size(), rows);
        }
        try (BufferAllocator memory = new RootAllocator();
                ArrowStreamReader reader = new ArrowStreamReader(
                        Channels.newChannel(new ByteArrayInputStream(file, BEGIN, file.length - BEGIN)), memory)) {
            List<Object[]> rows = new ArrayList<>();
            while (reader.loadNextBatch()) {
                addRows(reader.getVectorSchemaRoot(), rows);
            }
            if (rows.size() != table.rows().size()
                    || !reader.getVectorSchemaRoot().getSchema().equals(table.schema())) {
                throw new IOException("as a stream: " + rows.size() + " rows");
            }
        }
        return table;
    }

    private static void addRows(VectorSchemaRoot root, List<Object[]> rows) {
        for (int row = 0; row < root.getRowCount(); row++) {
            Object[] cells = new Object[root.getFieldVectors().size()];
            for (int column = 0; column < cells.length; column++) {
                FieldVector vector = root.getVector(column);
                Object cell = vector.getObject(row);
                cells[column] = cell instanceof Text text ? text.toString() : cell;
            }
            rows.add(cells);
        }
    }

    /** Writes records in batches of so many rows at most. */
    static byte[] write(Object[] header, List<Object[]> rows, int maxRows) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ArrowRecords.write(out, maxRows, records -> {
            records.accept(header);
            rows.forEach(records);
        });
        return out.toByteArray();
    }
}
