package dev.gyre.engine.topk;

import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.grid.GridJoin;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Execution.Timing;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.range.Candidates;
import dev.gyre.engine.range.DeviceSearch;
import dev.gyre.engine.range.RangeWork;
import dev.gyre.engine.team.Batches;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** Pairs of points that a device finds, and the host ranks. Safe for use by one thread at a time. */
final class DevicePoints {

    /** Queries of a piece, which is not interrupted. */
    private static final int UNIT = 1 << 12;

    /** Room for this many times k pairs that reach a bound, and the least room. */
    private static final long ROOM = 2;

    private static final int MIN_ROOM = 1 << 16;

    private final NearPoints near;
    private final Context context;

    DevicePoints(NearPoints near) {
        this.near = near;
        context = near.context();
    }

    /** Lets the device compare. For powers it compares by the largest difference, and the host decides by exact keys. */
    void find(PointGrid grid, Points queries, Side.Rows of, boolean leftInGrid, PairWaves waves, Progress progress) {
        boolean exact = !near.norm().isPower();
        Partners partners = new Partners(near.rank(), near.self(), leftInGrid);
        // A bound is chosen so that few more than k pairs reach it.
        int likely = waves.bound().isNone()
                ? Integer.MAX_VALUE
                : Math.clamp(ROOM * waves.wanted(), MIN_ROOM, Integer.MAX_VALUE);
        DevicePairs method = new DevicePairs(
                context,
                grid,
                queries,
                of,
                partners,
                waves.bound().rank(),
                exact ? near.limit() : near.reach(),
                exact ? near.norm().code() : Norm.CHEBYSHEV.code(),
                likely);
        DeviceSearch<DevicePairs.Search> search =
                new DeviceSearch<>(context, method, of.size(), (done, total) -> !progress.cancelled());
        Side.Rows inGrid = new Side.Rows(grid.rows(), grid.values());
        search.run(Batches.inOrder(), offering(of, inGrid, exact, partners, waves, progress, new LongAdder()));
        waves.note(method.tested(), search.timing());
    }

    /**
     * Lets the device build the grid and find all near pairs, if there is no bound that would exclude some.
     *
     * @param share estimated share of near pairs among all pairs
     * @return false, with nothing done, if there is a bound or not enough memory
     */
    boolean findAll(
            Side.Rows few, Side.Rows many, double share, boolean leftInGrid, PairWaves waves, Progress progress) {
        int dims = near.left().dims();
        if (!waves.bound().isNone()
                || few.size() == 0
                || near.limit() == Double.POSITIVE_INFINITY
                || !GridJoin.fits(few.size(), dims, context)) {
            return false;
        }
        GridJoin grid = new GridJoin(context);
        double width = grid.width(near.norm(), near.limit(), dims, Math.max(1, (long) (share * few.size())));
        LongAdder tested = new LongAdder();
        Partners partners = new Partners(near.rank(), near.self(), leftInGrid);
        Optional<Timing> timing = grid.find(
                many.points(near.points(!leftInGrid), context.workers()),
                few.points(near.points(leftInGrid), context.workers()),
                near.metric(),
                near.limit(),
                width,
                (done, total) -> !progress.cancelled(),
                offering(many, few, !near.norm().isPower(), partners, waves, progress, tested));
        timing.ifPresent(onDevice -> waves.note(tested.sum(), onDevice));
        return timing.isPresent();
    }

    /**
     * Offers the pairs of candidates.
     *
     * @param of the queries
     * @param among the rows that candidates are indices of
     * @param exact whether all candidates are near
     */
    private RangeWork offering(
            Side.Rows of,
            Side.Rows among,
            boolean exact,
            Partners partners,
            PairWaves waves,
            Progress progress,
            LongAdder count) {
        return (candidates, first, queries, watched) -> waves.run(
                queries,
                UNIT,
                (begin, end, found) -> {
                    Offer offer = new Offer(among, exact, partners, found);
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

        private final Side.Rows among;
        private final boolean exact;
        private final Partners partners;
        private final BestPairs found;
        private int row;
        private double value;
        private long count;

        Offer(Side.Rows among, boolean exact, Partners partners, BestPairs found) {
            this.among = among;
            this.exact = exact;
            this.partners = partners;
            this.found = found;
        }

        @Override
        public void accept(int candidate, Points points, int at) {
            count++;
            int other = among.row(candidate);
            if (exact || near.isNear(partners.areLeft() ? other : row, partners.areLeft() ? row : other)) {
                partners.offer(row, value, other, among.values()[candidate], found);
            }
        }
    }
}
