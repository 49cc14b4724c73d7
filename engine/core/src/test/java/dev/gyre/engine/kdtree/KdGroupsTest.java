package dev.gyre.engine.kdtree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.KdTreeOptions.Duplicates;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.sort.GroupMarks;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KdGroupsTest {

    /** Rows 0, 3, 4 and 6 share a place, and 2 with 5; 1 has its own. */
    private static final int[] NEXT = {3, -1, 5, 4, 6, -1, -1};

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
        // The eighth element is beyond the rows.
        int[] order = {0, 3, 4, 6, 1, 2, 5, 99};
        try (Workers workers = new Workers(2)) {
            assertArrayEquals(NEXT, KdGroups.chain(order, marks, 7, workers));
        }
    }

    /** So many rows that several threads chain them, whose slices may begin within a group. */
    @Test
    void shouldChainManyRows() {
        int rows = 600_000;
        Random random = new Random(5);
        int[] order =
                IntStream.range(0, rows).map(row -> (int) (row * 7L % rows)).toArray();
        int[] marks = random.ints(rows, GroupMarks.EQUAL, GroupMarks.HEAD + 1).toArray();
        marks[0] = GroupMarks.HEAD;
        int[] expected = new int[rows];
        for (int slot = 0; slot < rows; slot++) {
            boolean isLast = slot + 1 == rows || marks[slot + 1] == GroupMarks.HEAD;
            expected[order[slot]] = isLast ? KdGroups.NONE : order[slot + 1];
        }
        try (Workers workers = new Workers(2)) {
            assertArrayEquals(expected, KdGroups.chain(order, marks, rows, workers), "seed=5");
        }
    }

    @Test
    void shouldTellEqualPointsFromThoseWhoseSquaredDistanceIsZero() {
        Points points = Points.of(new double[] {7, Math.nextUp(7.0), 0.0, -0.0, 1e-200, Double.MIN_VALUE}, 1);
        assertTrue(KdGroups.equal(points, 2, 3));
        assertFalse(KdGroups.equal(points, 0, 1));
        assertFalse(KdGroups.equal(points, 2, 4));
        assertFalse(KdGroups.equal(points, 2, 5));
    }

    @Test
    void shouldHaveNoChainsWhereAllRowsDiffer() {
        assertTrue(KdGroups.single().isSingle());
        assertEquals(KdGroups.NONE, KdGroups.single().next(5));
        assertEquals(0, KdGroups.single().toArray().length);
        assertFalse(KdGroups.of(NEXT, false).isSingle());
    }

    @Test
    void shouldKeepTheFirstOfEachGroup() {
        KdGroups groups = KdGroups.of(NEXT.clone(), false);
        KdGroups dropped = groups.treat(Duplicates.DROP);
        assertTrue(dropped.isDropped());
        for (int row = 0; row < NEXT.length; row++) {
            assertEquals(KdGroups.NONE, dropped.next(row));
        }
        assertSame(groups, groups.treat(Duplicates.KEEP));
        assertArrayEquals(NEXT, groups.toArray());
        assertSame(KdGroups.single(), KdGroups.single().treat(Duplicates.REFUSE));
        assertSame(KdGroups.single(), KdGroups.single().treat(Duplicates.DROP));
    }

    @Test
    void shouldNameTheFirstRowsThatAreEqual() {
        KdGroups groups = KdGroups.of(NEXT.clone(), false);
        assertEquals(
                "points must differ: rows 0 and 3 are equal",
                assertThrows(IllegalArgumentException.class, () -> groups.treat(Duplicates.REFUSE))
                        .getMessage());
    }
}
