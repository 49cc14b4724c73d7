package dev.gyre.engine.data;

/**
 * Segments of keys, each in two parts: the keys below its pivot, then the others, both in their order.
 *
 * @param keys the keys; the array is the caller's
 * @param payload a value for each key; the array is the caller's
 * @param splits for each segment the place after its last key below the pivot, counted from the first key of all
 */
public record SplitSegments(int[] keys, int[] payload, int[] splits) {

    /**
     * The payload of both parts of each segment, without a copy: row {@code 2 s} for the keys of segment s that are below its pivot,
     * row {@code 2 s + 1} for its others.
     *
     * @param offsets where the segments begin, and the number of keys at the end, as they were given
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
