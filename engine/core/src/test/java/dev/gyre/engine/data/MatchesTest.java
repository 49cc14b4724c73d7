package dev.gyre.engine.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.program.Execution.Timing;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MatchesTest {

    static final ExecutionReport REPORT =
            new ExecutionReport(JvmBackend.device(1), JoinMethod.KD_TREE, 0, Timing.ZERO, 0, 0);

    private final Matches matches =
            new Matches(new int[] {0, 2, 2, 3}, new int[] {7, 5, 1}, new double[] {4, 9, 16}, Metric.EUCLIDEAN, REPORT);

    @Test
    void shouldGiveEachQueryItsRow() {
        assertEquals(3, matches.queries());
        assertEquals(3, matches.size());
        assertEquals(2, matches.count(0));
        assertEquals(0, matches.count(1));
        assertEquals(5, matches.id(0, 1));
        assertEquals(1, matches.id(2, 0));
        assertArrayEquals(new int[] {7, 5}, matches.ids(0));
        assertArrayEquals(new int[0], matches.ids(1));
        assertEquals(9, matches.key(0, 1));
        assertEquals(4, matches.distance(2, 0));
        assertArrayEquals(new int[] {0, 2, 2, 3}, matches.toOffsetArray());
        assertArrayEquals(new double[] {4, 9, 16}, matches.toKeyArray());
    }

    @Test
    void shouldNotReachIntoTheNextRow() {
        assertThrows(IndexOutOfBoundsException.class, () -> matches.id(0, 2));
        assertThrows(IndexOutOfBoundsException.class, () -> matches.id(1, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> matches.key(0, -1));
        assertThrows(IndexOutOfBoundsException.class, () -> matches.count(3));
        assertThrows(IndexOutOfBoundsException.class, () -> matches.ids(-1));
    }

    @Test
    void shouldHandOutCopies() {
        matches.toIdArray()[0] = 99;
        matches.ids(0)[0] = 99;
        matches.toOffsetArray()[1] = 99;
        matches.toKeyArray()[0] = 99;
        assertEquals(7, matches.id(0, 0));
        assertEquals(4, matches.key(0, 0));
    }

    /** More queries than blocks, so that a block has several of them. */
    @Test
    void shouldReadBlocksAsOneResult() {
        int queries = 1000;
        int bits = Matches.blockBits(queries);
        int blocks = Math.ceilDiv(queries, 1 << bits);
        assertTrue(bits > 0 && blocks > 1, () -> bits + ", " + blocks);
        int[] offsets = new int[queries + 1];
        for (int query = 0; query < queries; query++) {
            offsets[query + 1] = offsets[query] + query % 3;
        }
        int[] ids = IntStream.range(0, offsets[queries]).map(i -> 7 * i).toArray();
        double[] keys = Arrays.stream(ids).mapToDouble(id -> id * 0.5).toArray();
        int[][] idBlocks = new int[blocks][];
        double[][] keyBlocks = new double[blocks][];
        for (int block = 0; block < blocks; block++) {
            int from = offsets[block << bits];
            int to = offsets[Math.min(queries, (block + 1) << bits)];
            idBlocks[block] = Arrays.copyOfRange(ids, from, to);
            keyBlocks[block] = Arrays.copyOfRange(keys, from, to);
        }
        Matches whole = new Matches(offsets, ids, keys, Metric.EUCLIDEAN, REPORT);
        Matches inBlocks = new Matches(offsets, idBlocks, keyBlocks, Metric.EUCLIDEAN, REPORT);
        assertEquals(whole.size(), inBlocks.size());
        assertArrayEquals(ids, inBlocks.toIdArray());
        assertArrayEquals(keys, inBlocks.toKeyArray());
        for (int query = 0; query < queries; query++) {
            assertArrayEquals(whole.ids(query), inBlocks.ids(query), "query=" + query);
            for (int rank = 0; rank < whole.count(query); rank++) {
                assertEquals(whole.id(query, rank), inBlocks.id(query, rank));
                assertEquals(whole.key(query, rank), inBlocks.key(query, rank));
            }
        }
        idBlocks[1] = new int[0];
        assertThrows(
                IllegalArgumentException.class,
                () -> new Matches(offsets, idBlocks, keyBlocks, Metric.EUCLIDEAN, REPORT));
    }

    @Test
    void shouldHaveNoDistancesInWindows() {
        Matches windows = new Matches(new int[] {0, 1}, new int[] {3}, null, Metric.EUCLIDEAN, REPORT);
        assertTrue(matches.hasDistances());
        assertFalse(windows.hasDistances());
        assertThrows(IllegalStateException.class, () -> windows.distance(0, 0));
        assertThrows(IllegalStateException.class, windows::toKeyArray);
    }

    @Test
    void shouldRefuseArraysThatDoNotFitEachOther() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new Matches(new int[] {0, 2}, new int[1], null, Metric.EUCLIDEAN, REPORT));
        assertThrows(
                IllegalArgumentException.class,
                () -> new Matches(new int[] {0, 1}, new int[1], new double[2], Metric.EUCLIDEAN, REPORT));
    }
}
