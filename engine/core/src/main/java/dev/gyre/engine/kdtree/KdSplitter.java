package dev.gyre.engine.kdtree;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.tasks.common.CoordinateKeys;
import java.util.Arrays;

/**
 * Splits rows at the median of a node on the host, as a build on one device does. Rows are ordered by their keys in the dimension of the
 * split. Ties are in the order of the places: by the keys of all dimensions from the first on, then by row.
 *
 * <p>A sample narrows the median down to a range. Rows in the range are examined one by one, all others only compared with its bounds. O(n)
 * on all threads, unless the rows hardly differ in the dimension of the split. Immutable; temporary memory of {@code 4 n} bytes at most
 * besides the result.
 */
final class KdSplitter {

    /** Rows that a thread processes at a time: 512 KiB of points of 4 dimensions. */
    private static final int BLOCK = 1 << 14;

    private static final int SAMPLE = 1 << 14;

    /** The range extends this many standard deviations of the median's rank in the sample to both sides. */
    private static final double DEVIATIONS = 4;

    private final double[] source;
    private final double[] cuts;
    private final int dims;
    private final Workers workers;

    /**
     * The halves of a node's rows, ascending.
     *
     * @param torn whether the median is between rows with equal keys in all dimensions; all of them are on the right instead
     */
    record Halves(int[] left, int[] right, boolean torn) {}

    /** The first row of the right half in the order by which a node is split. */
    private record Pivot(int dim, int row, boolean torn) {}

    /**
     * A splitter.
     *
     * @param source rows x dims coordinates, row-major
     * @param cuts the numbers of the cuts, see {@link KdCuts#write}
     */
    KdSplitter(double[] source, int dims, double[] cuts, Workers workers) {
        this.source = source;
        this.dims = dims;
        this.cuts = cuts;
        this.workers = workers;
    }

    /**
     * Splits rows.
     *
     * @param rows ascending; or null for 0 to the count less one
     * @param count number of rows
     * @param dim by which they are split
     * @param leftCount rows of the left half, 0 to the count
     */
    Halves split(int[] rows, int count, int dim, int leftCount) {
        if (leftCount <= 0 || leftCount >= count) {
            int[] all = rows == null ? identity(count) : rows;
            return leftCount <= 0 ? new Halves(new int[0], all, false) : new Halves(all, new int[0], false);
        }
        return part(rows, count, pivot(rows, count, dim, leftCount));
    }

    private static int[] identity(int count) {
        int[] rows = new int[count];
        Arrays.setAll(rows, i -> i);
        return rows;
    }

    private int key(int row, int dim) {
        return CoordinateKeys.key(source[row * dims + dim], cuts, dim);
    }

    private Pivot pivot(int[] rows, int count, int dim, int rank) {
        int[] bracket = bracket(rows, count, dim, rank);
        double low = leastWith(bracket[0], dim);
        double high = bracket[1] == Integer.MAX_VALUE ? Double.POSITIVE_INFINITY : leastWith(bracket[1] + 1, dim);
        int[][] found = new int[Math.ceilDiv(count, BLOCK)][];
        long below = collect(rows, count, dim, low, high, found);
        long inside = Arrays.stream(found).mapToLong(block -> block.length).sum();
        if (rank < below || rank >= below + inside) {
            below = collect(rows, count, dim, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, found);
        }
        int[] candidates = joined(found);
        int left = (int) (rank - below);
        for (int i = -1; i < dims && candidates.length > 1; i++) {
            int next = i < 0 ? dim : i;
            int[] keys = keys(candidates, next);
            int at = keyAtRank(keys, left);
            left -= below(keys, at);
            candidates = withKey(candidates, keys, at);
        }
        // The remaining rows have the same keys in all dimensions, and are ascending.
        return new Pivot(dim, candidates[0], left > 0);
    }

    /** Two keys between which the key at a rank most likely is. */
    private int[] bracket(int[] rows, int count, int dim, int rank) {
        int size = Math.min(count, SAMPLE);
        int[] sample = new int[size];
        for (int i = 0; i < size; i++) {
            sample[i] = key(row(rows, (int) ((long) i * count / size)), dim);
        }
        Arrays.sort(sample);
        double share = (double) rank / count;
        double margin = DEVIATIONS * Math.sqrt(size * share * (1 - share)) + 1;
        int from = (int) Math.floor(share * size - margin);
        int to = (int) Math.ceil(share * size + margin);
        return new int[] {
            from < 0 ? Integer.MIN_VALUE : sample[from], to >= size ? Integer.MAX_VALUE : sample[to],
        };
    }

    /** The least coordinate whose key is at least the given one; keys never fall as coordinates grow. */
    private double leastWith(int key, int dim) {
        if (key == Integer.MIN_VALUE) {
            return Double.NEGATIVE_INFINITY;
        }
        if (CoordinateKeys.key(Double.MAX_VALUE, cuts, dim) < key) {
            return Double.POSITIVE_INFINITY;
        }
        long min = ordered(-Double.MAX_VALUE);
        long max = ordered(Double.MAX_VALUE);
        while (min < max) {
            // The mean, rounded down, without an overflow.
            long middle = (min & max) + ((min ^ max) >> 1);
            if (CoordinateKeys.key(coordinate(middle), cuts, dim) >= key) {
                max = middle;
            } else {
                min = middle + 1;
            }
        }
        return coordinate(min);
    }

