package dev.gyre.tasks.common;

/**
 * SegmentSearch of consecutive elements: segment s has the elements {@code offsets[s] .. offsets[s+1]-1}, and may have none. The
 * offsets ascend from 0 to the number of elements.
 */
public final class SegmentSearch {

    private SegmentSearch() {}

    /** The last segment in {@code low .. high} that begins at or before an element: if there is one, its own segment. */
    public static int of(int element, int[] offsets, int low, int high) {
        int first = low;
        int last = high;
        while (first < last) {
            int middle = first + (last - first + 1) / 2;
            if (offsets[middle] <= element) {
                first = middle;
            } else {
                last = middle - 1;
            }
        }
        return first;
    }
}
