package dev.gyre.tasks.distance;

import dev.gyre.tasks.common.FloatHeap;
import uk.ac.manchester.tornado.api.annotations.Parallel;

/**
 * Carries the best candidates of each row of a matrix of keys from one part of the points to the next: they are the first columns of the
 * next matrix, and so take part in its selection.
 *
 * <p>Their ids are smaller than those of all later points. So a selection that prefers the smaller column in ties also prefers the smaller
 * id.
 */
public final class CandidateCarry {

    private CandidateCarry() {}

    /**
     * Writes the candidates' keys to the first columns, or {@link FloatHeap#EMPTY_KEY} if there are no candidates yet; an item is a slot of
     * a row.
     *
     * @param keys in: rows x capacity keys of the candidates
     * @param parameters in: see {@link KnnParameters}
     * @param matrix out: rows x columns, of which the first {@link KnnParameters#KEPT} are written
     */
    public static void load(int begin, int end, float[] keys, int[] parameters, float[] matrix) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int kept = parameters[KnnParameters.KEPT];
            float key = keys[item];
            if (parameters[KnnParameters.CONTINUED] == 0) {
                key = FloatHeap.EMPTY_KEY;
            }
            matrix[item / kept * parameters[KnnParameters.COLUMNS] + item % kept] = key;
        }
    }

    /**
     * Fetches keys and ids of the selected candidates; an item is a slot of a row.
     *
     * @param selected in: rows x capacity columns of the matrix
     * @param matrix in: rows x columns keys
     * @param ids in: rows x capacity ids of the candidates that are in the first columns
     * @param parameters in: see {@link KnnParameters}
     * @param newKeys out: rows x capacity keys
     * @param newIds out: rows x capacity ids
     */
    public static void merge(
            int begin,
            int end,
            int[] selected,
            float[] matrix,
            int[] ids,
            int[] parameters,
            float[] newKeys,
            int[] newIds) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int kept = parameters[KnnParameters.KEPT];
            int row = item / kept;
            int column = selected[item];
            int id = parameters[KnnParameters.FIRST_POINT] + column - kept;
            if (column < kept) {
                id = FloatHeap.EMPTY_ID;
                if (parameters[KnnParameters.CONTINUED] == 1) {
                    id = ids[row * kept + column];
                }
            }
            newKeys[item] = matrix[row * parameters[KnnParameters.COLUMNS] + column];
            newIds[item] = id;
        }
    }

    /**
     * Copies the ids of the new candidates over the old ids; an item is a slot of a row.
     *
     * @param newIds in: rows x capacity ids
     * @param ids out: rows x capacity ids
     */
    public static void store(int begin, int end, int[] newIds, int[] ids) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            ids[item] = newIds[item];
        }
    }
}
