package dev.gyre.cli.csv;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.ColumnRanges.Column;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.Point;

/** Whole pages of numbers and points, beside the values that were written. */
class ParquetBulkTest {

    private static final Path FILES = Path.of("src", "test", "resources", "dev", "gyre", "cli", "parquet");

    private static double[] coordinates(ParquetSource source, Column... columns) {
        return ParquetRows.read(source, rows -> {
            List<FileColumn> asked = Stream.of(columns)
                    .map(Column::name)
                    .distinct()
                    .map(rows::column)
                    .toList();
            return rows.coordinatesOrNull(asked, List.of(columns));
        });
    }

    private static double[] coordinates(String file, String... columns) {
        return coordinates(
                ParquetSource.file(FILES.resolve(file), CsvOptions.DEFAULT),
                Stream.of(columns).map(Column::of).toArray(Column[]::new));
    }

    private static ParquetSource written(Object[] header, List<Object[]> rows) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ParquetRecords.write(out, records -> {
            records.accept(header);
            rows.forEach(records);
        });
        return ParquetSource.stream("test", new ByteArrayInputStream(out.toByteArray()), CsvOptions.DEFAULT);
    }

    @Test
    void shouldReadFilesOfOtherPrograms() {
        double[] x = {0, 1, 2, 3, 4, 5, 6.5};
        double[] y = {0, 1, 2, 3, 4, 5, 6.25};
        double[] id = {10, 11, 12, 13, 14, 15, 16};
        for (String file : List.of("types-snappy.parquet", "types-none.parquet")) {
            assertArrayEquals(x, coordinates(file, "x"), file);
            double[] three = coordinates(file, "y", "id", "x");
            for (int row = 0; row < x.length; row++) {
                assertEquals(y[row], three[3 * row], file);
                assertEquals(id[row], three[3 * row + 1], file);
                assertEquals(x[row], three[3 * row + 2], file);
            }
        }
        // Pages of the second kind, Zstandard, three row groups; decimals as whole numbers.
        assertArrayEquals(y, coordinates("types-zstd-v2.parquet", "y"));
        double[] decimals = new double[7];
        Arrays.fill(decimals, 1.25);
        assertArrayEquals(decimals, coordinates("types-zstd-v2.parquet", "dec5"));
        double[] places = {7.45, 46.95, 3.4, 6.45, 178.44, -18.14, -78.51, -0.22};
        assertArrayEquals(places, coordinates("places.parquet", "geometry", "geometry"));
        assertArrayEquals(places, coordinates("places-bbox.parquet", "geometry", "geometry"));
    }

    @Test
    void shouldLeaveOtherKindsToTheOtherReader() {
        assertNull(coordinates("types-zstd-v2.parquet", "x"), "another encoding");
        assertNull(coordinates("types-gzip.parquet", "x"), "another codec");
        assertNull(coordinates("types-snappy.parquet", "i"), "a value is missing");
        assertNull(coordinates("types-snappy.parquet", "st.a"), "a group is missing");
        assertNull(coordinates("types-snappy.parquet", "half"), "numbers of another kind");
        assertNull(coordinates("bad.parquet", "x"), "numbers out of range");
        assertNull(coordinates("zones.parquet", "geometry", "geometry"), "not points");
        ParquetSource source = ParquetSource.file(FILES.resolve("types-snappy.parquet"), CsvOptions.DEFAULT);
        assertNull(coordinates(source, new Column("x", 0, 6)), "a number out of its range");
    }

    @Test
    void shouldReadWhatIsWritten() throws IOException {
        GeometryFactory geometries = new GeometryFactory();
        for (int seed = 0; seed < 12; seed++) {
            Random random = new Random(seed);
            int size = random.nextInt(2) == 0 ? random.nextInt(20) : random.nextInt(200_000);
            int runs = 1 + random.nextInt(4);
            double[] expected = new double[2 * size];
            List<Object[]> rows = new ArrayList<>();
            Object last = null;
            for (int row = 0; row < size; row++) {
                if (row % runs == 0) {
                    last = geometries.createPoint(new Coordinate(random.nextGaussian(), -random.nextInt(3) * 0.0));
                }
                Coordinate place = ((Point) last).getCoordinate();
                expected[2 * row] = place.x;
                expected[2 * row + 1] = place.y;
                rows.add(new Object[] {last, place.x, (long) row});
            }
            Object[] header = {
                AnswerColumn.geometry("place", null), AnswerColumn.distance("x"), AnswerColumn.of("n", CellType.LONG)
            };
            assertArrayEquals(
                    expected,
                    coordinates(written(header, rows), Column.of("place"), Column.of("place")),
                    "seed=" + seed);
            double[] numbers = coordinates(written(header, rows), Column.of("n"), Column.of("x"));
            for (int row = 0; row < size; row++) {
                assertEquals(row, numbers[2 * row], "seed=" + seed);
                assertEquals(expected[2 * row], numbers[2 * row + 1], "seed=" + seed);
            }
        }
    }

    /** Writes numbers as runs and as packed groups of eight, at random. */
    private static byte[] encoded(int[] numbers, int bits, Random random) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int at = 0;
        while (at < numbers.length) {
            int same = at;
            while (same < numbers.length && numbers[same] == numbers[at]) {
                same++;
            }
            if (random.nextBoolean()) {
                out.write((same - at) * 2 & 0x7f | 0x80);
                out.write((same - at) * 2 >> 7);
                for (int place = 0; place < (bits + 7) / 8; place++) {
                    out.write(numbers[at] >>> 8 * place);
                }
                at = same;
            } else {
                int groups = 1 + random.nextInt(3);
                out.write(groups * 2 + 1);
                boolean[] flags = new boolean[8 * groups * bits];
                for (int bit = 0; bit < flags.length; bit++) {
                    int number = at + bit / bits;
                    flags[bit] = number < numbers.length && (numbers[number] >>> bit % bits & 1) == 1;
                }
                for (int begin = 0; begin < flags.length; begin += 8) {
                    int value = 0;
                    for (int bit = 0; bit < 8; bit++) {
                        value |= flags[begin + bit] ? 1 << bit : 0;
                    }
                    out.write(value);
                }
                at = Math.min(numbers.length, at + 8 * groups);
            }
        }
        return out.toByteArray();
    }

    @Test
    void shouldReadRunsAndPackedNumbers() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            int bits = 1 + random.nextInt(20);
            int[] numbers = new int[random.nextInt(300)];
            for (int at = 0; at < numbers.length; at++) {
                numbers[at] = at > 0 && random.nextInt(3) > 0 ? numbers[at - 1] : random.nextInt(1 << bits);
            }
            byte[] bytes = encoded(numbers, bits, random);
            assertArrayEquals(numbers, RunLengths.read(bytes, 0, bytes.length, bits, numbers.length), "seed=" + seed);
            boolean areZero = Arrays.stream(numbers).allMatch(number -> number == 0);
            assertEquals(areZero, RunLengths.areAll(0, bytes, 0, bytes.length, bits, numbers.length), "seed=" + seed);
            int[] same = new int[numbers.length];
            Arrays.fill(same, 1);
            byte[] all = encoded(same, bits, random);
            assertTrue(RunLengths.areAll(1, all, 0, all.length, bits, same.length), "seed=" + seed);
            if (same.length > 0) {
                assertFalse(RunLengths.areAll(0, all, 0, all.length, bits, same.length), "seed=" + seed);
                assertThrows(
                        IndexOutOfBoundsException.class,
                        () -> RunLengths.read(all, 0, 1, bits, same.length),
                        "seed=" + seed);
            }
        }
    }
}
