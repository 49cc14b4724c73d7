package dev.gyre.cli.csv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hardwood.InputFile;
import dev.hardwood.metadata.Statistics;
import dev.hardwood.reader.ParquetFileReader;
import dev.hardwood.reader.RowReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Files that are written, as another reader sees them. */
class ParquetRecordsTest {

    private static final Object[] HEADER = {
        AnswerColumn.count("int"),
        AnswerColumn.of("long", CellType.LONG),
        AnswerColumn.of("float", CellType.FLOAT),
        AnswerColumn.distance("double"),
        AnswerColumn.of("boolean", CellType.BOOLEAN),
        AnswerColumn.of("text", CellType.TEXT),
        "name"
    };

    private static byte[] write(Object[] header, List<Object[]> rows) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ParquetRecords.write(out, records -> {
            records.accept(header);
            rows.forEach(records);
        });
        return out.toByteArray();
    }

    private static Object[] row(Random random, int row, int runs, double nullShare) {
        Object[] cells = {
            random.nextInt(),
            random.nextLong(),
            (float) random.nextGaussian(),
            random.nextGaussian(),
            random.nextBoolean(),
            "t" + row / runs,
            "n" + random.nextInt(3)
        };
        for (int cell = 0; cell < cells.length; cell++) {
            cells[cell] = random.nextDouble() < nullShare ? null : cells[cell];
        }
        return cells;
    }

    @Test
    void shouldWriteWhatAnotherReaderReads() throws IOException {
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            int size = random.nextInt(2) == 0 ? random.nextInt(20) : random.nextInt(5_000);
            int runs = 1 + random.nextInt(6);
            double nullShare = new double[] {0, 0.01, 0.5, 1}[random.nextInt(4)];
            List<Object[]> rows = new ArrayList<>();
            for (int row = 0; row < size; row++) {
                rows.add(row(random, row, runs, nullShare));
            }
            check(rows, write(HEADER, rows), "seed=" + seed);
        }
    }

    private static void check(List<Object[]> rows, byte[] file, String seed) throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(InputFile.of(ByteBuffer.wrap(file)));
                RowReader read = reader.rowReader()) {
            assertEquals(rows.size(), reader.getFileMetaData().numRows(), seed);
            for (Object[] row : rows) {
                assertTrue(read.hasNext(), seed);
                read.next();
                for (int cell = 0; cell < row.length; cell++) {
                    String name = HEADER[cell].toString();
                    Object found = read.isNull(name)
                            ? null
                            : switch (cell) {
                                case 0 -> read.getInt(name);
                                case 1 -> read.getLong(name);
                                case 2 -> read.getFloat(name);
                                case 3 -> read.getDouble(name);
                                case 4 -> read.getBoolean(name);
                                default -> read.getString(name);
                            };
                    assertEquals(row[cell], found, seed);
                }
            }
        }
    }

    @Test
    void shouldWriteSeveralRowGroups() throws IOException {
        int size = (1 << 20) + 7;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ParquetRecords.write(out, records -> {
            records.accept(new Object[] {AnswerColumn.of("n", CellType.LONG), AnswerColumn.distance("d")});
            for (int row = 0; row < size; row++) {
                records.accept(new Object[] {(long) row, row % 3 == 0 ? null : row / 2.0});
            }
        });
        try (ParquetFileReader reader = ParquetFileReader.open(InputFile.of(ByteBuffer.wrap(out.toByteArray())));
                RowReader read = reader.rowReader()) {
            assertEquals(2, reader.getFileMetaData().rowGroups().size());
            long sum = 0;
            double halves = 0;
            int nulls = 0;
            while (read.hasNext()) {
                read.next();
                sum += read.getLong("n");
                nulls += read.isNull("d") ? 1 : 0;
                halves += read.isNull("d") ? 0 : read.getDouble("d");
            }
            long expected = 0;
            double expectedHalves = 0;
            for (int row = 0; row < size; row++) {
                expected += row;
                expectedHalves += row % 3 == 0 ? 0 : row / 2.0;
            }
            assertEquals(expected, sum);
            assertEquals((size + 2) / 3, nulls);
            assertEquals(expectedHalves, halves, 1e-3);
        }
    }

    @Test
    void shouldWriteBounds() throws IOException {
        Object[] header = {AnswerColumn.count("int"), AnswerColumn.distance("double"), AnswerColumn.distance("nan")};
        List<Object[]> rows = List.of(
                new Object[] {3, 0.0, 1.0}, new Object[] {-2, -7.5, Double.NaN}, new Object[] {null, null, null});
        byte[] file = write(header, rows);
        try (ParquetFileReader reader = ParquetFileReader.open(InputFile.of(ByteBuffer.wrap(file)))) {
            Statistics ints = statistics(reader, 0);
            assertEquals(1, ints.nullCount());
            assertEquals(
                    -2,
                    ByteBuffer.wrap(ints.minValue())
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .getInt());
            assertEquals(
                    3,
                    ByteBuffer.wrap(ints.maxValue())
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .getInt());
            Statistics doubles = statistics(reader, 1);
            assertEquals(
                    -7.5,
                    ByteBuffer.wrap(doubles.minValue())
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .getDouble());
            assertEquals(
                    0.0,
                    ByteBuffer.wrap(doubles.maxValue())
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .getDouble());
            assertEquals(null, statistics(reader, 2).minValue());
        }
    }

    private static Statistics statistics(ParquetFileReader reader, int column) {
        Statistics statistics = reader.getFileMetaData()
                .rowGroups()
                .get(0)
                .columns()
                .get(column)
                .metaData()
                .statistics();
        assertNotNull(statistics);
        return statistics;
    }
}
