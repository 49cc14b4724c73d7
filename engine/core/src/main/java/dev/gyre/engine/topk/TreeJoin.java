package dev.gyre.engine.topk;

/**
 * The Distance-first Algorithm: a ranked join of two MAX aR-trees over all rows. One thread always joins the pair of nodes with the best
 * bound. Several threads share the first pairs of nodes that one thread has found, the best ones first.
 */
final class TreeJoin {

    /** Pairs of nodes for each thread. */
    private static final int PAIRS_PER_THREAD = 256;

    /** Pairs of nodes that are joined before the bound is raised and the monitor is asked. */
    private static final int STEPS = 1 << 12;

    private final TopKCall call;

    TreeJoin(TopKCall call) {
        this.call = call;
    }

    /** Offers the best pairs of all rows. */
    void run(PairWaves waves) {
        PairRank rank = call.rank();
        RankedTree left = RankedTree.build(call, true, call.left().all());
        RankedTree right = call.self() && rank.leftAscending() == rank.rightAscending()
                ? left
                : RankedTree.build(call, false, call.right().all());
        int threads = call.context().workers().threads();
        RankedJoin join = new RankedJoin(call, left, right);
        join.start();
        NodePairs seeds = join.waiting();
        int wanted = threads == 1 ? Integer.MAX_VALUE : threads * PAIRS_PER_THREAD;
        while (!seeds.isEmpty() && seeds.size() < wanted) {
            waves.run(
                    1,
                    1,
                    (begin, end, found) -> {
                        long before = join.tested();
                        join.run(found, wanted, STEPS);
                        return join.tested() - before;
                    },
                    call.watch());
        }
        int count = seeds.size();
        double[] ranks = new double[count];
        int[] rows = new int[count];
        long[] pairs = new long[count];
        for (int i = 0; i < count; i++) {
            seeds.take();
            ranks[i] = seeds.rank();
            rows[i] = seeds.row();
            pairs[i] = Bound.pair(seeds.left(), seeds.right());
        }
        waves.run(
                count,
                1,
                (begin, end, found) -> {
                    RankedJoin part = new RankedJoin(call, left, right);
                    for (int i = begin; i < end; i++) {
                        if (found.mayReach(ranks[i], rows[i])) {
                            part.start(ranks[i], rows[i], Bound.left(pairs[i]), Bound.right(pairs[i]));
                            part.run(found, Integer.MAX_VALUE, Integer.MAX_VALUE);
                        }
                    }
                    return part.tested();
                },
                call.watch());
    }
}
