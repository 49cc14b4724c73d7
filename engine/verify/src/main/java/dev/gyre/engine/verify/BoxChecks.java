package dev.gyre.engine.verify;

import dev.gyre.engine.data.BoxJoinOptions;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.RTreeOptions;
import dev.gyre.engine.data.RTreeOptions.Packing;
import dev.gyre.engine.join.Placed;
import dev.gyre.engine.op.BoxJoin;
import dev.gyre.engine.op.RTree;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.rtree.RTreeCheck;
import dev.gyre.engine.rtree.RTreeIndex;
import dev.gyre.engine.sort.Cuts;
import dev.gyre.engine.team.Team;
import dev.gyre.tasks.common.CoordinateKeys;
import dev.gyre.tasks.rtree.HilbertKeys;
import dev.gyre.tasks.tree.TreeParameters;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** Compares searches and joins of boxes with tests of all pairs, and checks the structure of R-trees. */
final class BoxChecks {

    static final List<OperationCheck> ALL = List.of(
            new OperationCheck("box-join", BoxChecks::boxJoin),
            new OperationCheck("r-tree-build", BoxChecks::rTreeBuild),
            new OperationCheck("r-tree-nearest", BoxChecks::rTreeNearest),
            new OperationCheck("r-tree-search", BoxChecks::rTreeSearch));

    private BoxChecks() {}

    private static final List<JoinMethod> METHODS = List.of(JoinMethod.R_TREE, JoinMethod.FRONTIER);

    /** Compares joins of boxes with tests of all pairs: joins of two sets or of one set with itself, by every method. */
    private static Optional<String> boxJoin(Context context, Sample sample) {
        Random random = sample.random();
        Boxes right = BoxCases.draw(sample, sample.size(), random);
        boolean self = random.nextBoolean();
        Boxes left = self ? right : BoxCases.draw(sample, random.nextInt(2 * sample.size() + 2), random);
        BoxPredicate predicate = BoxOracle.predicate(left, right, random);
        BoxJoinOptions options = BoxJoinOptions.DEFAULT.withMethod(METHODS.get(random.nextInt(METHODS.size())));
        try (BoxJoin join = Placed.boxJoin(Team.of(context), left, right, self, predicate, options)) {
            Matches all = join.all();
            Optional<String> wrong = BoxOracle.check(left, right, self, predicate, all);
            return (wrong.isPresent() ? wrong : parts(join, all)).map(what -> options.method() + ": " + what);
        }
    }

    /** Compares counts and parts with the whole result. */
    private static Optional<String> parts(BoxJoin join, Matches all) {
        int[] counts = IntStream.range(0, all.queries()).map(all::count).toArray();
        if (!Arrays.equals(counts, join.counts())) {
            return Optional.of(
                    "counts expected=" + Arrays.toString(counts) + ", actual=" + Arrays.toString(join.counts()));
        }
        int[] seen = new int[1];
        String[] wrong = new String[1];
        join.forEachMatch(Monitor.NONE, (first, part) -> {
            boolean follows = first == seen[0];
            for (int query = 0; query < part.queries(); query++) {
                if (!follows || !Arrays.equals(part.ids(query), all.ids(first + query))) {
                    wrong[0] = "part from " + first + " differs in query " + query;
                }
            }
            seen[0] += part.queries();
        });
        return Optional.ofNullable(wrong[0]);
    }

    private static final int LARGE = 20_000;
    private static final int RARELY = 8;

    /** Compares the order of boxes in a packing with an order by comparators, and checks the structure of the tree. */
    private static Optional<String> rTreeBuild(Context context, Sample sample) {
        Random random = sample.random();
        int size = random.nextInt(RARELY) == 0 ? random.nextInt(LARGE) : sample.size();
        Boxes boxes = BoxCases.draw(sample, size, random);
        Packing packing = Packing.values()[1 + random.nextInt(Packing.values().length - 1)];
        int nodeSize = 2 + random.nextInt(63);
        int[] expected = order(boxes, packing, nodeSize);
        RTreeIndex index = RTreeIndex.build(context, boxes, packing, nodeSize, Monitor.NONE)
                .index();
        int slot = Arrays.mismatch(expected, index.ids());
        Optional<String> difference = slot < 0
                ? RTreeCheck.run(index, context.workers()).findings().stream().findFirst()
                : Optional.of("slot=" + slot + ", expected=" + expected[slot] + ", actual=" + index.ids()[slot]);
        return difference.map(
                text -> packing + ", n=" + size + ", dims=" + boxes.dims() + ", nodeSize=" + nodeSize + ", " + text);
    }

