package dev.gyre.engine.verify;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.rtree.RTreeKernels;
import dev.gyre.engine.rtree.RTreeLayout;
import dev.gyre.tasks.common.BoxRelations;
import dev.gyre.tasks.common.CoordinateKeys;
import dev.gyre.tasks.common.Norms;
import dev.gyre.tasks.rtree.BoxCount;
import dev.gyre.tasks.rtree.BoxGather;
import dev.gyre.tasks.rtree.BoxKeys;
import dev.gyre.tasks.rtree.BoxQueryParameters;
import dev.gyre.tasks.rtree.NodeBoxes;
import dev.gyre.tasks.rtree.RTreeParameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Calls of the kernels that build, check and search an R-tree. Their arithmetic is exact for the boxes of all shapes: comparisons, and middles. */
final class RTreeSamples {

    /** All of them. */
    static final List<KernelSample> ALL = List.of(
            KernelSample.of(RTreeKernels.KEYS, RTreeSamples::sampleKeys),
            KernelSample.of(RTreeKernels.HILBERT, RTreeSamples::sampleHilbert),
            KernelSample.of(RTreeKernels.TILES, RTreeSamples::sampleTiles),
            KernelSample.of(RTreeKernels.GATHER, RTreeSamples::sampleGather),
            KernelSample.of(RTreeKernels.NODES, RTreeSamples::sampleNodes),
            KernelSample.of(RTreeKernels.CHECK, RTreeSamples::sampleCheck),
            KernelSample.of(RTreeKernels.COUNT, RTreeSamples::sampleCount, RTreeSamples::sampleCount),
            KernelSample.of(RTreeKernels.WRITE, RTreeSamples::sampleWrite, RTreeSamples::sampleWrite));

    private static final int[] NORMS = {Norms.EUCLIDEAN, Norms.MANHATTAN, Norms.CHEBYSHEV};
    private static final int RELATIONS = 4;
    private static final int QUERIES = 40;

    private RTreeSamples() {}

