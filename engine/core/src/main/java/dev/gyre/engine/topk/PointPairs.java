package dev.gyre.engine.topk;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.RankedRows;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.search.BatchProgress;
import dev.gyre.engine.search.PartProgress;
import java.util.Arrays;

/** Finds pairs of points within a distance: makes a grid of the side with fewer rows, and searches it for each row of the other side. */
final class PointPairs implements PairFinder {

    /** Most rows of a piece. */
    private static final int UNIT = 1 << 12;

    /** The fewest rows of a piece whose rows meet few points: 40 us (AMD EPYC, November 2026). */
    private static final int MIN_UNIT = 1 << 8;

    private static final int PIECES_PER_THREAD = 4;

    /** About the number of pairs tested in a piece: a few milliseconds. */
    private static final long PIECE = 1 << 20;

    /** Each point is in all cells that it reaches if there are at least this many times more queries than points. */
    private static final int MANY_QUERIES = 4;

    /** Points that a query meets in a cell if there are many queries: cells are so fine that most queries meet no points. */
    private static final double EACH_OF_MANY = 1.0 / 16;

    /**
     * The same on a device, which compares fast: with wide cells the host makes, and the device gets, 1.5 instead of 4 entries for each point of
     * the best pairs of 1 million points (counted in November 2026; not timed on a GPU).
     */
    private static final double EACH_ON_DEVICE = 8;

    /** From this number of points of a grid on, both sides are split into parts. */
    private static final int MIN_PARTED = 1 << 16;

    private static final int MAX_PARTED = 1 << 24;

    /** From this number of rows on, it pays off to exclude some by the best values near them. */
    private static final int MIN_LEFT_OUT = 1 << 13;

    /** Rows are also excluded by the best values near them if a bound leaves more than one in this many pairs of rows. */
    private static final int FEW_LEFT_OUT = 8;

    /** About the number of points of a part, so that its grid fits the second-level cache of a core. */
    private static final int EACH_PART = 1 << 13;

    /** The fewest points of a part, unless there are fewer points: smaller parts have many points near their sides. */
    private static final int MIN_EACH_PART = 1 << 10;

    /** Parts have several sizes, so that each thread joins several. */
    private static final int PARTS_PER_THREAD = 4;

    /** Wide cells of a part: several, so that parts are of about the same size. */
    private static final int WIDE_CELLS = 1 << 3;

    private final NearPoints near;
    private final Points left;
    private final Points right;
    private final PairRank rank;
    private final double reach;
    private final Workers workers;
    private final boolean onHost;

    /** Pairs of two sets. */
    PointPairs(NearPoints near) {
        this(near, near.context().onJvm());
    }

    private PointPairs(NearPoints near, boolean onHost) {
        this.near = near;
        this.onHost = onHost;
        left = near.left();
        right = near.right();
        rank = near.rank();
        reach = near.reach();
        workers = near.context().workers();
    }

    @Override
    public PairFinder ofSamples() {
        return new PointPairs(near, true);
    }

    @Override
    public void find(Side.Rows ofLeft, Side.Rows ofRight, PairWaves waves, Progress progress) {
        boolean many = Math.min(ofLeft.size(), ofRight.size()) >= MIN_LEFT_OUT
                && (double) ofLeft.size() * ofRight.size() > (double) left.size() * right.size() / FEW_LEFT_OUT;
        if (many && !waves.bound().isNone()) {
            Bound bound = waves.bound();
            NearBest.Test test = (row, value, partner) -> {
                double reached = rank.of(value, partner);
                return reached > bound.rank() || reached == bound.rank() && row <= bound.lastLeft();
            };
            Side.Rows someLeft = new NearBest(right, ofRight, reach, workers).passing(left, ofLeft, test, workers);
            Side.Rows someRight = new NearBest(left, someLeft, reach, workers)
                    .passing(right, ofRight, (row, value, partner) -> rank.of(partner, value) >= bound.rank(), workers);
            join(someLeft, someRight, waves, progress);
        } else {
            join(ofLeft, ofRight, waves, progress);
        }
    }

