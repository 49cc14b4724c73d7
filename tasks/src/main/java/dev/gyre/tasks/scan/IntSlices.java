package dev.gyre.tasks.scan;

/** Combines ints for {@link IntReduce} and {@link IntReduceSpans}, in {@code long}. The order makes no difference. */
final class IntSlices {

    private IntSlices() {}

    /**
     * Reduces the elements of one segment in one tile. Each mode has its own loop, because the JIT compiler does not vectorize a loop that
     * tests the mode.
     */
    static long slice(int mode, int[] values, int from, int to, long neutral) {
        long reduced = neutral;
        if (mode == Reductions.SUM) {
            for (int i = from; i < to; i++) {
                reduced += values[i];
            }
            return reduced;
        }
        int extreme = values[from];
        if (mode == Reductions.MIN) {
            for (int i = from; i < to; i++) {
                extreme = Math.min(extreme, values[i]);
            }
        } else {
            for (int i = from; i < to; i++) {
                extreme = Math.max(extreme, values[i]);
            }
        }
        return Reductions.combine(mode, reduced, (long) extreme);
    }

    /** Reduces the heads of tiles. */
    static long span(int mode, long[] heads, int from, int to, long neutral) {
        long reduced = neutral;
        for (int tile = from; tile < to; tile++) {
            reduced = Reductions.combine(mode, reduced, heads[tile]);
        }
        return reduced;
    }
}
