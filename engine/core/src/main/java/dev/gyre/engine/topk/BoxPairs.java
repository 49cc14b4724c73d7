package dev.gyre.engine.topk;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.RTreeOptions.Packing;
import dev.gyre.engine.data.RankedRows;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.rtree.RTreeIndex;
import dev.gyre.engine.rtree.RTreeSearches;
import dev.gyre.engine.search.BatchProgress;
import dev.gyre.engine.team.Team;
import dev.gyre.tasks.common.BoxRelations;

/** Finds pairs of boxes that intersect or are within a distance: searches a MAX aR-tree of the smaller side for each row of the other. */
final class BoxPairs implements PairFinder {

    private static final int UNIT = 1 << 10;
    private static final int NODE_SIZE = 16;

    private final Boxes left;
    private final Boxes right;
    private final boolean self;
    private final BoxPredicate predicate;
    private final PairRank rank;
    private final Context context;
    private final int dims;
    private final int norm;

    /**
     * Pairs of two sets.
     *
     * @param self whether both are the same, and each pair counts once
     * @param predicate the predicate that must hold, which is symmetric
     */
    BoxPairs(Boxes left, Boxes right, boolean self, BoxPredicate predicate, PairRank rank, Context context) {
        this.left = left;
        this.right = right;
        this.self = self;
        this.predicate = predicate;
        this.rank = rank;
        this.context = context;
        dims = left.dims();
        norm = predicate.metric().norm().code();
    }

    @Override
    public void find(Side.Rows ofLeft, Side.Rows ofRight, PairWaves waves, Progress progress) {
        boolean leftInTree = ofLeft.size() < ofRight.size();
        Side.Rows few = leftInTree ? ofLeft : ofRight;
        Side.Rows many = leftInTree ? ofRight : ofLeft;
        if (few.size() == 0) {
            return;
        }
        Boxes boxes = boxes(leftInTree, few);
        if (!context.onJvm()) {
            findOnDevice(boxes, few, boxes(!leftInTree, many), many, leftInTree, waves, progress);
            return;
        }
        RankedTree tree = RankedTree.build(context, boxes, few, progress);
        double[] queries = (leftInTree ? right : left).array();
        waves.run(
                many.size(),
                UNIT,
                (begin, end, found) -> {
                    Descent descent = new Descent(tree, queries, leftInTree, found);
                    for (int i = begin; i < end; i++) {
                        descent.run(many.row(i), many.values()[i]);
                    }
                    return descent.tested;
                },
                progress);
    }

    /** Searches an R-tree on the device; the host compares the scores. */
    private void findOnDevice(
            Boxes boxes,
            Side.Rows few,
            Boxes queries,
            Side.Rows many,
            boolean leftInTree,
            PairWaves waves,
            Progress progress) {
        Monitor watch = (done, total) -> !progress.cancelled();
        Partners partners = new Partners(rank, self, leftInTree);
        RTreeIndex.Built built = RTreeIndex.build(context, boxes, Packing.of(dims), NODE_SIZE, watch);
        new RTreeSearches(Team.of(context), built.index())
                .search(
                        queries,
                        predicate,
                        watch,
                        (first, part) -> waves.run(
                                part.queries(),
                                UNIT,
                                (begin, end, found) -> {
                                    long tested = 0;
                                    for (int query = begin; query < end; query++) {
                                        int row = many.row(first + query);
                                        double value = many.values()[first + query];
                                        tested += part.count(query);
                                        for (int i = 0; i < part.count(query); i++) {
                                            int other = part.id(query, i);
                                            partners.offer(row, value, few.row(other), few.values()[other], found);
                                        }
                                    }
                                    return tested;
                                },
                                progress));
        waves.note(0, built.report().deviceTiming());
    }

    /** Searches the tree for one query after the other. */
    private final class Descent {

        private final RankedTree tree;
        private final double[] queries;
        private final Partners partners;
        private final BestPairs found;
        private final int[] stack;
        private long tested;

        Descent(RankedTree tree, double[] queries, boolean leftInTree, BestPairs found) {
            this.tree = tree;
            this.queries = queries;
            partners = new Partners(rank, self, leftInTree);
            this.found = found;
            stack = new int[2 * (tree.levels() * tree.nodeSize() + 1)];
        }

        void run(int row, double value) {
            int waiting = 0;
            stack[waiting++] = tree.root();
            stack[waiting++] = tree.levels();
            while (waiting > 0) {
                int level = stack[--waiting];
                int node = stack[--waiting];
                int end = tree.childrenEnd(node, level);
                for (int child = tree.firstChild(node, level); child < end; child++) {
                    tested += level == 1 ? 1 : 0;
                    double reached = partners.rank(value, tree.value(child));
                    if (found.mayReach(reached, partners.areLeft() ? tree.row(child) : row)
                            && mayBeNear(queries, 2 * row * dims, tree.bounds(), 2 * child * dims)) {
                        if (level > 1) {
                            stack[waiting++] = child;
                            stack[waiting++] = level - 1;
                        } else {
                            partners.offer(reached, row, tree.row(child), found);
                        }
                    }
                }
            }
        }
    }

    @Override
    public RankedRows perLeft(Side ofLeft, Side ofRight, int k, BatchProgress watch) {
        RTreeIndex index = RTreeIndex.build(
                        context, right, Packing.of(dims), NODE_SIZE, (done, total) -> !watch.cancelled())
                .index();
        return RankedSearch.perLeft(index, left, ofLeft, ofRight, rank, predicate, k, context.workers(), watch);
    }

    @Override
    public Boxes boxes(boolean ofLeft, Side.Rows of) {
        Boxes from = ofLeft ? left : right;
        return of.rows() == null ? from : HostArrays.gather(from, of.rows(), context.workers());
    }

    @Override
    public boolean mayBeNear(double[] ofLeft, int a, double[] ofRight, int b) {
        return BoxRelations.matches(predicate.code(), ofLeft, a, ofRight, b, predicate.limit(), dims, norm) == 1;
    }

    @Override
    public boolean isNear(int ofLeft, int ofRight) {
        return true;
    }

    @Override
    public double share() {
        double reach = predicate.metric().norm().distance(predicate.limit());
        return NearShare.of(left.size(), right.size(), self, dims, (a, b) -> ratio(a, b, reach));
    }

    /** The distance of the middles of two boxes, in each dimension as a multiple of that of boxes that are just near: the largest one. */
    private double ratio(int a, int b, double reach) {
        double max = 0;
        for (int dim = 0; dim < dims; dim++) {
            double sides = left.upper(a, dim) - left.lower(a, dim) + right.upper(b, dim) - right.lower(b, dim);
            double apart = left.upper(a, dim) - right.upper(b, dim) + left.lower(a, dim) - right.lower(b, dim);
            max = apart == 0 ? max : Math.max(max, Math.abs(apart) / (sides + 2 * reach));
        }
        return max;
    }

    @Override
    public double distance(int ofLeft, int ofRight) {
        return predicate
                .metric()
                .distance(BoxRelations.key(
                        left.array(), 2 * ofLeft * dims, right.array(), 2 * ofRight * dims, dims, norm));
    }
}