    private void join(Side.Rows ofLeft, Side.Rows ofRight, PairWaves waves, Progress progress) {
        boolean leftInGrid = ofLeft.size() < ofRight.size();
        Side.Rows few = leftInGrid ? ofLeft : ofRight;
        Side.Rows many = leftInGrid ? ofRight : ofLeft;
        boolean spreadOut = !onHost || many.size() / MANY_QUERIES >= few.size();
        if (onHost && !spreadOut && few.size() >= MIN_PARTED) {
            findInParts(few, many, leftInGrid, waves, progress);
            return;
        }
        DevicePoints device = new DevicePoints(near);
        if (!onHost && waves.bound().isNone() && device.findAll(few, many, share(), leftInGrid, waves, progress)) {
            return;
        }
        int max = mostInGrid(few.size(), spreadOut);
        for (int first = 0; first < few.size(); first += max) {
            Side.Rows part = part(few, first, Math.min(max, few.size() - first));
            Points points = part.points(near.points(leftInGrid), workers);
            Points queries = near.points(!leftInGrid);
            double each = many.size() / MANY_QUERIES >= few.size() ? EACH_OF_MANY : onHost ? 1 : EACH_ON_DEVICE;
            Cells cells = new CellSample(points, null, queries, many, reach).cells(each);
            PointGrid grid = new PointGrid(points, part, cells, (int) Math.max(1, each), spreadOut, workers);
            if (!onHost) {
                device.find(grid, queries, many, leftInGrid, waves, progress);
                continue;
            }
            waves.run(
                    many.size(),
                    unit(grid, many.size()),
                    (begin, end, found) -> look(grid, queries, many, begin, end, leftInGrid, found),
                    progress);
        }
    }

    private int unit(PointGrid grid, int queries) {
        int even = Math.clamp(queries / (PIECES_PER_THREAD * workers.threads()), MIN_UNIT, UNIT);
        return Math.clamp(PIECE / grid.perQuery(), 1, even);
    }

    /** Splits both sides into parts, and joins each part by one thread. */
    private void findInParts(Side.Rows few, Side.Rows many, boolean leftInGrid, PairWaves waves, Progress progress) {
        Points points = near.points(leftInGrid);
        Points queries = near.points(!leftInGrid);
        long bytes = 2 * (8L * left.dims() + 12);
        int max = Math.clamp(memory() / 4 / bytes, MIN_PARTED, MAX_PARTED);
        CellSample sample = new CellSample(points, few, queries, many, reach);
        Cells narrow = sample.cells(1);
        for (int first = 0; first < few.size(); first += max) {
            int end = first + Math.min(max, few.size() - first);
            int eachPart = eachPart(end - first);
            int bits = Integer.SIZE - Integer.numberOfLeadingZeros((end - first) / eachPart);
            Cells cells = sample.wideCells(eachPart / WIDE_CELLS).withBits(bits);
            PointParts.Source ofFew = new PointParts.Source(points, few, first, end, true);
            PointParts parts = null;
            for (int begin = 0; begin < many.size(); begin += max) {
                int endOfMany = begin + Math.min(max, many.size() - begin);
                PointParts.Source ofMany = new PointParts.Source(queries, many, begin, endOfMany, false);
                PointParts asked;
                if (parts == null) {
                    PointParts[] both = PointParts.of(cells, workers, ofFew, ofMany);
                    parts = both[0];
                    asked = both[1];
                } else {
                    asked = PointParts.of(cells, workers, ofMany)[0];
                }
                PartProgress watched =
                        new PartProgress(progress, begin, Math.max(1, (endOfMany - begin) / cells.lists()), endOfMany);
                joinParts(parts, asked, cells.lists(), narrow, leftInGrid, waves, watched);
            }
        }
    }

    /** Points of a part: fewer if there would else be few parts for each thread. */
    private int eachPart(int points) {
        int even = points / (PARTS_PER_THREAD * workers.threads());
        return Math.clamp(even, MIN_EACH_PART, EACH_PART);
    }

    private void joinParts(
            PointParts parts,
            PointParts asked,
            int count,
            Cells cells,
            boolean leftInGrid,
            PairWaves waves,
            Progress progress) {
        waves.run(
                count,
                1,
                (from, to, found) -> {
                    long tested = 0;
                    for (int part = from; part < to; part++) {
                        tested += joinPart(parts, asked, part, cells, leftInGrid, found);
                    }
                    return tested;
                },
                progress);
    }

    private long joinPart(
            PointParts parts, PointParts asked, int part, Cells cells, boolean leftInGrid, BestPairs found) {
        if (parts.size(part) == 0 || asked.size(part) == 0) {
            return 0;
        }
        PointGrid grid = new PointGrid(parts.points(part), parts.rows(part), cells, 1, false, null);
        Look look = new Look(grid, asked.points(part), leftInGrid, found);
        Side.Rows of = asked.rows(part);
        for (int i = 0; i < of.size(); i++) {
            look.at(i, of.row(i), of.values()[i]);
        }
        return look.tested;
    }

    private long memory() {
        return near.context().memoryLimit();
    }

    /** Points of a grid that fit the memory. */
    private int mostInGrid(int wanted, boolean spreadOut) {
        int dims = left.dims();
        long entries = spreadOut ? 1L << Math.min(dims, Cells.MAX_DIMS) : 1;
        long bytes = 8L * dims + 12 + entries * (8L * dims + 12 + 16);
        return Math.clamp(memory() / bytes, Math.min(wanted, UNIT), wanted);
    }

    private static Side.Rows part(Side.Rows rows, int first, int count) {
        if (count == rows.size()) {
            return rows;
        }
        int[] some = new int[count];
        Arrays.setAll(some, i -> rows.row(first + i));
        return new Side.Rows(some, Arrays.copyOfRange(rows.values(), first, first + count));
    }

