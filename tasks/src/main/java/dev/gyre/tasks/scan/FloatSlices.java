package dev.gyre.tasks.scan;

/**
 * The order in which {@link FloatReduce} and {@link FloatReduceSpans} combine floats, in {@code double}. It depends only on the offsets, so
 * that every device gives the same bits.
 *
 * <p>A tile of {@link Reductions#TILE} elements in one segment is added up in 256 lanes, with element i in lane i mod 256; then the lanes
 * are added in a balanced tree. Any other part of a segment in a tile is cut at multiples of 16 elements. Each piece is added up from its
 * first element on; then the sums of the pieces are added up in order.
 */
final class FloatSlices {

    private FloatSlices() {}

    /** Reduces the elements of one segment in one tile. */
    static double slice(int mode, float[] values, int from, int to, double neutral) {
        if (from % Reductions.TILE == 0 && to - from == Reductions.TILE) {
            return whole(mode, values, from, neutral);
        }
        int cut = from + Math.min(to - from, Reductions.RUN - from % Reductions.RUN);
        double reduced = run(mode, values, from, cut, neutral);
        for (int done = 0; done < to - cut; done += Reductions.RUN) {
            int start = cut + done;
            int end = start + Math.min(Reductions.RUN, to - start);
            reduced = Reductions.combine(mode, reduced, run(mode, values, start, end, neutral));
        }
        return reduced;
    }

    private static double run(int mode, float[] values, int from, int to, double neutral) {
        double reduced = neutral;
        for (int i = from; i < to; i++) {
            reduced = Reductions.combine(mode, reduced, (double) values[i]);
        }
        return reduced;
    }

    private static double whole(int mode, float[] values, int from, double neutral) {
        double[] lanes = new double[Reductions.LANES];
        for (int lane = 0; lane < Reductions.LANES; lane++) {
            lanes[lane] = neutral;
        }
        for (int i = from; i < from + Reductions.TILE; i += Reductions.LANES) {
            if (mode == Reductions.SUM) {
                for (int lane = 0; lane < Reductions.LANES; lane++) {
                    lanes[lane] += values[i + lane];
                }
            } else {
                for (int lane = 0; lane < Reductions.LANES; lane++) {
                    lanes[lane] = Reductions.combine(mode, lanes[lane], (double) values[i + lane]);
                }
            }
        }
        return tree(mode, lanes);
    }

    /** Reduces the heads of tiles in lanes and a tree, as a work-group does. */
    static double span(int mode, double[] heads, int from, int to, double neutral) {
        double[] lanes = new double[Reductions.LANES];
        for (int lane = 0; lane < Reductions.LANES; lane++) {
            lanes[lane] = neutral;
        }
        for (int tile = from; tile < to; tile++) {
            int lane = (tile - from) % Reductions.LANES;
            lanes[lane] = Reductions.combine(mode, lanes[lane], heads[tile]);
        }
        return tree(mode, lanes);
    }

    /** Reduces the lanes in place: combines the second half with the first half until one lane is left. */
    private static double tree(int mode, double[] lanes) {
        for (int half = Reductions.LANES / 2; half > 0; half = half / 2) {
            for (int lane = 0; lane < half; lane++) {
                lanes[lane] = Reductions.combine(mode, lanes[lane], lanes[lane + half]);
            }
        }
        return lanes[0];
    }
}
