package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.cli.csv.ArrowFiles;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Arrow IPC that commands write. */
class ArrowCommandTest {

    private static final Path PARQUET = Path.of("src", "test", "resources", "dev", "gyre", "cli", "parquet");

    @TempDir
    private Path directory;

    private static CommandRun run(String command, String... more) {
        return CommandRun.of(List.of((command + " --device=jvm --quiet").split(" ")), more);
    }

    private ArrowFiles.Table table(String command, String... more) throws IOException {
        Path file = directory.resolve("o.arrow");
        String[] all = Arrays.copyOf(more, more.length + 1);
        all[more.length] = "--output=" + file;
        run(command, all).shouldSucceed();
        return ArrowFiles.read(Files.readAllBytes(file));
    }

    private static String csv(String command, String... more) {
        return run(command + " --output=-", more).shouldSucceed().out();
    }

    private static String input(String name) {
        return "--input=" + PARQUET.resolve(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "knn-join --columns=x,y --k=2 --id=id --keep=i,flag,half",
                "radius-join --columns=x,y --radius=1.5 --id=id --keep=dict",
                "radius-join --columns=x,y --radius=1.5 --count-only",
                "box-join --boxes=x,y,id,u4 --predicate=within --skip-bad-rows",
                "graph --columns=x,y --k=2 --id=id",
                "outliers --columns=x,y --k=2 --keep=u8,day",
                "spanning-tree --columns=x,y",
                "cluster --columns=x,y --eps=1.5 --min-points=2 --keep=i",
                "pair-counts --columns=x,y --radii=1.5,2.5",
                "sort --by=x --keep=id,x,y,i,u4,u8,i1,flag,day,utc,dec30,bytes",
                "top --by=x --k=3 --id=id",
            })
    void shouldWriteWhatCsvHas(String command) throws IOException {
        String file = input("types-snappy.parquet");
        assertEquals(csv(command, file), table(command, file).csv());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spatial-join --left-id=zone --right-id=name --keep=people",
                "spatial-join --left-id=zone --right-id=name --nearest=2",
                "spatial-join --left-id=zone --count-only",
                "spatial-join --left-id=zone --right-id=name --left-join",
            })
    void shouldWriteWhatCsvHasOfGeometries(String command) throws IOException {
        String[] files = {"--left=" + PARQUET.resolve("zones.parquet"), "--right=" + PARQUET.resolve("places.parquet")};
        String expected = csv(command, files);
        ArrowFiles.Table table = table(command, files);
        int at = table.schema().getFields().indexOf(table.schema().findField("geometry"));
        List<Object[]> without = table.rows().stream()
                .map(row -> IntStream.range(0, row.length)
                        .filter(column -> column != at)
                        .mapToObj(column -> row[column])
                        .toArray())
                .toList();
        String body = new ArrowFiles.Table(new Schema(List.of()), 0, without).csv();
        assertEquals(expected.substring(expected.indexOf('\n')), body);
    }

    @Test
    void shouldWriteTreesAnswers() throws IOException {
        Path tree = directory.resolve("t.kd");
        run("kd build --columns=x,y", input("types-snappy.parquet"), "--output=" + tree)
                .shouldSucceed();
        String queries = input("types-snappy.parquet");
        String command = "kd query --columns=x,y --k=2 --tree=" + tree;
        assertEquals(csv(command, queries), table(command, queries).csv());
    }

    @Test
    void shouldTypeColumns() throws IOException {
        String file = input("types-snappy.parquet");
        assertEquals(
                "id Int(64, true), x FloatingPoint(DOUBLE), y FloatingPoint(SINGLE), i Int(32, true), u8 Utf8, "
                        + "flag Bool, day Utf8, half FloatingPoint(SINGLE)",
                table("sort --by=x --keep=id,x,y,i,u8,flag,day,half", file).types());
        assertEquals(
                "query Int(64, true), rank Int(32, true), neighbor Int(64, true), distance FloatingPoint(DOUBLE)",
                table("knn-join --k=1 --columns=x,y --id=id", file).types());
        ArrowFiles.Table none = table("knn-join --k=1 --columns=x,y", input("empty.parquet"));
        assertEquals(
                "query Int(32, true), rank Int(32, true), neighbor Int(32, true), distance FloatingPoint(DOUBLE)",
                none.types());
        assertEquals(0, none.rows().size());
        assertEquals(0, none.batches());
    }

    @Test
    void shouldKeepTheSystemOfGeometries() throws IOException {
        String geo = table(
                        "spatial-join",
                        "--left=" + PARQUET.resolve("zones-3857.parquet"),
                        "--right=" + PARQUET.resolve("places-3857.parquet"))
                .schema()
                .getCustomMetadata()
                .get("geo");
        assertEquals(
                0,
                geo.indexOf("{\"version\":\"1.1.0\",\"primary_column\":\"geometry\",\"columns\":{\"geometry\":"
                        + "{\"encoding\":\"WKB\",\"geometry_types\":[],\"crs\":{\"$schema\":"),
                geo);
    }

    @Test
    void shouldWriteFeatherAndCompress() throws IOException {
        String file = input("types-snappy.parquet");
        String command = "knn-join --k=1 --columns=x";
        String expected = csv(command, file);
        Path feather = directory.resolve("o.feather");
        run(command, file, "--output=" + feather).shouldSucceed();
        assertEquals(expected, ArrowFiles.read(Files.readAllBytes(feather)).csv());
        Path compressed = directory.resolve("o.arrow.gz");
        run(command, file, "--output=" + compressed).shouldSucceed();
        try (InputStream in = new GZIPInputStream(new FileInputStream(compressed.toFile()))) {
            assertEquals(expected, ArrowFiles.read(in.readAllBytes()).csv());
        }
        Path other = directory.resolve("o.bin");
        String[] files = {"--left=" + PARQUET.resolve("zones.parquet"), "--right=" + PARQUET.resolve("places.parquet")};
        run("spatial-join --output-format=arrow --output=" + other, files).shouldSucceed();
        assertEquals(3, ArrowFiles.read(Files.readAllBytes(other)).rows().size());
    }

    @Test
    void shouldRefuseWhatArrowIsNotFor() throws IOException {
        String file = input("types-snappy.parquet");
        String[] geometries = {
            "--left=" + PARQUET.resolve("zones.parquet"), "--right=" + PARQUET.resolve("places.parquet")
        };
        run("spatial-join --output-format=arrow --output=-", geometries)
                .shouldRefuse("Parquet and Arrow are written to files");
        run("knn-join --k=1 --columns=x --precision=2 --output=" + directory.resolve("o.arrow"), file)
                .shouldRefuse("--precision is for CSV");
        Path arrow = Files.writeString(directory.resolve("in.arrow"), "x,y\n1,2\n");
        String refused = "in.arrow: Arrow IPC is written, and not read; Parquet is read";
        run("knn-join --k=1 --columns=x", "--input=" + arrow).shouldRefuse(refused);
        run("knn-join --k=1 --columns=x", file, "--query=" + arrow).shouldRefuse(refused);
        run("sort --by=x", "--input=" + arrow).shouldRefuse(refused);
        run("spatial-join", "--left=" + arrow, geometries[1]).shouldRefuse(refused);
        run("knn-join --k=1 --columns=x --format=arrow", file).shouldRefuse("--format", "expected one of");
        run("spatial-join --left-format=arrow", geometries).shouldRefuse("--left-format", "expected one of");
    }
}
