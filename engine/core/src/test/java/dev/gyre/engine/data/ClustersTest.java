package dev.gyre.engine.data;

import static dev.gyre.engine.contract.Asserts.assertRefusedWith;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.program.Device;
import org.junit.jupiter.api.Test;

class ClustersTest {

    private static final ExecutionReport REPORT = ExecutionReport.noTime(
            new Device("jvm", 0, "JVM", Device.Type.JVM, Long.MAX_VALUE, Long.MAX_VALUE), JoinMethod.KD_TREE);

    private final Clusters clusters = new Clusters(
            new int[] {1, -1, 0, 1, 0, 1}, new boolean[] {false, false, true, true, true, true}, 2, REPORT);

    @Test
    void shouldGiveTheClusterOfEachRow() {
        assertEquals(6, clusters.size());
        assertEquals(2, clusters.clusters());
        assertEquals(1, clusters.label(0));
        assertEquals(Clusters.NOISE, clusters.label(1));
        assertFalse(clusters.isCore(0));
        assertTrue(clusters.isCore(2));
        assertEquals(REPORT, clusters.report());
        assertThrows(IndexOutOfBoundsException.class, () -> clusters.label(6));
    }

    @Test
    void shouldGiveTheRowsOfEachCluster() {
        assertEquals(1, clusters.noise());
        assertArrayEquals(new int[] {2, 3}, clusters.toSizeArray());
        assertEquals(2, clusters.rows().size());
        assertArrayEquals(new int[] {2, 4}, clusters.rows().row(0).toArray());
        assertArrayEquals(new int[] {0, 3, 5}, clusters.rows().row(1).toArray());
    }

    @Test
    void shouldCopyItsArrays() {
        clusters.toLabelArray()[0] = 7;
        clusters.toCoreArray()[0] = true;
        assertEquals(1, clusters.label(0));
        assertFalse(clusters.isCore(0));
    }

    @Test
    void shouldRefuseArraysOfDifferentLengths() {
        assertRefusedWith("labels=1, core=2", () -> new Clusters(new int[1], new boolean[2], 1, REPORT));
    }
}
