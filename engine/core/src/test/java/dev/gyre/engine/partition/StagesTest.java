package dev.gyre.engine.partition;

import static dev.gyre.engine.contract.Asserts.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.partition.Reduction.Operator;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Device;
import dev.gyre.tasks.common.TileParameters;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Refusals of the classes that make stages, and their tiles. */
class StagesTest {

    private static final Device JVM = JvmBackend.device(2);
    private static final Device GPU = new Device("none", 0, "a GPU", Device.Type.GPU, 1L << 37, 1L << 36);

    private static Layout layout(Device device) {
        return Layout.on(device);
    }

    @Test
    void shouldRefuseArraysWithoutElements() {
        int[] none = {};
        int[] zero = {0};
        for (Executable operation : List.<Executable>of(
                () -> Scan.exclusive(none, none.clone(), layout(JVM)),
                () -> FlagSplit.compaction(none, null, none.clone(), layout(JVM)),
                () -> FlagSplit.partition(none, new float[0], new float[0], layout(JVM)),
                () -> new Histogram(none, 1, zero, layout(JVM)),
                () -> new Reduction(Operator.SUM, none, zero, new long[0], layout(JVM)),
                () -> new SegmentedPartition(
                        new SegmentedPartition.Columns(none, none, zero, none, none, none, none), layout(JVM)))) {
            assertRefused("capacity must be 1 or more: capacity=0", operation);
        }
    }

    @Test
    void shouldRefuseArraysOfOtherLengths() {
        int[] two = new int[2];
        int[] three = new int[3];
        assertRefused(
                "sums must be as many as values: sums=2, values=3", () -> Scan.inclusive(three, two, layout(JVM)));
        assertRefused(
                "indices must be as many as flags: indices=2, flags=3",
                () -> FlagSplit.compaction(three, null, two, layout(JVM)));
        assertRefused(
                "out must be as many as flags: out=2, flags=3",
                () -> FlagSplit.partition(three, three.clone(), two, layout(JVM)));
        assertRefused(
                "values must be as many as flags: values=2, flags=3",
                () -> FlagSplit.compaction(three, new float[2], new float[3], layout(JVM)));
        assertRefused(
                "histogram must be as many as bins: histogram=3, bins=4",
                () -> new Histogram(two, 4, three, layout(JVM)));
        assertRefused(
                "results must be as many as segments: results=1, segments=2",
                () -> new Reduction(Operator.MIN, new float[5], three, new double[1], layout(JVM)));
        assertRefused(
                "splits must be as many as segments: splits=3, segments=2",
                () -> new SegmentedPartition(
                        new SegmentedPartition.Columns(two, two, three, two, two, two, three), layout(JVM)));
    }

    @Test
    void shouldRefuseOneArrayForInputAndOutput() {
        int[] values = new int[3];
        float[] floats = new float[3];
        assertRefused("input and output must be two arrays", () -> Scan.inclusive(values, values, layout(JVM)));
        String message = "input and output must be two arrays";
        assertRefused(message, () -> FlagSplit.compaction(values, null, values, layout(JVM)));
        assertRefused(message, () -> FlagSplit.compaction(new int[3], values, values, layout(JVM)));
        assertRefused(message, () -> FlagSplit.partition(values, floats, floats, layout(JVM)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2048, 2049, 1 << 23, (1 << 23) + 1, 1 << 30, Integer.MAX_VALUE - 8})
    void shouldCutIntoTilesThatCoverAll(int n) {
        for (Device device : List.of(JVM, GPU)) {
            Tiling tiling = Tiling.of(n, 0, layout(device));
            assertTrue((long) tiling.tiles() * tiling.tile() >= n);
            assertTrue((tiling.tiles() - 1L) * tiling.tile() < n);
            assertEquals(tiling.tiles(), tiling.parameters()[TileParameters.TILES]);
        }
        assertTrue(Tiling.of(n, 0, layout(GPU)).tiles() <= 4096);
        assertEquals(0, Tiling.of(n, 0, layout(GPU)).tile() % 2048);
    }
}
