package dev.gyre.engine.rtree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.RTreeOptions;
import dev.gyre.engine.data.RTreeOptions.Packing;
import dev.gyre.engine.data.StructureReport;
import dev.gyre.engine.join.Placed;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.op.RTree;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.engine.verify.BoxCases;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RTreeCheckTest {

    private static final Workers WORKERS = new Workers(2);
    private static final Context CONTEXT = new Context(new JvmBackend(WORKERS), WORKERS, Long.MAX_VALUE);

    @AfterAll
    static void close() {
        CONTEXT.close();
        WORKERS.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindSoundWhatWasBuilt(Shape shape) {
        for (int size : new int[] {0, 1, 2, 3, 15, 16, 17, 256, 257, 3000}) {
            Sample sample = new Sample(shape, size, 1 + size % 8, size);
            Boxes boxes = BoxCases.draw(sample, size, sample.random());
            Packing packing = Packing.values()[(size + shape.ordinal()) % Packing.values().length];
            RTreeOptions options = RTreeOptions.DEFAULT.withPacking(packing).withNodeSize(size == 3 ? 2 : 16);
            try (RTree tree = Placed.rTree(Placement.on(CONTEXT), boxes, options)) {
                StructureReport report = tree.verify();
                assertEquals(List.of(), report.findings());
                assertTrue(report.isSound());
            }
        }
    }

    @Test
    void shouldFindALargerBoxOfASlot() {
        Broken broken = new Broken();
        broken.tree[4 * 5] -= 1;
        broken.shouldBeFound("box 5: bound 0 is");
    }

    @Test
    void shouldFindASmallerBoxOfANode() {
        Broken broken = new Broken();
        broken.tree[4 * 1003 + 3] -= 0.01;
        broken.shouldBeFound("box 1003: bound 3 is");
    }

    @Test
    void shouldFindALargerBoxOfTheRoot() {
        Broken broken = new Broken();
        int root = broken.index.layout().numbers() - 1;
        broken.tree[4 * root + 2] += 0.01;
        broken.shouldBeFound("box " + root + ": bound 2 is");
    }

    @Test
    void shouldFindNaN() {
        Broken broken = new Broken();
        broken.tree[7] = Double.NaN;
        broken.shouldBeFound("box 1: bound 3 is NaN");
    }

    @Test
    void shouldFindTwoSlotsSwapped() {
        Broken broken = new Broken();
        int first = broken.index.ids()[0];
        broken.index.ids()[0] = broken.index.ids()[999];
        broken.index.ids()[999] = first;
        broken.shouldBeFound("box 0: bound ");
    }

    @Test
    void shouldFindARepeatedId() {
        Broken broken = new Broken();
        int[] ids = broken.index.ids();
        int lost = ids[100];
        ids[100] = ids[5];
        broken.shouldBeFound(
                "row " + lost + " is in no slot", "slot 100: row " + ids[5] + " is in an earlier slot too");
    }

    @Test
    void shouldFindIdsOfNoRow() {
        for (int id : new int[] {-7, -1, Broken.SIZE, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            Broken broken = new Broken();
            broken.index.ids()[3] = id;
            broken.shouldBeFound("slot 3: there is no row " + id);
        }
    }

    @Test
    void shouldKeepTheFirstFindingsAndCountAll() {
        Broken broken = new Broken();
        for (int i = 0; i < broken.tree.length; i += 4) {
            broken.tree[i] -= 1 + i % 3;
        }
        StructureReport report = RTreeCheck.run(broken.index, WORKERS);
        assertEquals(5, report.findings().size(), report::toString);
        assertTrue(report.violations() > Broken.SIZE, report::toString);
    }

    @Test
    void shouldRefuseClosedTree() {
        RTree tree = Placed.rTree(Placement.on(CONTEXT), Boxes.of(new double[] {1, 2}, 1), RTreeOptions.DEFAULT);
        tree.close();
        assertThrows(IllegalStateException.class, tree::verify);
    }

    /** A tree of 2 dimensions whose arrays may be changed. */
    private static final class Broken {

        static final int SIZE = 1000;

        final RTreeIndex index;
        final double[] tree;

        Broken() {
            Sample sample = new Sample(Shape.UNIFORM, SIZE, 2, 1);
            Boxes boxes = BoxCases.draw(sample, SIZE, sample.random());
            index = new RTreeIndex(
                    boxes,
                    TreeLayout.ofBoxes(SIZE, 2, 16),
                    Packing.HILBERT,
                    RTreeIndex.build(CONTEXT, boxes, Packing.HILBERT, 16, Monitor.NONE)
                            .index()
                            .ids()
                            .clone());
            tree = index.tree(WORKERS);
            assertTrue(RTreeCheck.run(index, WORKERS).isSound());
        }

        void shouldBeFound(String... parts) {
            StructureReport report = RTreeCheck.run(index, WORKERS);
            assertFalse(report.isSound());
            String text = String.join("\n", report.findings());
            assertTrue(report.violations() >= report.findings().size(), report::toString);
            for (String part : parts) {
                assertTrue(text.contains(part), () -> "\"" + part + "\" is missing in:\n" + text);
            }
        }
    }
}