    /** Boxes, and a tree of them in any order, as the kernels build it. */
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
            List<Integer> rows =
                    new ArrayList<>(IntStream.range(0, layout.size()).boxed().toList());
            Collections.shuffle(rows, random);
            ids = rows.stream().mapToInt(Integer::intValue).toArray();
            tree = new double[layout.bounds()];
        }

        /** Makes the boxes of the levels up to one. */
        Tree made(int top) {
            BoxGather.fetchBoxes(0, layout.size(), boxes.array(), ids, parameters, tree);
            for (int level = 1; level <= top; level++) {
                parameters[RTreeParameters.LEVEL] = level;
                NodeBoxes.joinBoxes(0, layout.count(level), parameters, tree);
            }
            return this;
        }

        /** Cuts around 0 whose ranges are powers of two, so that keys are exact. */
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
        return new Invocation(
                tree.layout.size(), List.of(tree.boxes.array(), tree.cuts(), tree.parameters, keys), List.of(keys));
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
        return new Invocation(size, List.of(tree.parameters, keys), List.of(keys));
    }

    private static Invocation sampleTiles(Sample sample) {
        Tree tree = new Tree(sample);
        tree.parameters[RTreeParameters.TILE] = 1 + tree.random.nextInt(100);
        int[] keys = new int[(tree.boxes.dims() + 1) * tree.layout.size()];
        return new Invocation(tree.layout.size(), List.of(tree.ids, tree.parameters, keys), List.of(keys));
    }

    private static Invocation sampleGather(Sample sample) {
        Tree tree = new Tree(sample);
        double[] slots = new double[2 * tree.boxes.dims() * tree.layout.size()];
        return new Invocation(
                tree.layout.size(), List.of(tree.boxes.array(), tree.ids, tree.parameters, slots), List.of(slots));
    }

    private static Invocation sampleNodes(Sample sample) {
        Tree tree = new Tree(sample);
        int level = 1 + tree.random.nextInt(tree.layout.levels());
        tree.made(level - 1);
        tree.parameters[RTreeParameters.LEVEL] = level;
        return new Invocation(
                tree.layout.count(level) + tree.random.nextInt(2),
                List.of(tree.parameters, tree.tree),
                List.of(tree.tree));
    }

    /** Sound trees, and trees that were broken in a few places. */
    private static Invocation sampleCheck(Sample sample) {
        Tree tree = new Tree(sample);
        tree.made(tree.layout.levels());
        for (int fault = tree.random.nextInt(4); fault > 0; fault--) {
            if (tree.random.nextBoolean()) {
                tree.tree[tree.random.nextInt(tree.tree.length)] += tree.random.nextInt(3) - 1;
            } else {
                tree.ids[tree.random.nextInt(tree.ids.length)] = tree.random.nextInt(tree.ids.length + 2) - 1;
            }
        }
        int[] findings = new int[tree.layout.boxes()];
        return new Invocation(
                findings.length,
                List.of(tree.boxes.array(), tree.ids, tree.parameters, tree.tree, findings),
                List.of(findings));
    }

    private static Invocation sampleCount(Sample sample) {
        Random random = sample.random();
        return sampleCount(sample, random.nextInt(RELATIONS), NORMS[random.nextInt(NORMS.length)]);
    }

    private static Invocation sampleCount(Sample sample, List<Object> scalars) {
        return sampleCount(withDims(sample, scalars), (Integer) scalars.get(1), (Integer) scalars.get(2));
    }

    private static Invocation sampleCount(Sample sample, int relation, int norm) {
        return new Queries(sample, relation, norm).count();
    }

    private static Invocation sampleWrite(Sample sample) {
        Random random = sample.random();
        return sampleWrite(sample, random.nextInt(RELATIONS), NORMS[random.nextInt(NORMS.length)]);
    }

    private static Invocation sampleWrite(Sample sample, List<Object> scalars) {
        return sampleWrite(withDims(sample, scalars), (Integer) scalars.get(1), (Integer) scalars.get(2));
    }

    private static Invocation sampleWrite(Sample sample, int relation, int norm) {
        return new Queries(sample, relation, norm).write();
    }

    private static Sample withDims(Sample sample, List<Object> scalars) {
        return new Sample(sample.shape(), sample.size(), (Integer) scalars.get(0), sample.seed());
    }

    /** Queries of a tree, in any order. */
    private static final class Queries {

        private final Tree tree;
        private final Boxes queries;
        private final int[] order;
        private final int[] sizes = new int[BoxQueryParameters.LENGTH];
        private final double[] limits = new double[1];
        private final int relation;
        private final int norm;

        Queries(Sample sample, int relation, int norm) {
            this.relation = relation;
            this.norm = norm;
            tree = new Tree(sample);
            tree.made(tree.layout.levels());
            // The first one is a box of the tree, so that there are matches of all relations.
            double[] bounds = BoxCases.draw(sample, 1 + tree.random.nextInt(QUERIES), tree.random)
                    .toRowMajor();
            System.arraycopy(tree.boxes.array(), 0, bounds, 0, 2 * tree.boxes.dims());
            queries = Boxes.wrap(bounds, tree.boxes.dims());
            List<Integer> rows =
                    new ArrayList<>(IntStream.range(0, queries.size()).boxed().toList());
            Collections.shuffle(rows, tree.random);
            order = rows.stream().mapToInt(Integer::intValue).toArray();
            sizes[BoxQueryParameters.QUERIES] = queries.size();
            sizes[BoxQueryParameters.MOST] = tree.random.nextInt(3) == 0 ? 1 : Integer.MAX_VALUE;
            if (relation == BoxRelations.WITHIN_DISTANCE) {
                int query = tree.random.nextInt(queries.size());
                int row = tree.random.nextInt(tree.layout.size());
                int width = 2 * queries.dims();
                limits[0] = BoxRelations.key(
                        queries.array(), query * width, tree.boxes.array(), row * width, queries.dims(), norm);
            }
        }

        Invocation count() {
            int[] counts = new int[queries.size()];
            return new Invocation(
                    counts.length + tree.random.nextInt(2),
                    List.of(
                            order,
                            queries.array(),
                            tree.tree,
                            tree.parameters,
                            sizes,
                            limits,
                            counts,
                            queries.dims(),
                            relation,
                            norm),
                    List.of(counts));
        }

        Invocation write() {
            sizes[BoxQueryParameters.MOST] = Integer.MAX_VALUE;
            Invocation counted = count();
            int[] starts = (int[]) counted.outputs().get(0);
            BoxCount.countMatches(
                    0,
                    starts.length,
                    order,
                    queries.array(),
                    tree.tree,
                    tree.parameters,
                    sizes,
                    limits,
                    starts,
                    queries.dims(),
                    relation,
                    norm);
            int size = 0;
            for (int query = 0; query < starts.length; query++) {
                int count = starts[query];
                starts[query] = size;
                size += count;
            }
            int[] found = new int[size];
            return new Invocation(
                    counted.items(),
                    List.of(
                            order,
                            queries.array(),
                            tree.tree,
                            tree.ids,
                            tree.parameters,
                            sizes,
                            limits,
                            starts,
                            found,
                            queries.dims(),
                            relation,
                            norm),
                    List.of(found));
        }
    }
}
