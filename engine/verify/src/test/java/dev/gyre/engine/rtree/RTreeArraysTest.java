package dev.gyre.engine.rtree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.RTreeOptions.Packing;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.tree.ResidentTree;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.engine.verify.BoxCases;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.Shape;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class RTreeArraysTest {

    private static final Workers WORKERS = new Workers(2);
    private static final Context CONTEXT = new Context(new JvmBackend(WORKERS), WORKERS, Long.MAX_VALUE);

    @AfterAll
    static void close() {
        CONTEXT.close();
        WORKERS.close();
    }

    private static RTreeIndex index(int size, int dims, int nodeSize) {
        Sample sample = new Sample(Shape.CLUSTERED, size, dims, size);
        Boxes boxes = BoxCases.draw(sample, size, sample.random());
        return RTreeIndex.build(CONTEXT, boxes, Packing.of(dims), nodeSize, Monitor.NONE)
                .index();
    }

    /** Trees with fewer boxes, and with fewer levels, than the arrays have room for. */
    @Test
    void aProgramDerivesTheTreesOfSeveralSizesOneAfterTheOther() {
        TreeLayout max = TreeLayout.ofBoxes(3000, 3, 7);
        Device card = new Device("card", 0, "Card", Device.Type.GPU, Long.MAX_VALUE, Long.MAX_VALUE);
        Layout declared = Layout.on(card);
        ResidentTree resident = RTreeArrays.TREE.onDevice(max, declared);
        TreeArrays arrays = resident.arrays();
        Program program = new Program("r-tree", resident.phases(), declared.inputs(), declared.outputs());
        assertEquals(program.bytes(), declared.bytes());
        assertEquals(2, declared.inputs().size());
        try (Lease<ResidentTree> lease = CONTEXT.leaseOrOnce(layout -> resident, null)) {
            for (int size : new int[] {3000, 1, 7, 8, 2999, 50, 343}) {
                RTreeIndex index = index(size, 3, 7);
                Arrays.fill(arrays.boxes(), Double.NaN);

                resident.load(lease, index, false, WORKERS);

                double[] expected = index.tree(WORKERS);
                assertArrayEquals(expected, Arrays.copyOf(arrays.boxes(), expected.length), "size=" + size);
                int[] rows = index.arrays(WORKERS).rows();
                assertArrayEquals(rows, Arrays.copyOf(arrays.rows(), rows.length), "size=" + size);
                assertEquals(0, rows[rows.length - 1], "size=" + size);
                assertEquals(Arrays.stream(index.ids()).limit(7).min().orElse(-1), rows[size], "size=" + size);
                assertArrayEquals(index.ids(), Arrays.copyOf(rows, size), "size=" + size);
                assertTrue(lease.holds(index));
                arrays.boxes()[0] = Double.NaN;
                resident.load(lease, index, false, WORKERS);
                assertTrue(Double.isNaN(arrays.boxes()[0]), "what is on the device was brought there again");
            }
        }
    }

    @Test
    void theJvmReadsTheTreeItself() {
        RTreeIndex index = index(100, 2, 4);
        Layout declared = Layout.on(CONTEXT.device(), index.given(CONTEXT, false));
        ResidentTree resident = RTreeArrays.TREE.make(index.layout(), declared);
        assertEquals(index.arrays(WORKERS), resident.arrays());
        assertSame(index.tree(WORKERS), resident.arrays().entries());
        assertEquals(0, resident.phases().size());
    }
}
