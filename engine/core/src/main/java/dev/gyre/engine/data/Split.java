package dev.gyre.engine.data;

/**
 * Elements in two parts: the flagged ones, then the others, both in their original order.
 *
 * @param values the elements; the caller owns the array
 * @param split number of flagged elements, the index of the first other one
 * @param <A> type of the array, such as {@code int[]}
 */
public record Split<A>(A values, int split) {

    /**
     * Segments of keys, each in two parts: the keys below its pivot, then the others, both in their original order.
     *
     * @param keys the keys; the caller owns the array
     * @param payload a value for each key; the caller owns the array
     * @param splits for each segment the index after its last key below the pivot, counted from the first key of all
     */
    public record Segments(int[] keys, int[] payload, int[] splits) {

        /**
         * Returns the payload of both parts of each segment, without a copy: row {@code 2 s} for the keys of segment s that are
         * below its pivot, row {@code 2 s + 1} for its others.
         *
         * @param offsets start of each segment, then the number of keys, as passed to the call
         * @return two rows for each segment
         * @throws IllegalArgumentException if these are not the segments that were split
         */
        public IntRows parts(int[] offsets) {
            int[] both = new int[2 * splits.length + 1];
            for (int segment = 0; segment < splits.length; segment++) {
                both[2 * segment] = offsets[segment];
                both[2 * segment + 1] = splits[segment];
            }
            both[2 * splits.length] = keys.length;
            return IntRows.of(both, payload);
        }
    }
}
