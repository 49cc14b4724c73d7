package dev.gyre.engine.rtree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.contract.TreeFileContract;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.RTreeOptions;
import dev.gyre.engine.data.RTreeOptions.Packing;
import dev.gyre.engine.data.TreeFileException;
import dev.gyre.engine.join.Placed;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.op.RTree;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.verify.BoxCases;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RTreeFileTest extends TreeFileContract {

    private static final Workers WORKERS = new Workers(2);
    private static final Context CONTEXT = new Context(new JvmBackend(WORKERS), WORKERS, Long.MAX_VALUE);

    private static final int PACKING_AT = 12;
    private static final int ROWS_AT = 16;
    private static final int DIMS_AT = 20;
    private static final int NODE_SIZE_AT = 24;
    private static final int IDENTIFIERS_AT = 28;
    private static final int BOUNDS_AT = 36;

    /** The offset of the ids of {@link #SMALL}. */
    private static final int IDS_AT = BOUNDS_AT + 5 * 16;

    private static final Boxes SMALL = Boxes.of(new double[] {4, 5, 1, 1, 4, 4, 2, 9, -1, -0.0}, 1);

    RTreeFileTest() {
        super(1, BOUNDS_AT);
    }

    @Override
    protected void save(Path file, boolean named) throws IOException {
        try (RTree tree = Placed.rTree(Placement.on(CONTEXT), SMALL, RTreeOptions.DEFAULT)) {
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
        try (RTree tree = Placed.rTree(Placement.on(CONTEXT), boxes, options)) {
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
        Path file = saved(false);
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
        // Ordered by their middles: -0.5, 1, 4, 4.5, 5.5.
        for (int id : new int[] {4, 1, 2, 0, 3}) {
            expected.putInt(id);
        }
        assertArrayEquals(
                withChecksum(Arrays.copyOf(expected.array(), expected.position() + 4)),
                Files.readAllBytes(saved(false)));
    }

    @ParameterizedTest
    @CsvSource({"X_SORT, 1", "STR, 2", "HILBERT, 3"})
    void shouldHaveTheCodesOfPackingsThatAreDocumented(Packing packing, int code) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (RTree tree = Placed.rTree(Placement.on(CONTEXT), SMALL, RTreeOptions.DEFAULT.withPacking(packing))) {
            tree.write(out);
        }
        assertEquals(code, out.toByteArray()[PACKING_AT]);
    }

    // Writing

    @Test
    void shouldRefuseClosedTrees() {
        RTree tree = Placed.rTree(Placement.on(CONTEXT), SMALL, RTreeOptions.DEFAULT);
        tree.close();
        assertThrows(IllegalStateException.class, () -> tree.save(directory.resolve("tree.rt")));
        assertThrows(IllegalStateException.class, () -> tree.write(new ByteArrayOutputStream()));
        assertThrows(IllegalStateException.class, () -> Placed.on(tree, CONTEXT));
        assertThrows(IllegalStateException.class, () -> tree.withIdentifiers(List.of()));
        assertFalse(Files.exists(directory.resolve("tree.rt")));
    }

    // Identifiers

    @Test
    void shouldKeepIdentifiers() throws IOException {
        Path file = directory.resolve("named.rt");
        Path again = directory.resolve("again.rt");
        List<String> names = List.of("", "a", "a", "东京 \ud83d\ude00", "x\u0000\n".repeat(1_000_000));
        try (RTree tree = Placed.rTree(Placement.on(CONTEXT), SMALL, RTreeOptions.DEFAULT)) {
            assertEquals(List.of(), tree.identifiers());
            tree.withIdentifiers(names).save(file);
            try (RTree loaded = load(file);
                    RTree elsewhere = Placed.on(loaded, CONTEXT)) {
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

    /** With a correct checksum; the lengths of identifiers follow the ids. */
    @ParameterizedTest
    @CsvSource({"0, 2, do not have the length", "4, -1, do not have the length", "20, 0x41c341c3, row 0 is not UTF-8"})
    void shouldRefuseIdentifiersThatLie(int at, String value, String part) throws IOException {
        assertDamaged(changed(true, bytes -> bytes.putInt(IDS_AT + 20 + at, Integer.decode(value))), part);
    }

    // Refused files

    /** With a correct checksum. */
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
        assertDamaged(changed(bytes -> bytes.putDouble(BOUNDS_AT, Double.NaN)), "row=0, column=0, value=NaN");
        assertDamaged(changed(bytes -> bytes.putDouble(BOUNDS_AT + 8, 1e200)), "row=0, column=1, value=1.0E200");
        assertDamaged(changed(bytes -> bytes.putDouble(BOUNDS_AT, 6)), "row=0, column=0, lower=6.0, upper=5.0");
        assertDamaged(changed(bytes -> bytes.putInt(IDS_AT, -1)), "ids[0]=-1");
        assertDamaged(changed(bytes -> bytes.putInt(IDS_AT + 16, 5)), "ids[4]=5");
        assertDamaged(changed(bytes -> bytes.putInt(IDS_AT, bytes.getInt(IDS_AT + 4))), "of an earlier slot: ids[1]=1");
    }

    /** Any order of the rows is a tree: a bad order only costs time. */
    @Test
    void shouldAnswerRightFromSlotsInDisorder() throws IOException {
        Path file =
                changed(bytes -> bytes.putInt(IDS_AT, 3).putInt(IDS_AT + 16, 4).putInt(NODE_SIZE_AT, 2));
        try (RTree tree = load(file);
                RTree sound = Placed.rTree(Placement.on(CONTEXT), SMALL, RTreeOptions.DEFAULT)) {
            assertEquals(3, tree.levels());
            for (int row = 0; row < 5; row++) {
                assertArrayEquals(
                        sound.search(SMALL, BoxPredicate.INTERSECTS).ids(row),
                        tree.search(SMALL, BoxPredicate.INTERSECTS).ids(row));
            }
        }
    }

    private static RTree load(Path file) throws TreeFileException {
        return Placed.loadRTree(CONTEXT, Placement.on(CONTEXT), file);
    }
}
