package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.io.PointFormat;
import dev.gyre.engine.io.VectorBytes;
import dev.gyre.engine.io.VectorFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands over files of vectors and wide CSV. */
class VectorFilesCommandTest {

    private static final double[] SQUARE = {0, 0, 1, 0, 0, 2, 5, 5};

    @TempDir
    private Path directory;

    private Path square;
    private Path squareCsv;

    @BeforeEach
    void writeSquare() throws IOException {
        square = write("square.fvecs", VectorBytes.fvecs(SQUARE, 2));
        squareCsv = csvFile("square.csv", SQUARE, 2);
    }

    // The same answer from every format

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 16, 100, 784})
    void shouldGiveTheAnswerOfCsvFromEveryFormat(int dims) throws IOException {
        double[] rows =
                new Random(dims).ints(120L * dims, 0, 256).asDoubleStream().toArray();
        Path csv = csvFile("points.csv", rows, dims);
        String expected = csv(csv, "--columns=v0..v" + (dims - 1), "--k=4");
        assertEquals(1 + 4 * 120, expected.lines().count());
        for (Path file : everyFormat(rows, dims)) {
            assertEquals(expected, csv(file, "--k=4"), file.toString());
        }
        assertEquals(expected, csv(csv, "--columns=v*", "--k=4"));
    }

    @Test
    void shouldJoinFilesOfDifferentFormats() throws IOException {
        double[] queries = {4, 4, 0, 1};
        String expected = "query,rank,neighbor,distance\n0,1,3,1.4142135623730951\n1,1,0,1.0\n";
        for (Path file : everyFormat(queries, 2)) {
            assertEquals(expected, csv(squareCsv, "--columns=v0,v1", "--k=1", "--query=" + file));
            assertEquals(expected, csv(square, "--k=1", "--query=" + file));
        }
        Path csv = csvFile("queries.csv", queries, 2);
        assertEquals(expected, csv(square, "--k=1", "--query=" + csv, "--query-columns=v0..v1"));
        assertEquals(
                expected.replace("\n0,", "\nrow 0,").replace("\n1,", "\nrow 1,"),
                csv(square, "--k=1", "--query=" + csv, "--query-columns=*", "--query-id=label"));
    }

    @Test
    void shouldJoinWithinARadius() throws IOException {
        for (Path file : everyFormat(SQUARE, 2)) {
            CommandRun run =
                    CommandRun.of("radius-join", "--input=" + file, "--radius=1", "--device=jvm", "--output=-");
            assertEquals(
                    "query,neighbor,distance\n0,1,1.0\n1,0,1.0\n",
                    run.shouldSucceed().out());
        }
    }

    @Test
    void shouldBuildAndSearchTrees() throws IOException {
        Path tree = directory.resolve("tree.kd");
        CommandRun.of("kd", "build", "--input=" + square, "--device=jvm", "--output=" + tree)
                .shouldSucceed();
        Path ids = directory.resolve("ids.npy");
        Path distances = directory.resolve("distances.npy");
        for (Path file : everyFormat(new double[] {4, 4, 0, 1}, 2)) {
            CommandRun.of(
                            "kd",
                            "query",
                            "--tree=" + tree,
                            "--input=" + file,
                            "--k=1",
                            "--device=jvm",
                            "--output=" + ids,
                            "--distances-output=" + distances)
                    .shouldSucceed();
            assertArrayEquals(new double[] {3, 0}, VectorFiles.read(ids).toRowMajor());
            assertArrayEquals(
                    new double[] {Math.sqrt(2), 1}, VectorFiles.read(distances).toRowMajor());
        }
    }

    @Test
    void shouldTakeTheFormatThatIsAskedFor() throws IOException {
        Path unnamed = write("vectors.bin", VectorBytes.fvecs(SQUARE, 2));
        String expected = csv(square);
        assertEquals(expected, csv(unnamed, "--format=fvecs"));
        assertEquals(
                expected,
                csv(square, "--query=" + unnamed, "--query-format=fvecs", "--k=6")
                        .lines()
                        .filter(line -> !line.endsWith(",0.0"))
                        .map(VectorFilesCommandTest::withRankBefore)
                        .collect(Collectors.joining("\n", "", "\n")));
        Path text = Files.copy(squareCsv, directory.resolve("text.npy"));
        assertEquals(expected, csv(text, "--format=csv", "--columns=v0,v1"));
    }

    /** In a join of a file with itself as two sets each query is its own first neighbor. */
    private static String withRankBefore(String line) {
        String[] cells = line.split(",");
        if (cells[0].equals("query")) {
            return line;
        }
        cells[1] = Integer.toString(Integer.parseInt(cells[1]) - 1);
        return String.join(",", cells);
    }

    @Test
    void shouldMeasureOnTheSphere() throws IOException {
        Path places = write("places.npy", VectorBytes.npy(new double[] {0, 0, 0, 90}, 2));
        assertTrue(csv(places, "--metric=haversine").contains("0,1,1,10007.5"));
        Path beyond = write("beyond.npy", VectorBytes.npy(new double[] {0, 0, 0, 91}, 2));
        join(beyond, "--metric=haversine").shouldRefuse("row 1, column 1, byte ", ": must be in -90..90: 91.0");
        Path three = write("three.npy", VectorBytes.npy(new double[] {0, 0, 0}, 3));
        join(three, "--metric=haversine").shouldRefuse("haversine needs two columns", "columns=3");
    }

    // What is refused

    @Test
    void shouldRefuseOptionsForCsvOnly() {
        join(square, "--columns=a,b")
                .shouldRefuse(
                        "--columns is for CSV, Parquet and FlatGeobuf; fvecs has no names",
                        "--columns=a,b",
                        square + "");
        join(square, "--id=a").shouldRefuse("--id is for CSV, Parquet and FlatGeobuf; fvecs has no names");
        join(squareCsv, "--columns=v0,v1", "--query=" + square, "--query-columns=a,b")
                .shouldRefuse("--query-columns is for CSV");
        join(squareCsv, "--columns=v0,v1", "--query=" + square, "--query-id=a").shouldRefuse("--query-id is for CSV");
        CommandRun.of("kd", "build", "--input=" + square, "--columns=a", "--output=" + directory.resolve("t"))
                .shouldRefuse("--columns is for CSV");
        assertEquals(2, directory.toFile().list().length);
    }

    @Test
    void shouldRefuseMissingColumnsOfQueries() {
        join(square, "--query=" + squareCsv).shouldRefuse("--query-columns is missing");
        join(squareCsv).shouldRefuse("--columns is missing");
    }

    @Test
    void shouldRefuseFormatOfQueriesWithoutQueriesAndOfTheDemo() {
        join(square, "--query-format=npy").shouldRefuse("--query-format need --query");
        CommandRun.of("knn-join", "--demo", "--format=csv").shouldRefuse("--demo brings its own rows");
        join(square, "--format=hdf5").shouldRefuse("csv, parquet, flatgeobuf, fvecs, bvecs, ivecs, npy", "hdf5");
    }

    @Test
    void shouldNameBothFilesWhenDimensionsDiffer() throws IOException {
        Path queries = write("queries.npy", VectorBytes.npy(new double[] {1, 2, 3}, 3));
        join(square, "--query=" + queries)
                .shouldRefuse("points and queries must have equally many dimensions: " + square + " has 2, " + queries
                        + " has 3");
    }

    @Test
    void shouldNamePlaceInQueries() throws IOException {
        Path queries = write("queries.fvecs", VectorBytes.fvecs(new double[] {1, 2, 3, Double.NaN}, 2));
        join(square, "--query=" + queries)
                .shouldRefuse(queries + ", row 1, column 1, byte 20: not a finite number: NaN");
    }

    @Test
    void shouldNameFileThatIsMissing() {
        Path missing = directory.resolve("missing.fvecs");
        join(missing).shouldRefuse(missing + ": no such file");
        join(missing, "--output=" + directory + ".npy/x.npy").shouldRefuse("cannot write", "no such directory");
    }

    // Output

    @Test
    void shouldWriteArraysOfTheAnswerOfTheEngine() throws IOException {
        double[] rows = new Random(9).doubles(300).toArray();
        Path points = write("points.npy", VectorBytes.npy(rows, 3));
        Neighbors expected;
        try (Engine engine = Engine.open(Settings.DEFAULT.withDevice(Settings.JVM))) {
            expected = engine.knnSelfJoin(Points.of(rows, 3), 7);
        }
        double[] ids = Arrays.stream(expected.toIdArray()).asDoubleStream().toArray();
        double[] distances = IntStream.range(0, 700)
                .mapToDouble(i -> expected.distance(i / 7, i % 7))
                .toArray();
        double[] rounded = Arrays.stream(distances).map(value -> (float) value).toArray();
        for (String end : List.of("", ".gz")) {
            assertWritten(points, "ids.npy" + end, ids, "distances.npy" + end, distances);
            assertWritten(points, "ids.ivecs" + end, ids, "distances.fvecs" + end, rounded);
        }
    }

    private void assertWritten(Path points, String idName, double[] ids, String distanceName, double[] distances)
            throws IOException {
        Path idFile = directory.resolve(idName);
        Path distanceFile = directory.resolve(distanceName);
        CommandRun run = join(points, "--k=7", "--output=" + idFile, "--distances-output=" + distanceFile);
        assertEquals("", run.shouldSucceed().out());
        assertEquals(idName.endsWith(".gz"), (Files.readAllBytes(idFile)[0] & 0xff) == 0x1f);
        assertArrayEquals(ids, VectorFiles.read(idFile).toRowMajor());
        assertArrayEquals(distances, VectorFiles.read(distanceFile).toRowMajor());
        assertEquals(7, VectorFiles.read(distanceFile).dims());
    }

    @Test
    void shouldFillSlotsThatAreNotUsed() throws IOException {
        Path ids = directory.resolve("ids.npy");
        Path distances = directory.resolve("distances.npy");
        join(square, "--k=4", "--output=" + ids, "--distances-output=" + distances)
                .shouldSucceed();
        Points read = VectorFiles.read(ids);
        assertEquals(4, read.dims());
        assertArrayEquals(new double[] {1, 2, 3, -1}, read.point(0));
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(distances)).order(ByteOrder.LITTLE_ENDIAN);
        assertEquals(Double.POSITIVE_INFINITY, bytes.getDouble(bytes.capacity() - 8));
    }

    @Test
    void shouldWriteDistancesBesideCsvAndTable() throws IOException {
        Path distances = directory.resolve("distances.npy");
        assertEquals(csv(square), csv(square, "--distances-output=" + distances));
        String table =
                join(square, "--distances-output=" + distances).shouldSucceed().out();
        assertEquals(join(square).shouldSucceed().out(), table);
        Path named = directory.resolve("named.csv");
        join(squareCsv, "--columns=*", "--id=label", "--output=" + named, "--distances-output=" + distances)
                .shouldSucceed();
        assertTrue(Files.readString(named).contains("row 0,1,row 1,1.0\n"));
    }

    @Test
    void shouldWriteNoAnswerForNoQueries() throws IOException {
        Path none = write("none.npy", VectorBytes.npy(VectorBytes.header("<f4", false, "(0, 2)"), new byte[0]));
        Path ids = directory.resolve("ids.npy");
        join(square, "--query=" + none, "--k=3", "--output=" + ids).shouldSucceed();
        Points read = VectorFiles.read(ids);
        assertEquals(List.of(0, 3), List.of(read.size(), read.dims()));
    }

    @Test
    void shouldRefuseFormatsThatDoNotHoldTheAnswer() {
        for (String name : List.of("ids.fvecs", "ids.bvecs.gz")) {
            join(square, "--output=" + directory.resolve(name)).shouldRefuse("--output must end in .npy or .ivecs");
        }
        for (String name : List.of("d.ivecs", "d.csv", "d")) {
            join(square, "--distances-output=" + directory.resolve(name))
                    .shouldRefuse("--distances-output must end in .npy or .fvecs");
        }
        Path same = directory.resolve("same.npy");
        join(square, "--output=" + same, "--distances-output=" + directory + "/./same.npy")
                .shouldRefuse("each output must have a file of its own");
        CommandRun.of("radius-join", "--input=" + square, "--radius=1", "--output=" + directory.resolve("ids.fvecs"))
                .shouldRefuse("--output must end in .npy or .ivecs, or CSV");
        CommandRun.of(
                        "radius-join",
                        "--input=" + square,
                        "--radius=1",
                        "--distances-output=" + same,
                        "--output=" + same)
                .shouldRefuse("each output must have a file of its own");
        CommandRun.of("sort", "--input=" + squareCsv, "--by=v0", "--output=" + same)
                .shouldRefuse("this command writes CSV");
    }

    @Test
    void shouldRefuseIdentifiersInArrays() {
        join(squareCsv, "--columns=*", "--id=label", "--output=" + directory.resolve("ids.npy"))
                .shouldRefuse("an array has rows and no identifiers");
        join(
                        square,
                        "--query=" + squareCsv,
                        "--query-columns=*",
                        "--query-id=label",
                        "--output=" + directory.resolve("ids.ivecs"))
                .shouldRefuse("an array has rows and no identifiers");
    }

    /** The second file cannot be written, and so the first does not appear. */
    @Test
    void shouldWriteAllFilesOrNone() throws IOException {
        Path far = write("far.npy", VectorBytes.npy(new double[] {0, 1e40}, 1));
        Path ids = directory.resolve("ids.npy");
        Path distances = directory.resolve("distances.fvecs");
        join(far, "--k=1", "--output=" + ids, "--distances-output=" + distances)
                .shouldFail(
                        ExitCode.FAILURE,
                        "cannot write " + distances + ": a distance is too large for float32",
                        "query=0, rank=1, distance=1.0E40");
        join(square, "--output=" + ids, "--distances-output=" + directory.resolve("nowhere/distances.npy"))
                .shouldRefuse("no such directory");
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(
                    List.of("far.npy", "square.csv", "square.fvecs"),
                    files.map(file -> file.getFileName().toString()).sorted().toList());
        }
    }

    @Test
    void shouldTellAboutFormatsInHelp() {
        for (String[] command : new String[][] {{"knn-join"}, {"radius-join"}, {"kd", "build"}, {"kd", "query"}}) {
            String[] args = Arrays.copyOf(command, command.length + 1);
            args[command.length] = "--help";
            String help = CommandRun.of(args).shouldSucceed().out().replaceAll("\\s+", " ");
            assertTrue(help.contains(".fvecs, .bvecs, .ivecs and NumPy's .npy"), help);
            assertTrue(help.contains("csv, parquet, flatgeobuf, fvecs, bvecs, ivecs or npy"), help);
        }
        String completion = CommandRun.of("generate-completion").shouldSucceed().out();
        assertTrue(completion.contains("--distances-output") && completion.contains("\"fvecs\""), completion);
    }

    private CommandRun join(Path input, String... more) {
        List<String> args = new ArrayList<>(List.of("knn-join", "--input=" + input, "--device=jvm"));
        args.addAll(List.of(more));
        return CommandRun.of(args.toArray(String[]::new));
    }

    private String csv(Path input, String... more) {
        String[] args = Arrays.copyOf(more, more.length + 1);
        args[more.length] = "--output=-";
        return join(input, args).shouldSucceed().out();
    }

    /** Small whole numbers in all formats of vectors. */
    private List<Path> everyFormat(double[] rows, int dims) throws IOException {
        byte[] transposed = new byte[rows.length];
        for (int i = 0; i < rows.length; i++) {
            transposed[i % dims * (rows.length / dims) + i / dims] = (byte) (int) rows[i];
        }
        String shape = "(" + rows.length / dims + ", " + dims + ")";
        List<Path> files = new ArrayList<>();
        files.add(write("every.fvecs", VectorBytes.fvecs(rows, dims)));
        files.add(write("every.bvecs", VectorBytes.bvecs(rows, dims)));
        files.add(write("every.ivecs", VectorBytes.ivecs(rows, dims)));
        files.add(write("every.npy", VectorBytes.npy(rows, dims)));
        files.add(write("by-columns.npy", VectorBytes.npy(VectorBytes.header("|u1", true, shape), transposed)));
        for (Path file : List.copyOf(files)) {
            files.add(write(file.getFileName() + ".gz", VectorBytes.gzip(Files.readAllBytes(file))));
        }
        // Four formats have names, and NumPy two orders.
        assertEquals((PointFormat.values().length - 3) * 2, files.size());
        return files;
    }

    private Path csvFile(String name, double[] rows, int dims) throws IOException {
        StringBuilder text = new StringBuilder();
        IntStream.range(0, dims).forEach(dim -> text.append('v').append(dim).append(','));
        text.append("label\n");
        for (int i = 0; i < rows.length; i++) {
            text.append(rows[i]).append(i % dims == dims - 1 ? ",row " + i / dims + "\n" : ",");
        }
        return Files.writeString(directory.resolve(name), text);
    }

    private Path write(String name, byte[] bytes) throws IOException {
        return Files.write(directory.resolve(name), bytes);
    }
}
