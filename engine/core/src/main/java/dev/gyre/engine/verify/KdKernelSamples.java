package dev.gyre.engine.verify;

import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.common.CoordinateKeys;
import dev.gyre.tasks.scan.RowScan;
import dev.gyre.tasks.tree.KdHalves;
import dev.gyre.tasks.tree.KdParameters;
import dev.gyre.tasks.tree.KdPoints;
import dev.gyre.tasks.tree.KdRanks;
import dev.gyre.tasks.tree.KdSides;
import dev.gyre.tasks.tree.KdWindows;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * The steps of a build on a sample, by the kernels' plain loops: each kernel is checked on the output of the kernels before it. Coordinates
 * are multiples of a sixteenth in [-1, 1], whose squares and sums are exact.
 */
final class KdKernelSamples {

    /** Enough points for several tiles and windows. */
    private static final int LARGE = 20_000;

    final Random random;
    final int size;
    final int dims;
    final int stride;
    final double[] coordinates;
    final double[] cuts;
    final int[] keys;
    final int[] rows;
    final int[] parameters = new int[KdParameters.LENGTH];
    final int[] splits;
    final int[] ranks;
    final int[] sides;
    final int[] counts;
    final int[] tree;
    int[] orders;
    int[] halves;

    /** Makes a sample, half of the time with enough points for several tiles; columns have no gaps, so that every element is written. */
    static KdKernelSamples large(Sample sample) {
        Random random = sample.random();
        int size = random.nextBoolean() ? 1 + random.nextInt(LARGE) : Math.max(1, sample.size());
        return new KdKernelSamples(sample, size, Math.min(sample.dims(), 5), 0, random);
    }

    /** Makes a sample of the given size, at least 1, or of a few windows. */
    static KdKernelSamples small(Sample sample) {
        Random random = sample.random();
        int size = random.nextInt(3) == 0 ? 1 + random.nextInt(5000) : Math.max(1, sample.size());
        return new KdKernelSamples(sample, size, sample.dims(), random.nextInt(5), random);
    }

    private KdKernelSamples(Sample sample, int size, int dims, int padding, Random random) {
        this.random = random;
        this.size = size;
        this.dims = dims;
        stride = size + padding;
        coordinates = new double[size * dims];
        keys = new int[dims * stride];
        double[] drawn = sample.shape().rows(size, dims, random);
        for (int row = 0; row < size; row++) {
            for (int dim = 0; dim < dims; dim++) {
                double wave = Math.sin(drawn[row * dims + dim]);
                coordinates[row * dims + dim] = Math.rint(wave * 16) / 16;
                keys[dim * stride + row] = (int) Math.rint(wave * 1e6);
            }
        }
        rows = Values.permutation(size, random);
        cuts = cuts();
        splits = IntStream.range(0, Integer.SIZE).map(bits -> bits % dims).toArray();
        int tiles = Math.ceilDiv(size, KdParameters.TILE_SLOTS);
        orders = new int[keys.length];
        halves = new int[keys.length];
        ranks = new int[keys.length];
        counts = new int[dims * tiles];
        sides = new int[counts.length * KdParameters.TILE_WORDS];
        tree = new int[size];
        parameters[KdParameters.TILES] = tiles;
        parameters[KdParameters.ROWS] = size;
        parameters[KdParameters.SIZE] = size;
        parameters[KdParameters.STRIDE] = stride;
        parameters[KdParameters.DIMENSIONS] = dims;
        parameters[KdParameters.ORDERS] = 1 + random.nextInt(dims);
        parameters[KdParameters.LEAF_BITS] = random.nextInt(6);
        parameters[KdParameters.HEIGHT] = layout().height();
        int largest = Math.min(KdParameters.MAX_WINDOW_BITS, layout().rootBits());
        int leafBits = layout().leafBits();
        parameters[KdParameters.WINDOW_BITS] = leafBits + random.nextInt(largest - leafBits + 1);
    }

    TreeLayout layout() {
        return TreeLayout.ofPoints(size, dims, parameters[KdParameters.LEAF_BITS]);
    }

    /** Draws cuts of any widths, including 0, so that coordinates are within, between and outside of them. */
    private double[] cuts() {
        double[] drawn = new double[dims * CoordinateKeys.CUTS];
        for (int dim = 0; dim < dims; dim++) {
            double lower = -1 + random.nextInt(8) / 8.0;
            for (int range = 0; range < CoordinateKeys.RANGES; range++) {
                int width = random.nextInt(3);
                drawn[dim * CoordinateKeys.CUTS + range] = lower;
                drawn[dim * CoordinateKeys.CUTS + CoordinateKeys.RANGES + range] =
                        width == 0 ? 0 : CoordinateKeys.KEYS * 64.0 / width;
                lower += width / 64.0;
            }
        }
        return drawn;
    }

    int[] sequence() {
        return IntStream.range(0, size).toArray();
    }

    /** Makes orders of all dimensions, split by 0 or more levels; the windows of the next level are no smaller than a tile. */
    void makeOrders() {
        int count = parameters[KdParameters.ORDERS];
        for (int order = 0; order < count; order++) {
            int start = order * stride;
            int[] sorted = SortOracle.order(0, size, (a, b) -> Integer.compare(keys[start + a], keys[start + b]));
            parameters[KdParameters.ORDER] = order;
            KdRanks.keepOrder(0, size, sorted, parameters, orders, ranks);
        }
        for (int bits = 0; bits < splits.length; bits++) {
            splits[bits] = bits % count;
        }
        int tileBits = Integer.numberOfTrailingZeros(KdParameters.TILE_SLOTS);
        int bits = tileBits;
        while (1 << bits < size) {
            bits++;
        }
        parameters[KdParameters.WINDOW_BITS] = bits;
        for (int level = random.nextInt(bits - tileBits + 1); level > 0; level--) {
            markSides();
            KdHalves.splitWindows(0, counts.length, orders, splits, sides, counts, parameters, halves);
            int[] swapped = orders;
            orders = halves;
            halves = swapped;
            parameters[KdParameters.WINDOW_BITS]--;
        }
        Arrays.fill(halves, 0);
        Arrays.fill(sides, 0);
        Arrays.fill(counts, 0);
    }

    void markSides() {
        KdSides.markSides(0, counts.length, orders, ranks, splits, parameters, sides, counts);
        RowScan.scanRows(0, dims, counts, parameters, new int[dims]);
    }

    void orderWindows() {
        parameters[KdParameters.WINDOW_BITS] = layout().rootBits();
        KdWindows.orderWindows(0, 1, sequence(), keys, splits, parameters, tree, new int[size]);
    }

    /** Makes a whole tree. */
    TreeArrays build() {
        orderWindows();
        TreeArrays arrays = TreeArrays.of(layout());
        KdPoints.fetchPoints(0, size, coordinates, rows, tree, parameters, arrays.entries(), arrays.rows());
        TreeSamples.joinBoxes(layout(), arrays, layout().levels());
        return arrays;
    }
}
