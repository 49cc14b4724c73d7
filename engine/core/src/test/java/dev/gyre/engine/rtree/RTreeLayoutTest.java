package dev.gyre.engine.rtree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.tasks.rtree.RTreeParameters;
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
        RTreeLayout layout = RTreeLayout.of(size, 2, nodeSize);

        assertEquals(levels, layout.levels());
        assertEquals(boxes, layout.boxes());
        assertEquals(4 * boxes, layout.bounds());
        if (size > 0) {
            assertEquals(1, layout.count(levels));
        }
    }

    @Test
    void parametersHaveTheStartsOfAllLevels() {
        int[] parameters = new int[RTreeParameters.LENGTH];

        RTreeLayout.of(17, 3, 4).write(parameters);

        assertEquals(17, parameters[RTreeParameters.SIZE]);
        assertEquals(3, parameters[RTreeParameters.DIMENSIONS]);
        assertEquals(4, parameters[RTreeParameters.NODE_SIZE]);
        assertEquals(3, parameters[RTreeParameters.LEVELS]);
        assertArrayEquals(
                new int[] {0, 17, 22, 24, 25},
                Arrays.copyOfRange(parameters, RTreeParameters.STARTS, RTreeParameters.STARTS + 5));
    }

    @Test
    void theLargestTreesHaveRoomForTheirLevels() {
        assertTrue(RTreeLayout.fits(100_000_000, 2, 16));
        assertTrue(RTreeLayout.of(1 << 28, 1, 2).levels() < RTreeParameters.MAX_LEVELS);
        assertFalse(RTreeLayout.fits(1 << 28, 8, 16));
        assertFalse(RTreeLayout.fits(Integer.MAX_VALUE / 16, 8, 64));
        assertThrows(
                ArithmeticException.class, () -> RTreeLayout.of(1 << 30, 1, 2).bounds());
    }
}
