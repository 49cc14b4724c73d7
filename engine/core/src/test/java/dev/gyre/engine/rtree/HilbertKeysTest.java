package dev.gyre.engine.rtree;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.tasks.rtree.HilbertKeys;
import dev.gyre.tasks.tree.TreeParameters;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The curve goes through all cells of a grid, from each cell to an adjacent one. */
class HilbertKeysTest {

    @ParameterizedTest
    @CsvSource({"1, 10", "2, 1", "2, 7", "3, 4", "4, 3", "5, 2", "8, 1"})
    void neighborsOnTheCurveAreNeighborsInSpace(int dims, int levels) {
        int side = 1 << levels;
        int size = 1 << (levels * dims);
        int[] parameters = new int[TreeParameters.LENGTH];
        parameters[TreeParameters.SIZE] = size;
        parameters[TreeParameters.DIMENSIONS] = dims;
        parameters[TreeParameters.STRIDE] = size;
        int[] keys = new int[(dims + 1) * size];
        // Keys at the middles of the cells of a coarse grid: a curve of a finer grid goes through a whole cell before
        // the next one.
        for (int cell = 0; cell < size; cell++) {
            for (int dim = 0; dim < dims; dim++) {
                long coordinate = (cell >> (dim * levels)) & (side - 1);
                long width = (1L << 32) / side;
                keys[dim * size + cell] = (int) (coordinate * width + width / 2 + Integer.MIN_VALUE);
            }
        }

        HilbertKeys.makeKeys(0, size, parameters, keys);

        Integer[] order = IntStream.range(0, size).boxed().toArray(Integer[]::new);
        Arrays.sort(order, Comparator.comparingInt(cell -> keys[dims * size + cell]));
        for (int slot = 1; slot < size; slot++) {
            int steps = 0;
            for (int dim = 0; dim < dims; dim++) {
                int mask = side - 1;
                steps += Math.abs(
                        ((order[slot] >> (dim * levels)) & mask) - ((order[slot - 1] >> (dim * levels)) & mask));
            }
            assertEquals(1, steps, "from cell " + order[slot - 1] + " to " + order[slot]);
        }
    }
}
