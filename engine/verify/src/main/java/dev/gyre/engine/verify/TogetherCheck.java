package dev.gyre.engine.verify;

import dev.gyre.engine.cost.Strategy;
import dev.gyre.engine.data.BoxJoinOptions;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.KdTreeOptions;
import dev.gyre.engine.data.KdTreeOptions.Duplicates;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.join.KdJoin;
import dev.gyre.engine.join.Placed;
import dev.gyre.engine.kdtree.KdBuilder;
import dev.gyre.engine.kdtree.KdIndex;
import dev.gyre.engine.kdtree.KdJointBuild;
import dev.gyre.engine.knn.KnnJoin;
import dev.gyre.engine.op.BoxJoin;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.plan.Plan;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.team.Team;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;

/**
 * Compares joins and searches that several devices do together, in batches of a few items, with the oracles: the answer must not depend on
 * the device that gives it.
 */
public final class TogetherCheck {

    /** The name of this check among operations. */
    public static final String NAME = "together";

    private static final int MAX_K = 12;

    private static final List<Metric> EUCLIDEAN = List.of(Metric.EUCLIDEAN);

    private TogetherCheck() {}

    /** Devices that share every call. */
    private record All(List<Context> contexts, int min) implements Placement {

        @Override
        public Plan choose(Function<Context, List<Strategy>> strategies) {
            return Placement.on(contexts.getFirst()).choose(strategies);
        }

        @Override
        public Plan preview(Function<Context, List<Strategy>> strategies) {
            return choose(strategies);
        }

        @Override
        public Plan share(Function<Context, List<Strategy>> strategies) {
            Plan alone = choose(strategies);
            if (!alone.strategy().goesWith(alone.strategy())) {
                return alone;
            }
            return alone.with(team());
        }

        @Override
        public Team team(Context builder) {
            return team();
        }

        private Team team() {
            return Team.of(contexts, min);
        }
    }

    /** The joins, searches and builds that devices can do together. */
    private enum Call {
        KNN_BY_TREES((all, sample, random) -> knn(all, sample, random, JoinMethod.KD_TREE)),
        KNN_BY_DISTANCES((all, sample, random) -> knn(all, sample, random, JoinMethod.BRUTE_FORCE)),
        WITHIN(TogetherCheck::within),
        KD_TREE(TogetherCheck::kdTree),
        BOXES(TogetherCheck::boxes),
        SELECTION(TogetherCheck::selection),
        BUILD((all, sample, random) -> tree(all.contexts(), Points.of(sample.rows(random), sample.dims())));

        private final Comparison comparison;

        Call(Comparison comparison) {
            this.comparison = comparison;
        }
    }

    /** Compares a call with its oracle; returns the difference, or empty. */
    private interface Comparison {
        Optional<String> difference(All all, Sample sample, Random random);
    }

    private static Optional<String> within(All all, Sample sample, Random random) {
        PointCase given = PointCase.draw(sample, EUCLIDEAN, random);
        KdJoin join = new KdJoin(all.team());
        Points points = given.points();
        return given.selfWithin(join.within(points, points, true, given.radius(), JoinOptions.DEFAULT))
                .or(() ->
                        given.within(join.within(given.queries(), points, false, given.radius(), JoinOptions.DEFAULT)))
                .map(text -> given + text);
    }

    private static Optional<String> kdTree(All all, Sample sample, Random random) {
        PointCase given = PointCase.draw(sample, EUCLIDEAN, random);
        try (KdTree tree = Placed.kdTree(all, given.points(), KdTreeOptions.DEFAULT)) {
            return given.self(tree.nearestOthers(given.k(), Monitor.NONE))
                    .or(() -> given.between(tree.nearest(given.queries(), given.k())))
                    .or(() -> given.selfWithin(tree.selfWithin(given.radius(), Monitor.NONE)))
                    .or(() -> given.within(tree.within(given.queries(), given.radius())))
                    .map(text -> given + text);
        }
    }

