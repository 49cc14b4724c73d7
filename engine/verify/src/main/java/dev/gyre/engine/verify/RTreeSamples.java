package dev.gyre.engine.verify;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.rtree.RTreeKernels;
import dev.gyre.engine.rtree.RTreeLayout;
import dev.gyre.tasks.common.BoxRelations;
import dev.gyre.tasks.common.CoordinateKeys;
import dev.gyre.tasks.common.NearestPairs;
import dev.gyre.tasks.rtree.BoxGather;
import dev.gyre.tasks.rtree.BoxKeys;
import dev.gyre.tasks.rtree.BoxMatches;
import dev.gyre.tasks.rtree.BoxNearest;
import dev.gyre.tasks.rtree.LeastRows;
import dev.gyre.tasks.rtree.NodeBoxes;
import dev.gyre.tasks.rtree.RTreeParameters;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Calls of the kernels that build, check and search an R-tree. Their arithmetic, comparisons and middles, is exact for the boxes of all
 * shapes.
 */
final class RTreeSamples {

    static final List<KernelSample> ALL = List.of(
            KernelSample.of(RTreeKernels.KEYS, RTreeSamples::sampleKeys),
            KernelSample.of(RTreeKernels.HILBERT, RTreeSamples::sampleHilbert),
            KernelSample.of(RTreeKernels.TILES, RTreeSamples::sampleTiles),
            KernelSample.of(RTreeKernels.GATHER, RTreeSamples::sampleGather),
            KernelSample.of(RTreeKernels.NODES, RTreeSamples::sampleNodes),
            KernelSample.of(RTreeKernels.MATCHES, RTreeSamples::sampleMatches),
            KernelSample.of(RTreeKernels.LEAST, RTreeSamples::sampleLeast),
            KernelSample.of(RTreeKernels.LOCATE, RTreeSamples::sampleLocate),
            KernelSample.of(RTreeKernels.NEAREST, RTreeSamples::sampleNearest));

    private static final int RELATIONS = 4;
    private static final int QUERIES = 50;
    private static final int MAX_CAPACITY = 40;

    private RTreeSamples() {}

    /** Boxes, and a tree that the kernels build of them, in any order. */
    static final class Tree {

        final Random random;
        final Boxes boxes;
        final RTreeLayout layout;
        final int[] parameters = new int[RTreeParameters.LENGTH];
        final int[] ids;
        final double[] tree;

        Tree(Sample sample) {
            random = sample.random();
            boxes = BoxCases.draw(sample, Math.max(1, sample.size()), random);
            layout = RTreeLayout.of(boxes.size(), boxes.dims(), 2 + random.nextInt(20));
            layout.write(parameters);
            parameters[RTreeParameters.STRIDE] = layout.size();
            ids = Values.permutation(layout.size(), random);
            tree = new double[layout.bounds()];
        }

        /** Makes a tree with the boxes of all levels. */
        static Tree whole(Sample sample) {
            Tree tree = new Tree(sample);
            return tree.made(tree.layout.levels());
        }