    /** Offers the pairs of some queries; returns how many pairs were tested. */
    private long look(
            PointGrid grid, Points queries, Side.Rows of, int begin, int end, boolean leftInGrid, BestPairs found) {
        Look look = new Look(grid, queries, leftInGrid, found);
        for (int i = begin; i < end; i++) {
            look.at(of.row(i), of.row(i), of.values()[i]);
        }
        return look.tested;
    }

    /** Finds the pairs of one query after the other. */
    private final class Look {

        private final PointGrid grid;
        private final Points space;
        private final double[] from;
        private final Partners partners;
        private final BestPairs found;
        private final Cells.Lists lists = new Cells.Lists();
        private final double[] coordinates;
        private final double[] values;
        private final int[] rows;
        private final int dims;
        private final Points entries;
        private final Norm norm = near.norm();
        private final double limit = near.limit();
        private final boolean isPlane;
        private long tested;

        Look(PointGrid grid, Points space, boolean leftInGrid, BestPairs found) {
            this.grid = grid;
            this.space = space;
            this.found = found;
            partners = new Partners(rank, near.self(), leftInGrid);
            from = space.array();
            coordinates = grid.coordinates();
            values = grid.values();
            rows = grid.rows();
            dims = space.dims();
            entries = Points.over(coordinates, dims, rows.length);
            isPlane = dims == 2 && norm == Norm.EUCLIDEAN;
        }

        /** Finds the pairs of the query at an index of the points. */
        void at(int slot, int row, double value) {
            grid.look(from, slot * dims, lists);
            for (int i = 0; i < lists.count; i++) {
                int start = grid.start(lists.lists[i]);
                int end = grid.end(lists.lists[i]);
                if (end - start > PointGrid.LONG_LIST) {
                    end = grid.reaching(start, end, value, found.leastRank(), partners);
                }
                tested += end - start;
                for (int entry = start; entry < end; entry++) {
                    if (key(slot, entry) <= limit) {
                        partners.offer(row, value, rows[entry], values[entry], found);
                    }
                }
            }
        }

        private double key(int slot, int entry) {
            if (isPlane) {
                double x = from[2 * slot] - coordinates[2 * entry];
                double y = from[2 * slot + 1] - coordinates[2 * entry + 1];
                return x * x + y * y;
            }
            return space.key(slot, entries, entry, norm);
        }
    }

    @Override
    public RankedRows perLeft(Side ofLeft, Side ofRight, int k, BatchProgress watch) {
        boolean spreadOut = left.size() / MANY_QUERIES >= right.size();
        if (mostInGrid(right.size(), spreadOut) < right.size()) {
            throw new IllegalArgumentException("a grid of the right points does not fit the memory: right="
                    + right.size() + ", limit=" + memory() + " bytes");
        }
        Cells cells = new CellSample(right, null, left, null, reach).cells(spreadOut ? EACH_OF_MANY : 1);
        PointGrid grid = new PointGrid(right, ofRight.all(), cells, 1, spreadOut, workers);
        double[] values = ofLeft.all().values();
        return TopRows.of(
                left.size(),
                () -> {
                    BestPairs found = new BestPairs(k, Bound.NONE);
                    Look look = new Look(grid, left, false, found);
                    return (query, to) -> {
                        found.clear();
                        look.at(query, query, values[query]);
                        found.sort();
                        for (int i = 0; i < Math.min(k, found.size()); i++) {
                            to.add(query, Bound.right(found.pair(i)), rank.score(found.rank(i)));
                        }
                    };
                },
                workers,
                watch);
    }

    @Override
    public Boxes boxes(boolean ofLeft, Side.Rows of) {
        return Boxes.of(of.points(ofLeft ? left : right, workers));
    }

    @Override
    public boolean mayBeNear(double[] ofLeft, int a, double[] ofRight, int b) {
        int dims = left.dims();
        boolean near = true;
        for (int dim = 0; dim < dims; dim++) {
            // Without a branch for each, because most pairs of nodes are near.
            near &= ofLeft[a + dim] - ofRight[b + dims + dim] <= reach;
            near &= ofRight[b + dim] - ofLeft[a + dims + dim] <= reach;
        }
        return near;
    }

    @Override
    public boolean isNear(int ofLeft, int ofRight) {
        return near.isNear(ofLeft, ofRight);
    }

    @Override
    public double share() {
        NearShare.Ratio ratio = (a, b) -> near.norm().distance(left.key(a, right, b, near.norm())) / reach;
        return NearShare.of(left.size(), right.size(), near.self(), left.dims(), ratio);
    }

    @Override
    public double distance(int ofLeft, int ofRight) {
        return near.metric().distance(left.key(ofLeft, right, ofRight, near.norm()));
    }
}
