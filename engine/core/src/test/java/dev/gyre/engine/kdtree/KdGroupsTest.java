package dev.gyre.engine.kdtree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.Duplicates;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.sort.GroupMarks;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class KdGroupsTest {

    private static final Workers WORKERS = new Workers(2);

    /** Rows 0, 3, 4 and 6 share a place, and 2 with 5; 1 has its own. */
    private static final int[] NEXT = {3, -1, 5, 4, 6, -1, -1};

    @AfterAll
    static void closeWorkers() {
        WORKERS.close();
    }

    private static KdGroups groups(double... coordinates) {
        return KdGroups.of(NEXT.clone(), Points.of(coordinates, 1), WORKERS);
    }

    @Test
    void shouldChainTheRowsOfEachGroup() {
        int[] marks = {
            GroupMarks.HEAD,
            GroupMarks.EQUAL,
            GroupMarks.EQUAL,
            GroupMarks.EQUAL,
            GroupMarks.HEAD,
            GroupMarks.HEAD,
            GroupMarks.EQUAL,
            GroupMarks.EQUAL
        };
        // The eighth place is beyond the rows.
        int[] order = {0, 3, 4, 6, 1, 2, 5, 99};
        assertArrayEquals(NEXT, KdGroups.chain(order, marks, 7));
    }

    @Test
    void shouldTellEqualPointsFromEqualImages() {
        assertTrue(groups(7, 1, 0.0, 7, 7, -0.0, 7).areEqual());
        assertFalse(groups(7, 1, 0, 7, 7, 0, Math.nextUp(7.0)).areEqual());
        // The squares of these differences are 0.
        assertFalse(groups(7, 1, 0, 7, 7, 1e-200, 7).areEqual());
        assertFalse(groups(0, 1, 2, Double.MIN_VALUE, 0, 2, 0).areEqual());
        assertTrue(KdGroups.single().areEqual());
        assertTrue(KdGroups.single().isSingle());
        assertEquals(KdGroups.NONE, KdGroups.single().next(5));
        assertEquals(0, KdGroups.single().toArray().length);
        assertFalse(groups(new double[7]).isSingle());
    }

    @Test
    void shouldDropOnlyEqualPointsAndKeepTheFirst() {
        Points points = Points.of(new double[] {7, 1, 0.0, 7.5, 7, -0.0, 7.5}, 1);
        KdGroups dropped = KdGroups.of(NEXT.clone(), points, WORKERS).treat(Duplicates.DROP, points);
        assertEquals(3, dropped.next(0));
        for (int end : new int[] {1, 2, 3}) {
            assertEquals(KdGroups.NONE, dropped.next(end));
        }
        KdGroups kept = groups(new double[7]);
        assertSame(kept, kept.treat(Duplicates.KEEP, points));
        assertArrayEquals(NEXT, kept.toArray());
        assertSame(KdGroups.single(), KdGroups.single().treat(Duplicates.REFUSE, points));
        assertSame(KdGroups.single(), KdGroups.single().treat(Duplicates.DROP, points));
    }

    @Test
    void shouldRefuseOnlyEqualPoints() {
        Points different = Points.of(new double[] {7, 1, 2, 3, 4, 5, 6}, 1);
        KdGroups groups = KdGroups.of(NEXT.clone(), different, WORKERS);
        assertArrayEquals(NEXT, groups.treat(Duplicates.REFUSE, different).toArray());
        Points equal = Points.of(new double[] {7, 1, 2, 3, 4, 5, 3}, 1);
        assertEquals(
                "points must differ: rows 3 and 6 are equal",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> KdGroups.of(NEXT.clone(), equal, WORKERS).treat(Duplicates.REFUSE, equal))
                        .getMessage());
    }
}
