package dev.gyre.engine.verify;

import dev.gyre.engine.kdtree.KdKernels;
import dev.gyre.engine.program.Invocation;
import dev.gyre.tasks.tree.KdConflicts;
import dev.gyre.tasks.tree.KdParameters;
import java.util.List;
import java.util.stream.IntStream;

/** Calls of the kernels of {@link KdKernels}. */
final class KdSamples {

    static final List<KernelSample> ALL = List.of(
            KernelSample.of(KdKernels.KEYS, KdSamples::sampleKeys),
            KernelSample.of(KdKernels.CONFLICTS, KdSamples::sampleConflicts),
            KernelSample.of(KdKernels.ARRANGE, KdSamples::sampleArrange),
            KernelSample.of(KdKernels.RANKS, KdSamples::sampleRanks),
            KernelSample.of(KdKernels.SIDES, KdSamples::sampleSides),
            KernelSample.of(KdKernels.HALVES, KdSamples::sampleHalves),
            KernelSample.of(KdKernels.WINDOWS, KdSamples::sampleWindows),
            KernelSample.of(KdKernels.POINTS, KdSamples::samplePoints));

    private KdSamples() {}

    private static Invocation sampleKeys(Sample sample) {
        KdKernelSamples steps = KdKernelSamples.large(sample);
        int[] keys = new int[steps.keys.length];
        return Invocation.of(keys.length)
                .in(steps.coordinates, steps.cuts, steps.parameters)
                .out(keys);
    }

    private static Invocation sampleConflicts(Sample sample) {
        KdKernelSamples steps = KdKernelSamples.large(sample);
        int[] marks = new int[steps.size];
        int[] conflicts = new int[KdConflicts.SHARES];
        for (int place = 0; place < steps.size; place++) {
            marks[place] = place > 0 && isEqualToTheOneBefore(steps, place) ? 0 : 1;
        }
        if (steps.size > 1 && steps.random.nextBoolean()) {
            // Often the last mark, to detect a device that leaves it out.
            int last = steps.size - 1;
            marks[steps.random.nextBoolean() ? last : 1 + steps.random.nextInt(last)] = 0;
        }
        return Invocation.of(steps.size)
                .in(steps.coordinates, steps.rows)
                .out(marks)
                .in(steps.parameters)
                .out(conflicts);
    }

    private static boolean isEqualToTheOneBefore(KdKernelSamples steps, int place) {
        int dims = steps.dims;
        return IntStream.range(0, dims)
                .allMatch(dim -> steps.coordinates[steps.rows[place] * dims + dim]
                        == steps.coordinates[steps.rows[place - 1] * dims + dim]);
    }

    private static Invocation sampleArrange(Sample sample) {
        KdKernelSamples steps = KdKernelSamples.large(sample);
        int[] arranged = new int[steps.keys.length];
        return Invocation.of(steps.keys.length)
                .in(steps.keys, steps.rows, steps.parameters)
                .out(arranged);
    }

    private static Invocation sampleRanks(Sample sample) {
        KdKernelSamples steps = KdKernelSamples.large(sample);
        int[] orders = new int[steps.size];
        int[] ranks = new int[steps.size];
        steps.parameters[KdParameters.ORDER] = 0;
        return Invocation.of(steps.size).in(steps.rows, steps.parameters).out(orders, ranks);
    }

    private static Invocation sampleSides(Sample sample) {
        KdKernelSamples steps = KdKernelSamples.large(sample);
        steps.makeOrders();
        return Invocation.of(steps.counts.length)
                .in(steps.orders, steps.ranks, steps.splits, steps.parameters)
                .out(steps.sides, steps.counts);
    }

    private static Invocation sampleHalves(Sample sample) {
        KdKernelSamples steps = KdKernelSamples.large(sample);
        steps.parameters[KdParameters.ORDERS] = steps.dims;
        steps.makeOrders();
        steps.markSides();
        return Invocation.of(steps.counts.length)
                .in(steps.orders, steps.splits, steps.sides, steps.counts, steps.parameters)
                .out(steps.halves);
    }

    private static Invocation sampleWindows(Sample sample) {
        KdKernelSamples steps = KdKernelSamples.small(sample);
        int windows = Math.ceilDiv(steps.size, 1 << steps.parameters[KdParameters.WINDOW_BITS]);
        return Invocation.of(windows + steps.random.nextInt(2))
                .in(steps.sequence(), steps.keys, steps.splits, steps.parameters)
                .out(steps.tree)
                .in(new int[steps.tree.length]);
    }

    private static Invocation samplePoints(Sample sample) {
        KdKernelSamples steps = KdKernelSamples.small(sample);
        steps.orderWindows();
        double[] points = new double[steps.size * steps.dims];
        int[] ids = new int[steps.size];
        return Invocation.of(steps.size)
                .in(steps.coordinates, steps.rows, steps.tree, steps.parameters)
                .out(points, ids);
    }
}
