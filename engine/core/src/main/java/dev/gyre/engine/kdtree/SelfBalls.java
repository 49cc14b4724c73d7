package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.range.Balls;
import dev.gyre.engine.range.MatchCollector;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The balls around all points of a tree, and the points found in them, without their centers.
 *
 * <p>Balls are in the order of the tree, so that searches of neighboring ones follow the same paths. If several devices share the balls,
 * runs of this order are sorted by descending density. If rows share places, or a device writes results, the balls are in the order of the
 * rows. Immutable except for the points found; safe for use by several threads.
 */
public final class SelfBalls {

    /** Binary logarithm of the slots of a run: a subtree that is small compared with a batch. */
    private static final int RUN_BITS = 12;

    /** Points of a run from which its density is estimated. */
    private static final int SAMPLE = 64;

    private final int[] rowOf;
    private final Balls balls;
    private final MatchCollector collector;

    /**
     * Makes the balls.
     *
     * @param shared whether several devices take balls from both ends
     * @param byRow whether the balls are in the order of the rows
     */
    public SelfBalls(KdIndex index, Metric metric, double radius, boolean shared, boolean byRow, Workers workers) {
        int rows = index.points().size();
        boolean inOrder = index.groups().isSingle() && rows > 0 && !byRow;
        Points queries = index.points();
        if (!inOrder) {
            rowOf = null;
        } else if (shared) {
            rowOf = denseFirst(index);
            queries = HostArrays.gather(
                    queries, rowOf, rows, new double[Math.multiplyExact(rows, queries.dims())], workers);
        } else {
            rowOf = index.ids();
            queries = index.arranged(rows, workers);
        }
        balls = new Balls(queries, index.points(), index.norm(), metric.largestKey(radius), rowOf, inOrder ? -1 : 0);
        collector = new MatchCollector(balls, rows, workers);
    }

    /** Rows in the order of the tree, the densest runs first. */
    private static int[] denseFirst(KdIndex index) {
        int[] ids = Arrays.copyOf(index.ids(), index.layout().size());
        int runs = Math.ceilDiv(ids.length, 1 << RUN_BITS);
        double[] sizes = new double[runs];
        for (int run = 0; run < runs; run++) {
            sizes[run] = size(index, run << RUN_BITS, Math.min(ids.length, run + 1 << RUN_BITS));
        }
        int[] rows = new int[ids.length];
        int to = 0;
        for (int run : IntStream.range(0, runs)
                .boxed()
                .sorted(Comparator.comparingDouble(run -> sizes[run]))
                .mapToInt(Integer::intValue)
                .toArray()) {
            int from = run << RUN_BITS;
            int count = Math.min(ids.length - from, 1 << RUN_BITS);
            System.arraycopy(ids, from, rows, to, count);
            to += count;
        }
        return rows;
    }

    /** The logarithm of the volume per slot of a box around some slots. */
    private static double size(KdIndex index, int begin, int end) {
        Points points = index.points();
        int step = Math.max(1, (end - begin) / SAMPLE);
        double sum = -Math.log(end - begin);
        for (int dim = 0; dim < points.dims(); dim++) {
            double min = Double.POSITIVE_INFINITY;
            double max = Double.NEGATIVE_INFINITY;
            for (int slot = begin; slot < end; slot += step) {
                double coordinate = points.coordinate(index.ids()[slot], dim);
                min = Math.min(min, coordinate);
                max = Math.max(max, coordinate);
            }
            sum += Math.log(Math.max(max - min, Double.MIN_NORMAL));
        }
        return sum;
    }

    /** The balls. */
    public Balls balls() {
        return balls;
    }

    /** Collects the points found in the balls. */
    public MatchCollector collector() {
        return collector;
    }

    /** The points found, with one row per center. */
    public Matches matches(Metric metric, ExecutionReport report) {
        return collector.result(rowOf, metric, report);
    }
}
