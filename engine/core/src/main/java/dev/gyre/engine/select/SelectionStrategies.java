package dev.gyre.engine.select;

import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Strategy;
import dev.gyre.engine.cost.Tuned;
import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.data.SelectionOptions;
import dev.gyre.engine.plan.Plan;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.tasks.select.RadixParameters;
import java.util.List;

/** Strategies that select from rows, and the tiles and parts of the rows. */
public final class SelectionStrategies {

    private static final int MAX_PART_VALUES = 1 << 30;

    private SelectionStrategies() {}

    /**
     * Returns the strategies on a device. For any k, an accelerator has sample select, all others have radix select, unless the caller requests
     * the other one. On an H200, sample select took 8.5 to 13.0 ms where radix select took 14.7 to 18.1, for k from 2,048 on ({@code
     * benchmarks/results/2026/2026-11-20-knn-nvidia-h200-cuda.md}, figure 5.11). For 1 M and 16 M random ints on the JVM it needs 0.8 to 2.4 times
     * the time of radix select, and if all are equal, 0.3 to 1.0 times.
     *
     * @param context the context of a device, or null for a device that is not open
     * @param work the sizes: columns, rows, k
     * @param asked the requested method, or {@link SelectionOptions.Method#AUTOMATIC} for all
     */
    public static List<Strategy> of(Context context, Workload work, SelectionOptions.Method asked) {
        Strategy singlePass = Strategy.of(SelectionOptions.Method.SINGLE_PASS.toString(), work, Operation.SINGLE_PASS);
        SelectionOptions.Method anyK =
                ofAnyK(context == null ? Device.Type.GPU : context.device().type());
        Strategy ofAnyK = Strategy.of(anyK.toString(), work, Operation.RADIX_SELECT);
        Strategy sort = Strategy.of(SelectionOptions.Method.SORT.toString(), work, Operation.SORT_ROWS);
        boolean onHost = context != null && context.onJvm();
        return switch (asked) {
            case AUTOMATIC ->
                List.of(
                        singlePass.withObstacle(
                                work.k() <= SinglePass.MAX_K ? "" : "supports k up to " + SinglePass.MAX_K),
                        ofAnyK,
                        sort.withObstacle(onHost ? "" : "runs on the host only"));
            case SINGLE_PASS -> List.of(singlePass);
            case RADIX_SELECT, SAMPLE_SELECT -> List.of(Strategy.of(asked.toString(), work, Operation.RADIX_SELECT));
            case SORT ->
                List.of(sort.withObstacle(
                        context != null && context.isStrict()
                                ? "runs on the threads of the host, and " + Context.STRICT
                                : ""));
        };
    }

    /**
     * Returns the method of a choice among these strategies.
     *
     * @return the method, not {@link SelectionOptions.Method#AUTOMATIC}
     */
    public static SelectionOptions.Method method(Plan choice, SelectionOptions.Method asked) {
        return asked == SelectionOptions.Method.AUTOMATIC
                ? SelectionOptions.Method.valueOf(choice.strategy().name())
                : asked;
    }

    /** Returns the method of stages: a single pass, or one that supports any k if needed. */
    static SelectionOptions.Method ofStages(int k, SelectionOptions.Method asked, Device.Type type) {
        if (asked != SelectionOptions.Method.AUTOMATIC) {
            return asked;
        }
        return k <= SinglePass.MAX_K ? SelectionOptions.Method.SINGLE_PASS : ofAnyK(type);
    }

    private static SelectionOptions.Method ofAnyK(Device.Type type) {
        return type.isAccelerator() ? SelectionOptions.Method.SAMPLE_SELECT : SelectionOptions.Method.RADIX_SELECT;
    }

    /**
     * Returns the plan for a selection.
     *
     * @param rows number of rows, 1 or more
     * @param columns values per row, 1 or more
     * @param k values to keep, 1 to columns
     * @param method the method, not {@link SelectionOptions.Method#AUTOMATIC}
     * @throws IllegalArgumentException if k is more than the method supports
     */
    public static SelectionPlan plan(
            int rows, int columns, int k, Device device, SelectionOptions.Method method, String reason) {
        String how = "";
        String where = device.toString();
        SinglePass shape = null;
        int tile = 0;
        if (method == SelectionOptions.Method.SINGLE_PASS) {
            shape = singlePass(rows, columns, k, device.type());
            how = shape.parts() + " parts per row";
        } else if (method == SelectionOptions.Method.RADIX_SELECT || method == SelectionOptions.Method.SAMPLE_SELECT) {
            tile = tile(rows, columns, device.type());
            how = Math.ceilDiv(columns, tile) + " tiles per row";
        } else {
            how = "whole rows";
            where = "the threads of the host";
        }
        String explanation = "%s (%s) for %d rows of %d values, k=%d, on %s: %s"
                .formatted(method, how, rows, columns, k, where, reason);
        return new SelectionPlan(method, shape, tile, explanation);
    }

    /** Returns the values per tile of a radix select or sample select: the most that leave enough tiles to fill the device. */
    private static int tile(int rows, int columns, Device.Type type) {
        int min = Tuned.SELECTION_TILE.of(type);
        int tile = Math.max(min, RadixParameters.MAX_TILE);
        while (tile > min && (long) rows * Math.ceilDiv(columns, tile) < Tuned.SELECTION_PARTS.of(type)) {
            tile /= 2;
        }
        return tile;
    }

    /**
     * Returns the parts of a single pass.
     *
     * @param columns values per row
     * @param k values to keep, 1 to {@link SinglePass#MAX_K}
     */
    public static SinglePass singlePass(int rows, int columns, int k, Device.Type type) {
        return SinglePass.of(k).withParts(parts(rows, columns, k, type));
    }

    /** Returns the number of parts of each row, as many as fill the device if the rows are long enough. */
    static int parts(int rows, int columns, int k, Device.Type type) {
        int wanted = Math.ceilDiv(Tuned.SELECTION_PARTS.of(type), rows);
        int shortest = Math.max(Tuned.SELECTION_PART_VALUES.of(type), Tuned.SELECTION_PART_FOUND.of(type) * k);
        int min = Math.ceilDiv(columns, MAX_PART_VALUES);
        return Math.max(min, Math.min(wanted, columns / shortest));
    }
}
