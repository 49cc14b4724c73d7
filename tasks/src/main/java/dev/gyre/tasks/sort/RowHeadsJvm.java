package dev.gyre.tasks.sort;

/** {@link RowHeads} for the JVM: reads the first column of each row once, and the others only where it is that of the row before. */
public final class RowHeadsJvm {

    private RowHeadsJvm() {}

    /** Shapes and result are as in {@link RowHeads#markHeads}. */
    public static void markHeads(int begin, int end, int[] order, int[] columns, int[] parameters, int[] marks) {
        int last = Math.min(end, parameters[SegmentParameters.SIZE]);
        int stride = parameters[SegmentParameters.STRIDE];
        int dims = parameters[SegmentParameters.COLUMNS];
        int first = parameters[SegmentParameters.FIRST_COLUMN];
        int rowBefore = begin < last ? order[Math.max(begin - 1, 0)] : 0;
        int before = begin < last ? columns[first * stride + rowBefore] : 0;
        for (int slot = begin; slot < last; slot++) {
            int row = order[slot];
            int value = columns[first * stride + row];
            int valueBefore = before;
            before = value;
            int column = first;
            for (int compared = 1; compared < dims && value == valueBefore; compared++) {
                column = column + 1 == dims ? 0 : column + 1;
                value = columns[column * stride + row];
                valueBefore = columns[column * stride + rowBefore];
            }
            marks[slot] = value == valueBefore ? 0 : value > valueBefore ? 1 : 2;
            rowBefore = row;
        }
        if (begin == 0 && last > 0) {
            marks[0] = 1;
        }
    }
}
