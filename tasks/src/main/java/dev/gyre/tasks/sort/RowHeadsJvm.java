package dev.gyre.tasks.sort;

/** {@link RowHeads} for the JVM: reads the first column of each row once, and the others only where it is that of the row before. */
public final class RowHeadsJvm {

    private RowHeadsJvm() {}

    /** Shapes and result are as in {@link RowHeads#markHeads}. */
    public static void markHeads(int begin, int end, int[] order, int[] columns, int[] parameters, int[] marks) {
        int last = Math.min(end, parameters[SegmentParameters.SIZE]);
        int first = parameters[SegmentParameters.FIRST_COLUMN] * parameters[SegmentParameters.STRIDE];
        int before = begin < last ? columns[first + order[Math.max(begin - 1, 0)]] : 0;
        for (int place = begin; place < last; place++) {
            int value = columns[first + order[place]];
            if (value == before) {
                RowHeads.markHeads(place, place + 1, order, columns, parameters, marks);
            } else {
                marks[place] = value > before ? 1 : 2;
            }
            before = value;
        }
    }
}
