package dev.gyre.engine.kdtree;

import dev.gyre.engine.program.GroupFunction;
import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.KernelCatalog;
import dev.gyre.engine.program.KernelFunction;
import dev.gyre.engine.verify.KdKernelSamples;
import dev.gyre.engine.verify.Sample;
import dev.gyre.tasks.tree.KdColumns;
import dev.gyre.tasks.tree.KdHalves;
import dev.gyre.tasks.tree.KdHalvesWorkGroup;
import dev.gyre.tasks.tree.KdInnerBoxes;
import dev.gyre.tasks.tree.KdLeafBoxes;
import dev.gyre.tasks.tree.KdParameters;
import dev.gyre.tasks.tree.KdPoints;
import dev.gyre.tasks.tree.KdRanks;
import dev.gyre.tasks.tree.KdSides;
import dev.gyre.tasks.tree.KdSidesWorkGroup;
import dev.gyre.tasks.tree.KdWindows;
import dev.gyre.tasks.tree.KdWindowsJvm;
import dev.gyre.tasks.tree.KdWindowsWorkGroup;
import java.util.List;

/** The kernels that build a kd-tree. */
public final class KdKernels implements KernelCatalog {

    /** Columns in the order of places, as {@link KdColumns#arrangeColumns}. */
    static final Kernel ARRANGE = Kernel.of(
            "kd-columns",
            (KernelFunction.Of4<int[], int[], int[], int[]>) KdColumns::arrangeColumns,
            KdKernels::sampleArrange);

    /** A finished order and its ranks, as {@link KdRanks#keepOrder}. */
    static final Kernel RANKS = Kernel.of(
            "kd-ranks", (KernelFunction.Of4<int[], int[], int[], int[]>) KdRanks::keepOrder, KdKernels::sampleRanks);

    /** Sides of the medians, as {@link KdSides#markSides}. */
    static final Kernel SIDES = Kernel.of(
                    "kd-sides",
                    (KernelFunction.Of6<int[], int[], int[], int[], int[], int[]>) KdSides::markSides,
                    KdKernels::sampleSides)
            .withGroupVariant(GroupFunction.groupPerItem(KdSidesWorkGroup.class, "markSides", KdSidesWorkGroup.THREADS))
            .withCoarseItems();

    /** Orders within halves, as {@link KdHalves#splitWindows}. */
    static final Kernel HALVES = Kernel.of(
                    "kd-halves",
                    (KernelFunction.Of6<int[], int[], int[], int[], int[], int[]>) KdHalves::splitWindows,
                    KdKernels::sampleHalves)
            .withGroupVariant(
                    GroupFunction.groupPerItem(KdHalvesWorkGroup.class, "splitWindows", KdHalvesWorkGroup.THREADS))
            .withCoarseItems();

    /** Windows down to the leaves, as {@link KdWindows#orderWindows}. */
    static final Kernel WINDOWS = Kernel.of(
                    "kd-windows",
                    (KernelFunction.Of6<int[], int[], int[], int[], int[], int[]>) KdWindows::orderWindows,
                    KdKernels::sampleWindows)
            .withJvmVariant((KernelFunction.Of6<int[], int[], int[], int[], int[], int[]>) KdWindowsJvm::orderWindows)
            .withGroupVariant(
                    GroupFunction.groupPerItem(KdWindowsWorkGroup.class, "orderWindows", KdWindowsWorkGroup.THREADS))
            .withCoarseItems();

    /** Points in the order of the tree, as {@link KdPoints#fetchPoints}. */
    static final Kernel POINTS = Kernel.of(
            "kd-points",
            (KernelFunction.Of6<float[], int[], int[], int[], float[], int[]>) KdPoints::fetchPoints,
            KdKernels::samplePoints);

    /** Boxes of leaves, as {@link KdLeafBoxes#boundLeaves}. */
    static final Kernel LEAF_BOXES = Kernel.of(
            "kd-leaf-boxes",
            (KernelFunction.Of3<float[], int[], float[]>) KdLeafBoxes::boundLeaves,
            KdKernels::sampleLeafBoxes);

