package dev.gyre.engine.rtree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.tree.TreeParameters;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RTreeLayoutTest {

    @ParameterizedTest
    @CsvSource({
        "0, 4, 0, 0",
        "1, 4, 1, 2",
        "4, 4, 1, 5",
        "5, 4, 2, 8",
        "16, 4, 2, 21",
        "17, 4, 3, 25",
        "64, 64, 1, 65",
        "65, 64, 2, 68",
        "3, 2, 2, 6"
    })
    void levelsFollowFromTheSize(int size, int nodeSize, int levels, int boxes) {
        TreeLayout layout = TreeLayout.ofBoxes(size, 2, nodeSize);

        assertEquals(levels, layout.levels());
        assertEquals(boxes, layout.numbers());
        assertEquals(4 * boxes, layout.bounds());
        if (size > 0) {
            assertEquals(1, layout.count(levels));
        }
    }

    @Test
    void parametersHaveTheStartsOfAllLevels() {
        int[] parameters = new int[TreeParameters.LENGTH];

        TreeLayout.ofBoxes(17, 3, 4).write(parameters);

        assertEquals(17, parameters[TreeParameters.SIZE]);
        assertEquals(3, parameters[TreeParameters.DIMENSIONS]);
        assertEquals(4, parameters[TreeParameters.LEAF_SIZE]);
        assertEquals(4, parameters[TreeParameters.FANOUT]);
        assertEquals(3, parameters[TreeParameters.LEVELS]);
        assertArrayEquals(
                new int[] {0, 17, 22, 24, 25},
                Arrays.copyOfRange(parameters, TreeParameters.STARTS, TreeParameters.STARTS + 5));
        assertArrayEquals(
                new int[] {17, 5, 2, 1, 0},
                Arrays.copyOfRange(parameters, TreeParameters.COUNTS, TreeParameters.COUNTS + 5));
    }

    @Test
    void theLargestTreesHaveRoomForTheirLevels() {
        assertTrue(TreeLayout.fits(100_000_000, 2, 16));
        assertTrue(TreeLayout.ofBoxes(1 << 28, 1, 2).levels() < TreeParameters.MAX_LEVELS);
        assertFalse(TreeLayout.fits(1 << 28, 8, 16));
        assertFalse(TreeLayout.fits(Integer.MAX_VALUE / 16, 8, 64));
        assertThrows(
                ArithmeticException.class,
                () -> TreeLayout.ofBoxes(1 << 30, 1, 2).bounds());
    }
}
