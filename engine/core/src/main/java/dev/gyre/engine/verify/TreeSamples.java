package dev.gyre.engine.verify;

import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.tree.TreeArrays;
import dev.gyre.engine.tree.TreeKernels;
import dev.gyre.engine.tree.TreeLayout;
import dev.gyre.tasks.common.BoxRelations;
import dev.gyre.tasks.common.NearestPairs;
import dev.gyre.tasks.common.Norms;
import dev.gyre.tasks.common.TreeShape;
import dev.gyre.tasks.tree.TreeBoxes;
import dev.gyre.tasks.tree.TreeParameters;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Calls of the kernels of {@link TreeKernels}, with trees of points and of boxes. Arithmetic is exact on the values of both. */
final class TreeSamples {

    static final List<KernelSample> ALL = List.of(
            KernelSample.of(TreeKernels.BOXES, TreeSamples::sampleBoxes),
            KernelSample.of(TreeKernels.LOCATE, TreeSamples::sampleLocate),
            KernelSample.of(TreeKernels.NEAREST, TreeSamples::sampleNearest),
            KernelSample.of(TreeKernels.MATCHES, TreeSamples::sampleMatches));

    private static final int OF_POINTS = TreeShape.of(2, 1);
    private static final int RELATIONS = 4;
    private static final int QUERIES = 50;
    private static final int MAX_CAPACITY = 40;
    private static final double FAR = 0x1p60;

    /** Norms whose arithmetic is exact on the few bits of sampled points. */
    private static final int[] NORMS = {Norms.EUCLIDEAN, Norms.MANHATTAN, Norms.CHEBYSHEV, 3 * Norms.ONE};

    /** Scale of the differences of points for powers: exact, and not 1. */
    private static final double SCALE = 0.5;

    private TreeSamples() {}

    /** A tree, and points or boxes that may be queries. */
    private record Drawn(Random random, TreeLayout layout, TreeArrays arrays, double[] points, double[] boxes) {

        boolean ofPoints() {
            return layout.corners() == 1;
        }

        double[] queries() {
            return ofPoints() ? points : boxes;
        }

        int norm(Scalars scalars, int place) {
            return scalars.among(place, ofPoints() ? NORMS : Scalars.NORMS, random);
        }

        double scale() {
            return ofPoints() ? SCALE : 1;
        }

        /** The sizes of the tree and of a search. */
        int[] parameters(int queries, boolean ordered) {
            int[] parameters = layout.parameters();
            parameters[TreeParameters.QUERIES] = queries;
            parameters[TreeParameters.ORDERED] = ordered ? 1 : 0;
            return parameters;
        }
    }

    /** Returns a shape that is given among the scalars, or one of the two kinds of trees. */
    private static int shape(Sample sample) {
        return sample.random().nextBoolean()
                ? OF_POINTS
                : TreeShape.of(2 + sample.random().nextInt(20), 2);
    }

    private static Drawn draw(Sample sample, int shape) {
        return shape == OF_POINTS ? ofPoints(sample) : ofBoxes(sample, shape);
    }

    private static Drawn ofPoints(Sample sample) {
        KdKernelSamples steps = KdKernelSamples.small(sample);
        TreeArrays arrays = steps.build();
        int dims = steps.dims;
        int count = 1 + steps.random.nextInt(QUERIES);
        double[] points = new double[count * dims];
        double[] windows = new double[2 * points.length];
        for (int i = 0; i < points.length; i++) {
            points[i] = (steps.random.nextInt(49) - 24) / 16.0;
            int at = i / dims * 2 * dims + i % dims;
            // Many windows end exactly at points, and the first one has all of them.
            double side = i < dims ? 64 : steps.random.nextInt(25) / 16.0;
            windows[at] = i < dims ? -32 : points[i];
            windows[at + dims] = windows[at] + 2 * side;
        }
        // From this far, all points have the same distance.
        for (int query = steps.random.nextInt(4); query < count; query += 4) {
            points[query * dims] = FAR;
        }
        return new Drawn(steps.random, steps.layout(), arrays, points, windows);
    }

    private static Drawn ofBoxes(Sample sample, int shape) {
        RTreeSamples.Tree tree = RTreeSamples.Tree.whole(sample, shape / 2);
        // The first query is a box of the tree, so that there are matches of all relations.
        double[] queries = BoxCases.draw(sample, 1 + tree.random.nextInt(QUERIES), tree.random)
                .toRowMajor();
        System.arraycopy(tree.boxes.array(), 0, queries, 0, 2 * tree.boxes.dims());
        return new Drawn(tree.random, tree.layout, tree.arrays, new double[0], queries);
    }

    /** Makes the boxes and least rows of the levels up to a given one. */
    static void joinBoxes(TreeLayout layout, TreeArrays arrays, int top) {
        int[] parameters = layout.parameters();
        parameters[TreeParameters.JOINED] = 1;
        for (int level = 1; level <= top; level++) {
            parameters[TreeParameters.LEVEL] = level;
            TreeBoxes.joinBoxes(
                    0,
                    layout.count(level),
                    arrays.entries(),
                    parameters,
                    arrays.boxes(),
                    arrays.rows(),
                    layout.corners());
        }
    }

