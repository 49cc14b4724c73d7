package dev.gyre.engine.fold;

import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Strategy;
import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.NeighborStatistics;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.join.KnnJoins;
import dev.gyre.engine.join.TreeCalls;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.KdBuilder;
import dev.gyre.engine.kdtree.KdIndex;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.plan.Plan;
import dev.gyre.engine.plan.Planner;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.pool.Lease;
import dev.gyre.engine.search.BatchProgress;
import dev.gyre.engine.search.NeighborSizes;
import dev.gyre.tasks.tree.TreeStatistics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Columns of values folded over the neighbors of queries, by a kd-tree that is built for the call. The engine keeps the program, and with it
 * the tree of these points, for the next call over the same {@link Points}.
 */
public final class Statistics {

    private static final int MIN_SLICE = 1 << 8;

    private final Placement placement;

    public Statistics(Placement placement) {
        this.placement = placement;
    }

    /**
     * Folds over all points within a radius.
     *
     * @param self whether the queries are the points, and a row is no neighbor of itself
     * @param values columns with a value for each point
     * @throws IllegalArgumentException as {@link dev.gyre.engine.Engine#neighborStatistics(Points, double[][], double)}
     */
    public NeighborStatistics within(
            Points queries, Points points, boolean self, double[][] values, double radius, JoinOptions options) {
        NeighborSizes.checkDims(queries, points);
        Metric metric = options.metric();
        TreeCalls.checkFold("neighbors are folded", points, options);
        double limit = Math.min(metric.largestKey(radius), Double.MAX_VALUE);
        Strategy tree = TreeCalls.strategy(Operation.STATISTICS, queries, points, radius, options);
        Plan plan = placement.choose(context -> List.of(tree));
        return plan.watch().done(within(plan.context(), queries, points, self, values, limit, options));
    }

    /**
     * Explains how neighbors within a radius would be folded.
     *
     * @return a line with the method, the device and the reason, one for each device, and the source of the estimates
     * @throws IllegalArgumentException as {@link #within}
     */
    public static String explain(Planner planner, Points queries, Points points, double radius, JoinOptions options) {
        NeighborSizes.checkDims(queries, points);
        TreeCalls.checkFold("neighbors are folded", points, options);
        // Refuses a radius below 0.
        options.metric().largestKey(radius);
        Strategy tree = TreeCalls.strategy(Operation.STATISTICS, queries, points, radius, options);
        return TreeCalls.explain(planner, "the neighbors", tree);
    }

    private static NeighborStatistics within(
            Context context,
            Points queries,
            Points points,
            boolean self,
            double[][] values,
            double limit,
            JoinOptions options) {
        Metric metric = options.metric();
        Workers workers = context.workers();
        List<ValueColumn> columns = columns(points, values, workers);
        Folded folded = new Folded(queries.size(), columns, self, workers);
        Points space = metric.toSpace(points);
        Points querySpace = self ? space : metric.toSpace(queries);
        if (queries.size() == 0 || points.size() == 0) {
            return folded.result(ExecutionReport.noTime(context.device(), JoinMethod.KD_TREE));
        }
        int dims = space.dims();
        try (Lease<KdBuilder<StatisticsSearch>> lease = KdBuilder.lease(
                context,
                "the fold over neighbors",
                points,
                space.size(),
                dims,
                size -> new StatisticsSearch.Sizes(
                        metric, size, self ? 0 : context.capacity(querySpace.size()), dims))) {
            KdBuilder<StatisticsSearch> builder = lease.operation();
            KdIndex index = TreeCalls.open(lease, context, points, space, metric, options.monitor(), queries.size());
            KdIndex queried = self ? index : TreeCalls.build(context, queries, options);
            BatchProgress progress = new BatchProgress(options.monitor(), 0, queries.size(), queries.size());
            // Without a column, zeros are folded for the counts.
            List<ValueColumn> some =
                    columns.isEmpty() ? List.of(new ValueColumn(new double[points.size()], 0, workers)) : columns;
            builder.search().run(lease, index, queried, limit, some, folded.of(queried), workers, progress);
            progress.stopIfCancelled();
            return folded.result(new ExecutionReport(
                    context.device(), JoinMethod.KD_TREE, builder.prepareNanos(), lease.timing(), 0, 0));
        }
    }

    /**
     * Folds over the nearest points.
     *
     * @param planner chooses device and method of the join
     * @param self whether the queries are the points, and a row is no neighbor of itself
     * @param values columns with a value for each point
     * @throws IllegalArgumentException as {@link dev.gyre.engine.Engine#nearestStatistics(Points, double[][], int, JoinOptions)}
     */
    public static NeighborStatistics nearest(
            Planner planner,
            Points queries,
            Points points,
            boolean self,
            double[][] values,
            int k,
            JoinOptions options) {
        Workers workers = planner.jvm().workers();
        List<ValueColumn> columns = columns(points, values, workers);
        Neighbors found = new KnnJoins(planner).nearest(queries, points, self, k, options);
        long start = System.nanoTime();
        Folded folded = new Folded(queries.size(), columns, false, workers);
        folded.take(found);
        return folded.result(found.report().withRefinement(System.nanoTime() - start));
    }

