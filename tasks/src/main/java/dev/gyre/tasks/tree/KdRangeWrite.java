package dev.gyre.tasks.tree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** The slots of a kd-tree in each region: the second half of the search that {@link KdRangeCount} begins. */
public final class KdRangeWrite {

    private KdRangeWrite() {}

    /**
     * Writes the ids of the slots in each region, in the order of the slots; an item is a region.
     *
     * @param begin first item
     * @param end after the last item
     * @param points in: size x dims coordinates of slots, row-major
     * @param boxes in: for each node dims lower and dims upper bounds
     * @param ids in: the id of each slot
     * @param regions in: items x the floats of a region, see {@link KdRegions}
     * @param starts in: for each item where its ids go; there is room for as many as {@link KdRangeCount} counts
     * @param parameters in: {@link KdQueryParameters}
     * @param found out: the ids
     * @param dims number of dimensions, at most {@link KdParameters#MAX_DIMENSIONS}
     * @param kind kind of the regions
     * @param norm code of the norm by which balls are measured
     */
    public static void writeInRange(
            int begin,
            int end,
            double[] points,
            double[] boxes,
            int[] ids,
            double[] regions,
            int[] starts,
            int[] parameters,
            int[] found,
            int dims,
            int kind,
            int norm) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < parameters[KdQueryParameters.QUERIES]) {
                KdRegions.walk(regions, item, points, boxes, ids, parameters, found, starts[item], 1, dims, kind, norm);
            }
        }
    }
}
