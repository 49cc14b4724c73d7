package dev.gyre.engine.topk;

import java.util.Arrays;

/**
 * Pairs of nodes, or of blocks, that wait to be joined: the best bound first, and among equal bounds the least left row first. A binary
 * heap. Not safe for use by several threads.
 */
final class NodePairs {

    private double[] ranks = new double[1 << 6];
    private int[] rows = new int[1 << 6];
    private long[] pairs = new long[1 << 6];
    private int size;

    /** The pair that {@link #take} removed last. */
    private double rank;

    private int row;
    private long pair;

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /**
     * Adds a pair.
     *
     * @param row the least left row of the pair
     */
    void add(double newRank, int newRow, int left, int right) {
        if (size == ranks.length) {
            ranks = Arrays.copyOf(ranks, 2 * size);
            rows = Arrays.copyOf(rows, 2 * size);
            pairs = Arrays.copyOf(pairs, 2 * size);
        }
        int at = size++;
        while (at > 0 && isBefore(newRank, newRow, (at - 1) / 2)) {
            move((at - 1) / 2, at);
            at = (at - 1) / 2;
        }
        set(at, newRank, newRow, Bound.pair(left, right));
    }

    /** Removes the best pair. */
    void take() {
        rank = ranks[0];
        row = rows[0];
        pair = pairs[0];
        size--;
        double lastRank = ranks[size];
        int lastRow = rows[size];
        int at = 0;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size && isBefore(ranks[child + 1], rows[child + 1], child)) {
                child++;
            }
            if (!(ranks[child] > lastRank || (ranks[child] == lastRank && rows[child] < lastRow))) {
                break;
            }
            move(child, at);
            at = child;
        }
        set(at, lastRank, lastRow, pairs[size]);
    }

    double rank() {
        return rank;
    }

    /** The least left row of the pair. */
    int row() {
        return row;
    }

    int left() {
        return Bound.left(pair);
    }

    int right() {
        return Bound.right(pair);
    }

    void clear() {
        size = 0;
    }

    private boolean isBefore(double newRank, int newRow, int at) {
        return newRank > ranks[at] || (newRank == ranks[at] && newRow < rows[at]);
    }

    private void move(int from, int to) {
        set(to, ranks[from], rows[from], pairs[from]);
    }

    private void set(int at, double newRank, int newRow, long newPair) {
        ranks[at] = newRank;
        rows[at] = newRow;
        pairs[at] = newPair;
    }
}
