package dev.gyre.engine.topk;

import java.util.Arrays;

/**
 * The best of the offered pairs, and some others: at least the k best, and at most about half as many more. Pairs must differ. After it has
 * dropped pairs, {@link #bound} is what further pairs must reach. Memory: 16 bytes per pair. Not safe for use by several threads.
 */
final class BestPairs {

    /** The least room for pairs beyond the k best. */
    private static final int MIN_ROOM = 1 << 8;

    private static final int MAX_ROOM = Integer.MAX_VALUE - 8;

    /** Pairs that are sorted by insertion. */
    private static final int FEW = 24;

    private final int k;
    private double[] ranks;
    private long[] pairs;
    private int size;
    private double boundRank;
    private long boundPair;

    /** A collection that keeps all pairs. */
    static BestPairs all() {
        return new BestPairs(Integer.MAX_VALUE / 4, Bound.NONE);
    }

    BestPairs(int k, Bound bound) {
        this.k = k;
        ranks = new double[FEW];
        pairs = new long[FEW];
        raise(bound);
    }

    int size() {
        return size;
    }

    double rank(int i) {
        return ranks[i];
    }

    long pair(int i) {
        return pairs[i];
    }

    Bound bound() {
        return new Bound(boundRank, boundPair);
    }

    /** The rank below which no pair is accepted. */
    double leastRank() {
        return boundRank;
    }

    /** Whether a pair of this rank, with this left row or a later one, may reach the bound. */
    boolean mayReach(double rank, int firstLeft) {
        return rank > boundRank || (rank == boundRank && firstLeft <= Bound.left(boundPair));
    }

    /** From now on, pairs must reach this bound too. */
    void raise(Bound bound) {
        boundRank = bound.rank();
        boundPair = bound.pair();
    }

    /** Adds a pair if it reaches the bound. */
    void offer(double rank, int left, int right) {
        long pair = Bound.pair(left, right);
        if (!reaches(rank, pair)) {
            return;
        }
        if (size == ranks.length) {
            makeRoom(size + 1);
            if (!reaches(rank, pair)) {
                return;
            }
        }
        ranks[size] = rank;
        pairs[size++] = pair;
    }

    private boolean reaches(double rank, long pair) {
        return rank > boundRank || (rank == boundRank && pair <= boundPair);
    }

    /** Adds the pairs of another collection. */
    void addAll(BestPairs other) {
        addAll(other, 0, other.size);
    }

    /** Adds the pairs of another collection between two indices. */
    void addAll(BestPairs other, int begin, int end) {
        int added = end - begin;
        while (ranks.length < size + added) {
            ranks = Arrays.copyOf(ranks, grown(size + added));
            pairs = Arrays.copyOf(pairs, ranks.length);
        }
        System.arraycopy(other.ranks, begin, ranks, size, added);
        System.arraycopy(other.pairs, begin, pairs, size, added);
        size += added;
    }

    private void makeRoom(int needed) {
        int max = (int) Math.min(MAX_ROOM, k + Math.max(k / 2L, MIN_ROOM));
        if (size >= max) {
            keepBest();
        } else {
            ranks = Arrays.copyOf(ranks, Math.min(max, grown(needed)));
            pairs = Arrays.copyOf(pairs, ranks.length);
        }
    }

    private static int grown(int needed) {
        return (int) Math.min(MAX_ROOM, Math.max(needed, 2L * needed));
    }

    /** Drops all pairs except the k best, and raises the bound to the last of these. */
    void keepBest() {
        if (size >= k) {
            select(k - 1);
            size = k;
            boundRank = ranks[k - 1];
            boundPair = pairs[k - 1];
        }
    }

    /** Forgets all pairs and the bound. */
    void clear() {
        size = 0;
        raise(Bound.NONE);
    }

    /** Sorts partially: an index gets the pair that a sort would put there, with better pairs before it and others after it. */
    private void select(int slot) {
        int from = 0;
        int to = size;
        while (to - from > FEW) {
            int middle = partition(from, to);
            if (slot == middle) {
                return;
            }
            if (slot < middle) {
                to = middle;
            } else {
                from = middle + 1;
            }
        }
        insertionSort(from, to);
    }

    /** Sorts all pairs, the best one first. */
    void sort() {
        sort(0, size);
    }

    /**
     * Finds the pairs that are better than a pair of another collection.
     *
     * @param begin the first of some sorted pairs
     * @param end their end, exclusive
     * @return the index after the last better one
     */
    int better(int begin, int end, BestPairs other, int at) {
        int low = begin;
        int high = end;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (isBefore(ranks[middle], pairs[middle], other.ranks[at], other.pairs[at])) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Sorts the pairs between two indices. */
    void sort(int begin, int end) {
        int from = begin;
        int to = end;
        while (to - from > FEW) {
            int middle = partition(from, to);
            if (middle - from < to - middle) {
                sort(from, middle);
                from = middle + 1;
            } else {
                sort(middle + 1, to);
                to = middle;
            }
        }
        insertionSort(from, to);
    }

    /** Partitions pairs; returns the index of a pair that has better ones before it and others after it. */
    private int partition(int from, int to) {
        int step = (to - from) / 9;
        int a = median(from, from + step, from + 2 * step);
        int b = median(from + 3 * step, from + 4 * step, from + 5 * step);
        int c = median(from + 6 * step, from + 7 * step, to - 1);
        swap(from, median(a, b, c));
        double rank = ranks[from];
        long pair = pairs[from];
        int i = from;
        int j = to;
        while (true) {
            do {
                i++;
            } while (i < to && isBefore(ranks[i], pairs[i], rank, pair));
            do {
                j--;
            } while (isBefore(rank, pair, ranks[j], pairs[j]));
            if (i >= j) {
                swap(from, j);
                return j;
            }
            swap(i, j);
        }
    }

    private int median(int a, int b, int c) {
        boolean ab = isBefore(ranks[a], pairs[a], ranks[b], pairs[b]);
        boolean bc = isBefore(ranks[b], pairs[b], ranks[c], pairs[c]);
        boolean ac = isBefore(ranks[a], pairs[a], ranks[c], pairs[c]);
        if (ab == bc) {
            return b;
        }
        return ab == ac ? c : a;
    }

    private void insertionSort(int from, int to) {
        for (int i = from + 1; i < to; i++) {
            double rank = ranks[i];
            long pair = pairs[i];
            int j = i;
            while (j > from && isBefore(rank, pair, ranks[j - 1], pairs[j - 1])) {
                ranks[j] = ranks[j - 1];
                pairs[j] = pairs[j - 1];
                j--;
            }
            ranks[j] = rank;
            pairs[j] = pair;
        }
    }

    private void swap(int i, int j) {
        double rank = ranks[i];
        ranks[i] = ranks[j];
        ranks[j] = rank;
        long pair = pairs[i];
        pairs[i] = pairs[j];
        pairs[j] = pair;
    }

    /** Whether a pair is better than another one. */
    private static boolean isBefore(double rank, long pair, double otherRank, long otherPair) {
        return rank > otherRank || (rank == otherRank && pair < otherPair);
    }
}
