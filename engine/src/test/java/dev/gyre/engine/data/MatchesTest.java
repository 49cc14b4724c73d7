package dev.gyre.engine.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.device.Timing;
import dev.gyre.engine.jvm.JvmBackend;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class MatchesTest {

    private static final JoinReport REPORT =
            new JoinReport(JvmBackend.device(1), JoinMethod.KD_TREE, 0, Timing.ZERO, 0, 0);

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

    @Test
    void shouldPutPartsBesideEachOther() {
        Matches twice = Matches.concat(List.of(matches, matches), REPORT);
        assertArrayEquals(new int[] {0, 2, 2, 3, 5, 5, 6}, twice.toOffsetArray());
        assertArrayEquals(new int[] {7, 5, 1, 7, 5, 1}, twice.toIdArray());
        assertArrayEquals(new double[] {4, 9, 16, 4, 9, 16}, twice.toKeyArray());
    }

    @Test
    void shouldRefuseMoreMatchesThanAnArrayTakes() {
        int[] ids = new int[1 << 20];
        Matches large = new Matches(new int[] {0, ids.length}, ids, null, Metric.EUCLIDEAN, REPORT);
        List<Matches> parts = Collections.nCopies(2048, large);
        assertEquals(
                "matches must be below 2^31 - 8: queries=2048, matches=2147483648",
                assertThrows(IllegalArgumentException.class, () -> Matches.concat(parts, REPORT))
                        .getMessage());
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
