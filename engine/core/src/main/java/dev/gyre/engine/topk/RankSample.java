package dev.gyre.engine.topk;

/** Estimates from samples of both sides how many pairs reach a rank, as if scores were independent of each other and of positions. */
final class RankSample {

    private final TopKCall call;
    private final PairRank rank;
    private final Side left;
    private final Side right;

    /**
     * A bound, and the pairs expected to reach it, near each other or not.
     */
    record Guess(Bound bound, double pairs) {}

    RankSample(TopKCall call) {
        this.call = call;
        rank = call.rank();
        left = call.left();
        right = call.right();
    }

    /**
     * A bound that about {@code wanted} pairs reach.
     *
     * @param wanted number of pairs, near each other or not
     */
    Guess bound(double wanted) {
        double[] ofLeft = left.sample();
        double[] ofRight = right.sample();
        double inSample = (double) ofLeft.length * ofRight.length;
        double perPair = call.allPairs() / inSample;
        double target = wanted / perPair;
        if (target >= inSample) {
            return new Guess(Bound.NONE, call.allPairs());
        }
        double bound = largest(ofLeft, ofRight, Math.max(1, target));
        double above = count(ofLeft, ofRight, bound, true, Double.POSITIVE_INFINITY);
        double reaching = count(ofLeft, ofRight, bound, false, Double.POSITIVE_INFINITY);
        double share = Math.clamp((Math.max(1, target) - above) / (reaching - above), 0, 1);
        // A bound within a rank pays off if many pairs have that rank.
        int lastLeft = reaching < 1.5 * target ? left.size() - 1 : (int) Math.ceil(share * left.size()) - 1;
        if (lastLeft >= left.size() - 1 && bound <= rank.of(left.worst(), right.worst())) {
            // Every pair reaches it.
            return new Guess(Bound.NONE, call.allPairs());
        }
        double pairs = above + (lastLeft + 1.0) / left.size() * (reaching - above);
        return new Guess(Bound.upTo(bound, Math.max(0, lastLeft)), pairs * perPair);
    }

    /** The largest rank that {@code target} pairs of the samples reach. */
    private double largest(double[] ofLeft, double[] ofRight, double target) {
        long low = PairRank.ordered(rank.of(ofLeft[ofLeft.length - 1], ofRight[ofRight.length - 1]));
        long high = PairRank.ordered(rank.of(ofLeft[0], ofRight[0]));
        while (low < high) {
            long middle = high - (((high - low) >>> 1));
            if (count(ofLeft, ofRight, PairRank.value(middle), false, target) >= target) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return PairRank.value(low);
    }

    /** Pairs of the samples that reach a rank, or exceed it; some number from {@code enough} on if there are as many. */
    private double count(double[] ofLeft, double[] ofRight, double bound, boolean strictly, double enough) {
        double count = 0;
        int reaching = 0;
        int end = ofRight.length;
        while (reaching < end) {
            int middle = (reaching + end) >>> 1;
            if (rank.reaches(ofLeft[0], ofRight[middle], bound, strictly)) {
                reaching = middle + 1;
            } else {
                end = middle;
            }
        }
        for (int i = 0; i < ofLeft.length && reaching > 0 && count < enough; i++) {
            while (reaching > 0 && !rank.reaches(ofLeft[i], ofRight[reaching - 1], bound, strictly)) {
                reaching--;
            }
            count += reaching;
        }
        return count;
    }
}
