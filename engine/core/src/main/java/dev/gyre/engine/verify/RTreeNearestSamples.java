package dev.gyre.engine.verify;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.rtree.RTreeNearestKernels;
import dev.gyre.tasks.common.NearestPairs;
import dev.gyre.tasks.common.Norms;
import dev.gyre.tasks.rtree.BoxNearest;
import dev.gyre.tasks.rtree.LeastRows;
import dev.gyre.tasks.rtree.RTreeParameters;
import java.util.List;
import java.util.Random;

/** Calls of the kernels of {@link RTreeNearestKernels}. Keys have the same bits on every device. */
final class RTreeNearestSamples {

    /** All of them. */
    static final List<KernelSample> ALL = List.of(
            KernelSample.of(RTreeNearestKernels.LEAST, RTreeNearestSamples::sampleLeast),
            KernelSample.of(
                    RTreeNearestKernels.LOCATE, RTreeNearestSamples::sampleLocate, RTreeNearestSamples::sampleLocate),
            KernelSample.of(
                    RTreeNearestKernels.NEAREST,
                    RTreeNearestSamples::sampleNearest,
                    RTreeNearestSamples::sampleNearest));

    private static final int MAX_CAPACITY = 40;
    private static final int MAX_QUERIES = 50;
    private static final int[] NORMS = {Norms.EUCLIDEAN, Norms.MANHATTAN, Norms.CHEBYSHEV};

    private RTreeNearestSamples() {}

    private static RTreeSamples.Tree tree(Sample sample) {
        RTreeSamples.Tree tree = new RTreeSamples.Tree(sample);
        return tree.made(tree.layout.levels());
    }

    private static int[] least(RTreeSamples.Tree tree, int top) {
        int[] least = new int[tree.layout.boxes() - tree.layout.size()];
        for (int level = 1; level <= top; level++) {
            tree.parameters[RTreeParameters.LEVEL] = level;
            LeastRows.joinRows(0, tree.layout.count(level), tree.ids, tree.parameters, least);
        }
        return least;
    }

    private static Invocation sampleLeast(Sample sample) {
        RTreeSamples.Tree tree = tree(sample);
        int level = 1 + tree.random.nextInt(tree.layout.levels());
        int[] least = least(tree, level - 1);
        tree.parameters[RTreeParameters.LEVEL] = level;
        return new Invocation(
                tree.layout.count(level) + tree.random.nextInt(2),
                List.of(tree.ids, tree.parameters, least),
                List.of(least));
    }

    private static Sample withDims(Sample sample, List<Object> scalars) {
        return new Sample(sample.shape(), sample.size(), (Integer) scalars.get(0), sample.seed());
    }

    private static Boxes queries(Sample sample, RTreeSamples.Tree tree) {
        return BoxCases.draw(sample, 1 + tree.random.nextInt(MAX_QUERIES), tree.random);
    }

    private static Invocation sampleLocate(Sample sample) {
        Random random = sample.random();
        return sampleLocate(sample, NORMS[random.nextInt(NORMS.length)]);
    }

    private static Invocation sampleLocate(Sample sample, List<Object> scalars) {
        return sampleLocate(withDims(sample, scalars), (Integer) scalars.get(1));
    }

    private static Invocation sampleLocate(Sample sample, int norm) {
        RTreeSamples.Tree tree = tree(sample);
        Boxes queries = queries(sample, tree);
        int[] nodes = new int[queries.size()];
        return new Invocation(
                queries.size(),
                List.of(
                        tree.tree,
                        queries.array(),
                        tree.parameters,
                        new int[] {queries.size(), 0},
                        nodes,
                        queries.dims(),
                        norm),
                List.of(nodes));
    }

    private static Invocation sampleNearest(Sample sample) {
        Random random = sample.random();
        return sampleNearest(sample, random.nextInt(2), NORMS[random.nextInt(NORMS.length)]);
    }

    private static Invocation sampleNearest(Sample sample, List<Object> scalars) {
        return sampleNearest(withDims(sample, scalars), (Integer) scalars.get(1), (Integer) scalars.get(2));
    }

    private static Invocation sampleNearest(Sample sample, int heap, int norm) {
        RTreeSamples.Tree tree = tree(sample);
        Boxes queries = queries(sample, tree);
        int count = queries.size();
        int capacity = 1 + tree.random.nextInt(heap == 1 ? MAX_CAPACITY : NearestPairs.LIST);
        double[] limits = new double[BoxNearest.LIMITS];
        limits[BoxNearest.LIMIT] =
                tree.random.nextInt(3) == 0 ? tree.random.nextInt(64) / 16.0 : Double.POSITIVE_INFINITY;
        limits[BoxNearest.QUERIES] = count;
        limits[BoxNearest.CAPACITY] = capacity;
        double[] keys = new double[count * capacity];
        int[] found = new int[keys.length];
        return new Invocation(
                count,
                List.of(
                        tree.tree,
                        tree.ids,
                        least(tree, tree.layout.levels()),
                        queries.array(),
                        tree.random.ints(count, 0, count).toArray(),
                        tree.random.ints(count, 0, tree.layout.count(1)).toArray(),
                        tree.parameters,
                        limits,
                        keys,
                        found,
                        queries.dims(),
                        heap,
                        norm),
                List.of(keys, found));
    }
}
