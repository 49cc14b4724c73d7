package dev.gyre.engine.topk;

/**
 * How the rows of one side are asked for partners among those of the other side. Immutable.
 *
 * @param self whether both sides are the same, and each pair is wanted once
 * @param areLeft whether the partners are the left rows
 */
record Partners(PairRank rank, boolean self, boolean areLeft) {

    /** The rank of a row's value and that of a partner. */
    double rank(double value, double partner) {
        return areLeft ? rank.of(partner, value) : rank.of(value, partner);
    }

    /** Whether a row and a partner are a pair, and not the same one the other way round. */
    boolean arePair(int row, int partner) {
        return !self || (areLeft ? partner < row : row < partner);
    }

    /** Offers a pair of a rank, if it is one. */
    void offer(double reached, int row, int partner, BestPairs found) {
        if (arePair(row, partner)) {
            found.offer(reached, areLeft ? partner : row, areLeft ? row : partner);
        }
    }

    /** Offers a pair, if it is one. */
    void offer(int row, double value, int partner, double ofPartner, BestPairs found) {
        if (arePair(row, partner)) {
            found.offer(rank(value, ofPartner), areLeft ? partner : row, areLeft ? row : partner);
        }
    }
}
