package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.RTreeOptions.Packing;
import dev.gyre.engine.op.RTree;
import dev.gyre.engine.partition.Scan;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.rtree.RTreeKernels;
import dev.gyre.engine.sort.Cuts;
import dev.gyre.engine.sort.RadixSort;
import dev.gyre.engine.sort.SortSteps;
import dev.gyre.engine.tree.TreeKernels;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.common.CoordinateKeys;
import dev.gyre.tasks.common.TreeShape;
import dev.gyre.tasks.tree.TreeParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** R-trees of two dimensions over data on the device: the engine's stages in one phase, which copies nothing to the host. */
final class BoxWork {

    private static final int DIMENSIONS = 2;

    private final Device device;
    private final int nodeSize;
    private final List<Object> inputs = new ArrayList<>();
    private final List<Stage> stages = new ArrayList<>();

    private BoxWork(int nodeSize, Device device) {
        this.nodeSize = nodeSize;
        this.device = device;
    }

    /**
     * The build, from boxes on the device to the boxes of all levels.
     *
     * @param packing not {@link Packing#AUTOMATIC}
     * @param boxes for each box two lower bounds, then two upper bounds
     * @return the work; its outputs are the row of each slot and the boxes of all levels
     */
    static ResidentWork build(Packing packing, double[] boxes, int nodeSize, Device device) {
        BoxWork work = new BoxWork(nodeSize, device);
        int[] ids = work.order(packing, boxes);
        double[] tree = work.derive(boxes, ids);
        return ResidentWork.of(work.inputs, work.stages, List.of(ids, tree));
    }

    /**
     * All windows among boxes, from windows and a tree by {@link Packing#HILBERT} on the device to the boxes that intersect each window, in
     * the order of the tree.
     *
     * @return the work; its outputs are the position of the first box of each window, and the boxes
     */
    static ResidentWork windows(BoxData data, int nodeSize, Engine engine) {
        List<Object> tree;
        try (PreparedWork built =
                build(Packing.HILBERT, data.boxes(), nodeSize, engine.device()).prepare(engine)) {
            tree = built.fetch();
        }
        int[] ids = (int[]) tree.get(0);
        double[] levels = (double[]) tree.get(1);
        double[] windows = data.windows();
        int count = windows.length / (2 * DIMENSIONS);
        int matches;
        try (RTree counted = engine.rTree(Boxes.wrap(data.boxes(), DIMENSIONS))) {
            matches = IntStream.of(counted.count(Boxes.wrap(windows, DIMENSIONS), BoxPredicate.INTERSECTS))
                    .reduce(0, Math::addExact);
        }
        BoxWork work = new BoxWork(nodeSize, engine.device());
        int[] order = work.order(Packing.HILBERT, windows);
        int[] parameters = work.parameters(ids.length);
        parameters[TreeParameters.QUERIES] = count;
        parameters[TreeParameters.ORDERED] = 1;
        parameters[TreeParameters.CAPACITY] = Integer.MAX_VALUE;
        double[] limits = {0, 1};
        int shape = TreeLayout.ofBoxes(ids.length, DIMENSIONS, nodeSize).shape();
        int[] counts = new int[count];
        int[] starts = new int[count];
        int[] found = new int[Math.max(1, matches)];
        int relation = BoxPredicate.INTERSECTS.code();
        int norm = BoxPredicate.INTERSECTS.metric().norm().code();
        int[] none = new int[1];
        double[] keys = new double[1];
        Scan scan = Scan.exclusive(counts, starts, Layout.on(engine.device()));
        work.inputs.addAll(List.of(levels, ids, parameters, limits));
        work.inputs.addAll(List.of(scan.uploads()));
        for (int write = 0; write < 2; write++) {
            work.stages.add(TreeKernels.MATCHES.stage(
                    count,
                    order,
                    windows,
                    levels,
                    levels,
                    ids,
                    none,
                    parameters,
                    limits,
                    write == 0 ? counts : starts,
                    found,
                    keys,
                    TreeShape.matches(shape, DIMENSIONS, relation, write == 0 ? TreeShape.COUNT : TreeShape.ROWS),
                    norm));
            work.stages.addAll(write == 0 ? scan.stages() : List.of());
        }
        return ResidentWork.of(work.inputs, work.stages, List.of(starts, found));
    }

