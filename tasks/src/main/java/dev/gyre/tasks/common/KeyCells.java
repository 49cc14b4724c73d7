package dev.gyre.tasks.common;

/**
 * Finds the first of several ascending limits that a key does not exceed, its bin. The keys up to the largest limit are divided evenly into
 * cells, and each cell has the least bin of its keys. Steps to the next limits follow until one is not exceeded, so that the bin is exact.
 */
public final class KeyCells {

    /** Position of the number of cells of a unit of the key, above 0 and finite, among the limits. */
    public static final int SCALE = 0;

    /** Position of the least limit; the others follow, and then infinity. */
    public static final int FIRST = 1;

    /** Number of cells; keys beyond the largest limit are in one more. */
    public static final int CELLS = 1 << 11;

    private KeyCells() {}

    /** Returns the bin of a key, 0 or more. */
    public static int bin(double key, double[] limits, int[] cells) {
        int bin = cells[cell(key, limits)];
        while (key > limits[FIRST + bin]) {
            bin++;
        }
        return bin;
    }

    /** Returns the cell of a key, 0 or more; it never decreases as the key grows. */
    public static int cell(double key, double[] limits) {
        return (int) Math.min(key * limits[SCALE], (double) CELLS);
    }
}
