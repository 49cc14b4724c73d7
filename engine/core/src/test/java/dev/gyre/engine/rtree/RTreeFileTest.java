package dev.gyre.engine.rtree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Packing;
import dev.gyre.engine.data.TreeFileException;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.op.RTree;
import dev.gyre.engine.op.RTreeOptions;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.verify.BoxCases;
import dev.gyre.engine.verify.Sample;
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
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RTreeFileTest {

    private static final Workers WORKERS = new Workers(2);
    private static final Context CONTEXT = new Context(new JvmBackend(WORKERS), WORKERS, Long.MAX_VALUE);

    private static final int VERSION_AT = 8;
    private static final int PACKING_AT = 12;
    private static final int ROWS_AT = 16;
    private static final int DIMS_AT = 20;
    private static final int NODE_SIZE_AT = 24;
    private static final int IDENTIFIERS_AT = 28;
    private static final int BOUNDS_AT = 36;

    /** Where the ids of {@link #SMALL} begin. */
    private static final int IDS_AT = BOUNDS_AT + 5 * 16;

    private static final Boxes SMALL = Boxes.of(new double[] {4, 5, 1, 1, 4, 4, 2, 9, -1, -0.0}, 1);

    @TempDir
    private Path directory;

    @AfterAll
    static void close() {
        CONTEXT.close();
        WORKERS.close();
    }

    // Round trips

    @ParameterizedTest
    @EnumSource
    void shouldKeepTreesOfEveryShape(Shape shape) throws IOException {
        for (int size : new int[] {0, 1, 2, 17, 700}) {
            Sample sample = new Sample(shape, size, 1 + size % 8, size);
            Boxes boxes = BoxCases.draw(sample, size, sample.random());
            Packing packing = Packing.values()[(size + shape.ordinal()) % Packing.values().length];
            assertKept(boxes, new RTreeOptions(packing, 2 + size % 63, RTreeOptions.DEFAULT.monitor()));
        }
    }

    @Test
    void shouldKeepTreesOfSeveralChunks() throws IOException {
        Sample sample = new Sample(Shape.CLUSTERED, 70_000, 3, 7);
        assertKept(BoxCases.draw(sample, 70_000, sample.random()), RTreeOptions.DEFAULT);
    }

    private void assertKept(Boxes boxes, RTreeOptions options) throws IOException {
        Path file = directory.resolve("tree.rt");
        Path again = directory.resolve("again.rt");
        try (RTree tree = RTree.build(CONTEXT, boxes, options)) {
            tree.save(file);
            try (RTree loaded = load(file)) {
                assertArrayEquals(boxes.toRowMajor(), loaded.boxes().toRowMajor());
                assertEquals(boxes.dims(), loaded.boxes().dims());
                assertEquals(tree.packing(), loaded.packing());
                assertEquals(tree.nodeSize(), loaded.nodeSize());
                assertEquals(tree.levels(), loaded.levels());
                Boxes queries = Boxes.of(
                        Arrays.copyOf(boxes.toRowMajor(), Math.min(40, boxes.size()) * 2 * boxes.dims()), boxes.dims());
                assertArrayEquals(
                        tree.count(queries, BoxPredicate.INTERSECTS), loaded.count(queries, BoxPredicate.INTERSECTS));
                loaded.save(again);
                assertEquals(-1, Files.mismatch(file, again));
            }
        }
    }

    @Test
    void shouldBeReadByTheEngine() throws IOException {
        Path file = saved();
        try (Engine engine = Engine.open(Settings.DEFAULT.withDevice(Settings.JVM));
                RTree tree = engine.loadRTree(file)) {
            assertEquals(5, tree.boxes().size());
            assertTrue(tree.report().prepareNanos() > 0);
        }
    }

    @Test
    void shouldHaveTheFormThatIsDocumented() throws IOException {
        ByteBuffer expected = ByteBuffer.allocate(300).order(ByteOrder.LITTLE_ENDIAN);
        expected.put(new byte[] {(byte) 0x89, 'G', 'Y', 'R', 'E', 'R', 'T', '\n'});
        for (int value : new int[] {1, 1, 5, 1, 16, 0, 0}) {
            expected.putInt(value);
        }
        for (double bound : SMALL.toRowMajor()) {
            expected.putDouble(bound);
        }
        // By their middles: -0.5, 1, 4, 4.5, 5.5.
        for (int id : new int[] {4, 1, 2, 0, 3}) {
            expected.putInt(id);
        }
        assertArrayEquals(
                withChecksum(Arrays.copyOf(expected.array(), expected.position() + 4)), Files.readAllBytes(saved()));
    }

    @ParameterizedTest
    @CsvSource({"X_SORT, 1", "STR, 2", "HILBERT, 3"})
    void shouldHaveTheCodesOfPackingsThatAreDocumented(Packing packing, int code) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (RTree tree = RTree.build(CONTEXT, SMALL, RTreeOptions.DEFAULT.withPacking(packing))) {
            tree.write(out);
        }
        assertEquals(code, out.toByteArray()[PACKING_AT]);
    }

    // Writing

    @Test
    void shouldReplaceAFileAndLeaveNothingBeside() throws IOException {
        Path file = Files.writeString(directory.resolve("tree.rt"), "old");
        saved();
        load(file).close();
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(List.of(file), files.toList());
        }
    }

    @Test
    void shouldNameADirectoryThatIsMissing() {
        try (RTree tree = RTree.build(CONTEXT, SMALL, RTreeOptions.DEFAULT)) {
            Path file = directory.resolve("missing").resolve("tree.rt");
            IOException e = assertThrows(IOException.class, () -> tree.save(file));
            assertEquals("cannot write " + file + ": no such directory", e.getMessage());
        }
    }

    @Test
    void shouldRefuseClosedTrees() {
        RTree tree = RTree.build(CONTEXT, SMALL, RTreeOptions.DEFAULT);
        tree.close();
        assertThrows(IllegalStateException.class, () -> tree.save(directory.resolve("tree.rt")));
        assertThrows(IllegalStateException.class, () -> tree.write(new ByteArrayOutputStream()));
        assertThrows(IllegalStateException.class, () -> tree.on(CONTEXT));
        assertThrows(IllegalStateException.class, () -> tree.withIdentifiers(List.of()));
        assertFalse(Files.exists(directory.resolve("tree.rt")));
    }

    // Identifiers

    @Test
    void shouldKeepIdentifiers() throws IOException {
        Path file = directory.resolve("named.rt");
        Path again = directory.resolve("again.rt");
        List<String> names = List.of("", "a", "a", "东京 \ud83d\ude00", "x\u0000\n".repeat(1_000_000));
        try (RTree tree = RTree.build(CONTEXT, SMALL, RTreeOptions.DEFAULT)) {
            assertEquals(List.of(), tree.identifiers());
            tree.withIdentifiers(names).save(file);
            try (RTree loaded = load(file);
                    RTree elsewhere = loaded.on(CONTEXT)) {
                assertEquals(names, loaded.identifiers());
                assertEquals(names, elsewhere.identifiers());
                loaded.save(again);
                assertEquals(-1, Files.mismatch(file, again));
                loaded.withIdentifiers(List.of()).save(again);
                tree.save(file);
                assertEquals(-1, Files.mismatch(file, again));
            }
            assertThrows(IllegalArgumentException.class, () -> tree.withIdentifiers(names.subList(0, 4)));
        }
    }

    /** With a checksum that fits; the lengths of identifiers follow the ids. */
    @ParameterizedTest
    @CsvSource({"0, 2, do not have the length", "4, -1, do not have the length", "20, 0x41c341c3, row 0 is not UTF-8"})
    void shouldRefuseIdentifiersThatLie(int at, String value, String part) throws IOException {
        Path file = named();
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        assertEquals("aéxyz", new String(bytes.array(), IDS_AT + 40, 6, StandardCharsets.UTF_8));
        bytes.putInt(IDS_AT + 20 + at, Integer.decode(value));
        Files.write(file, withChecksum(bytes.array()));
        String message = refusal(file);
        assertTrue(message.contains(": damaged: ") && message.contains(part), message);
    }

    // What is refused

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRefuseEveryByteChanged(boolean named) throws IOException {
        byte[] bytes = Files.readAllBytes(named ? named() : saved());
        Path file = directory.resolve("damaged.rt");
        for (int at = 0; at < bytes.length; at++) {
            byte[] damaged = bytes.clone();
            damaged[at] ^= (byte) (1 << at % 8);
            Files.write(file, damaged);
            assertThrows(TreeFileException.class, () -> load(file), "bit " + at % 8 + " of byte " + at);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRefuseEveryOtherLength(boolean named) throws IOException {
        byte[] bytes = Files.readAllBytes(named ? named() : saved());
        Path file = directory.resolve("truncated.rt");
        for (int length = 0; length < bytes.length; length++) {
            Files.write(file, Arrays.copyOf(bytes, length));
            String message = refusal(file);
            int expected = length < BOUNDS_AT ? BOUNDS_AT : bytes.length;
            assertTrue(message.startsWith(file + ": truncated: expected length=" + expected), message);
            assertTrue(message.endsWith("actual length=" + length), message);
        }
        Files.write(file, Arrays.copyOf(bytes, bytes.length + 1));
        assertEquals(
                file + ": damaged: expected length=" + bytes.length + ", actual length=" + (bytes.length + 1),
                refusal(file));
    }

    @Test
    void shouldRefuseForeignFiles() throws IOException {
        Path file = Files.writeString(directory.resolve("foreign.csv"), "x,y\n1,2\n");
        assertEquals(file + ": no tree file of Gyre", refusal(file));
        byte[] kdTree = Files.readAllBytes(saved());
        kdTree[5] = 'K';
        kdTree[6] = 'D';
        Files.write(file, withChecksum(kdTree));
        assertEquals(file + ": no tree file of Gyre", refusal(file));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, -1, 0x01000000})
    void shouldRefuseOtherVersions(int version) throws IOException {
        Path file = changed(bytes -> bytes.putInt(VERSION_AT, version));
        assertEquals(file + ": the version is not supported: found=" + version + ", supported=1", refusal(file));
    }

    /** With a checksum that fits. */
    @ParameterizedTest
    @CsvSource({
        PACKING_AT + ", 0, no packing of code 0",
        PACKING_AT + ", 4, no packing of code 4",
        ROWS_AT + ", -1, no tree has these sizes",
        ROWS_AT + ", 2147483647, no tree has these sizes",
        ROWS_AT + ", 1000000000, expected length=20000000",
        ROWS_AT + ", 6, expected length=",
        DIMS_AT + ", 0, no tree has these sizes",
        DIMS_AT + ", 9, no tree has these sizes",
        DIMS_AT + ", 2147483647, no tree has these sizes",
        NODE_SIZE_AT + ", 1, no tree has these sizes",
        NODE_SIZE_AT + ", 65, no tree has these sizes",
        NODE_SIZE_AT + ", -1, no tree has these sizes",
        IDENTIFIERS_AT + ", 1, no tree has these sizes",
        IDENTIFIERS_AT + ", 20, expected length=160",
        (IDENTIFIERS_AT + 4) + ", -1, no tree has these sizes",
        (IDENTIFIERS_AT + 4) + ", 2147483647, expected length=9223372"
    })
    void shouldRefuseHeadersThatLie(int at, int value, String part) throws IOException {
        String message = refusal(changed(bytes -> bytes.putInt(at, value)));
        assertTrue(message.contains(part), message);
    }

    @Test
    void shouldRefuseContentThatLies() throws IOException {
        assertRefused(bytes -> bytes.putDouble(BOUNDS_AT, Double.NaN), "row=0, column=0, value=NaN");
        assertRefused(bytes -> bytes.putDouble(BOUNDS_AT + 8, 1e200), "row=0, column=1, value=1.0E200");
        assertRefused(bytes -> bytes.putDouble(BOUNDS_AT, 6), "row=0, column=0, lower=6.0, upper=5.0");
        assertRefused(bytes -> bytes.putInt(IDS_AT, -1), "ids[0]=-1");
        assertRefused(bytes -> bytes.putInt(IDS_AT + 16, 5), "ids[4]=5");
        assertRefused(bytes -> bytes.putInt(IDS_AT, bytes.getInt(IDS_AT + 4)), "of an earlier slot: ids[1]=1");
    }

    private void assertRefused(Consumer<ByteBuffer> change, String part) throws IOException {
        String message = refusal(changed(change));
        assertTrue(message.contains(": damaged: ") && message.contains(part), message);
    }

    /** Any order of the rows is a tree: what it costs is time. */
    @Test
    void shouldAnswerRightFromSlotsInDisorder() throws IOException {
        Path file =
                changed(bytes -> bytes.putInt(IDS_AT, 3).putInt(IDS_AT + 16, 4).putInt(NODE_SIZE_AT, 2));
        try (RTree tree = load(file);
                RTree sound = RTree.build(CONTEXT, SMALL, RTreeOptions.DEFAULT)) {
            assertEquals(3, tree.levels());
            for (int row = 0; row < 5; row++) {
                assertArrayEquals(
                        sound.search(SMALL, BoxPredicate.INTERSECTS).ids(row),
                        tree.search(SMALL, BoxPredicate.INTERSECTS).ids(row));
            }
        }
    }

    @Test
    void shouldEndWhenInterrupted() throws IOException {
        Path file = saved();
        Thread.currentThread().interrupt();
        try {
            assertThrows(CancellationException.class, () -> load(file));
        } finally {
            assertTrue(Thread.interrupted());
        }
    }

    private Path changed(Consumer<ByteBuffer> change) throws IOException {
        Path file = saved();
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        change.accept(bytes);
        Files.write(file, withChecksum(bytes.array()));
        return file;
    }

    private static byte[] withChecksum(byte[] bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, 0, bytes.length - 4);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(bytes.length - 4, (int) checksum.getValue());
        return bytes;
    }

    private static String refusal(Path file) {
        return assertThrows(TreeFileException.class, () -> load(file)).getMessage();
    }

    private Path saved() throws IOException {
        return saved(List.of());
    }

    private Path named() throws IOException {
        return saved(List.of("a", "", "é", "x", "yz"));
    }

    private Path saved(List<String> identifiers) throws IOException {
        Path file = directory.resolve("tree.rt");
        try (RTree tree = RTree.build(CONTEXT, SMALL, RTreeOptions.DEFAULT)) {
            tree.withIdentifiers(identifiers).save(file);
        }
        return file;
    }

    private static RTree load(Path file) throws TreeFileException {
        return RTree.load(CONTEXT, CONTEXT, file);
    }
}
