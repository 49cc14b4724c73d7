package dev.gyre.engine.topk;

/**
 * The rows of a side in blocks by their values, the best one first, equal ones by their rows. Only the rows that are needed are sorted, and
 * some more. Trees of blocks are made at their first use. Not safe for use by several threads.
 */
final class Blocks {

    /** The factor by which the number of sorted rows grows each time. */
    private static final int GROWTH = 4;

    private final Side side;
    private final boolean ofLeft;
    private final int blockSize;
    private final TopKCall call;
    private final RankedTree[] trees;
    private BestPairs order = BestPairs.all();
    private int wanted;

    /**
     * Blocks of a side.
     *
     * @param wanted expected number of rows that are needed
     */
    Blocks(TopKCall call, boolean ofLeft, int blockSize, int wanted) {
        this.call = call;
        this.ofLeft = ofLeft;
        this.blockSize = blockSize;
        this.wanted = wanted;
        side = ofLeft ? call.left() : call.right();
        trees = new RankedTree[Math.ceilDiv(side.size(), blockSize)];
    }

    int count() {
        return trees.length;
    }

    /** The best value of a block. */
    double first(int block) {
        arrange((int) Math.min(side.size(), block * (long) blockSize + 1));
        return order.rank(block * blockSize);
    }

    /** Whether a block has its tree. */
    boolean has(int block) {
        return trees[block] != null;
    }

    /** The tree of a block; another thread may have made it. */
    RankedTree tree(int block) {
        return trees[block];
    }

    /** Sorts the rows of a block. */
    void prepare(int block) {
        arrange((int) Math.min(side.size(), (block + 1L) * blockSize));
    }

    /** Makes the tree of a block whose rows are sorted. */
    void makeTree(int block) {
        int begin = block * blockSize;
        int count = Math.min(blockSize, side.size() - begin);
        int[] rows = new int[count];
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            rows[i] = Bound.right(order.pair(begin + i));
            values[i] = order.rank(begin + i);
        }
        Side.Rows of = new Side.Rows(rows, values);
        trees[block] = RankedTree.build(call, ofLeft, of);
    }

    /** Sorts the first rows: those with at least a certain value. */
    private void arrange(int first) {
        while (order.size() < first) {
            wanted = Math.max(wanted, first);
            double[] sample = side.sample();
            int slot = (int) Math.min(sample.length - 1L, (long) wanted * sample.length / side.size() + 1);
            double min = wanted >= side.size() / 2 ? Double.NEGATIVE_INFINITY : sample[slot];
            Side.Rows rows = Side.choose(call.context().workers(), call.watch(), new Side.Choice(side, min))[0];
            if (rows.size() >= first) {
                order = BestPairs.all();
                for (int i = 0; i < rows.size(); i++) {
                    order.offer(rows.values()[i], 0, rows.row(i));
                }
                order.sort();
            }
            wanted = (int) Math.min(side.size(), (long) wanted * GROWTH);
        }
    }
}
