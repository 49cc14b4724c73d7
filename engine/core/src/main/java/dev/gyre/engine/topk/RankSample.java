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
        double above = count(ofLeft, ofRight, bound, true);
        double reaching = count(ofLeft, ofRight, bound, false);
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
            if (count(ofLeft, ofRight, PairRank.value(middle), false) >= target) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return PairRank.value(low);
    }

    /** Pairs of the samples that reach a rank, or exceed it. */
    private double count(double[] ofLeft, double[] ofRight, double bound, boolean strictly) {
        double count = 0;
        int reaching = ofRight.length;
        for (int i = 0; i < ofLeft.length && reaching > 0; i++) {
            if (i == 0) {
                reaching = 0;
                while (reaching < ofRight.length && rank.reaches(ofLeft[0], ofRight[reaching], bound, strictly)) {
                    reaching++;
                }
            }
            while (reaching > 0 && !rank.reaches(ofLeft[i], ofRight[reaching - 1], bound, strictly)) {
                reaching--;
            }
            count += reaching;
        }
        return count;
    }
}