    private static Invocation sampleBoxes(Sample sample, Scalars scalars) {
        int drawn = shape(sample);
        int corners = scalars.at(0, () -> drawn == OF_POINTS ? 1 : 2);
        Drawn tree = draw(sample, corners == 1 ? OF_POINTS : drawn == OF_POINTS ? TreeShape.of(16, 2) : drawn);
        TreeLayout layout = tree.layout();
        int level = 1 + tree.random().nextInt(layout.levels());
        int joined = 1 + tree.random().nextInt(Math.min(level, TreeBoxes.MAX_LEVELS));
        int[] rows = tree.arrays().rows().clone();
        double[] boxes = tree.arrays().boxes().clone();
        // The boxes that the call makes are wrong before.
        for (int made = level - joined + 1; made <= level; made++) {
            int first = layout.starts()[made];
            int from = 2 * layout.dims() * (first - (corners == 1 ? layout.size() : 0));
            Arrays.fill(rows, first, first + layout.count(made), 0);
            Arrays.fill(boxes, from, from + 2 * layout.dims() * layout.count(made), 0);
        }
        int[] parameters = layout.parameters();
        parameters[TreeParameters.LEVEL] = level;
        parameters[TreeParameters.JOINED] = joined;
        return Invocation.of(layout.count(level) + tree.random().nextInt(2))
                .in(tree.arrays().entries(), parameters)
                .out(boxes, rows)
                .in(corners);
    }

    private static Invocation sampleLocate(Sample sample, Scalars scalars) {
        Drawn tree = draw(scalars.withDims(sample), scalars.at(1, () -> shape(sample)));
        int dims = tree.layout().dims();
        int norm = tree.norm(scalars, 2);
        int count = tree.queries().length / tree.layout().width();
        int[] nodes = new int[count];
        return Invocation.of(count)
                .in(tree.arrays().boxes(), tree.queries(), new double[] {0, tree.scale()})
                .in(tree.parameters(count, false))
                .out(nodes)
                .in(dims, tree.layout().shape(), norm);
    }

    private static Invocation sampleNearest(Sample sample, Scalars scalars) {
        int kind = scalars.at(
                1, () -> TreeShape.nearest(shape(sample), sample.random().nextBoolean()));
        Drawn tree = draw(scalars.withDims(sample), kind / 2);
        Random random = tree.random();
        int norm = tree.norm(scalars, 2);
        boolean self = random.nextBoolean();
        double[] queries = self ? tree.arrays().entries() : tree.queries();
        int count = self ? tree.layout().size() : queries.length / tree.layout().width();
        int[] parameters = tree.parameters(count, !self);
        parameters[TreeParameters.SELF] = self ? 1 : 0;
        parameters[TreeParameters.FIRST_QUERY] = random.nextInt(count);
        int used = Math.ceilDiv(tree.layout().size(), tree.layout().nodeSize());
        int[] order = random.ints(count, 0, count).toArray();
        int[] starts = random.ints(count, 0, used).toArray();
        int items = Math.min(200, count - parameters[TreeParameters.FIRST_QUERY] + random.nextInt(3));
        int capacity = 1 + random.nextInt(kind % 2 == 1 ? MAX_CAPACITY : NearestPairs.LIST);
        parameters[TreeParameters.CAPACITY] = capacity;
        double limit = random.nextInt(3) == 0 ? random.nextInt(64) / 16.0 : Double.MAX_VALUE;
        double[] keys = new double[items * capacity];
        int[] found = new int[items * capacity];
        return Invocation.of(items)
                .in(
                        tree.arrays().entries(),
                        tree.arrays().boxes(),
                        tree.arrays().rows(),
                        queries,
                        order,
                        starts)
                .in(parameters, new double[] {limit, tree.scale()})
                .out(keys, found)
                .in(tree.layout().dims(), TreeShape.nearest(tree.layout().shape(), kind % 2 == 1), norm);
    }

    private static Invocation sampleMatches(Sample sample, Scalars scalars) {
        int kind = scalars.at(
                1, () -> TreeShape.matches(shape(sample), sample.random().nextInt(RELATIONS)));
        int relation = kind % RELATIONS;
        Drawn tree = draw(scalars.withDims(sample), kind / RELATIONS);
        Random random = tree.random();
        int norm = tree.norm(scalars, 2);
        int asked = scalars.flag(3, random);
        boolean centers = TreeShape.queryCorners(tree.layout().shape(), relation) == 1;
        double[] queries = centers ? tree.points() : tree.boxes();
        int dims = tree.layout().dims();
        int count = queries.length / (centers ? dims : 2 * dims);
        int[] parameters = tree.parameters(count, random.nextBoolean());
        parameters[TreeParameters.CAPACITY] = asked == 0 && random.nextInt(3) == 0 ? 1 : Integer.MAX_VALUE;
        double limit = relation == BoxRelations.WITHIN_DISTANCE ? limit(tree, norm) : 0;
        int[] order = Values.permutation(count, random);
        int[] starts = new int[count];
        int items = count + random.nextInt(2);
        return KernelSamples.matches(
                TreeKernels.MATCHES,
                starts,
                asked,
                (found, write) -> Invocation.of(items)
                        .in(
                                order,
                                queries,
                                tree.arrays().entries(),
                                tree.arrays().boxes(),
                                tree.arrays().rows())
                        .in(parameters, new double[] {limit, tree.scale()})
                        .in(starts, found, dims, TreeShape.matches(tree.layout().shape(), relation), norm, write));
    }

    /** A largest key that an entry has exactly, or that all of them have. */
    private static double limit(Drawn tree, int norm) {
        if (tree.ofPoints()) {
            int width = tree.random().nextInt(4) == 0 ? 64 : tree.random().nextInt(25);
            return tree.layout().dims() * width * width / 16.0;
        }
        int dims = tree.layout().dims();
        int query = tree.random().nextInt(tree.boxes().length / (2 * dims));
        int slot = tree.random().nextInt(tree.layout().size());
        return BoxRelations.key(tree.boxes(), 2 * query * dims, tree.arrays().entries(), 2 * slot * dims, dims, norm);
    }
}
