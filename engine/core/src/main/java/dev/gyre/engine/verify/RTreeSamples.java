package dev.gyre.engine.verify;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.rtree.RTreeKernels;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.common.CoordinateKeys;
import dev.gyre.tasks.rtree.BoxGather;
import dev.gyre.tasks.rtree.BoxKeys;
import dev.gyre.tasks.tree.TreeParameters;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Calls of the kernels that build an R-tree. Their arithmetic, comparisons and middles, is exact for the boxes of all
 * shapes.
 */
final class RTreeSamples {

    static final List<KernelSample> ALL = List.of(
            KernelSample.of(RTreeKernels.KEYS, RTreeSamples::sampleKeys),
            KernelSample.of(RTreeKernels.HILBERT, RTreeSamples::sampleHilbert),
            KernelSample.of(RTreeKernels.TILES, RTreeSamples::sampleTiles),
            KernelSample.of(RTreeKernels.GATHER, RTreeSamples::sampleGather));

    private RTreeSamples() {}

    /** Boxes, and a tree that the kernels build of them, in any order. */
    static final class Tree {

        final Random random;
        final Boxes boxes;
        final TreeLayout layout;
        final int[] parameters = new int[TreeParameters.LENGTH];
        final int[] ids;
        final TreeArrays arrays;

        Tree(Sample sample) {
            this(sample, 2 + sample.random().nextInt(20));
        }

        Tree(Sample sample, int nodeSize) {
            random = sample.random();
            boxes = BoxCases.draw(sample, Math.max(1, sample.size()), random);
            layout = TreeLayout.ofBoxes(boxes.size(), boxes.dims(), nodeSize);
            layout.write(parameters);
            parameters[TreeParameters.STRIDE] = layout.size();
            ids = Values.permutation(layout.size(), random);
            arrays = TreeArrays.of(layout);
        }

        /** Makes a tree with the boxes of all levels, and nodes of any size. */
        static Tree whole(Sample sample) {
            return whole(sample, 2 + sample.random().nextInt(20));
        }

        /** Makes a tree with the boxes of all levels. */
        static Tree whole(Sample sample, int nodeSize) {
            Tree tree = new Tree(sample, nodeSize);
            BoxGather.fetchBoxes(
                    0, tree.layout.size(), tree.boxes.array(), tree.ids, tree.parameters, tree.arrays.entries());
            System.arraycopy(tree.ids, 0, tree.arrays.rows(), 0, tree.layout.size());
            TreeSamples.joinBoxes(tree.layout, tree.arrays, tree.layout.levels());
            return tree;
        }

        /** Makes cuts around 0 whose ranges are powers of two, so that keys are exact. */
        double[] cuts() {
            double[] cuts = new double[boxes.dims() * CoordinateKeys.CUTS];
            for (int i = 0; i < cuts.length; i++) {
                int range = i % CoordinateKeys.CUTS;
                cuts[i] = range < CoordinateKeys.RANGES ? range - CoordinateKeys.RANGES / 2 : CoordinateKeys.KEYS;
            }
            return cuts;
        }
    }

    private static Invocation sampleKeys(Sample sample) {
        Tree tree = new Tree(sample);
        int[] keys = new int[tree.boxes.dims() * tree.layout.size()];
        return Invocation.of(tree.layout.size())
                .in(tree.boxes.array(), tree.cuts(), tree.parameters)
                .out(keys);
    }

    private static Invocation sampleHilbert(Sample sample) {
        Tree tree = new Tree(sample);
        int size = tree.layout.size();
        int[] keys = new int[(tree.boxes.dims() + 1) * size];
        if (tree.random.nextBoolean()) {
            BoxKeys.makeKeys(0, size, tree.boxes.array(), tree.cuts(), tree.parameters, keys);
        } else {
            Arrays.setAll(keys, i -> i < tree.boxes.dims() * size ? tree.random.nextInt() : 0);
        }
        return Invocation.of(size).in(tree.parameters).out(keys);
    }

    private static Invocation sampleTiles(Sample sample) {
        Tree tree = new Tree(sample);
        tree.parameters[TreeParameters.TILE] = 1 + tree.random.nextInt(100);
        int[] keys = new int[(tree.boxes.dims() + 1) * tree.layout.size()];
        return Invocation.of(tree.layout.size()).in(tree.ids, tree.parameters).out(keys);
    }

    private static Invocation sampleGather(Sample sample) {
        Tree tree = new Tree(sample);
        double[] slots = new double[2 * tree.boxes.dims() * tree.layout.size()];
        return Invocation.of(tree.layout.size())
                .in(tree.boxes.array(), tree.ids, tree.parameters)
                .out(slots);
    }
}
