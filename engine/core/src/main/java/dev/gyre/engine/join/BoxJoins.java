package dev.gyre.engine.join;

import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Strategy;
import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.data.BoxJoinOptions;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.op.BoxJoin;
import dev.gyre.engine.plan.CallWatch;
import dev.gyre.engine.plan.Plan;
import dev.gyre.engine.plan.Planner;
import dev.gyre.engine.range.TooManyMatchesException;
import java.util.List;
import java.util.Objects;

/** Joins of boxes by an R-tree that is built for the join, on the device that is estimated to be the fastest. */
public final class BoxJoins {

    /** Pairs of boxes from whose sides the number of matches is estimated. */
    private static final int SAMPLE = 64;

    private final Planner planner;

    public BoxJoins(Planner planner) {
        this.planner = planner;
    }

    /**
     * All pairs of boxes for which a predicate holds.
     *
     * @param left the left boxes, which are the queries of the predicate
     * @param right the right boxes, of the same dimensions
     * @param self whether both are the same set; a row is then no match of itself
     * @param predicate the predicate that must hold
     * @param options method, monitor
     * @return the matches, one row per left box, each ascending by id
     * @throws IllegalArgumentException if the dimensions differ, or if the tree or the result does not fit
     */
    public Matches join(Boxes left, Boxes right, boolean self, BoxPredicate predicate, BoxJoinOptions options) {
        Plan choice = plan(left, right, predicate, options);
        CallWatch watch = choice.watch();
        try (BoxJoin join = open(choice, left, right, self, predicate, options)) {
            return watch.done(all(join));
        }
    }

    private static Matches all(BoxJoin join) {
        try {
            return join.all();
        } catch (TooManyMatchesException e) {
            throw new IllegalArgumentException(
                    "the result does not fit the memory: matches=" + join.size() + ", bytes=" + 4 * join.size()
                            + ", most matches on this heap=" + Matches.largestOnHeap(false)
                            + "; a BoxJoin counts them, or hands them out part by part",
                    e);
        }
    }

    /**
     * Opens a join whose result may have any size.
     *
     * @param left the left boxes, which are the queries of the predicate
     * @param right the right boxes, of the same dimensions
     * @param self whether both are the same set; a row is then no match of itself
     * @param predicate the predicate that must hold
     * @param options method; monitor, which watches the build and the count
     * @throws IllegalArgumentException if the dimensions differ, or if the tree does not fit
     */
    public BoxJoin open(Boxes left, Boxes right, boolean self, BoxPredicate predicate, BoxJoinOptions options) {
        return open(plan(left, right, predicate, options), left, right, self, predicate, options);
    }

    private Plan plan(Boxes left, Boxes right, BoxPredicate predicate, BoxJoinOptions options) {
        BoxJoin.checkDims(left, right);
        Objects.requireNonNull(predicate, "predicate");
        return planner.share(context -> strategies(left, right, predicate, options));
    }

    private static BoxJoin open(
            Plan choice, Boxes left, Boxes right, boolean self, BoxPredicate predicate, BoxJoinOptions options) {
        return Placed.boxJoin(choice.team(), left, right, self, predicate, options.withMethod(method(choice)));
    }

    /**
     * Explains how a join would be done.
     *
     * @param predicate the predicate that must hold
     * @param options method
     * @return a line with the method and the reason, one for each strategy on each device, and the source of the estimates
     * @throws IllegalArgumentException if the dimensions differ
     */
    public String explain(Boxes left, Boxes right, BoxPredicate predicate, BoxJoinOptions options) {
        BoxJoin.checkDims(left, right);
        Plan choice = planner.previewShared(context -> strategies(left, right, predicate, options));
        String head = choice.strategy().name() + " for " + left.size() + " boxes, " + predicate + ", among "
                + right.size() + " boxes of " + right.dims() + " dimensions, on " + choice.where() + ": "
                + choice.reason();
        return planner.explanation(head, choice);
    }

    private static JoinMethod method(Plan choice) {
        return JoinMethod.valueOf(choice.strategy().name());
    }

    private static List<Strategy> strategies(Boxes left, Boxes right, BoxPredicate predicate, BoxJoinOptions options) {
        Workload work = new Workload(right.size(), left.size(), right.dims(), matches(left, right, predicate));
        Strategy probe =
                Strategy.of(JoinMethod.R_TREE.toString(), work, Operation.R_TREE_BUILD, Operation.R_TREE_SEARCH);
        Strategy descent =
                Strategy.of(JoinMethod.FRONTIER.toString(), work, Operation.R_TREE_BUILD, Operation.FRONTIER);
        return switch (options.method()) {
            case R_TREE -> List.of(probe);
            case FRONTIER -> List.of(descent);
            default -> List.of(probe, descent);
        };
    }

    /**
     * Estimates how many right boxes match a left one, from the sides of some of both, as if boxes were spread evenly over their extent.
     * Clustered boxes have more matches.
     */
    private static int matches(Boxes left, Boxes right, BoxPredicate predicate) {
        if (left.size() == 0 || right.size() == 0) {
            return 1;
        }
        double limit = predicate.limit();
        double reach = predicate.metric().norm() == Norm.EUCLIDEAN ? Math.sqrt(limit) : limit;
        double[] extent = right.extent();
        double share = 0;
        for (int i = 0; i < SAMPLE; i++) {
            int a = (int) ((long) i * left.size() / SAMPLE);
            int b = (int) ((long) i * right.size() / SAMPLE);
            double product = 1;
            for (int dim = 0; dim < right.dims(); dim++) {
                double sides = left.upper(a, dim) - left.lower(a, dim) + right.upper(b, dim) - right.lower(b, dim);
                double whole = extent[right.dims() + dim] - extent[dim];
                product *= whole > 0 ? Math.min(1, (sides + 2 * reach) / whole) : 1;
            }
            share += product / SAMPLE;
        }
        return (int) Math.clamp(share * right.size(), 1, Integer.MAX_VALUE);
    }
}
