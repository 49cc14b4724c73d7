package dev.gyre.engine.kdtree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.contract.TreeFileContract;
import dev.gyre.engine.data.KdTreeOptions;
import dev.gyre.engine.data.KdTreeOptions.Duplicates;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.TreeFileException;
import dev.gyre.engine.join.Placed;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.verify.MetricCases;
import dev.gyre.engine.verify.Shape;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class KdFileTest extends TreeFileContract {

    private static final Workers WORKERS = new Workers(2);
    private static final JvmBackend BACKEND = new JvmBackend(WORKERS);

    private static final int METRIC_AT = 12;
    private static final int FLAGS_AT = 16;
    private static final int ROWS_AT = 20;
    private static final int DIMS_AT = 24;
    private static final int PLACES_AT = 28;
    private static final int LEAF_BITS_AT = 32;
    private static final int EXPONENT_AT = 36;
    private static final int IDENTIFIERS_AT = 40;

    KdFileTest() {
        super(2, 48);
    }

    @Override
    protected void save(Path file, boolean named) throws IOException {
        try (KdTree tree = tree(Points.of(new double[] {4, 1, 4, 2, 9}, 1), KdTreeOptions.DEFAULT)) {
            tree.withIdentifiers(named ? List.of("a", "", "é", "x", "yz") : List.of())
                    .save(file);
        }
    }

    @Override
    protected void open(Path file) throws TreeFileException {
        load(file).close();
    }

    @AfterAll
    static void close() {
        WORKERS.close();
    }

    // Round trips

    @ParameterizedTest
    @EnumSource
    void shouldKeepTreesOfEveryShape(Shape shape) throws IOException {
        for (int size : new int[] {0, 1, 2, 17, 700}) {
            int dims = 1 + size % 4;
            Points points = Points.of(shape.rows(size, dims, new Random(size)), dims);
            for (Duplicates duplicates : List.of(Duplicates.KEEP, Duplicates.DROP)) {
                assertKept(points, KdTreeOptions.DEFAULT.withDuplicates(duplicates));
            }
        }
    }

    private static List<Metric> metrics() {
        return MetricCases.ofTrees();
    }

    @ParameterizedTest
    @MethodSource("metrics")
    void shouldKeepTreesOfEveryMetric(Metric metric) throws IOException {
        assertKept(degrees(3000), KdTreeOptions.DEFAULT.withMetric(metric));
        assertKept(Points.of(new double[0], 2), KdTreeOptions.DEFAULT.withMetric(metric));
    }

    @Test
    void shouldKeepTreesWhoseDuplicatesWereRefused() throws IOException {
        double[] rows = new Random(5).doubles(3000, 1e9, 1e9 + 1).toArray();
        rows[0] = 0;
        assertKept(Points.of(rows, 1), KdTreeOptions.DEFAULT.withDuplicates(Duplicates.REFUSE));
    }

    @Test
    void shouldKeepTreesOfSeveralChunks() throws IOException {
        assertKept(Points.of(Shape.CLUSTERED.rows(70_000, 3, new Random(7)), 3), KdTreeOptions.DEFAULT);
    }

    @Test
    void shouldKeepSixteenDimensions() throws IOException {
        assertKept(Points.of(Shape.UNIFORM.rows(1000, 16, new Random(7)), 16), KdTreeOptions.DEFAULT);
    }

    private void assertKept(Points points, KdTreeOptions options) throws IOException {
        Path file = directory.resolve("tree.kd");
        try (KdTree tree =
                Placed.kdTree(Placement.on(new Context(BACKEND, WORKERS, Long.MAX_VALUE)), points, options)) {
            tree.save(file);
            try (KdTree loaded = load(file)) {
                assertArrayEquals(points.toRowMajor(), loaded.points().toRowMajor());
                assertEquals(points.dims(), loaded.points().dims());
                assertEquals(tree.metric(), loaded.metric());
                assertEquals(tree.places(), loaded.places());
                assertEquals(tree.levels(), loaded.levels());
                assertEquals(tree.leafSize(), loaded.leafSize());
                assertEquals(List.of(), loaded.verify().findings());
                Points queries = Points.of(
                        points.size() == 0
                                ? DoubleStream.generate(() -> 1)
                                        .limit(points.dims())
                                        .toArray()
                                : Arrays.copyOf(points.toRowMajor(), Math.min(40, points.size()) * points.dims()),
                        points.dims());
                assertSame(tree.nearest(queries, 7), loaded.nearest(queries, 7));
                assertSame(tree.nearest(queries, 5, 0.5, Monitor.NONE), loaded.nearest(queries, 5, 0.5, Monitor.NONE));
                Path again = directory.resolve("again.kd");
                loaded.save(again);
                assertEquals(-1, Files.mismatch(file, again));
            }
        }
    }

    private static void assertSame(Neighbors expected, Neighbors actual) {
        assertArrayEquals(expected.toIdArray(), actual.toIdArray());
        assertArrayEquals(expected.toKeyArray(), actual.toKeyArray());
        assertEquals(expected.report().exactFallbacks(), actual.report().exactFallbacks());
    }

    @Test
    void shouldBeReadByTheEngine() throws IOException {
        Path file = saved(degrees(100), KdTreeOptions.DEFAULT);
        try (Engine engine = Engine.open(Settings.DEFAULT.withDevice(Settings.JVM));
                KdTree tree = engine.loadKdTree(file)) {
            assertEquals(100, tree.points().size());
            assertTrue(tree.report().prepareNanos() > 0);
        }
    }

    @Test
    void shouldHaveTheFormThatIsDocumented() throws IOException {
        byte[] bytes = Files.readAllBytes(saved(Points.of(new double[] {4, -0.0, 4}, 1), KdTreeOptions.DEFAULT));
        ByteBuffer expected = ByteBuffer.allocate(300).order(ByteOrder.LITTLE_ENDIAN);
        expected.put(new byte[] {(byte) 0x89, 'G', 'Y', 'R', 'E', 'K', 'D', '\n'});
        for (int value : new int[] {2, 0, 1, 3, 1, 2, 4, 0, 0, 0}) {
            expected.putInt(value);
        }
        expected.putDouble(4).putDouble(-0.0).putDouble(4);
        expected.putInt(1).putInt(0);
        for (int bits = 0; bits < 32; bits++) {
            expected.putInt(0);
        }
        expected.putInt(2).putInt(-1).putInt(-1);
        assertArrayEquals(withChecksum(Arrays.copyOf(expected.array(), expected.position() + 4)), bytes);
    }

    @Test
    void shouldHaveTheCodesOfMetricsThatAreDocumented() throws IOException {
        assertHeader(Metric.CHEBYSHEV, 2, 0);
        assertHeader(Metric.SQUARED_EUCLIDEAN, 4, 0);
        assertHeader(Metric.COSINE, 5, 0);
        assertHeader(Metric.lp(2.5), 6, Float.floatToIntBits(2.5f));
    }

    private void assertHeader(Metric metric, int code, int exponent) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(
                        Files.readAllBytes(saved(degrees(10), KdTreeOptions.DEFAULT.withMetric(metric))))
                .order(ByteOrder.LITTLE_ENDIAN);
        assertEquals(2, bytes.getInt(VERSION_AT));
        assertEquals(code, bytes.getInt(METRIC_AT));
        assertEquals(exponent, bytes.getInt(EXPONENT_AT));
    }

    @ParameterizedTest
    @CsvSource({
        "-1, 0, no metric of code -1",
        "7, 0, no metric of code 7",
        "5, 1, exponent=1",
        "6, 0, p=0.0",
        "6, 0x7fc00000, p=NaN",
        "6, 0x40000000, p=2.0",
        "6, 0x42810000, p=64.5"
    })
    void shouldRefuseMetricsThatThereAreNot(int code, String exponent, String part) throws IOException {
        String message =
                refusal(changed(bytes -> bytes.putInt(METRIC_AT, code).putInt(EXPONENT_AT, Integer.decode(exponent))));
        assertTrue(message.contains(part), message);
    }

    // Writing

    @Test
    void shouldRefuseToSaveAMetricThatWasAdded() throws IOException {
        Metric added = new Metric("added", Norm.MANHATTAN) {};
        try (KdTree tree = tree(degrees(10), KdTreeOptions.DEFAULT.withMetric(added))) {
            IllegalArgumentException e =
                    assertThrows(IllegalArgumentException.class, () -> tree.save(directory.resolve("tree.kd")));
            assertEquals("a tree file accepts only metrics of Gyre: metric=added", e.getMessage());
            assertThrows(IllegalArgumentException.class, () -> tree.write(new ByteArrayOutputStream()));
        }
        assertFalse(Files.exists(directory.resolve("tree.kd")));
    }

    @Test
    void shouldRefuseToSaveAClosedTree() {
        KdTree tree = tree(degrees(10), KdTreeOptions.DEFAULT);
        tree.close();
        assertThrows(IllegalStateException.class, () -> tree.save(directory.resolve("tree.kd")));
    }

    // Identifiers

    @Test
    void shouldKeepIdentifiers() throws IOException {
        Path file = directory.resolve("named.kd");
        Path again = directory.resolve("again.kd");
        List<String> names = List.of("", "a", "a", "东京 \ud83d\ude00", "x\u0000\n".repeat(1_000_000));
        try (KdTree tree = tree(Points.of(new double[] {4, 1, 4, 2, 9}, 1), KdTreeOptions.DEFAULT)) {
            assertEquals(List.of(), tree.identifiers());
            tree.withIdentifiers(names).save(file);
            try (KdTree loaded = load(file);
                    KdTree elsewhere = Placed.on(loaded, new Context(BACKEND, WORKERS, Long.MAX_VALUE))) {
                assertEquals(names, loaded.identifiers());
                assertEquals(names, elsewhere.identifiers());
                assertSame(tree.nearest(tree.points(), 3), loaded.nearest(loaded.points(), 3));
                loaded.save(again);
                assertEquals(-1, Files.mismatch(file, again));
                loaded.withIdentifiers(List.of()).save(again);
                tree.save(file);
                assertEquals(-1, Files.mismatch(file, again));
            }
        }
    }

    @Test
    void shouldRefuseIdentifiersThatAreNone() {
        try (KdTree tree = tree(degrees(2), KdTreeOptions.DEFAULT)) {
            assertThrows(IllegalArgumentException.class, () -> tree.withIdentifiers(List.of("a")));
            assertThrows(IllegalArgumentException.class, () -> tree.withIdentifiers(List.of("a", "b", "c")));
            assertThrows(IllegalArgumentException.class, () -> tree.withIdentifiers(List.of("a", "\ud83d")));
        }
    }

    @Test
    void shouldHaveIdentifiersInTheFormThatIsDocumented() throws IOException {
        byte[] plain = Files.readAllBytes(saved(Points.of(new double[] {4, 1, 4, 2, 9}, 1), KdTreeOptions.DEFAULT));
        ByteBuffer expected = ByteBuffer.allocate(400).order(ByteOrder.LITTLE_ENDIAN);
        expected.put(plain, 0, plain.length - 4).putLong(IDENTIFIERS_AT, 5 * 4 + 6);
        expected.putInt(1).putInt(0).putInt(2).putInt(1).putInt(2);
        expected.put("aéxyz".getBytes(StandardCharsets.UTF_8));
        assertArrayEquals(
                withChecksum(Arrays.copyOf(expected.array(), expected.position() + 4)),
                Files.readAllBytes(saved(true)));
    }

    /** With a correct checksum; the lengths of identifiers begin at 252. */
    @ParameterizedTest
    @CsvSource({
        "252, 2, do not have the length",
        "252, -1, do not have the length",
        "256, 2147483647, do not have the length",
        "268, 1, do not have the length",
        "272, 0x41c341c3, row 0 is not UTF-8",
        "272, 0x41c34141, row 2 is not UTF-8"
    })
    void shouldRefuseIdentifiersThatLie(int at, String value, String part) throws IOException {
        assertDamaged(changed(true, bytes -> bytes.putInt(at, Integer.decode(value))), part);
    }

    // Refused files

    /** With a correct checksum. */
    @ParameterizedTest
    @CsvSource({
        METRIC_AT + ", 7, no metric of code 7",
        METRIC_AT + ", -1, no metric of code -1",
        METRIC_AT + ", 3, no tree has these sizes",
        FLAGS_AT + ", 2, what this version does not know",
        FLAGS_AT + ", 5, what this version does not know",
        FLAGS_AT + ", 0, no tree has these sizes",
        EXPONENT_AT + ", 1, what this version does not know",
        IDENTIFIERS_AT + ", 1, no tree has these sizes",
        IDENTIFIERS_AT + ", 20, expected length=276",
        (IDENTIFIERS_AT + 4) + ", -1, no tree has these sizes",
        (IDENTIFIERS_AT + 4) + ", 2147483647, expected length=9223372",
        ROWS_AT + ", -1, no tree has these sizes",
        ROWS_AT + ", 0, no tree has these sizes",
        ROWS_AT + ", 1073741825, no tree has these sizes",
        ROWS_AT + ", 1073741824, expected length=12884",
        ROWS_AT + ", 6, expected length=",
        DIMS_AT + ", 0, no tree has these sizes",
        DIMS_AT + ", 17, no tree has these sizes",
        DIMS_AT + ", -1, no tree has these sizes",
        DIMS_AT + ", 2147483647, no tree has these sizes",
        PLACES_AT + ", -1, no tree has these sizes",
        PLACES_AT + ", 0, no tree has these sizes",
        PLACES_AT + ", 6, no tree has these sizes",
        LEAF_BITS_AT + ", -1, no tree has these sizes",
        LEAF_BITS_AT + ", 31, no tree has these sizes"
    })
    void shouldRefuseHeadersThatLie(int at, int value, String part) throws IOException {
        String message = refusal(changed(bytes -> bytes.putInt(at, value)));
        assertTrue(message.contains(part), message);
    }

    @Test
    void shouldRefuseHeadersOfMoreThanArraysTake() throws IOException {
        String message = refusal(changed(bytes -> bytes.putInt(ROWS_AT, 1 << 30).putInt(DIMS_AT, 16)));
        assertTrue(message.contains("no tree has these sizes"), message);
    }

    /** Five rows in four places: 48 bytes, 40 of points, 16 of ids, splits, chains. */
    @ParameterizedTest
    @CsvSource({
        "48, -1, row=0",
        "88, -1, ids[0]=-1",
        "88, 5, ids[0]=5",
        "100, 2147483647, ids[3]=2147483647",
        "104, 1, splits[0]=1",
        "228, -2147483648, splits[31]=-2147483648",
        "232, 0, next[0]=0",
        "232, 5, next[0]=5",
        "232, 1, next[0]=1",
        "232, -2, next[0]=-2",
        "232, -1, row 2 is in no place",
        "244, 2, next[3]=2"
    })
    void shouldRefuseContentThatLies(int at, int value, String part) throws IOException {
        assertDamaged(
                changed(bytes -> bytes.putInt(at, value).putInt(at == 48 ? 52 : at, at == 48 ? -1 : value)), part);
    }

    @Test
    void shouldRefuseIdsThatRepeat() throws IOException {
        String message = refusal(changed(bytes -> bytes.putInt(88, bytes.getInt(92))));
        assertTrue(message.contains("or of an earlier slot: ids[1]="), message);
    }

    @Test
    void shouldRefuseLatitudesThatThereAreNot() throws IOException {
        Path file = saved(degrees(10), KdTreeOptions.DEFAULT.withMetric(Metric.HAVERSINE));
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putDouble(56, 91);
        Files.write(file, withChecksum(bytes.array()));
        String message = refusal(file);
        assertTrue(message.contains("latitude must be in -90..90: row=0, column=1, value=91.0"), message);
    }

    @Test
    void shouldRefuseRowsOfOnePlaceThatDiffer() throws IOException {
        String message = refusal(changed(bytes -> bytes.putDouble(64, 5)));
        assertTrue(message.contains("damaged: rows of one place differ: row=0, next=2"), message);
    }

    /** Boxes are made from the points: a wrong order costs time but changes no answer, and the check of the structure finds it. */
    @Test
    void shouldAnswerRightFromSlotsInDisorder() throws IOException {
        Points points = degrees(1000);
        Path file = saved(points, KdTreeOptions.DEFAULT);
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        int ids = 48 + 16 * 1000;
        int places = bytes.getInt(PLACES_AT);
        int first = bytes.getInt(ids);
        bytes.putInt(ids, bytes.getInt(ids + 4 * (places - 1))).putInt(ids + 4 * (places - 1), first);
        Files.write(file, withChecksum(bytes.array()));
        try (KdTree tree = load(file);
                KdTree sound = tree(points, KdTreeOptions.DEFAULT)) {
            assertFalse(tree.verify().isSound());
            assertSame(sound.nearest(points, 3), tree.nearest(points, 3));
        }
    }

    @Test
    void shouldRefuseWhatDoesNotFitTheMemory() throws IOException {
        Path file = saved(degrees(1000), KdTreeOptions.DEFAULT);
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> load(file, 1000));
        assertTrue(e.getMessage().contains("does not fit the memory")
                && e.getMessage().contains("limit=1000"));
    }

    private Path saved(Points points, KdTreeOptions options) throws IOException {
        Path file = directory.resolve("tree.bin");
        try (KdTree tree = tree(points, options)) {
            tree.save(file);
        }
        return file;
    }

    private static Points degrees(int size) {
        double[] rows = new Random(3)
                .doubles(2L * size, -1, 1)
                .map(x -> Math.rint(x * 900) / 10)
                .toArray();
        return Points.of(rows, 2);
    }

    private static KdTree tree(Points points, KdTreeOptions options) {
        return Placed.kdTree(Placement.on(new Context(BACKEND, WORKERS, Long.MAX_VALUE)), points, options);
    }

    private static KdTree load(Path file) throws TreeFileException {
        return load(file, Long.MAX_VALUE);
    }

    private static KdTree load(Path file, long memoryLimit) throws TreeFileException {
        Context context = new Context(BACKEND, WORKERS, memoryLimit);
        return Placed.loadKdTree(context, Placement.on(context), file);
    }
}
