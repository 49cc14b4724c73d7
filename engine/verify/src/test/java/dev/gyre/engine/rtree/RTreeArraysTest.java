package dev.gyre.engine.rtree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Packing;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Program;
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
        RTreeArrays arrays = new RTreeArrays(RTreeLayout.of(3000, 3, 7), RTreeArrays.LOAD, true);
        Program program = new Program("r-tree", arrays.phases()).withInputs(arrays.inputs());
        assertEquals(
                program.bytes() - 4L * (RTreeLayout.of(3000, 3, 7).levels() + 1) * arrays.parameters().length,
                RTreeArrays.bytes(RTreeLayout.of(3000, 3, 7), true));
        try (Lease<RTreeArrays> lease = CONTEXT.once(arrays, program)) {
            for (int size : new int[] {3000, 1, 7, 8, 2999, 50, 343}) {
                RTreeIndex index = index(size, 3, 7);
                Arrays.fill(arrays.tree(), Double.NaN);

                arrays.load(lease, index, WORKERS);

                double[] expected = index.tree(WORKERS);
                assertArrayEquals(expected, Arrays.copyOf(arrays.tree(), expected.length), "size=" + size);
                int[] least = index.least(WORKERS);
                assertArrayEquals(least, Arrays.copyOf(arrays.least(), least.length), "size=" + size);
                assertEquals(0, least[least.length - 1], "size=" + size);
                assertEquals(Arrays.stream(index.ids()).limit(7).min().orElse(-1), least[0], "size=" + size);
                assertArrayEquals(index.ids(), Arrays.copyOf(arrays.ids(), size), "size=" + size);
                assertTrue(lease.holds(index));
                arrays.tree()[0] = Double.NaN;
                arrays.load(lease, index, WORKERS);
                assertTrue(Double.isNaN(arrays.tree()[0]), "what is on the device was brought there again");
            }
        }
    }

    @Test
    void theJvmReadsTheTreeItself() {
        RTreeIndex index = index(100, 2, 4);
        RTreeArrays arrays = new RTreeArrays(index, true, WORKERS);
        assertSame(index.tree(WORKERS), arrays.tree());
        assertSame(index.ids(), arrays.ids());
        assertSame(index.least(WORKERS), arrays.least());
        assertEquals(0, arrays.phases().size());
    }
}
