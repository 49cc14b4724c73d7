package dev.gyre.engine.sort;

import dev.gyre.engine.cost.Tuned;
import dev.gyre.engine.program.Device;

/** Chooses the number of digits by which rows are sorted into blocks, from the cost in passes over all rows. */
public final class BlockDigits {

    /** Instead of a number of digits: a full sort must make the whole order. */
    public static final int WHOLE = -1;

    /** Most labels of segments: more would leave no bits of the first digits for the keys. */
    private static final int MAX_LABELS = 1 << 8;

    /** Cost of a block sort without its passes and runs, in passes. */
    private static final double BLOCK_OVERHEAD = 0.5;

    /** Cost of sorting all rows as runs, in passes: measured on the JVM, where a pass needs 7 ns per row. */
    private static final double RUN_PASSES = 12;

    /** Cost of a full sort, in passes: for one column, and for two, of which the second is compared row by row. */
    private static final double[] WHOLE_PASSES = {4, 10};

    /** Block sort gives up if a quarter of the rows is in runs: the estimate must be safely below that. */
    private static final double MAX_IN_RUNS = 0.2;

    private BlockDigits() {}

    /**
     * Tells whether a block sort cannot pay, before any key is read.
     *
     * @param device the device on which it would run
     * @param cuts how often a segment is cut into blocks
     * @return true if a full sort must make the whole order
     */
    public static boolean sortsWhole(Device device, int n, int cuts, int segments) {
        return cuts > 0 && (n <= Tuned.UNBLOCKED_ROWS.of(device) || segments > MAX_LABELS);
    }

    /**
     * Returns the number of digits by which rows are sorted into blocks.
     *
     * @param cuts how often a segment is cut into blocks
     * @param columns number of columns of a key
     * @param share1 the share of rows that one digit leaves in runs that go beyond a block
     * @param share2 the same for two digits
     * @return 0 to 2, or {@link #WHOLE}
     */
    static int of(int cuts, int columns, double share1, double share2) {
        if (cuts == 0) {
            return 0;
        }
        double one = cost(1, share1);
        double two = cost(2, share2);
        if (Math.min(one, two) >= WHOLE_PASSES[columns - 1]) {
            return WHOLE;
        }
        return one < two ? 1 : 2;
    }

    /**
     * Returns the number of digits for keys that are spread evenly.
     *
     * @param blocks number of blocks, 1 or more
     * @return digits for a {@link BlockSort}, 0 to 2; or {@link #WHOLE} if a full sort is faster
     */
    private static int of(int blocks, int columns) {
        return of(blocks - 1, columns, (blocks - 1) / 256.0, (blocks - 1) / 65536.0);
    }

    private static double cost(int digits, double share) {
        return share > MAX_IN_RUNS ? Double.POSITIVE_INFINITY : digits + BLOCK_OVERHEAD + share * RUN_PASSES;
    }

    /**
     * Returns the choice for evenly spread keys, and the reason.
     *
     * @param device the device on which it runs
     * @param blockSize rows of a block
     */
    public static String explain(Device device, int n, int blockSize, int columns) {
        int cuts = Math.max(0, Math.ceilDiv(n, blockSize) - 1);
        String what = " for " + n + " rows in blocks of " + blockSize + " on " + device + ": ";
        if (sortsWhole(device, n, cuts, 1)) {
            return "the whole order" + what + "few rows";
        }
        return switch (of(cuts + 1, columns)) {
            case WHOLE -> "the whole order" + what + "many blocks";
            case 0 -> "the best row" + what + "one block";
            case 1 -> "one digit" + what + "few blocks";
            default -> "two digits" + what + "more blocks than one digit tells apart";
        };
    }
}
