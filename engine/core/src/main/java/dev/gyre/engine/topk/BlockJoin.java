package dev.gyre.engine.topk;

import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Progress;
import java.util.Arrays;

/**
 * The Block-based Algorithm: it joins pairs of blocks in the order of their bounds, by the trees of the blocks, until no bound reaches the
 * k-th pair found. It considers a pair of blocks only after an earlier pair, which has no worse bound, whatever the sizes of the sides. One
 * thread joins a pair at a time; several threads join {@value #PAIRS_PER_THREAD} pairs each before the bound is raised.
 */
final class BlockJoin {

    private static final int MIN_BLOCK = 1 << 10;
    private static final int MAX_BLOCK = 1 << 14;

    /** Expected number of blocks of a side that are needed. */
    private static final int BLOCKS = 4;

    /** Pairs of blocks that a thread joins before the bound is raised. */
    private static final int PAIRS_PER_THREAD = 2;

    private final TopKCall call;
    private final Context context;
    private final Blocks left;
    private final Blocks right;
    private final NodePairs frontier = new NodePairs();
    private int joined;

    BlockJoin(TopKCall call) {
        this.call = call;
        context = call.context();
        // Estimates the pairs to try, as if scores and positions were independent, and the share of rows that form as
        // many.
        double pairs = Math.min(call.allPairs(), 1.5 * call.k() / call.finder().share());
        double share = Math.sqrt(2 * pairs / call.allPairs());
        this.left = blocks(call.left(), true, share);
        this.right = blocks(call.right(), false, share);
    }

    private Blocks blocks(Side side, boolean ofLeft, double share) {
        int wanted = (int) Math.clamp(share * side.size(), 1, side.size());
        int blockSize = Math.clamp(Math.ceilDiv(wanted, BLOCKS), MIN_BLOCK, MAX_BLOCK);
        return new Blocks(call, ofLeft, blockSize, wanted);
    }

    /** Offers the best pairs of all rows; returns how many pairs of blocks were joined. */
    int run(PairWaves waves) {
        int threads = context.workers().threads();
        int together = threads == 1 ? 1 : threads * PAIRS_PER_THREAD;
        int[] ofLeft = new int[together];
        int[] ofRight = new int[together];
        add(0, 0);
        while (!frontier.isEmpty()) {
            int count = 0;
            while (count < together && !frontier.isEmpty()) {
                frontier.take();
                if (!(frontier.rank() >= waves.bound().rank())) {
                    frontier.clear();
                    break;
                }
                ofLeft[count] = frontier.left();
                ofRight[count++] = frontier.right();
                follow(frontier.left(), frontier.right());
            }
            makeTrees(ofLeft, left, count);
            makeTrees(ofRight, right, count);
            join(ofLeft, ofRight, count, waves);
        }
        return joined;
    }

    /** Adds the pairs with the next blocks of both sides, each pair once. */
    private void follow(int i, int j) {
        if (j == 0 && i + 1 < left.count()) {
            add(i + 1, 0);
        }
        if (j + 1 < right.count()) {
            add(i, j + 1);
        }
    }

    private void add(int i, int j) {
        frontier.add(call.rank().of(left.first(i), right.first(j)), i, i, j);
    }

    private void makeTrees(int[] numbers, Blocks of, int count) {
        for (int i = 0; i < count; i++) {
            of.prepare(numbers[i]);
        }
        int[] missing = Arrays.stream(numbers, 0, count)
                .distinct()
                .filter(block -> !of.has(block))
                .toArray();
        context.workers().forEach(missing.length, i -> of.makeTree(missing[i]), call.watch());
    }

    private void join(int[] ofLeft, int[] ofRight, int count, PairWaves waves) {
        joined += count;
        waves.run(
                count,
                1,
                (begin, end, found) -> {
                    long tested = 0;
                    for (int i = begin; i < end; i++) {
                        RankedJoin join = new RankedJoin(call, left.tree(ofLeft[i]), right.tree(ofRight[i]));
                        join.start();
                        join.run(found, Integer.MAX_VALUE, Integer.MAX_VALUE);
                        tested += join.tested();
                    }
                    return tested;
                },
                Progress.NONE);
        call.watch().completed(0);
        call.watch().stopIfEnded();
    }
}
