package dev.gyre.tasks.distance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.gyre.tasks.common.FloatHeap;
import org.junit.jupiter.api.Test;

class CandidateCarryTest {

    private static final int KEPT = 2;
    private static final int COLUMNS = 5;

    private static int[] parameters(int continued) {
        int[] parameters = new int[KnnParameters.LENGTH];
        parameters[KnnParameters.KEPT] = KEPT;
        parameters[KnnParameters.COLUMNS] = COLUMNS;
        parameters[KnnParameters.FIRST_POINT] = 100;
        parameters[KnnParameters.CONTINUED] = continued;
        return parameters;
    }

    @Test
    void shouldPutCandidatesIntoTheFirstColumns() {
        float[] keys = {1, 2, 3, 4};
        float[] matrix = {0, 0, 7, 7, 7, 0, 0, 7, 7, 7};
        CandidateCarry.load(1, 4, keys, parameters(1), matrix);
        assertArrayEquals(new float[] {0, 2, 7, 7, 7, 3, 4, 7, 7, 7}, matrix);
    }

    @Test
    void shouldPutNothingThereBeforeThereAreAny() {
        float[] matrix = {0, 0, 7, 7, 7};
        CandidateCarry.load(0, 2, new float[] {1, 2}, parameters(0), matrix);
        assertArrayEquals(new float[] {FloatHeap.EMPTY_KEY, FloatHeap.EMPTY_KEY, 7, 7, 7}, matrix);
    }

    @Test
    void shouldTakeWhatWasSelectedAmongOldAndNew() {
        float[] matrix = {10, 11, 12, 13, 14, 20, 21, 22, 23, 24};
        int[] selected = {1, 4, 0, 2};
        float[] keys = new float[4];
        int[] ids = new int[4];
        CandidateCarry.merge(0, 4, selected, matrix, new int[] {5, 6, 7, 8}, parameters(1), keys, ids);
        assertArrayEquals(new float[] {11, 14, 20, 22}, keys);
        assertArrayEquals(new int[] {6, 102, 7, 100}, ids);
    }

    @Test
    void shouldTakeNoIdFromAnEmptySlot() {
        float[] matrix = {10, 11, 12, 13, 14};
        int[] ids = new int[2];
        CandidateCarry.merge(0, 2, new int[] {0, 3}, matrix, new int[] {5, 6}, parameters(0), new float[2], ids);
        assertArrayEquals(new int[] {FloatHeap.EMPTY_ID, 101}, ids);
    }

    @Test
    void shouldKeepTheNewOnes() {
        int[] ids = {1, 2, 3};
        CandidateCarry.store(1, 3, new int[] {7, 8, 9}, ids);
        assertArrayEquals(new int[] {1, 8, 9}, ids);
    }
}