    /** Adds the stages that order boxes; returns the row of each slot. */
    private int[] order(Packing packing, double... boxes) {
        int n = boxes.length / (2 * DIMENSIONS);
        // Equally many slabs in each dimension; a slab has whole slabs of the next dimension.
        int slabs = (int) Math.ceil(Math.sqrt(Math.ceilDiv(n, nodeSize)));
        int[] parameters = parameters(n);
        parameters[TreeParameters.STRIDE] = n;
        parameters[TreeParameters.TILE] = (int) Math.min(Integer.MAX_VALUE, (long) nodeSize * slabs);
        double[] cuts = cuts(boxes);
        int[] keys = new int[Math.multiplyExact(DIMENSIONS + 1, n)];
        inputs.addAll(List.of(boxes, cuts, parameters));
        RadixSort sort = new RadixSort(n, Layout.on(device));
        sort.setSize(n);
        stages.add(RTreeKernels.KEYS.stage(n, boxes, cuts, parameters, keys));
        if (packing == Packing.HILBERT) {
            stages.add(RTreeKernels.HILBERT.stage(n, parameters, keys));
        }
        stages.add(sort.rows());
        sortBy(packing == Packing.HILBERT ? DIMENSIONS * n : 0, keys, sort);
        if (packing == Packing.STR) {
            stages.add(RTreeKernels.TILES.stage(n, sort.payload(), parameters, keys));
            stages.add(sort.rows());
            sortBy(n, keys, sort);
            sortBy(DIMENSIONS * n, keys, sort);
        }
        return sort.payload();
    }

    private void sortBy(int start, int[] keys, RadixSort sort) {
        int[] column = {start};
        inputs.add(column);
        SortSteps steps = sort.reorderBy(keys, column);
        inputs.addAll(List.of(steps.uploads()));
        stages.addAll(steps.stages());
    }

    private static double[] cuts(double... boxes) {
        double[] cuts = new double[DIMENSIONS * CoordinateKeys.CUTS];
        double[] extent = Boxes.wrap(boxes, DIMENSIONS).extent();
        for (int dim = 0; dim < DIMENSIONS; dim++) {
            int low = dim;
            double[] middles = Cuts.sample(
                    boxes.length / (2 * DIMENSIONS),
                    row -> (boxes[2 * row * DIMENSIONS + low] + boxes[(2 * row + 1) * DIMENSIONS + low]) * 0.5);
            Cuts.write(middles, extent[dim], extent[DIMENSIONS + dim], dim, cuts);
        }
        return cuts;
    }

    /** Adds the stages that derive the boxes of all levels from boxes and their order. */
    private double[] derive(double[] boxes, int... ids) {
        TreeLayout layout = TreeLayout.ofBoxes(ids.length, DIMENSIONS, nodeSize);
        double[] tree = new double[layout.bounds()];
        int[] rows = new int[layout.numbers()];
        int[] parameters = parameters(ids.length);
        inputs.add(parameters);
        stages.add(RTreeKernels.GATHER.stage(ids.length, boxes, ids, parameters, tree));
        for (int level = 1; level <= layout.levels(); level++) {
            int[] ofLevel = parameters(ids.length);
            ofLevel[TreeParameters.LEVEL] = level;
            ofLevel[TreeParameters.JOINED] = 1;
            inputs.add(ofLevel);
            stages.add(TreeKernels.BOXES.stage(layout.count(level), tree, ofLevel, tree, rows, layout.corners()));
        }
        return tree;
    }

    private int[] parameters(int n) {
        int[] parameters = new int[TreeParameters.LENGTH];
        TreeLayout.ofBoxes(n, DIMENSIONS, nodeSize).write(parameters);
        return parameters;
    }
}
