package dev.gyre.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.cli.csv.ColumnSelection;
import dev.gyre.cli.csv.CsvColumns;
import dev.gyre.cli.csv.PointReader;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.ColumnRanges;
import dev.gyre.engine.data.RTreeOptions.Packing;
import dev.gyre.engine.io.VectorBytes;
import dev.gyre.engine.io.VectorFiles;
import dev.gyre.engine.op.RTree;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RTreeCommandTest {

    @TempDir
    private Path directory;

    /** Two boxes that overlap, a flat one apart, and one around all; the last is the first again. */
    private Path boxes;

    private Path windows;
    private Path tree;

    @BeforeEach
    void writeFiles() throws IOException {
        boxes = write("boxes.csv", """
                name,xmin,ymin,xmax,ymax
                a,0,0,2,2
                b,1,1,3,3
                c,5,5,5,6
                d,0,0,10,10
                a again,0,0,2,2
                """);
        windows = write("windows.csv", """
                key,x1,y1,x2,y2
                w,1,1,2,2
                v,4,4,6,7
                u,2,0,2,0
                t,11,11,12,12
                """);
        tree = Files.createDirectory(directory.resolve("out")).resolve("tree.rt");
    }

    // build

    @Test
    void shouldBuildAFile() throws IOException {
        CommandRun run = build().shouldSucceed();
        assertEquals("", run.out());
        assertTrue(
                run.err()
                        .matches("jvm \\([^)]+\\): 5 boxes, hilbert, 1 level in "
                                + CommandRun.times("read", "open", "prepare", "sort", "arrange", "write") + "\\R"),
                run.err());
        assertEquals(List.of(tree), filesBesideTree());
        assertTree(Packing.HILBERT, 16, 5);
    }

    @ParameterizedTest
    @CsvSource({"x-sort, X_SORT", "str, STR", "hilbert, HILBERT", "auto, HILBERT"})
    void shouldPackAsAsked(String name, Packing packing) throws IOException {
        build("--packing=" + name, "--node-size=2").shouldSucceed();
        assertTree(packing, 2, 5);
    }

    private void assertTree(Packing packing, int nodeSize, int size) throws IOException {
        try (Engine engine = Engine.open(Settings.DEFAULT.withDevice(Settings.JVM));
                RTree loaded = engine.loadRTree(tree)) {
            assertEquals(size, loaded.boxes().size());
            assertEquals(packing, loaded.packing());
            assertEquals(nodeSize, loaded.nodeSize());
        }
    }

    @Test
    void shouldReportAsJson() {
        String report = build("--report=json", "--packing=str").shouldSucceed().err();
        assertTrue(
                report.matches("\\{\"command\":\"gyre rtree build\",.*\"result\":\\{\"boxes\":5,\"packing\":\"str\","
                        + "\"node_size\":16,\"levels\":1\\},\"seconds\":\\{\"total\":.*\"sort\":.*\\}\\}\\R"),
                report);
        String found = query("--report=json").shouldSucceed().err();
        assertTrue(
                found.matches("\\{\"command\":\"gyre rtree query\",.*\"result\":\\{\"queries\":4,\"predicate\":"
                        + "\"intersects\",\"matches\":9,\"method\":\"r-tree\"\\},\"seconds\":\\{.*\"load\":.*\"compute\":.*"
                        + "\\}\\}\\R"),
                found);
    }

    @Test
    void shouldSayNothingWhenQuiet() {
        assertEquals("", build("--quiet").shouldSucceed().err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "65", "0", "-3"})
    void shouldRefuseSizesOfNodesThatThereAreNot(String size) throws IOException {
        build("--node-size=" + size).shouldRefuse("--node-size must be in 2..64: node-size=" + size);
        assertEquals(List.of(), filesBesideTree());
    }

    @Test
    void shouldRefuseUnknownPackings() {
        build("--packing=hilbrt").shouldRefuse("hilbrt", "auto, x-sort, str, hilbert", "did you mean \"hilbert\"?");
    }

    @Test
    void shouldBuildOfPointsAndOfOneDimension() throws IOException {
        CommandRun.of("rtree", "build", "--input=" + boxes, "--columns=xmin,ymin", "--output=" + tree, "--device=jvm")
                .shouldSucceed();
        assertEquals(lines("0,1 1,2"), csv());
        CommandRun.of("rtree", "build", "--input=" + boxes, "--boxes=xmin,xmax", "--output=" + tree, "--device=jvm")
                .shouldSucceed();
        assertTree(Packing.X_SORT, 16, 5);
        assertEquals(
                lines("0,0 0,1 0,3 0,4 1,2 1,3 2,0 2,1 2,3 2,4"),
                run(
                                List.of("query", "--tree=" + tree, "--input=" + windows, "--device=jvm"),
                                "--boxes=x1,x2",
                                "--output=-")
                        .shouldSucceed()
                        .out());
    }

    @Test
    void shouldBuildOfNoRows() throws IOException {
        boxes = write("none.csv", "xmin,ymin,xmax,ymax\n");
        assertTrue(build().shouldSucceed().err().contains(": 0 boxes, hilbert, 0 levels in "));
        assertEquals("query,match\n", csv());
        assertEquals("query,matches\n0,0\n1,0\n2,0\n3,0\n", csv("--count-only"));
    }

    @Test
    void shouldBuildOfVectors() throws IOException {
        Path vectors = directory.resolve("boxes.npy");
        Files.write(
                vectors,
                VectorBytes.npy(
                        1,
                        VectorBytes.header("<f8", false, "(2, 4)"),
                        VectorBytes.numbers(
                                new double[] {0, 0, 2, 2, 1, 1, 3, 3},
                                8,
                                ByteOrder.LITTLE_ENDIAN,
                                ByteBuffer::putDouble)));
        CommandRun.of("rtree", "build", "--input=" + vectors, "--output=" + tree, "--device=jvm")
                .shouldSucceed();
        assertEquals("query,match\n0,0\n0,1\n2,0\n", csv());
        CommandRun.of("rtree", "build", "--input=" + vectors, "--boxes=x,y", "--output=" + tree)
                .shouldRefuse("--boxes is for CSV", "npy");
    }

    @Test
    void shouldRefuseVectorsThatAreNoBoxes() throws IOException {
        Path odd = directory.resolve("odd.npy");
        Files.write(
                odd,
                VectorBytes.npy(
                        1,
                        VectorBytes.header("<f8", false, "(1, 3)"),
                        VectorBytes.numbers(
                                new double[] {0, 0, 2}, 8, ByteOrder.LITTLE_ENDIAN, ByteBuffer::putDouble)));
        CommandRun.of("rtree", "build", "--input=" + odd, "--output=" + tree)
                .shouldRefuse("odd.npy: boxes need lower bounds, then as many upper bounds", "columns=3");
        Path inverted = directory.resolve("inverted.npy");
        Files.write(
                inverted,
                VectorBytes.npy(
                        1,
                        VectorBytes.header("<f8", false, "(2, 2)"),
                        VectorBytes.numbers(
                                new double[] {0, 1, 2, 1}, 8, ByteOrder.LITTLE_ENDIAN, ByteBuffer::putDouble)));
        CommandRun.of("rtree", "build", "--input=" + inverted, "--output=" + tree)
                .shouldRefuse("inverted.npy: a box's lower bound must not be above its upper one: row=1, column=0");
    }

    // Reading boxes

    @Test
    void shouldNameLineAndColumnOfInvertedBoxes() throws IOException {
        boxes = write("bad.csv", "xmin,ymin,xmax,ymax\n0,0,1,1\n0,3,1,2.5\n");
        build().shouldRefuse(
                        "bad.csv, line 3, column \"ymax\": must not be below the lower bound, column \"ymin\": lower=3.0, "
                                + "upper=2.5");
        assertEquals(List.of(), filesBesideTree());
    }

    @Test
    void shouldNameLineAndColumnOfWhatIsNoNumber() throws IOException {
        boxes = write("bad.csv", "xmin,ymin,xmax,ymax\n0,0,1,1\n0,3,oops,1\n");
        build().shouldRefuse("bad.csv, line 3, column \"xmax\": not a number: \"oops\"");
        boxes = write("bad.csv", "xmin,ymin,xmax,ymax\n0,0,Infinity,1\n");
        build().shouldRefuse("bad.csv, line 2, column \"xmax\": not a finite number: \"Infinity\"");
    }

    @Test
    void shouldLeaveOutBadAndMissingRows() throws IOException {
        boxes = write("bad.csv", "xmin;ymin;xmax;ymax\n0;0;1;1\n0;3;1;2.5\n0;0;NA;2\n0;0;2\n4;4;5;5\n9;0;8;0\n");
        CommandRun run = build("--skip-bad-rows", "--missing=skip", "--delimiter=semicolon")
                .shouldSucceed();
        assertTrue(
                run.err()
                        .contains(
                                "bad.csv: 1 row with missing coordinates skipped, 3 rows that cannot be read skipped (the "
                                        + "first: line 3, column \"ymax\": must not be below"),
                run.err());
        assertEquals("query,match\n0,0\n1,1\n", csv());
    }

    @Test
    void shouldTakeColumnsInRangesAndPatterns() throws IOException {
        boxes = write("wide.csv", "lo1,lo2,hi1,hi2,name\n0,0,2,2,x\n");
        CommandRun.of("rtree", "build", "--input=" + boxes, "--boxes=lo*,hi*", "--output=" + tree, "--device=jvm")
                .shouldSucceed();
        assertEquals("query,match\n0,0\n2,0\n", csv());
        CommandRun.of(
                        "rtree",
                        "build",
                        "--input=" + boxes,
                        "--boxes=*",
                        "--id=name",
                        "--output=" + tree,
                        "--device=jvm",
                        "--quiet")
                .shouldSucceed();
        assertEquals("query,match\n0,x\n2,x\n", csv());
    }

    @Test
    void shouldReadStandardInput() throws IOException {
        InputStream before = System.in;
        System.setIn(Files.newInputStream(boxes));
        try {
            boxes = Path.of("-");
            build().shouldSucceed();
        } finally {
            System.setIn(before);
        }
        assertTree(Packing.HILBERT, 16, 5);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "--boxes=xmin,ymin,xmax;boxes need lower bounds, then as many upper bounds, of 1 to 8 dimensions: columns=3",
                "--boxes=xmin,ymin,xmax,zmax;no column \"zmax\"",
                "--boxes=xmin,ymin,xmin,ymin;--boxes must be different columns",
                "--boxes=xmin,;--boxes has an empty name",
                "--columns=xmin --boxes=xmin,ymin;--boxes and --columns exclude one another",
                "--quiet;--boxes is missing"
            })
    void shouldRefuseColumnsThatAreNoBoxes(String options, String message) {
        List<String> first = List.of("rtree", "build", "--input=" + boxes, "--output=" + tree);
        CommandRun.of(first, options.split(" ")).shouldRefuse(message);
    }

    @Test
    void shouldRefuseNineDimensions() throws IOException {
        String names = IntStream.range(0, 18).mapToObj(i -> "c" + i).collect(Collectors.joining(","));
        boxes = write("wide.csv", names + "\n" + names.replaceAll("c\\d+", "1") + "\n");
        List<String> first = List.of("rtree", "build", "--input=" + boxes, "--output=" + tree);
        CommandRun.of(first, "--boxes=*").shouldRefuse("of 1 to 8 dimensions: columns=18");
        CommandRun.of(first, "--columns=c0..c8").shouldRefuse("wide.csv: dims of boxes must be in 1..8: dims=9");
    }

    @Test
    void shouldRefuseToBuildWithoutInputOrOutput() {
        CommandRun.of("rtree", "build", "--boxes=xmin,xmax", "--output=" + tree).shouldRefuse("--input is missing");
        CommandRun.of("rtree", "build", "--input=" + boxes, "--boxes=xmin,xmax").shouldRefuse("--output");
        CommandRun.of("rtree", "build", "--input=" + boxes, "--boxes=xmin,xmax", "--output=" + boxes)
                .shouldRefuse("the output would replace the input");
        CommandRun.of("rtree", "build", "--demo", "--input=" + boxes, "--output=" + tree)
                .shouldRefuse("--demo brings its own rows");
        CommandRun.of("rtree", "build", "--input=" + boxes, "--boxes=xmin,xmax", "--output=" + tree.resolve("x"))
                .shouldRefuse("cannot write", "no such directory");
    }

    // query

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "intersects;0,0 0,1 0,3 0,4 1,2 1,3 2,0 2,3 2,4",
                "contains;1,2",
                "within;0,0 0,1 0,3 0,4 1,3 2,0 2,3 2,4"
            })
    void shouldFindWhatThePredicateSays(String predicate, String matches) {
        for (String packing : List.of("x-sort", "str", "hilbert")) {
            build("--packing=" + packing, "--node-size=2");
            assertEquals(lines(matches), csv("--predicate=" + predicate), packing);
        }
    }

    private static String lines(String matches) {
        return "query,match\n" + matches.replace(' ', '\n') + "\n";
    }

    @Test
    void shouldFindWhatIsWithinADistance() {
        build();
        assertEquals(lines("0,0 0,1 0,3 0,4 1,1 1,2 1,3 2,0 2,1 2,3 2,4 3,3"), csv("--distance=1.4142135623730951"));
        assertEquals(
                lines("0,0 0,1 0,3 0,4 1,1 1,2 1,3 2,0 2,1 2,3 2,4 3,3"), csv("--distance=1", "--metric=chebyshev"));
        assertEquals(lines("0,0 0,1 0,3 0,4 1,2 1,3 2,0 2,1 2,3 2,4"), csv("--distance=1", "--metric=manhattan"));
        assertEquals(csv("--distance=1"), csv("--distance=1", "--metric=squared-euclidean"));
    }

    @Test
    void shouldTakePointsAsQueries() {
        build("--id=name");
        CommandRun run = run(
                List.of("query", "--tree=" + tree, "--input=" + windows, "--device=jvm", "--output=-"),
                "--columns=x1,y1",
                "--id=key");
        assertEquals("""
                query,match
                w,a
                w,b
                w,d
                w,a again
                v,d
                u,a
                u,d
                u,a again
                """, run.shouldSucceed().out());
    }

    @Test
    void shouldCountMatches() {
        build("--id=name");
        assertEquals("query,matches\nw,4\nv,2\nu,3\nt,0\n", csv("--count-only", "--id=key"));
        assertEquals(
                """
                query  matches
                w      4
                v      2
                2 of 4 queries, 9 matches; --rows N shows more, --output FILE writes all
                """,
                query("--count-only", "--id=key", "--rows=2").shouldSucceed().out());
    }

    @Test
    void shouldPrintATableAndWhereTheTimeWent() {
        build("--id=name");
        CommandRun run = query("--id=key").shouldSucceed();
        assertEquals("""
                query  matches  first
                w      4        a      b  d
                v      2        c      d
                u      3        a      d  a again
                t      0
                4 of 4 queries, 9 matches
                """, run.out());
        assertTrue(
                run.err()
                        .matches("jvm .*: 4 queries, intersects, 9 matches in "
                                + CommandRun.times("read", "open", "load", "compute", "write") + "\\R"),
                run.err());
        String far = query("--distance=2", "--metric=manhattan").shouldSucceed().err();
        assertTrue(far.contains(": 4 queries, distance=2.0, manhattan, 12 matches in "), far);
    }

    @Test
    void shouldWriteArraysAndVectors() throws IOException {
        build();
        Path array = directory.resolve("ids.npy");
        query("--output=" + array).shouldSucceed();
        PointTable rows = PointTable.ofRows(VectorFiles.read(array));
        assertArrayEquals(
                new double[] {0, 0, 0, 1, 0, 3, 0, 4, 1, 2, 1, 3, 2, 0, 2, 3, 2, 4},
                rows.points().toRowMajor());
        Path vectors = directory.resolve("ids.ivecs");
        query("--output=" + vectors, "--predicate=contains").shouldSucceed();
        IntBuffer ints = ByteBuffer.wrap(Files.readAllBytes(vectors))
                .order(ByteOrder.LITTLE_ENDIAN)
                .asIntBuffer();
        int[] all = new int[ints.remaining()];
        ints.get(all);
        assertArrayEquals(new int[] {0, 1, 2, 0, 0}, all);
        query("--output=" + array, "--id=key").shouldRefuse("an array has rows and no identifiers");
        query("--output=" + array, "--count-only").shouldRefuse("--count-only writes CSV");
        query("--output=" + directory.resolve("ids.fvecs")).shouldRefuse("--output must end in .npy or .ivecs");
    }

    @Test
    void shouldRefusePredicatesThatThereAreNot() {
        build();
        query("--predicate=contain").shouldRefuse("intersects, contains, within", "did you mean \"contains\"?");
        query("--distance=-1").shouldRefuse("--distance must be 0 or more: distance=-1.0");
        query("--distance=NaN").shouldRefuse("--distance must be 0 or more: distance=NaN");
        query("--distance=1", "--predicate=intersects").shouldRefuse("--predicate and --distance exclude one another");
        query("--metric=manhattan").shouldRefuse("--metric needs --distance");
        query("--distance=1", "--metric=haversine").shouldRefuse("--metric", "squared-euclidean", "haversine");
    }

    @Test
    void shouldRefuseQueriesOfOtherDimensionsAndWithoutTree() {
        build();
        run(List.of("query", "--tree=" + tree, "--input=" + windows, "--device=jvm"), "--boxes=x1,x2")
                .shouldRefuse("windows.csv: queries must have the dimensions of the tree's boxes: queries=1, boxes=2");
        CommandRun.of("rtree", "query", "--input=" + windows, "--boxes=x1,x2").shouldRefuse("--tree");
        query("--output=" + windows).shouldRefuse("the output would replace the input");
        query("--output=" + tree).shouldRefuse("the output would replace the input");
    }

    @Test
    void shouldWriteTheAnswerOfAllPairs() throws IOException {
        Random random = new Random(14);
        double[][] left = random(random, 200);
        double[][] right = random(random, 300);
        boxes = write("right.csv", text(right, "xmin,ymin,xmax,ymax"));
        windows = write("left.csv", text(left, "x1,y1,x2,y2"));
        build("--node-size=4").shouldSucceed();
        StringBuilder expected = new StringBuilder("query,match\n");
        for (int i = 0; i < left.length; i++) {
            for (int j = 0; j < right.length; j++) {
                double[] a = left[i];
                double[] b = right[j];
                if (a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]) {
                    expected.append(i).append(',').append(j).append('\n');
                }
            }
        }
        assertEquals(expected.toString(), csv(), "seed=14");
    }

    /** Boxes on a grid, so that many touch. */
    static double[][] random(Random random, int n) {
        return Stream.generate(() -> {
                    double x = random.nextInt(100);
                    double y = random.nextInt(100);
                    return new double[] {x, y, x + random.nextInt(9), y + random.nextInt(9)};
                })
                .limit(n)
                .toArray(double[][]::new);
    }

    static String text(double[][] rows, String header) {
        return Stream.of(rows)
                .map(row -> IntStream.range(0, row.length)
                        .mapToObj(i -> Double.toString(row[i]))
                        .collect(Collectors.joining(",")))
                .collect(Collectors.joining("\n", header + "\n", "\n"));
    }

    // nearest

    @Test
    void shouldFindTheNearestBoxes() {
        build("--id=name", "--node-size=2");
        assertEquals("""
                query,rank,neighbor,distance
                w,1,a,0.0
                w,2,b,0.0
                v,1,c,0.0
                v,2,d,0.0
                u,1,a,0.0
                u,2,d,0.0
                t,1,d,1.4142135623730951
                t,2,c,7.810249675906654
                """, nearest("--k=2", "--id=key"));
    }

    @ParameterizedTest
    @CsvSource({"euclidean, 1.4142135623730951", "squared-euclidean, 2.0", "manhattan, 2.0", "chebyshev, 1.0"})
    void shouldMeasureAsAsked(String metric, String distance) {
        build();
        assertEquals(
                "3,1,3," + distance,
                nearest("--k=1", "--metric=" + metric).lines().toList().get(4));
        assertEquals(nearest("--k=9", "--metric=" + metric), nearest("--k=5", "--metric=" + metric));
    }

    @Test
    void shouldStayWithinARadius() {
        build();
        assertEquals("""
                query,rank,neighbor,distance
                0,1,0,0.0
                0,2,1,0.0
                0,3,3,0.0
                0,4,4,0.0
                1,1,2,0.0
                1,2,3,0.0
                1,3,1,1.4142135623730951
                2,1,0,0.0
                2,2,3,0.0
                2,3,4,0.0
                2,4,1,1.0
                3,1,3,1.4142135623730951
                """, nearest("--radius=1.4142135623730951"));
        assertFalse(nearest("--radius=1.4142135623730949").contains("1.41"));
    }

    @Test
    void shouldFindTheNearestBoxesOfPoints() throws IOException {
        build("--id=name");
        CommandRun run = run(
                List.of("nearest", "--tree=" + tree, "--input=" + windows, "--device=jvm"),
                "--columns=x1,y1",
                "--id=key",
                "--k=2");
        assertEquals("""
                query  1         2
                w      a 0       b 0
                v      d 0       b 1.4142
                u      a 0       d 0
                t      d 1.4142  c 7.8102
                4 of 4 queries
                """, run.shouldSucceed().out());
        assertTrue(
                run.err()
                        .matches("jvm .*: 4 queries, k=2 in "
                                + CommandRun.times("read", "open", "load", "compute", "write") + "\\R"),
                run.err());
        Path ids = directory.resolve("ids.ivecs");
        Path distances = directory.resolve("distances.npy");
        run(
                        List.of("nearest", "--tree=" + tree, "--input=" + windows, "--device=jvm", "--columns=x1,y1"),
                        "--k=1",
                        "--output=" + ids,
                        "--distances-output=" + distances)
                .shouldSucceed();
        assertArrayEquals(new double[] {0, 3, 0, 3}, VectorFiles.read(ids).toRowMajor());
        assertArrayEquals(
                new double[] {0, 0, 0, Math.sqrt(2)},
                VectorFiles.read(distances).toRowMajor());
    }

    @Test
    void shouldRefuseBadOptionsOfNearest() {
        build();
        List<String> first =
                List.of("nearest", "--tree=" + tree, "--input=" + windows, "--boxes=x1,y1,x2,y2", "--device=jvm");
        run(first, "--k=0").shouldRefuse("--k must be 1 or more: k=0");
        run(first, "--radius=-1").shouldRefuse("--radius must be 0 or more: radius=-1.0");
        run(first, "--metric=cosine").shouldRefuse("--metric", "chebyshev", "cosine");
        run(List.of("nearest", "--tree=" + tree, "--input=" + windows), "--boxes=x1,x2")
                .shouldRefuse("windows.csv: queries must have the dimensions of the tree's boxes: queries=1, boxes=2");
    }

    private String nearest(String... more) {
        List<String> first = List.of(
                "nearest", "--tree=" + tree, "--input=" + windows, "--boxes=x1,y1,x2,y2", "--device=jvm", "--output=-");
        return run(first, more).shouldSucceed().out();
    }

    // The demo

    @Test
    void shouldFindTheCoastsOfTheDemoNearItsCities() {
        CommandRun built = CommandRun.of("rtree", "build", "--demo", "--device=jvm", "--output=" + tree)
                .shouldSucceed();
        assertTrue(built.err().contains(": 472,660 boxes, hilbert, "), built.err());
        CommandRun counted = CommandRun.of(
                        "rtree",
                        "query",
                        "--tree=" + tree,
                        "--demo",
                        "--device=jvm",
                        "--distance=0.05",
                        "--count-only",
                        "--rows=2")
                .shouldSucceed();
        assertEquals("""
                query                matches
                El Tarter            1
                Sant Julià de Lòria  7
                2 of 135,233 queries, 123,257 matches; --rows N shows more, --output FILE writes all
                """, counted.out());
    }

    @Test
    void shouldShipBoundsThatAllDiffer() {
        PointTable coast = PointReader.read(
                dev.gyre.cli.csv.CsvSource.coastlines(),
                CsvColumns.of(ColumnSelection.of(InputOptions.Demo.COASTLINES.columns()), ColumnRanges.ANY)
                        .withBounds(true));
        assertEquals(472_660, coast.points().size());
        // Each column has as many different bounds as the original before rounding.
        long[] distinct = IntStream.range(0, 4)
                .mapToLong(column -> IntStream.range(0, coast.points().size())
                        .mapToLong(row -> Math.round(1000 * coast.points().coordinate(row, column)))
                        .sorted()
                        .distinct()
                        .count())
                .toArray();
        assertArrayEquals(new long[] {89_539, 85_992, 89_573, 85_938}, distinct);
    }

    // verify and files

    @Test
    void shouldPrintThatATreeIsSound() {
        build("--id=name", "--node-size=2");
        String out = verify().shouldSucceed().out();
        assertTrue(
                out.matches(
                        "\\Q" + tree + "\\E: 5 boxes, dimensions=2, hilbert, node size=2, levels=3, with identifiers\\R"
                                + "checked in .* s\\Rsound\\R"),
                out);
    }

    @Test
    void shouldRefuseDamagedTrees() throws IOException {
        build();
        byte[] whole = Files.readAllBytes(tree);
        Random random = new Random(2);
        for (int i = 0; i < 20; i++) {
            byte[] damaged = Damage.of(whole, random);
            Files.write(tree, damaged);
            if (Arrays.equals(whole, damaged)) {
                verify().shouldSucceed();
            } else {
                verify().shouldRefuse(tree.toString());
                query().shouldRefuse(tree.toString());
            }
        }
    }

    @Test
    void shouldRefuseFilesThatAreNoTree() throws IOException {
        tree = boxes;
        query().shouldRefuse("boxes.csv: no tree file of Gyre");
        verify().shouldRefuse("boxes.csv: no tree file of Gyre");
        tree = directory.resolve("missing.rt");
        query().shouldRefuse("missing.rt: no such file");
        tree = directory.resolve("kd");
        CommandRun.of("kd", "build", "--input=" + windows, "--columns=x1,y1", "--output=" + tree, "--device=jvm")
                .shouldSucceed();
        query().shouldRefuse(tree.toString());
    }

    @Test
    void shouldNameTheCommandsOfRTree() {
        CommandRun.of("rtree").shouldRefuse("build, query, nearest or verify", "gyre rtree --help");
        CommandRun.of("rtree", "biuld").shouldRefuse("did you mean \"build\"?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"build", "query", "nearest", "verify"})
    void shouldHelp(String command) {
        assertTrue(CommandRun.of("rtree", "--help").shouldSucceed().out().contains(command));
        String help = CommandRun.of("rtree", command, "--help").shouldSucceed().out();
        assertTrue(help.startsWith("Usage: gyre rtree " + command), help);
        assertTrue(command.equals("build") || help.contains("from gyre rtree build."), help);
    }

    private CommandRun build(String... more) {
        return run(
                List.of("build", "--input=" + boxes, "--boxes=xmin,ymin,xmax,ymax", "--output=" + tree, "--device=jvm"),
                more);
    }

    private CommandRun query(String... more) {
        return run(
                List.of("query", "--tree=" + tree, "--input=" + windows, "--boxes=x1,y1,x2,y2", "--device=jvm"), more);
    }

    private CommandRun verify() {
        return CommandRun.of("rtree", "verify", "--tree=" + tree, "--device=jvm");
    }

    private static CommandRun run(List<String> first, String... more) {
        List<String> args = new ArrayList<>(List.of("rtree"));
        args.addAll(first);
        return CommandRun.of(args, more);
    }

    private String csv(String... more) {
        List<String> args = new ArrayList<>(List.of(more));
        args.add("--output=-");
        return query(args.toArray(String[]::new)).shouldSucceed().out();
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    private List<Path> filesBesideTree() throws IOException {
        try (Stream<Path> files = Files.list(tree.getParent())) {
            return files.toList();
        }
    }
}
