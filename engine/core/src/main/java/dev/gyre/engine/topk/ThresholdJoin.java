package dev.gyre.engine.topk;

import java.util.List;

/**
 * The threshold descent: it takes a bound on the rank from samples, joins the rows that can reach it, and lowers the bound while fewer than
 * k pairs reach it.
 *
 * <p>Few pairs should reach the first bound, if scores and positions are independent. It shows how often a pair that reaches it is near,
 * which gives the second bound. If this estimate fails, for example because scores depend on positions, the pairs of some left rows give
 * the next bound. The last join has no bound.
 */
final class ThresholdJoin {

    /** Pairs from which a first bound shows how many are near, and the margin by which the second one is lower than needed. */
    private static final int FEW = 64;

    private static final double MARGIN = 1.2;

    /** Below this k, a first bound for few pairs would not be much higher than one for all. */
    private static final int SMALL_K = 1 << 9;

    /** If one in this many pairs of rows reaches a bound, about half of the rows of each side can reach it. */
    private static final int MANY = 8;

    /** The estimate is corrected if at most this many times fewer pairs are found than expected; otherwise it is given up. */
    private static final int FAR_OFF = 8;

    /** Left rows whose pairs are all found, to learn how scores depend on positions. */
    private static final int SAMPLE = 1 << 12;

    /**
     * Rows of a side from which on samples take longer than the start of a thread, as most of their rows are in no cache: 0.3 ms each (AMD EPYC,
     * November 2026).
     */
    private static final int MANY_ROWS = 1 << 16;

    private final TopKCall call;
    private final PairFinder finder;
    private final PairRank rank;
    private final Side left;
    private final Side right;
    private final int k;
    private final RankSample sample;

    /** Receives the number of tested pairs, and the time on a device. */
    private final PairWaves all;

    private int rounds;

    /** A join that puts its pairs into {@code all}. */
    ThresholdJoin(TopKCall call, PairWaves all) {
        this.call = call;
        this.all = all;
        finder = call.finder();
        rank = call.rank();
        left = call.left();
        right = call.right();
        k = call.k();
        sample = new RankSample(call);
    }

    /** Finds the k best pairs, or all if there are fewer; returns how many bounds it tried. */
    int run() {
        BestPairs found = byIndependence();
        if (found == null) {
            found = bySample();
        }
        all.best().addAll(found == null ? join(Bound.NONE) : found);
        return rounds;
    }

    /** The pairs, or null if a bound was too high and gives no better one. */
    private BestPairs byIndependence() {
        double share = takeSamples() * (call.self() ? 0.5 : 1);
        if (MARGIN * k / share > call.allPairs() / MANY) {
            // Most rows can reach the bound: finding it would need longer than a join without one.
            return join(Bound.NONE);
        }
        double wanted = k < SMALL_K ? 2.0 * k + FEW : Math.max(FEW, k / (double) FEW);
        while (wanted / share < call.allPairs() / 2) {
            RankSample.Guess guess = sample.bound(wanted / share);
            BestPairs found = join(guess.bound(), wanted < k ? finder.ofSamples() : finder);
            if (found.size() >= k || guess.bound().isNone()) {
                return found;
            }
            double expected = guess.pairs() * share;
            if (found.size() * (double) FAR_OFF < Math.max(FEW, expected)) {
                return null;
            }
            share = found.size() / guess.pairs();
            double next = MARGIN * k + FEW;
            wanted = next > wanted ? next : FAR_OFF * wanted;
        }
        return join(Bound.NONE);
    }

    /** Derives a bound from the pairs of some left rows. */
    private BestPairs bySample() {
        int[] some = Side.strata(left.size(), SAMPLE);
        double share = some.length / (double) left.size();
        long wanted = (long) (share * (MARGIN * k)) + FEW;
        for (int tries = 0; tries < 2; tries++) {
            if (wanted > Integer.MAX_VALUE / 4) {
                return null;
            }
            PairWaves waves =
                    new PairWaves((int) wanted, Bound.NONE, call.context().workers());
            finder.ofSamples().find(left.of(some), right.all(), waves, call.watch());
            all.note(waves.tested(), waves.timing());
            if (waves.best().size() < wanted) {
                return null;
            }
            // The worst of the wanted pairs still reaches this bound.
            Bound bound = waves.bound();
            BestPairs found = join(Bound.upTo(bound.rank(), bound.lastLeft()));
            if (found.size() >= k) {
                return found;
            }
            wanted *= FAR_OFF;
        }
        return null;
    }

    /** The pairs that reach a bound, k at most. */
    private BestPairs join(Bound bound) {
        return join(bound, finder);
    }

    private BestPairs join(Bound bound, PairFinder by) {
        rounds++;
        PairWaves waves = new PairWaves(k, bound, call.context().workers());
        if (bound.isNone()) {
            by.find(left.all(), right.all(), waves, call.watch());
        } else {
            Side.Rows[] rows =
                    Side.choose(call.context().workers(), call.watch(), choice(left, bound), choice(right, bound));
            by.find(rows[0], rows[1], waves, call.watch());
        }
        all.note(waves.tested(), waves.timing());
        return waves.best();
    }

    /** The rows of a side by which a pair may reach a bound. */
    private Side.Choice choice(Side side, Bound bound) {
        boolean ofLeft = side == left;
        double other = ofLeft ? right.best() : left.best();
        double min = rank.min(ofLeft, other, bound.rank(), false, side.worst(), side.best());
        if (!ofLeft) {
            return new Side.Choice(side, min);
        }
        double above = rank.min(true, other, bound.rank(), true, side.worst(), side.best());
        return new Side.Choice(side, above, min, bound.lastLeft());
    }

    /** Takes the samples, on all threads if most of their rows are not in a cache; returns the share of near pairs. */
    private double takeSamples() {
        if (left.size() < MANY_ROWS && right.size() < MANY_ROWS) {
            return finder.share();
        }
        double[] share = new double[1];
        List<Runnable> samples = List.of(left::sample, right::sample, () -> share[0] = finder.share());
        call.context().workers().forEach(samples.size(), i -> samples.get(i).run());
        return share[0];
    }
}
