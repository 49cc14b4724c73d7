package dev.gyre.tasks.select;

import uk.ac.manchester.tornado.api.annotations.Parallel;

/** Finds the bucket of {@link BracketCounts} that contains the k-th key of each row. */
public final class BracketChoice {

    /** Numbers that describe a bucket. */
    public static final int RANGE = 3;

    private BracketChoice() {}

    /**
     * Finds the bucket of the k-th key; an item is a row. If all keys of the bucket are equal, the k-th key is known, and no keys remain to
     * be searched.
     *
     * @param totals in: {@value BracketCounts#BUCKETS} x items: keys in each bucket
     * @param bracket in: items x 2: the lower and the upper splitter
     * @param parameters in: see {@link RadixParameters}
     * @param kth out: items x 2: the k-th key if it is known, and its rank, from 1, among the keys of the bucket
     * @param ranges out: items x {@value #RANGE}: the bucket, and the least and the greatest key to search, in descending order if there is
     *     none
     * @param lengths out: items: number of keys to search
     */
    public static void chooseBucket(
            int begin, int end, int[] totals, int[] bracket, int[] parameters, int[] kth, int[] ranges, int[] lengths) {
        for (@Parallel int t = 0; t < end - begin; t++) {
            int row = begin + t;
            int rows = parameters[RadixParameters.ROWS];
            int k = parameters[RadixParameters.K];
            int lower = bracket[2 * row];
            int upper = bracket[2 * row + 1];
            int before = 0;
            int chosen = 0;
            int rank = 0;
            int length = 0;
            for (int bucket = 0; bucket < BracketCounts.BUCKETS; bucket++) {
                int upTo = before + totals[bucket * rows + row];
                if (k > before) {
                    if (k <= upTo) {
                        chosen = bucket;
                        rank = k - before;
                        length = upTo - before;
                    }
                }
                before = upTo;
            }
            // If one of these values wraps around, its bucket is empty and is not chosen.
            int[] least = new int[BracketCounts.BUCKETS];
            least[0] = Integer.MIN_VALUE;
            least[1] = Integer.MAX_VALUE;
            least[2] = lower + 1;
            least[3] = Integer.MAX_VALUE;
            least[4] = upper + 1;
            int[] greatest = new int[BracketCounts.BUCKETS];
            greatest[0] = lower - 1;
            greatest[1] = Integer.MIN_VALUE;
            greatest[2] = upper - 1;
            greatest[3] = Integer.MIN_VALUE;
            greatest[4] = Integer.MAX_VALUE;
            kth[2 * row] = chosen > 2 ? upper : lower;
            kth[2 * row + 1] = rank;
            ranges[RANGE * row] = chosen;
            ranges[RANGE * row + 1] = least[chosen];
            ranges[RANGE * row + 2] = greatest[chosen];
            lengths[row] = (1 - (chosen & 1)) * length;
        }
    }
}
