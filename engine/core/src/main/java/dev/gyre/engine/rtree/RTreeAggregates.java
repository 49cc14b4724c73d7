package dev.gyre.engine.rtree;

import dev.gyre.engine.data.Aggregate;
import dev.gyre.engine.host.Checks;
import dev.gyre.engine.partition.PartitionCalls;
import dev.gyre.engine.partition.Reduction.Operator;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.tree.TreeLayout;
import java.util.Arrays;

/** Aggregates of a column for each node of a tree: with the largest values, an aR-tree. */
public final class RTreeAggregates {

    private static final int MIN_SLICE = 1 << 14;

    private RTreeAggregates() {}

    /**
     * Reduces a column, level by level.
     *
     * @param column a value for each row
     * @return for each level of {@link TreeLayout} the values of its nodes, the entries first
     * @throws IllegalArgumentException if there are more or fewer values than rows, or if one is NaN
     */
    public static double[][] of(Context context, RTreeIndex index, Aggregate aggregate, double... column) {
        TreeLayout layout = index.layout();
        Checks.sameLength("column", column.length, "boxes", layout.size());
        Checks.noNaN(column, context.workers());
        double[][] levels = new double[layout.levels() + 1][];
        levels[0] = new double[layout.size()];
        if (aggregate == Aggregate.COUNT) {
            for (int level = 0; level < levels.length; level++) {
                levels[level] = counts(layout, level);
            }
            return levels;
        }
        int[] ids = index.ids();
        context.workers().forEachSlice(ids.length, MIN_SLICE, (begin, end) -> {
            for (int slot = begin; slot < end; slot++) {
                levels[0][slot] = column[ids[slot]];
            }
        });
        double[][] above =
                new PartitionCalls(Placement.on(context)).levels(operator(aggregate), levels[0], layout.nodeSize());
        System.arraycopy(above, 0, levels, 1, above.length);
        return levels;
    }

    private static Operator operator(Aggregate aggregate) {
        return switch (aggregate) {
            case MAX -> Operator.MAX;
            case MIN -> Operator.MIN;
            default -> Operator.SUM;
        };
    }

    private static double[] counts(TreeLayout layout, int level) {
        double[] counts = new double[layout.count(level)];
        long entries = layout.entries(level);
        Arrays.setAll(counts, node -> Math.min(entries, layout.size() - node * entries));
        return counts;
    }
}
