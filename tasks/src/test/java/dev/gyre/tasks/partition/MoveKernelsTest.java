package dev.gyre.tasks.partition;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MoveKernelsTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 1000})
    void shouldMoveByIndex(int n) {
        List<Integer> shuffled = new ArrayList<>(IntStream.range(0, n).boxed().toList());
        Collections.shuffle(shuffled, new Random(n));
        int[] order = shuffled.stream().mapToInt(Integer::intValue).toArray();
        int[] ints = new Random(n).ints(n).toArray();
        float[] floats = new float[n];
        for (int i = 0; i < n; i++) {
            floats[i] = ints[i];
        }
        int[] count = {n};
        int[] gathered = new int[n];
        float[] gatheredFloats = new float[n];
        int[] inverse = new int[n];
        // Two more items than indices: these items do nothing.
        Gather.gatherInts(0, n + 2, ints, order, count, gathered);
        Gather.gatherFloats(0, n + 2, floats, order, count, gatheredFloats);
        Scatter.invert(0, n + 2, order, count, inverse);
        for (int i = 0; i < n; i++) {
            assertEquals(ints[order[i]], gathered[i]);
            assertEquals(floats[order[i]], gatheredFloats[i]);
            assertEquals(i, inverse[order[i]]);
        }
        int[] scattered = new int[n];
        float[] scatteredFloats = new float[n];
        Scatter.scatterInts(0, n + 2, gathered, order, count, scattered);
        Scatter.scatterFloats(0, n + 2, gatheredFloats, order, count, scatteredFloats);
        assertArrayEquals(ints, scattered);
        assertArrayEquals(floats, scatteredFloats);
    }

    @Test
    void shouldLeaveItemsOutsideItsSliceAlone() {
        int[] out = new int[4];
        Arrays.fill(out, 9);
        Gather.gatherInts(1, 3, new int[] {5, 6, 7, 8}, new int[] {0, 1, 2, 3}, new int[] {4}, out);
        assertArrayEquals(new int[] {9, 6, 7, 9}, out);
    }
}