    private static int[] order(Boxes boxes, Packing packing, int nodeSize) {
        int size = boxes.size();
        if (size == 0) {
            return new int[0];
        }
        int dims = boxes.dims();
        int[][] keys = keys(boxes);
        Integer[] rows = IntStream.range(0, size).boxed().toArray(Integer[]::new);
        if (packing == Packing.HILBERT) {
            int[] curve = curve(keys, size);
            Arrays.sort(rows, Comparator.comparingInt(row -> curve[row]));
        } else {
            Arrays.sort(rows, Comparator.comparingInt(row -> keys[0][row]));
        }
        if (packing == Packing.STR) {
            int slabs = (int) Math.ceil(Math.pow(Math.ceilDiv(size, nodeSize), 1.0 / dims));
            for (int dim = 1; dim < dims; dim++) {
                long tile = nodeSize * Math.round(Math.pow(slabs, dims - dim));
                int[] column = keys[dim];
                for (long from = 0; from < size; from += tile) {
                    Arrays.sort(
                            rows,
                            (int) from,
                            (int) Math.min(size, from + tile),
                            Comparator.<Integer>comparingInt(row -> column[row])
                                    .thenComparing(Comparator.naturalOrder()));
                }
            }
        }
        return Arrays.stream(rows).mapToInt(Integer::intValue).toArray();
    }

    private static int[][] keys(Boxes boxes) {
        int dims = boxes.dims();
        double[] extent = boxes.extent();
        double[] cuts = new double[dims * CoordinateKeys.CUTS];
        int[][] keys = new int[dims][boxes.size()];
        for (int dim = 0; dim < dims; dim++) {
            int column = dim;
            Cuts.write(
                    Cuts.sample(boxes.size(), row -> middle(boxes, row, column)),
                    extent[dim],
                    extent[dims + dim],
                    dim,
                    cuts);
            Arrays.setAll(keys[dim], row -> CoordinateKeys.key(middle(boxes, row, column), cuts, column));
        }
        return keys;
    }

    private static double middle(Boxes boxes, int row, int dim) {
        return (boxes.lower(row, dim) + boxes.upper(row, dim)) / 2;
    }

    private static int[] curve(int[][] keys, int size) {
        int dims = keys.length;
        int[] parameters = new int[TreeParameters.LENGTH];
        parameters[TreeParameters.SIZE] = size;
        parameters[TreeParameters.DIMENSIONS] = dims;
        parameters[TreeParameters.STRIDE] = size;
        int[] columns = new int[(dims + 1) * size];
        for (int dim = 0; dim < dims; dim++) {
            System.arraycopy(keys[dim], 0, columns, dim * size, size);
        }
        HilbertKeys.makeKeys(0, size, parameters, columns);
        return Arrays.copyOfRange(columns, dims * size, (dims + 1) * size);
    }

    private static final int VERY_RARELY = 16;
    private static final int MAX_QUERIES = 40;
    private static final int MANY_QUERIES = 1500;

    /** Compares searches of an R-tree by all predicates with the tests of all pairs. */
    private static Optional<String> rTreeSearch(Context context, Sample sample) {
        Random random = sample.random();
        int size = random.nextInt(VERY_RARELY) == 0 ? random.nextInt(sample.size() + 1) : sample.size();
        Boxes boxes = BoxCases.draw(sample, size, random);
        boolean many = random.nextInt(VERY_RARELY) == 0 && size < 100;
        Boxes queries = BoxCases.draw(sample, many ? MANY_QUERIES : random.nextInt(MAX_QUERIES), random);
        Packing packing = Packing.values()[random.nextInt(Packing.values().length)];
        int nodeSize = RTreeOptions.MIN_NODE_SIZE
                + random.nextInt(RTreeOptions.MAX_NODE_SIZE - RTreeOptions.MIN_NODE_SIZE + 1);
        RTreeOptions options = new RTreeOptions(packing, nodeSize, Monitor.NONE);
        try (RTree tree = Placed.rTree(Placement.on(context), boxes, options)) {
            for (BoxPredicate predicate : BoxOracle.predicates(queries, boxes, random)) {
                Optional<String> difference = BoxOracle.difference(tree, queries, predicate);
                if (difference.isPresent()) {
                    return difference.map(text -> packing + ", n=" + boxes.size() + ", dims=" + boxes.dims()
                            + ", nodeSize=" + nodeSize + ", queries=" + queries.size() + ", " + text);
                }
            }
        }
        return Optional.empty();
    }

    /** Compares searches for the nearest boxes with the order of all boxes. */
    private static Optional<String> rTreeNearest(Context context, Sample sample) {
        Random random = sample.random();
        Boxes boxes = BoxCases.draw(sample, sample.size(), random);
        Boxes queries = BoxCases.draw(sample, random.nextInt(MAX_QUERIES), random);
        Packing packing = Packing.values()[random.nextInt(Packing.values().length)];
        RTreeOptions options = RTreeOptions.DEFAULT.withPacking(packing).withNodeSize(2 + random.nextInt(63));
        Metric metric = BoxOracle.metric(random);
        int k = random.nextInt(4) == 0 ? 1 + random.nextInt(boxes.size() + 3) : 1 + random.nextInt(12);
        try (RTree tree = Placed.rTree(Placement.on(context), boxes, options)) {
            return BoxOracle.nearestDifference(tree, queries, k, Double.POSITIVE_INFINITY, metric)
                    .or(() -> BoxOracle.nearestDifference(
                            tree, queries, k, BoxOracle.distance(queries, boxes, metric, random), metric));
        }
    }
}
