package dev.gyre.tasks.sort;

/**
 * {@link RowHeads} for the JVM: fetches a column of some rows at once, so that a processor waits for many of them together, and the next column only if
 * rows tie.
 */
public final class RowHeadsJvm {

    private static final int BLOCK = 1 << 7;

    private RowHeadsJvm() {}

    /** Shapes and result are as in {@link RowHeads#markHeads}. */
    public static void markHeads(int begin, int end, int[] order, int[] columns, int[] parameters, int[] marks) {
        int last = Math.min(end, parameters[SegmentParameters.SIZE]);
        int stride = parameters[SegmentParameters.STRIDE];
        int dims = parameters[SegmentParameters.COLUMNS];
        int first = parameters[SegmentParameters.FIRST_COLUMN];
        int[] values = new int[BLOCK + 1];
        for (int from = begin; from < last; from += BLOCK) {
            int count = Math.min(last - from, BLOCK);
            int column = first;
            int ties = count;
            for (int compared = 0; compared < dims && ties > 0; compared++) {
                fetch(from, count, order, columns, column * stride, values);
                ties = compare(from, count, values, compared == 0, marks);
                column = column + 1 == dims ? 0 : column + 1;
            }
        }
        if (begin == 0 && last > 0) {
            marks[0] = 1;
        }
    }

    /** Fetches the values of the row before some, and of these. */
    private static void fetch(int from, int count, int[] order, int[] columns, int start, int[] values) {
        values[0] = columns[start + order[Math.max(from - 1, 0)]];
        for (int i = 0; i < count; i++) {
            values[i + 1] = columns[start + order[from + i]];
        }
    }

    /** Marks rows, all or only those that tie by now; returns how many tie still. */
    private static int compare(int from, int count, int[] values, boolean all, int[] marks) {
        int ties = 0;
        for (int i = 0; i < count; i++) {
            int mark = values[i + 1] == values[i] ? 0 : values[i + 1] > values[i] ? 1 : 2;
            mark = all || marks[from + i] == 0 ? mark : marks[from + i];
            marks[from + i] = mark;
            ties += mark == 0 ? 1 : 0;
        }
        return ties;
    }
}