    /** A number for a coordinate, in the same order. */
    private static long ordered(double coordinate) {
        long bits = Double.doubleToLongBits(coordinate);
        return bits ^ ((bits >> 63) & Long.MAX_VALUE);
    }

    private static double coordinate(long ordered) {
        return Double.longBitsToDouble(ordered ^ ((ordered >> 63) & Long.MAX_VALUE));
    }

    /** Collects the rows whose coordinate is in a range, block by block, and counts those below it. */
    private long collect(int[] rows, int count, int dim, double low, double high, int[][] found) {
        long[] below = new long[found.length];
        workers.forEachSlice(found.length, 1, (begin, end) -> {
            int[] room = new int[BLOCK];
            for (int block = begin; block < end; block++) {
                int to = Math.min(count, (block + 1) * BLOCK);
                int inside = 0;
                int under = 0;
                for (int i = block * BLOCK; i < to; i++) {
                    int row = row(rows, i);
                    double coordinate = source[row * dims + dim];
                    room[inside] = row;
                    inside += coordinate >= low && coordinate < high ? 1 : 0;
                    under += coordinate < low ? 1 : 0;
                }
                found[block] = Arrays.copyOf(room, inside);
                below[block] = under;
            }
        });
        return Arrays.stream(below).sum();
    }

    private int[] keys(int[] rows, int dim) {
        int[] keys = new int[rows.length];
        workers.forEachSlice(rows.length, BLOCK, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                keys[i] = key(rows[i], dim);
            }
        });
        return keys;
    }

    /** The key at a rank of the sorted keys, found by two histograms. */
    private static int keyAtRank(int[] keys, int rank) {
        int[] counts = new int[1 << 16];
        for (int key : keys) {
            counts[(key ^ Integer.MIN_VALUE) >>> 16]++;
        }
        int left = rank;
        int upper = 0;
        while (left >= counts[upper]) {
            left -= counts[upper++];
        }
        Arrays.fill(counts, 0);
        for (int key : keys) {
            if ((key ^ Integer.MIN_VALUE) >>> 16 == upper) {
                counts[key & 0xffff]++;
            }
        }
        int lower = 0;
        while (left >= counts[lower]) {
            left -= counts[lower++];
        }
        return (upper << 16 | lower) ^ Integer.MIN_VALUE;
    }

    private static int below(int[] keys, int limit) {
        int count = 0;
        for (int key : keys) {
            count += key < limit ? 1 : 0;
        }
        return count;
    }

    private static int[] withKey(int[] rows, int[] keys, int key) {
        int[] with = new int[rows.length];
        int count = 0;
        for (int i = 0; i < rows.length; i++) {
            with[count] = rows[i];
            count += keys[i] == key ? 1 : 0;
        }
        return Arrays.copyOf(with, count);
    }

    private Halves part(int[] rows, int count, Pivot pivot) {
        int dim = pivot.dim();
        int pivotKey = key(pivot.row(), dim);
        double low = leastWith(pivotKey, dim);
        double high = pivotKey == Integer.MAX_VALUE ? Double.POSITIVE_INFINITY : leastWith(pivotKey + 1, dim);
        int blocks = Math.ceilDiv(count, BLOCK);
        int[][] lefts = new int[blocks][];
        int[][] rights = new int[blocks][];
        workers.forEachSlice(blocks, 1, (begin, end) -> {
            int[] toLeft = new int[BLOCK];
            int[] toRight = new int[BLOCK];
            for (int block = begin; block < end; block++) {
                int from = block * BLOCK;
                int to = Math.min(count, from + BLOCK);
                int left = 0;
                for (int i = from; i < to; i++) {
                    // Written to both sides, because a processor cannot predict a branch here.
                    int row = row(rows, i);
                    toLeft[left] = row;
                    toRight[i - from - left] = row;
                    left += isLeft(row, pivot, low, high);
                }
                lefts[block] = Arrays.copyOf(toLeft, left);
                rights[block] = Arrays.copyOf(toRight, to - from - left);
            }
        });
        return new Halves(joined(lefts), joined(rights), pivot.torn());
    }

    private int[] joined(int[][] blocks) {
        int[] starts = new int[blocks.length + 1];
        for (int block = 0; block < blocks.length; block++) {
            starts[block + 1] = starts[block] + blocks[block].length;
        }
        int[] joined = new int[starts[blocks.length]];
        workers.forEachSlice(blocks.length, 1, (begin, end) -> {
            for (int block = begin; block < end; block++) {
                System.arraycopy(blocks[block], 0, joined, starts[block], blocks[block].length);
            }
        });
        return joined;
    }

    /** 1 for a row that goes to the left, else 0. */
    private int isLeft(int row, Pivot pivot, double low, double high) {
        double coordinate = source[row * dims + pivot.dim()];
        int left = coordinate < low ? 1 : 0;
        if (coordinate >= low && coordinate < high) {
            left = isBefore(row, pivot.row()) ? 1 : 0;
        }
        return left;
    }

    /** Tells whether the place of a row is before that of another row. */
    private boolean isBefore(int row, int other) {
        for (int dim = 0; dim < dims; dim++) {
            int order = Integer.compare(key(row, dim), key(other, dim));
            if (order != 0) {
                return order < 0;
            }
        }
        return row < other;
    }

    private static int row(int[] rows, int i) {
        return rows == null ? i : rows[i];
    }
}
