package dev.gyre.tasks.tree;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** How many slots of a kd-tree are in each region: the first half of a search whose results vary in size. */
public final class KdRangeCount {

    private KdRangeCount() {}

    /**
     * Counts the slots in each region; an item is a region.
     *
     * @param begin first item
     * @param end after the last item
     * @param points in: size x dims coordinates of slots, row-major
     * @param boxes in: for each node dims lower and dims upper bounds
     * @param regions in: items x the floats of a region, see {@link KdRegions}
     * @param parameters in: {@link KdQueryParameters}
     * @param counts out: for each item the number of slots in its region
     * @param dims number of dimensions, at most {@link KdParameters#MAX_DIMENSIONS}
     * @param kind kind of the regions
     * @param norm code of the norm by which balls are measured
     */
    public static void countInRange(
            int begin,
            int end,
            double[] points,
            double[] boxes,
            double[] regions,
            int[] parameters,
            int[] counts,
            int dims,
            int kind,
            int norm) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int item = begin + t;
            if (item < parameters[KdQueryParameters.QUERIES]) {
                counts[item] = KdRegions.walk(
                        regions, item, points, boxes, counts, parameters, counts, 0, 0, dims, kind, norm);
            }
        }
    }
}
