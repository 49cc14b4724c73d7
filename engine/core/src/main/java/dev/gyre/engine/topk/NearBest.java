package dev.gyre.engine.topk;

import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The best value of one side's rows near each position. It excludes rows of the other side that would reach a bound with the best row of
 * all, but have no good partner near them. If the scores of both sides depend on positions in opposite ways, these are most rows.
 *
 * <p>Has up to {@value #MAX_CELLS} cells of the two dimensions with the largest spread of the points; outliers are in the outermost ones.
 * Memory: 8 bytes per cell, and 13 for each row that is tested. Immutable; safe for use by several threads.
 */
final class NearBest {

    /** Cells whose values fit the second-level cache of a core. */
    private static final int MAX_CELLS = 1 << 18;

    private static final int SLICE = 1 << 14;

    private static final int SAMPLE = 256;

    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    private final double reach;
    private final int perDim;
    private final Axis x;
    private final Axis y;

    /** The best value of each cell, see {@link PairRank#ordered}. */
    private final long[] best = new long[MAX_CELLS];

    /** The cells of a dimension; the first and the last one are unbounded. */
    private record Axis(int dim, double begin, double perCell, int last) {

        int cell(double[] from, int at, double shift) {
            double cell = (from[at + dim] + shift - begin) * perCell;
            return cell <= 0 ? 0 : cell >= last ? last : (int) cell;
        }
    }

    /**
     * The values of some rows.
     *
     * @param reach largest difference of coordinates within the distance
     */
    NearBest(Points points, Side.Rows of, double reach, Workers workers) {
        this.reach = reach;
        double[][] middles = middles(points);
        int[] dims = widest(middles[1]);
        perDim = dims.length == 1 ? MAX_CELLS : (int) Math.sqrt(MAX_CELLS);
        x = axis(middles, dims[0]);
        y = dims.length == 1 ? new Axis(dims[0], 0, 0, 0) : axis(middles, dims[1]);
        Arrays.fill(best, Long.MIN_VALUE);
        double[] from = points.array();
        workers.forEachSlice(of.size(), SLICE, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                int at = of.row(i) * points.dims();
                raise(y.cell(from, at, 0) * perDim + x.cell(from, at, 0), PairRank.ordered(of.values()[i]));
            }
        });
    }

    /** The middle of the points in each dimension, then their spread in each dimension, without outliers. */
    private static double[][] middles(Points points) {
        int[] sample = Side.strata(points.size(), SAMPLE);
        double[][] middles = new double[2][points.dims()];
        double[] column = new double[sample.length];
        for (int dim = 0; dim < points.dims() && sample.length > 0; dim++) {
            for (int i = 0; i < sample.length; i++) {
                column[i] = points.coordinate(sample[i], dim);
            }
            Arrays.sort(column);
            double low = column[column.length / 10];
            double high = column[column.length - 1 - column.length / 10];
            middles[0][dim] = low / 2 + high / 2;
            middles[1][dim] = (high - low) / 0.8;
        }
        return middles;
    }

    /** The dimensions with the largest spread: two, or one if there is only one. */
    private static int[] widest(double... spread) {
        int first = 0;
        int second = -1;
        for (int dim = 1; dim < spread.length; dim++) {
            if (spread[dim] > spread[first]) {
                second = first;
                first = dim;
            } else if (second < 0 || spread[dim] > spread[second]) {
                second = dim;
            }
        }
        return second < 0 ? new int[] {first} : new int[] {first, second};
    }

    private Axis axis(double[][] middles, int dim) {
        double spread = middles[1][dim];
        return new Axis(dim, middles[0][dim] - spread / 2, 1 / Math.max(2 * reach, spread / perDim), perDim - 1);
    }

    private void raise(int list, long value) {
        long before = (long) LONGS.getOpaque(best, list);
        while (value > before) {
            long found = (long) LONGS.compareAndExchange(best, list, before, value);
            if (found == before) {
                return;
            }
            before = found;
        }
    }

    /** The best value of the cells around a point. */
    private long near(double[] from, int at) {
        int lastX = x.cell(from, at, reach);
        int lastY = y.cell(from, at, reach);
        long max = Long.MIN_VALUE;
        for (int row = y.cell(from, at, -reach); row <= lastY; row++) {
            for (int column = x.cell(from, at, -reach); column <= lastX; column++) {
                max = Math.max(max, best[row * perDim + column]);
            }
        }
        return max;
    }

    /** Says whether a row may have a partner that is good enough. */
    @FunctionalInterface
    interface Test {

        /**
         * Tests a row.
         *
         * @param value the row's value
         */
        boolean reaches(int row, double value, double partner);
    }

    /** The rows of the other side that pass a test with the best partner near them. Rows without a partner do not pass. */
    Side.Rows passing(Points points, Side.Rows of, Test test, Workers workers) {
        boolean[] passes = new boolean[of.size()];
        double[] from = points.array();
        workers.forEachSlice(of.size(), SLICE, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                long max = near(from, of.row(i) * points.dims());
                passes[i] = max != Long.MIN_VALUE && test.reaches(of.row(i), of.values()[i], PairRank.value(max));
            }
        });
        int count = 0;
        for (boolean one : passes) {
            count += one ? 1 : 0;
        }
        int[] rows = new int[count];
        double[] values = new double[count];
        int at = 0;
        for (int i = 0; i < passes.length; i++) {
            if (passes[i]) {
                rows[at] = of.row(i);
                values[at++] = of.values()[i];
            }
        }
        return new Side.Rows(rows, values);
    }
}
