package dev.gyre.tasks.scan;

/** Modes of the kernels that reduce, and their operators. */
public final class Reductions {

    /** Mode: the sum. */
    public static final int SUM = 0;

    /** Mode: the smallest. */
    public static final int MIN = 1;

    /** Mode: the largest. */
    public static final int MAX = 2;

    /** Elements of a tile: the same on every device, because the order in which floats are added depends on it. */
    public static final int TILE = 4096;

    /** Number of consecutive elements that one thread of a tile's work-group reduces. */
    static final int RUN = 16;

    /** Number of threads of a work-group, and of partial results of a tile. */
    static final int LANES = TILE / RUN;

    private Reductions() {}

    static long combine(int mode, long a, long b) {
        if (mode == SUM) {
            return a + b;
        }
        if (mode == MIN) {
            return b < a ? b : a;
        }
        return b > a ? b : a;
    }

    static double combine(int mode, double a, double b) {
        if (mode == SUM) {
            return a + b;
        }
        if (mode == MIN) {
            return b < a ? b : a;
        }
        return b > a ? b : a;
    }
}