        /** Makes the boxes of the levels up to a given one. */
        Tree made(int top) {
            BoxGather.fetchBoxes(0, layout.size(), boxes.array(), ids, parameters, tree);
            for (int level = 1; level <= top; level++) {
                parameters[RTreeParameters.LEVEL] = level;
                NodeBoxes.joinBoxes(0, layout.count(level), parameters, tree);
            }
            return this;
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
        tree.parameters[RTreeParameters.TILE] = 1 + tree.random.nextInt(100);
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

    private static Invocation sampleNodes(Sample sample) {
        Tree tree = new Tree(sample);
        int level = 1 + tree.random.nextInt(tree.layout.levels());
        tree.made(level - 1);
        tree.parameters[RTreeParameters.LEVEL] = level;
        return Invocation.of(tree.layout.count(level) + tree.random.nextInt(2))
                .in(tree.parameters)
                .out(tree.tree);
    }

    private static Invocation sampleMatches(Sample sample, Scalars scalars) {
        Random random = sample.random();
        int relation = scalars.at(1, () -> random.nextInt(RELATIONS));
        int norm = scalars.norm(2, random);
        return new Queries(scalars.withDims(sample), relation, norm).matches(scalars.flag(3, random));
    }

    private static int[] least(Tree tree, int top) {
        int[] least = new int[tree.layout.boxes() - tree.layout.size()];
        for (int level = 1; level <= top; level++) {
            tree.parameters[RTreeParameters.LEVEL] = level;
            LeastRows.joinRows(0, tree.layout.count(level), tree.ids, tree.parameters, least);
        }
        return least;
    }

    private static Invocation sampleLeast(Sample sample) {
        Tree tree = Tree.whole(sample);
        int level = 1 + tree.random.nextInt(tree.layout.levels());
        int[] least = least(tree, level - 1);
        tree.parameters[RTreeParameters.LEVEL] = level;
        return Invocation.of(tree.layout.count(level) + tree.random.nextInt(2))
                .in(tree.ids, tree.parameters)
                .out(least);
    }

    private static Boxes queries(Sample sample, Tree tree) {
        return BoxCases.draw(sample, 1 + tree.random.nextInt(QUERIES), tree.random);
    }

    private static Invocation sampleLocate(Sample sample, Scalars scalars) {
        Tree tree = Tree.whole(scalars.withDims(sample));
        int norm = scalars.norm(1, tree.random);
        Boxes queries = queries(scalars.withDims(sample), tree);
        int[] nodes = new int[queries.size()];
        return Invocation.of(queries.size())
                .in(tree.tree, queries.array(), tree.parameters, new int[] {queries.size(), 0})
                .out(nodes)
                .in(queries.dims(), norm);
    }

    private static Invocation sampleNearest(Sample sample, Scalars scalars) {
        Tree tree = Tree.whole(scalars.withDims(sample));
        int heap = scalars.flag(1, tree.random);
        int norm = scalars.norm(2, tree.random);
        Boxes queries = queries(scalars.withDims(sample), tree);
        int count = queries.size();
        int capacity = 1 + tree.random.nextInt(heap == 1 ? MAX_CAPACITY : NearestPairs.LIST);
        double[] limits = new double[BoxNearest.LIMITS];
        limits[BoxNearest.LIMIT] =
                tree.random.nextInt(3) == 0 ? tree.random.nextInt(64) / 16.0 : Double.POSITIVE_INFINITY;
        limits[BoxNearest.QUERIES] = count;
        limits[BoxNearest.CAPACITY] = capacity;
        double[] keys = new double[count * capacity];
        int[] found = new int[keys.length];
        int[] order = tree.random.ints(count, 0, count).toArray();
        int[] starts = tree.random.ints(count, 0, tree.layout.count(1)).toArray();
        return Invocation.of(count)
                .in(tree.tree, tree.ids, least(tree, tree.layout.levels()), queries.array(), order, starts)
                .in(tree.parameters, limits)
                .out(keys, found)
                .in(queries.dims(), heap, norm);
    }

    /** Queries of a tree, in any order. */
    private static final class Queries {

        private final Tree tree;
        private final Boxes queries;
        private final int[] order;
        private final int[] sizes = new int[BoxMatches.SIZES];
        private final double[] limits = new double[1];
        private final int relation;
        private final int norm;

        Queries(Sample sample, int relation, int norm) {
            this.relation = relation;
            this.norm = norm;
            tree = Tree.whole(sample);
            // The first query is a box of the tree, so that there are matches of all relations.
            double[] bounds = BoxCases.draw(sample, 1 + tree.random.nextInt(QUERIES), tree.random)
                    .toRowMajor();
            System.arraycopy(tree.boxes.array(), 0, bounds, 0, 2 * tree.boxes.dims());
            queries = Boxes.wrap(bounds, tree.boxes.dims());
            order = Values.permutation(queries.size(), tree.random);
            sizes[BoxMatches.QUERIES] = queries.size();
            sizes[BoxMatches.MOST] = tree.random.nextInt(3) == 0 ? 1 : Integer.MAX_VALUE;
            if (relation == BoxRelations.WITHIN_DISTANCE) {
                int query = tree.random.nextInt(queries.size());
                int row = tree.random.nextInt(tree.layout.size());
                int width = 2 * queries.dims();
                limits[0] = BoxRelations.key(
                        queries.array(), query * width, tree.boxes.array(), row * width, queries.dims(), norm);
            }
        }

        Invocation matches(int asked) {
            int[] starts = new int[queries.size()];
            int items = starts.length + tree.random.nextInt(2);
            if (asked == 1) {
                sizes[BoxMatches.MOST] = Integer.MAX_VALUE;
            }
            return KernelSamples.matches(
                    RTreeKernels.MATCHES,
                    starts,
                    asked,
                    (found, write) -> Invocation.of(items)
                            .in(order, queries.array(), tree.tree, tree.ids, tree.parameters, sizes, limits)
                            .in(starts, found, queries.dims(), relation, norm, write));
        }
    }
}