    /** Boxes of inner nodes, as {@link KdInnerBoxes#joinBoxes}. */
    static final Kernel INNER_BOXES = Kernel.of(
            "kd-inner-boxes",
            (KernelFunction.Of2<int[], float[]>) KdInnerBoxes::joinBoxes,
            KdKernels::sampleInnerBoxes);

    /** For the service loader. */
    public KdKernels() {}

    @Override
    public List<Kernel> kernels() {
        return List.of(ARRANGE, RANKS, SIDES, HALVES, WINDOWS, POINTS, LEAF_BOXES, INNER_BOXES);
    }

    private static Invocation sampleArrange(Sample sample) {
        KdKernelSamples steps = KdKernelSamples.large(sample);
        int[] arranged = new int[steps.keys.length];
        return new Invocation(
                steps.keys.length, List.of(steps.keys, steps.rows, steps.parameters, arranged), List.of(arranged));
    }

    private static Invocation sampleRanks(Sample sample) {
        KdKernelSamples steps = KdKernelSamples.large(sample);
        int[] orders = new int[steps.size];
        int[] ranks = new int[steps.size];
        steps.parameters[KdParameters.ORDER] = 0;
        return new Invocation(steps.size, List.of(steps.rows, steps.parameters, orders, ranks), List.of(orders, ranks));
    }

    private static Invocation sampleSides(Sample sample) {
        KdKernelSamples steps = KdKernelSamples.large(sample);
        steps.makeOrders();
        return new Invocation(
                steps.counts.length,
                List.of(steps.orders, steps.ranks, steps.splits, steps.parameters, steps.sides, steps.counts),
                List.of(steps.sides, steps.counts));
    }

    private static Invocation sampleHalves(Sample sample) {
        KdKernelSamples steps = KdKernelSamples.large(sample);
        steps.parameters[KdParameters.ORDERS] = steps.dims;
        steps.makeOrders();
        steps.markSides();
        return new Invocation(
                steps.counts.length,
                List.of(steps.orders, steps.splits, steps.sides, steps.counts, steps.parameters, steps.halves),
                List.of(steps.halves));
    }

    private static Invocation sampleWindows(Sample sample) {
        KdKernelSamples steps = KdKernelSamples.small(sample);
        int windows = Math.ceilDiv(steps.size, 1 << steps.parameters[KdParameters.WINDOW_BITS]);
        return new Invocation(
                windows + steps.random.nextInt(2),
                List.of(
                        steps.sequence(),
                        steps.keys,
                        steps.splits,
                        steps.parameters,
                        steps.tree,
                        new int[steps.tree.length]),
                List.of(steps.tree));
    }

    private static Invocation samplePoints(Sample sample) {
        KdKernelSamples steps = KdKernelSamples.small(sample);
        steps.orderWindows();
        float[] points = new float[steps.size * steps.dims];
        int[] ids = new int[steps.size];
        return new Invocation(
                steps.size,
                List.of(steps.image, steps.rows, steps.tree, steps.parameters, points, ids),
                List.of(points, ids));
    }

    private static Invocation sampleLeafBoxes(Sample sample) {
        KdKernelSamples steps = KdKernelSamples.small(sample);
        steps.fetchPoints();
        return new Invocation(
                steps.layout().leaves(), List.of(steps.points, steps.parameters, steps.boxes), List.of(steps.boxes));
    }

    private static Invocation sampleInnerBoxes(Sample sample) {
        KdKernelSamples steps = KdKernelSamples.small(sample);
        steps.boundLeaves();
        int levels = Math.min(steps.layout().height(), 1 + steps.random.nextInt(KdInnerBoxes.MAX_LEVELS));
        int level = steps.layout().height() - levels;
        steps.parameters[KdParameters.LEVEL] = level;
        steps.parameters[KdParameters.LEVELS] = levels;
        return new Invocation(1 << level, List.of(steps.parameters, steps.boxes), List.of(steps.boxes));
    }
}
