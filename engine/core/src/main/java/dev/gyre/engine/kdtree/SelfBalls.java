package dev.gyre.engine.kdtree;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.range.Balls;
import dev.gyre.engine.range.MatchCollector;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The balls around all points of a tree, and what is found in them but their centers.
 *
 * <p>In the order of the tree neighboring balls go the same ways through it. Devices that share the balls find those of dense places at
 * the front: runs of the tree's order stand in descending order of density. Rows that share a place have no order of slots; they stand as
 * they were given. Immutable but for what is found; safe for use by several threads.
 */
public final class SelfBalls {

    /** Binary logarithm of the slots of a run: a subtree's, and few beside a batch. */
    private static final int RUN_BITS = 12;

    /** Points of a run that tell how dense it is. */
    private static final int SAMPLE = 64;

    private final int[] rowOf;
    private final SearchRegions regions;
    private final MatchCollector collector;

    /**
     * Makes the balls.
     *
     * @param shared whether several devices take them from both ends
     */
    public SelfBalls(KdIndex index, Metric metric, double radius, boolean shared, Workers workers) {
        int rows = index.points().size();
        boolean inOrder = index.groups().isSingle() && rows > 0;
        Points queries = index.points();
        if (!inOrder) {
            rowOf = null;
        } else if (shared) {
            rowOf = denseFirst(index);
            queries = queries.gather(rowOf, rows, new double[Math.multiplyExact(rows, queries.dims())], workers);
        } else {
            rowOf = index.ids();
            queries = index.arranged(rows, workers);
        }
        int[] own = inOrder ? rowOf : IntStream.range(0, rows).toArray();
        Balls balls = new Balls(queries, index.points(), index.norm(), metric.largestKey(radius), own);
        regions = SearchRegions.of(balls, workers);
        collector = new MatchCollector(balls, rows, workers);
    }

    /** Rows in the order of the tree, the densest runs first. */
    private static int[] denseFirst(KdIndex index) {
        int[] ids = index.ids();
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

    /** The logarithm of the volume of a box around some slots, for each of them. */
    private static double size(KdIndex index, int begin, int end) {
        Points points = index.points();
        int step = Math.max(1, (end - begin) / SAMPLE);
        double sum = -Math.log(end - begin);
        for (int dim = 0; dim < points.dims(); dim++) {
            double least = Double.POSITIVE_INFINITY;
            double most = Double.NEGATIVE_INFINITY;
            for (int slot = begin; slot < end; slot += step) {
                double coordinate = points.coordinate(index.ids()[slot], dim);
                least = Math.min(least, coordinate);
                most = Math.max(most, coordinate);
            }
            sum += Math.log(Math.max(most - least, Double.MIN_NORMAL));
        }
        return sum;
    }

    /** The balls. */
    public SearchRegions regions() {
        return regions;
    }

    /** What takes in the points that are found in them. */
    public MatchCollector collector() {
        return collector;
    }

    /** What was found, one row per point. */
    public Matches matches(Metric metric, ExecutionReport report) {
        return collector.result(rowOf, metric, report);
    }
}