    private static List<ValueColumn> columns(Points points, double[][] values, Workers workers) {
        List<ValueColumn> columns = new ArrayList<>();
        for (double[] column : values) {
            if (column.length != points.size()) {
                throw new IllegalArgumentException("a column must have a value for each point: column=" + columns.size()
                        + ", values=" + column.length + ", points=" + points.size());
            }
            columns.add(new ValueColumn(column, columns.size(), workers));
        }
        return columns;
    }

    /** The statistics of all queries, as far as they are known. */
    private static final class Folded {

        private final List<ValueColumn> columns;
        private final boolean self;
        private final Workers workers;
        private final int[] counts;
        private final double[][] sums;
        private final double[][] minima;
        private final double[][] maxima;

        Folded(int queries, List<ValueColumn> columns, boolean self, Workers workers) {
            this.columns = columns;
            this.self = self;
            this.workers = workers;
            counts = new int[queries];
            sums = new double[columns.size()][queries];
            minima = new double[columns.size()][queries];
            maxima = new double[columns.size()][queries];
            Arrays.stream(minima).forEach(each -> Arrays.fill(each, Double.NaN));
            Arrays.stream(maxima).forEach(each -> Arrays.fill(each, Double.NaN));
        }

        NeighborStatistics result(ExecutionReport report) {
            return new NeighborStatistics(counts, sums, minima, maxima, report);
        }

        private void set(int query, int column, int count, double[] parts, double min, double max) {
            counts[query] = count;
            if (column < sums.length && count > 0) {
                sums[column][query] = ValueColumn.sum(parts, 0);
                minima[column][query] = min;
                maxima[column][query] = max;
            }
        }

        /** Takes the answers of slots, which are those of all of their rows, but that a row of a self-join also has the others of its slot. */
        StatisticsSearch.Answers of(KdIndex queried) {
            return (column, first, count, slotCounts, folded) ->
                    workers.forEachSlice(count, MIN_SLICE, (begin, end) -> {
                        double[] parts = new double[TreeStatistics.PARTS];
                        for (int i = begin; i < end; i++) {
                            int at = TreeStatistics.FOLDED * i;
                            double min = folded[at + TreeStatistics.PARTS];
                            double max = folded[at + TreeStatistics.PARTS + 1];
                            int head = queried.ids()[first + i];
                            if (self && queried.groups().next(head) >= 0) {
                                ownSlot(queried, head, column, slotCounts[i], folded, at);
                                continue;
                            }
                            System.arraycopy(folded, at, parts, 0, parts.length);
                            for (int row = head;
                                    row >= 0;
                                    row = queried.groups().next(row)) {
                                set(row, column, slotCounts[i], parts, min, max);
                            }
                        }
                    });
        }

        /** Adds to the answer of a slot, for each of its rows, all of its other rows. */
        private void ownSlot(KdIndex queried, int head, int number, int count, double[] folded, int at) {
            if (columns.isEmpty()) {
                int rows = 0;
                for (int row = head; row >= 0; row = queried.groups().next(row)) {
                    rows++;
                }
                for (int row = head; row >= 0; row = queried.groups().next(row)) {
                    counts[row] = count + rows - 1;
                }
                return;
            }
            ValueColumn column = columns.get(number);
            double[] all = Arrays.copyOfRange(folded, at, at + TreeStatistics.PARTS);
            double[] min = {folded[at + TreeStatistics.PARTS], Double.MAX_VALUE};
            double[] max = {folded[at + TreeStatistics.PARTS + 1], -Double.MAX_VALUE};
            int rows = 0;
            // Of the others and this slot, the two least and the two greatest: one remains if a row is left out.
            for (int row = head; row >= 0; row = queried.groups().next(row)) {
                rows++;
                double value = column.value(row);
                column.add(row, all, 0, false);
                min[1] = Math.min(min[1], Math.max(min[0], value));
                min[0] = Math.min(min[0], value);
                max[1] = Math.max(max[1], Math.min(max[0], value));
                max[0] = Math.max(max[0], value);
            }
            for (int row = head; row >= 0; row = queried.groups().next(row)) {
                double[] parts = all.clone();
                column.add(row, parts, 0, true);
                double value = column.value(row);
                set(row, number, count + rows - 1, parts, min[value == min[0] ? 1 : 0], max[value == max[0] ? 1 : 0]);
            }
        }

        /** Folds over neighbors that were found. */
        void take(Neighbors found) {
            workers.forEachSlice(counts.length, MIN_SLICE, (begin, end) -> {
                double[] parts = new double[TreeStatistics.PARTS];
                for (int query = begin; query < end; query++) {
                    int count = found.count(query);
                    counts[query] = count;
                    for (int number = 0; number < columns.size(); number++) {
                        ValueColumn column = columns.get(number);
                        Arrays.fill(parts, 0);
                        double min = Double.MAX_VALUE;
                        double max = -Double.MAX_VALUE;
                        for (int rank = 0; rank < count; rank++) {
                            int row = found.id(query, rank);
                            column.add(row, parts, 0, false);
                            min = Math.min(min, column.value(row));
                            max = Math.max(max, column.value(row));
                        }
                        set(query, number, count, parts, min, max);
                    }
                }
            });
        }
    }
}