    private static Optional<String> boxes(All all, Sample sample, Random random) {
        Boxes right = BoxCases.draw(sample, sample.size(), random);
        boolean self = random.nextBoolean();
        Boxes left = self ? right : BoxCases.draw(sample, random.nextInt(200), random);
        BoxPredicate predicate = BoxOracle.predicate(left, right, random);
        BoxJoinOptions options = BoxJoinOptions.DEFAULT.withMethod(JoinMethod.R_TREE);
        try (BoxJoin join = Placed.boxJoin(all.team(), left, right, self, predicate, options)) {
            return BoxOracle.check(left, right, self, predicate, join.matches(0, left.size()));
        }
    }

    private static Optional<String> selection(All all, Sample sample, Random random) {
        int n = Math.max(1, sample.size());
        int rows = random.nextInt(40);
        float[] matrix = new float[rows * n];
        for (int i = 0; i < matrix.length; i++) {
            matrix[i] = random.nextInt(8) == 0 ? random.nextInt(3) - 1 : random.nextFloat();
        }
        int k = 1 + random.nextInt(Math.min(n, MAX_K));
        return SelectionOracle.difference(
                matrix, Order.ASCENDING, true, Placed.selection(all).smallest(matrix, rows, k));
    }

    /**
     * Checks a call.
     *
     * @param contexts the devices, two or more
     * @return the difference, or empty
     */
    public static Optional<String> check(List<Context> contexts, Sample sample) {
        Random random = sample.random();
        Call call = Call.values()[random.nextInt(Call.values().length)];
        All all = new All(contexts, 1 + random.nextInt(64));
        return call.comparison
                .difference(all, sample, random)
                .map(text -> call + ", batches of " + all.min() + ": " + text);
    }

    /** Compares the tree that devices build together with the tree of the first device alone, bit by bit. */
    public static Optional<String> tree(List<Context> contexts, Points points) {
        KdIndex one = index(List.of(contexts.getFirst()), points);
        KdIndex joint = index(contexts, points);
        int size = one.layout().size();
        int coordinates = size * points.dims();
        int bounds = one.layout().bounds();
        boolean equal = one.layout().equals(joint.layout())
                && Arrays.equals(one.ids(), 0, size, joint.ids(), 0, size)
                && Arrays.equals(
                        one.arrays().entries(), 0, coordinates, joint.arrays().entries(), 0, coordinates)
                && Arrays.equals(one.arrays().boxes(), 0, bounds, joint.arrays().boxes(), 0, bounds);
        return equal ? Optional.empty() : Optional.of("the tree of all differs from that of the first one");
    }

    private static KdIndex index(List<Context> contexts, Points points) {
        return (contexts.size() == 1
                        ? KdBuilder.build(contexts.getFirst(), points, Metric.EUCLIDEAN, Duplicates.KEEP, Monitor.NONE)
                        : KdJointBuild.build(contexts, points, Metric.EUCLIDEAN, Duplicates.KEEP, Monitor.NONE))
                .index();
    }

    private static Optional<String> knn(All all, Sample sample, Random random, JoinMethod method) {
        boolean byTrees = method == JoinMethod.KD_TREE;
        PointCase given = PointCase.draw(sample, byTrees ? MetricCases.ofTrees() : MetricCases.all(), random);
        Points points = given.points();
        int k = given.k();
        JoinOptions options = JoinOptions.DEFAULT.withMetric(given.metric()).withMethod(method);
        Team team = all.team();
        return given.self(
                        byTrees
                                ? new KdJoin(team).nearest(points, points, true, k, options)
                                : new KnnJoin(team).nearest(points, points, true, k, options))
                .or(() -> given.between(
                        byTrees
                                ? new KdJoin(team).nearest(given.queries(), points, false, k, options)
                                : new KnnJoin(team).nearest(given.queries(), points, false, k, options)))
                .map(text -> given + text);
    }
}
