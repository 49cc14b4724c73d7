package dev.gyre.engine.topk;

/**
 * The search for partners of one side's rows among those of the other side. Immutable.
 *
 * @param self whether both sides are the same, and each pair counts once
 * @param areLeft whether the partners are the left rows
 */
record Partners(PairRank rank, boolean self, boolean areLeft) {

    /** The rank of a row's value and that of a partner. */
    double rank(double value, double partner) {
        return areLeft ? rank.of(partner, value) : rank.of(value, partner);
    }

    /** Whether a row and a partner are a pair; in a self-join, false for a row itself and for a pair with swapped rows. */
    boolean arePair(int row, int partner) {
        return !self || (areLeft ? partner < row : row < partner);
    }

    /** Offers a pair of a rank, if it is one. */
    void offer(double reached, int row, int partner, BestPairs found) {
        if (arePair(row, partner)) {
            found.offer(reached, areLeft ? partner : row, areLeft ? row : partner);
        }
    }

    void offer(int row, double value, int partner, double ofPartner, BestPairs found) {
        if (arePair(row, partner)) {
            found.offer(rank(value, ofPartner), areLeft ? partner : row, areLeft ? row : partner);
        }
    }
}
