package dev.gyre.tasks.common;

/** Bisection of ascending values. */
public final class Bisection {

    private Bisection() {}

    /**
     * Returns the segment of an element: the last one in {@code low .. high} that begins at or before the element. Segment s has the
     * elements {@code offsets[s] .. offsets[s+1]-1}, and may be empty.
     */
    public static int segmentOf(int element, int[] offsets, int low, int high) {
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

    /** Returns the first index in {@code low .. high-1} whose value is not below a limit, or {@code high} if there is none. */
    public static int firstNotBelow(int limit, int[] values, int low, int high) {
        int first = low;
        int last = high;
        while (first < last) {
            int middle = first + (last - first) / 2;
            if (values[middle] < limit) {
                first = middle + 1;
            } else {
                last = middle;
            }
        }
        return first;
    }

    /** Returns the first index in {@code low .. high-1} whose value is above a limit, or {@code high} if there is none. */
    public static int firstAbove(int limit, int[] values, int low, int high) {
        int first = low;
        int last = high;
        while (first < last) {
            int middle = first + (last - first) / 2;
            if (values[middle] > limit) {
                last = middle;
            } else {
                first = middle + 1;
            }
        }
        return first;
    }
}
