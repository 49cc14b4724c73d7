package dev.gyre.tasks.select;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** The k best values of each part of each row, best first: ascending by (key, id). */
public final class PartSelection {

    /** Id of an unused slot. */
    public static final int NONE = -1;

    private PartSelection() {}

    /**
     * Keeps the best of each part by insertion; item {@code row * parts + part} is a part.
     *
     * @param floats in: rows x columns row-major; of any length if the values are ints
     * @param integers in: rows x columns row-major; of any length if the values are floats
     * @param sources in: rows x columns ids, ascending among equal values; of any length unless the form is mapped
     * @param parameters in: see {@link SelectionParameters}
     * @param keys out: items x k: the values as ints whose ascending order is the requested one
     * @param ids out: items x k; slots beyond the length of the part hold id {@link #NONE} and the greatest key
     * @param form bits of {@link SelectionParameters}
     * @param capacity pairs that a work-group sorts at once, a power of two greater than k; here without effect
     * @param slots values that a thread of a work-group collects between two sorts; here without effect
     */
    public static void keepBest(
            int begin,
            int end,
            float[] floats,
            int[] integers,
            int[] sources,
            int[] parameters,
            int form,
            int capacity,
            int slots,
            int[] keys,
            int[] ids) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            int columns = parameters[SelectionParameters.COLUMNS];
            int k = parameters[SelectionParameters.K];
            int parts = parameters[SelectionParameters.PARTS];
            int part = item % parts;
            int start = SelectionParameters.partStart(columns, parts, part);
            int stop = SelectionParameters.partStart(columns, parts, part + 1);
            int row = item / parts * columns;
            int out = item * k;
            int kept = 0;
            for (int column = start; column < stop; column++) {
                int key = OrderedValues.key(floats, integers, row + column, form);
                if (kept < k || key < keys[out + k - 1]) {
                    int slot = Math.min(kept, k - 1);
                    while (slot > 0 && key < keys[out + slot - 1]) {
                        keys[out + slot] = keys[out + slot - 1];
                        ids[out + slot] = ids[out + slot - 1];
                        slot--;
                    }
                    keys[out + slot] = key;
                    ids[out + slot] = (form & SelectionParameters.MAPPED) != 0 ? sources[row + column] : column;
                    kept = Math.min(kept + 1, k);
                }
            }
            for (int slot = kept; slot < k; slot++) {
                keys[out + slot] = Integer.MAX_VALUE;
                ids[out + slot] = NONE;
            }
        }
    }
}
