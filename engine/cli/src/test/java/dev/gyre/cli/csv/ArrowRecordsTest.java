package dev.gyre.cli.csv;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.io.ParseException;
import org.locationtech.jts.io.WKBReader;
import org.locationtech.jts.io.WKTReader;

/** Files that are written, as Arrow's own reader sees them. */
class ArrowRecordsTest {

    private static final Object[] HEADER = {
        AnswerColumn.count("int"),
        AnswerColumn.of("long", CellType.LONG),
        AnswerColumn.of("float", CellType.FLOAT),
        AnswerColumn.distance("double"),
        AnswerColumn.of("boolean", CellType.BOOLEAN),
        AnswerColumn.of("text", CellType.TEXT),
        "name"
    };

    private static final String TYPES = "int Int(32, true), long Int(64, true), float FloatingPoint(SINGLE), "
            + "double FloatingPoint(DOUBLE), boolean Bool, text Utf8, name Utf8";

    private static Object[] row(Random random, double nullShare) {
        Object[] cells = {
            random.nextInt(),
            random.nextLong(),
            (float) random.nextGaussian(),
            random.nextGaussian(),
            random.nextBoolean(),
            "ü".repeat(random.nextInt(20)),
            "n" + random.nextInt(3)
        };
        for (int cell = 0; cell < cells.length; cell++) {
            cells[cell] = random.nextDouble() < nullShare ? null : cells[cell];
        }
        return cells;
    }

    @Test
    void shouldWriteWhatArrowReads() throws IOException {
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            int size = random.nextInt(2) == 0 ? random.nextInt(20) : random.nextInt(3_000);
            int maxRows = 1 + random.nextInt(2_000);
            double nullShare = new double[] {0, 0.01, 0.5, 1}[random.nextInt(4)];
            List<Object[]> rows = new ArrayList<>();
            for (int row = 0; row < size; row++) {
                rows.add(row(random, nullShare));
            }
            ArrowFiles.Table table = ArrowFiles.read(ArrowFiles.write(HEADER, rows, maxRows));
            assertEquals(TYPES, table.types(), "seed=" + seed);
            assertEquals((size + maxRows - 1) / maxRows, table.batches(), "seed=" + seed);
            assertEquals(size, table.rows().size(), "seed=" + seed);
            for (int row = 0; row < size; row++) {
                assertArrayEquals(rows.get(row), table.rows().get(row), "seed=" + seed + ", row=" + row);
            }
        }
    }

    @Test
    void shouldWriteTextsOfNumbersAsNumbers() throws IOException {
        Object[] texts = {"-7", "123456789012", "0.1", "1e300", "true", "", ""};
        Object[] empty = {"", "", "", "", "", "", null};
        ArrowFiles.Table table = ArrowFiles.read(ArrowFiles.write(HEADER, List.of(texts, empty), 100));
        assertArrayEquals(
                new Object[] {-7, 123_456_789_012L, 0.1f, 1e300, true, "", ""},
                table.rows().get(0));
        assertArrayEquals(
                new Object[] {null, null, null, null, null, "", null},
                table.rows().get(1));
    }

    @Test
    void shouldWriteGeometriesWithTheirSystems() throws IOException, ParseException {
        String other = "{\"name\":\"a plane\"}";
        Object[] header = {
            AnswerColumn.geometry("degrees", null),
            AnswerColumn.geometry("unknown", "null"),
            AnswerColumn.geometry("other", other),
            "text"
        };
        Geometry shape = new WKTReader().read("POLYGON ((0 0, 4 0, 4 4, 0 0), (2 1, 3 1, 3 2, 2 1))");
        Geometry point = new WKTReader().read("POINT (1 2)");
        Geometry empty = new WKTReader().read("POINT EMPTY");
        List<Object[]> rows = List.of(new Object[] {shape, point, empty, "a"}, new Object[] {null, shape, null, "b"});
        ArrowFiles.Table table = ArrowFiles.read(ArrowFiles.write(header, rows, 100));
        for (int row = 0; row < rows.size(); row++) {
            for (int column = 0; column < 3; column++) {
                byte[] wkb = (byte[]) table.rows().get(row)[column];
                Geometry read = wkb == null ? null : new WKBReader().read(wkb);
                assertEquals(rows.get(row)[column], read);
            }
        }
        String name = "ARROW:extension:name";
        String metadata = "ARROW:extension:metadata";
        List<Map<String, String>> fields =
                table.schema().getFields().stream().map(Field::getMetadata).toList();
        assertEquals(
                List.of(
                        Map.of(
                                name,
                                "geoarrow.wkb",
                                metadata,
                                "{\"crs\":\"OGC:CRS84\",\"crs_type\":\"authority_code\"}"),
                        Map.of(name, "geoarrow.wkb", metadata, "{}"),
                        Map.of(name, "geoarrow.wkb", metadata, "{\"crs\":" + other + ",\"crs_type\":\"projjson\"}"),
                        Map.of()),
                fields);
        assertEquals(
                "{\"version\":\"1.1.0\",\"primary_column\":\"degrees\",\"columns\":{"
                        + "\"degrees\":{\"encoding\":\"WKB\",\"geometry_types\":[]},"
                        + "\"unknown\":{\"encoding\":\"WKB\",\"geometry_types\":[],\"crs\":null},"
                        + "\"other\":{\"encoding\":\"WKB\",\"geometry_types\":[],\"crs\":" + other + "}}}",
                table.schema().getCustomMetadata().get("geo"));
    }

    @Test
    void shouldWriteNoMoreThanABatchAtATime() throws IOException {
        String text = "x".repeat(1 << 20);
        List<Object[]> rows = new ArrayList<>();
        for (int row = 0; row < 200; row++) {
            rows.add(new Object[] {text});
        }
        ArrowFiles.Table table = ArrowFiles.read(ArrowFiles.write(new Object[] {"text"}, rows, 1 << 16));
        assertEquals(2, table.batches());
        assertEquals(200, table.rows().size());
        assertEquals(text, table.rows().get(199)[0]);
    }
}
