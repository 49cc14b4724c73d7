package dev.gyre.engine.topk;

/**
 * The cells of an unbounded grid. A hash distributes them to lists: outliers cost nothing, and a list may have several cells. Cells are at
 * least twice as wide as the reach, so that a point's surroundings lie in at most two cells of each dimension. The grid has up to
 * {@value #MAX_DIMS} dimensions. Immutable.
 */
final class Cells {

    /** Most dimensions of cells. */
    static final int MAX_DIMS = 3;

    /** Odd numbers that mix the cells of each dimension. */
    private static final long[] FACTORS = {0x9E3779B97F4A7C15L, 0xC2B2AE3D27D4EB4FL, 0x165667B19E3779F9L};

    /** From this number of widths from the origin on, each double is a cell of its own. */
    private static final double FAR = 0x1p53;

    /** The least width: a coordinate has at most 2^1000 widths from the origin, a finite number. */
    private static final double MIN_WIDTH = 0x1p-500;

    private final int[] gridDims;
    private final double reach;
    private final double perCell;
    private final int shift;

    /** Lists of a point's surroundings, each once. */
    static final class Lists {

        final int[] lists = new int[1 << 6];
        int count;
    }

    private Cells(int[] gridDims, double reach, double perCell, int bits) {
        this.gridDims = gridDims;
        this.reach = reach;
        this.perCell = perCell;
        shift = Integer.SIZE - bits;
    }

    /**
     * Cells of a width, in two lists.
     *
     * @param gridDims dimensions of the cells
     * @param reach largest difference of coordinates within the distance
     * @param width length of their sides; {@link #leastWidth} if that is more
     */
    Cells(int[] gridDims, double reach, double width) {
        this(gridDims, reach, 1 / Math.max(leastWidth(reach), width), 1);
    }

    static double leastWidth(double reach) {
        return Math.max(MIN_WIDTH, 2 * reach * (1 + 0x1p-20));
    }

    /** The same cells, spread over another number of lists. */
    Cells withBits(int bits) {
        return new Cells(gridDims, reach, perCell, bits);
    }

    /** Number of lists. */
    int lists() {
        return 1 << (Integer.SIZE - shift);
    }

    /** The cell of a coordinate. Never falls as the coordinate rises. */
    private long cell(double coordinate) {
        double widths = coordinate * perCell;
        return Math.abs(widths) < FAR ? (long) Math.floor(widths) : far(widths);
    }

    /** Far from the origin, where doubles are at least 1 apart, cells follow each other as doubles do: no cell has many of them. */
    private static long far(double widths) {
        long beyond = Double.doubleToRawLongBits(Math.abs(widths)) - Double.doubleToRawLongBits(FAR);
        return widths < 0 ? -(long) FAR - beyond : (long) FAR + beyond;
    }

    /**
     * Notes the lists of a point.
     *
     * @param spreadOut whether to note the lists of all cells around it, or only that of its own cell
     */
    void note(double[] from, int at, boolean spreadOut, Lists to) {
        if (spreadOut) {
            noteAround(from, at, to);
        } else {
            noteOwn(from, at, to);
        }
    }

    private void noteOwn(double[] from, int at, Lists to) {
        to.lists[0] = list(hash(from, at));
        to.count = 1;
    }

    /** A number of the cell of a point; those of different cells hardly ever agree. */
    long hash(double[] from, int at) {
        long hash = 0;
        for (int i = 0; i < gridDims.length; i++) {
            hash += cell(from[at + gridDims[i]]) * FACTORS[i];
        }
        return hash;
    }

    /** Has a loop for each dimension, because it runs for every point and query. */
    private void noteAround(double[] from, int at, Lists to) {
        to.count = 0;
        double x = from[at + gridDims[0]];
        long lowX = cell(x - reach);
        int moreX = (int) (cell(x + reach) - lowX);
        double y = gridDims.length > 1 ? from[at + gridDims[1]] : 0;
        long lowY = gridDims.length > 1 ? cell(y - reach) : 0;
        int moreY = gridDims.length > 1 ? (int) (cell(y + reach) - lowY) : 0;
        double z = gridDims.length > 2 ? from[at + gridDims[2]] : 0;
        long lowZ = gridDims.length > 2 ? cell(z - reach) : 0;
        int moreZ = gridDims.length > 2 ? (int) (cell(z + reach) - lowZ) : 0;
        for (int i = 0; i <= moreX; i++) {
            long hashX = (lowX + i) * FACTORS[0];
            for (int j = 0; j <= moreY; j++) {
                long hashY = hashX + (lowY + j) * FACTORS[1];
                for (int k = 0; k <= moreZ; k++) {
                    note(list(hashY + (lowZ + k) * FACTORS[2]), to);
                }
            }
        }
    }

    private static void note(int list, Lists to) {
        for (int i = 0; i < to.count; i++) {
            if (to.lists[i] == list) {
                return;
            }
        }
        to.lists[to.count++] = list;
    }

    private int list(long hash) {
        return mixed(hash) >>> shift;
    }

    /** Spreads the numbers of cells over all ints. */
    static int mixed(long hash) {
        return (int) ((hash ^ (hash >>> 32)) * 0xD6E8FEB86659FD93L >>> Integer.SIZE);
    }
}
