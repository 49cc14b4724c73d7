package dev.gyre.engine.topk;

/**
 * The ranked join of two MAX aR-trees: it joins pairs of nodes that may be near each other, the best bound first, until no bound reaches
 * the k-th pair found. For one thread.
 */
final class RankedJoin {

    private final PairFinder finder;
    private final PairRank rank;
    private final boolean self;
    private final RankedTree left;
    private final RankedTree right;
    private final NodePairs waiting = new NodePairs();

    /** Children of two nodes that are near the other node. */
    private final int[] near;

    private long tested;

    RankedJoin(TopKCall call, RankedTree left, RankedTree right) {
        finder = call.finder();
        rank = call.rank();
        self = call.self();
        this.left = left;
        this.right = right;
        near = new int[right.nodeSize()];
    }

    /** Pairs of rows tested so far. */
    long tested() {
        return tested;
    }

    /** Starts with both roots. */
    void start() {
        double reached = rank.of(left.value(left.root()), right.value(right.root()));
        if (isNear(left.root(), right.root())) {
            waiting.add(reached, left.row(left.root()), left.root(), right.root());
        }
    }

    /** Starts with a pair of nodes that another join found. */
    void start(double reached, int row, int leftNode, int rightNode) {
        waiting.clear();
        waiting.add(reached, row, leftNode, rightNode);
    }

    /** The waiting pairs of nodes. */
    NodePairs waiting() {
        return waiting;
    }

    /** Joins until no waiting pair reaches the bound, {@code mostWaiting} pairs wait, or {@code mostJoined} pairs were joined. */
    void run(BestPairs found, int mostWaiting, int mostJoined) {
        for (int joined = 0; !waiting.isEmpty() && waiting.size() < mostWaiting && joined < mostJoined; joined++) {
            waiting.take();
            if (!found.mayReach(waiting.rank(), waiting.row())) {
                // No other pair has a better bound.
                waiting.clear();
                return;
            }
            expand(waiting.left(), waiting.right(), found);
        }
    }

    private static int level(RankedTree tree, int node) {
        int level = 0;
        while (node >= tree.start(level + 1)) {
            level++;
        }
        return level;
    }

    private void expand(int leftNode, int rightNode, BestPairs found) {
        int leftLevel = level(left, leftNode);
        int rightLevel = level(right, rightNode);
        // Opens only the higher node, so that both sides reach their rows at the same time.
        boolean openLeft = leftLevel >= rightLevel;
        boolean openRight = rightLevel >= leftLevel;
        int leftFrom = openLeft ? left.firstChild(leftNode, leftLevel) : leftNode;
        int leftTo = openLeft ? left.childrenEnd(leftNode, leftLevel) : leftNode + 1;
        int rightFrom = openRight ? right.firstChild(rightNode, rightLevel) : rightNode;
        int rightTo = openRight ? right.childrenEnd(rightNode, rightLevel) : rightNode + 1;
        boolean areRows = leftTo <= left.size() && rightTo <= right.size();
        int count = 0;
        for (int b = rightFrom; b < rightTo; b++) {
            if (isNear(leftNode, b)) {
                near[count++] = b;
            }
        }
        for (int a = leftFrom; a < leftTo && count > 0; a++) {
            double value = left.value(a);
            int row = left.row(a);
            if (isNear(a, rightNode)) {
                join(a, row, value, count, areRows, found);
            }
        }
    }

    private void join(int a, int row, double value, int count, boolean areRows, BestPairs found) {
        tested += areRows ? count : 0;
        for (int i = 0; i < count; i++) {
            int b = near[i];
            double reached = rank.of(value, right.value(b));
            if (found.mayReach(reached, row) && isNear(a, b)) {
                if (!areRows) {
                    waiting.add(reached, row, a, b);
                } else if (finder.isNear(row, right.row(b)) && (!self || row < right.row(b))) {
                    found.offer(reached, row, right.row(b));
                }
            }
        }
    }

    private boolean isNear(int a, int b) {
        int width = 2 * left.dims();
        return finder.mayBeNear(left.bounds(), a * width, right.bounds(), b * width);
    }
}
