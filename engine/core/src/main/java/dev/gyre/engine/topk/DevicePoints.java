package dev.gyre.engine.topk;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.grid.GridJoin;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.program.Timing;
import dev.gyre.engine.range.Candidates;
import dev.gyre.engine.range.DeviceSearch;
import dev.gyre.engine.range.RangeWork;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** Pairs of points that a device finds, and the host ranks. Safe for use by one thread at a time. */
final class DevicePoints {

    /** Queries of a piece, which is not interrupted. */
    private static final int UNIT = 1 << 12;

    private final Points left;
    private final Points right;
    private final boolean self;
    private final Metric metric;
    private final Norm norm;
    private final PairRank rank;
    private final double limit;
    private final double reach;
    private final Context context;

    /**
     * Pairs on a device.
     *
     * @param left the left points, in the space of the metric
     * @param right the right points, in the space of the metric
     * @param self whether both are the same, and each pair is wanted once
     * @param limit the largest key
     * @param reach largest difference of coordinates of a pair
     */
    DevicePoints(
            Points left,
            Points right,
            boolean self,
            Metric metric,
            PairRank rank,
            double limit,
            double reach,
            Context context) {
        this.left = left;
        this.right = right;
        this.self = self;
        this.metric = metric;
        this.rank = rank;
        this.limit = limit;
        this.reach = reach;
        this.context = context;
        norm = metric.norm();
    }

    /** Lets the device compare; powers by the largest difference, which the host makes exact. */
    void find(
            PointGrid grid,
            Side.Rows points,
            Points queries,
            Side.Rows of,
            boolean leftInGrid,
            PairWaves waves,
            Progress progress) {
        boolean exact = !norm.isPower();
        double[] extremes = extremes(points.values());
        DevicePairs method = new DevicePairs(
                context,
                grid,
                queries,
                of,
                new OfBound(this, grid, leftInGrid, waves.bound().rank(), extremes[0], extremes[1]),
                exact ? limit : reach,
                exact ? norm.code() : Norm.CHEBYSHEV.code());
        DeviceSearch<DevicePairs.Search> search =
                new DeviceSearch<>(context, method, of.size(), (done, total) -> !progress.cancelled());
        search.run(offering(
                of, new Side.Rows(grid.rows(), grid.values()), exact, leftInGrid, waves, progress, new LongAdder()));
        waves.note(method.tested(), search.timing());
    }

    /**
     * Lets the device build the grid and find all near pairs, where there is no bound by which it could leave some out.
     *
     * @param share about which share of all pairs is near
     * @return false, with nothing done, where there is one, or no room for that
     */
    boolean findAll(
            Side.Rows few, Side.Rows many, double share, boolean leftInGrid, PairWaves waves, Progress progress) {
        if (!waves.bound().isNone()
                || few.size() == 0
                || limit == Double.POSITIVE_INFINITY
                || !GridJoin.fits(few.size(), left.dims(), context)) {
            return false;
        }
        GridJoin grid = new GridJoin(context);
        double width = grid.width(norm, limit, left.dims(), Math.max(1, (long) (share * few.size())));
        LongAdder tested = new LongAdder();
        Optional<Timing> timing = grid.find(
                many.points(leftInGrid ? right : left, context.workers()),
                few.points(leftInGrid ? left : right, context.workers()),
                metric,
                limit,
                width,
                (done, total) -> !progress.cancelled(),
                offering(many, few, !norm.isPower(), leftInGrid, waves, progress, tested));
        timing.ifPresent(onDevice -> waves.note(tested.sum(), onDevice));
        return timing.isPresent();
    }

    /**
     * Offers the pairs of candidates.
     *
     * @param of the queries
     * @param partners what candidates are numbers of
     * @param exact whether all candidates are near
     * @param count counts candidates
     */
    private RangeWork offering(
            Side.Rows of,
            Side.Rows partners,
            boolean exact,
            boolean leftInGrid,
            PairWaves waves,
            Progress progress,
            LongAdder count) {
        return (candidates, first, queries, watched) -> waves.run(
                queries,
                UNIT,
                (begin, end, found) -> {
                    Offer offer = new Offer(partners, exact, leftInGrid, found);
                    for (int i = first + begin; i < first + end; i++) {
                        offer.row = of.row(i);
                        offer.value = of.values()[i];
                        candidates.offer(i, offer);
                    }
                    count.add(offer.count);
                    return 0;
                },
                progress);
    }

    /** Offers the pairs of one query after the other. */
    private final class Offer implements Candidates.Rows {

        private final Side.Rows partners;
        private final boolean exact;
        private final boolean leftInGrid;
        private final BestPairs found;
        private int row;
        private double value;
        private long count;

        Offer(Side.Rows partners, boolean exact, boolean leftInGrid, BestPairs found) {
            this.partners = partners;
            this.exact = exact;
            this.leftInGrid = leftInGrid;
            this.found = found;
        }

        @Override
        public void accept(int candidate, Points points, int at) {
            count++;
            int other = partners.row(candidate);
            boolean once = !self || (leftInGrid ? other < row : row < other);
            if (once && (exact || space(leftInGrid, row, other) <= limit)) {
                double partner = partners.values()[candidate];
                double reached = leftInGrid ? rank.of(partner, value) : rank.of(value, partner);
                found.offer(reached, leftInGrid ? other : row, leftInGrid ? row : other);
            }
        }
    }

    /** The least and the largest value. */
    private static double[] extremes(double... values) {
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (double value : values) {
            least = Math.min(least, value);
            most = Math.max(most, value);
        }
        return new double[] {least, most};
    }

    /**
     * What queries need to reach a rank.
     *
     * @param leftInGrid whether the queries are right rows
     */
    private record OfBound(
            DevicePoints pairs, PointGrid grid, boolean leftInGrid, double bound, double worst, double best)
            implements DevicePairs.Least {

        @Override
        public double of(double value) {
            return bound == Double.NEGATIVE_INFINITY
                    ? Double.NEGATIVE_INFINITY
                    : pairs.rank.least(leftInGrid, value, bound, false, worst, best);
        }

        @Override
        public int end(int start, int end, double value) {
            double least = of(value);
            int low = start;
            int high = end;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (grid.values()[middle] >= least) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }

    private double space(boolean leftInGrid, int row, int other) {
        return leftInGrid ? left.key(other, right, row, norm) : left.key(row, right, other, norm);
    }
}
