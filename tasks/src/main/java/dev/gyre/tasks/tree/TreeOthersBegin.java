package dev.gyre.tasks.tree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Begins the rounds of {@link TreeOthers} with slots that have found nothing, so that the host need not send what is the same for all. */
public final class TreeOthersBegin {

    private TreeOthersBegin() {}

    /**
     * Writes the key and the slot of no neighbor; an item is a slot.
     *
     * @param parameters in: only {@link TreeParameters#SIZE} is read
     * @param limits in: the largest key of a neighbor of every slot
     * @param bounds out for {@link TreeOthers#ANY}: that key for each slot; any array for other kinds, which have their bounds from the
     *     host
     * @param keys out: -1 for each slot
     * @param found out: -1 for each slot
     * @param kind {@link TreeOthers#NEAREST}, {@link TreeOthers#MUTUAL} or {@link TreeOthers#ANY}
     */
    public static void beginOthers(
            int begin,
            int end,
            int[] parameters,
            double[] limits,
            double[] bounds,
            double[] keys,
            int[] found,
            int kind) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < parameters[TreeParameters.SIZE]) {
                keys[item] = -1.0;
                found[item] = -1;
                if (kind == TreeOthers.ANY) {
                    bounds[item] = limits[0];
                }
            }
        }
    }
}
