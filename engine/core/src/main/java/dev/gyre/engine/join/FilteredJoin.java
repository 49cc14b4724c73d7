package dev.gyre.engine.join;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.host.HostArrays;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.kdtree.GroupTrees;
import dev.gyre.engine.knn.Bounds;
import dev.gyre.engine.op.DistanceJoin;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.search.NeighborSizes;
import dev.gyre.engine.search.NeighborSlots;
import java.util.Arrays;
import java.util.BitSet;

/**
 * A join in which rows match only if they pass a filter and are in the same group, as a join of other points in which all rows may match.
 *
 * <p>The points that pass the filter are copied. Groups become one more dimension, in the space of the metric: within a group it adds 0 to a
 * key, so that keys are the same as without it, and the rows of two groups are farther apart than any two of one group. So each method
 * finds them, on each device, and the first splits of a tree part the groups. (For the nearest rows the JVM joins each group by
 * itself instead: {@link GroupTrees}.)
 *
 * @param queries the queries of that join; the same object as its points in a self-join
 * @param rows the row of each of them; null if all rows pass
 * @param self whether it is a self-join
 * @param dropsSelf whether a query has to be dropped from its own matches
 */
record FilteredJoin(Points queries, Points points, int[] rows, boolean self, boolean dropsSelf, JoinOptions options) {

    private static final int MIN_SLICE = 1 << 12;

    /**
     * A join of two sets, or of one with itself.
     *
     * @param queries the same object as the points in a self-join
     * @throws IllegalArgumentException if the dimensions differ, filter or groups are not of the rows, there are groups and the metric has
     *     no differences, the method is a grid, or the points are too far from each other
     */
    static FilteredJoin of(Points queries, Points points, boolean self, JoinOptions options, Workers workers) {
        NeighborSizes.checkDims(queries, points);
        checkSizes(queries.size(), points.size(), options);
        boolean passed = options.filter() == null;
        boolean alone = self && passed && options.queryGroups() == options.groups();
        JoinOptions all = options.withFilter(null).withGroups(null);
        Points some = queries;
        Points others = points;
        if (options.groups() != null) {
            Metric metric = options.metric();
            checkGroups(options);
            Points space = metric.toSpace(points);
            Points querySpace = queries == points ? space : metric.toSpace(queries);
            Spread spread = Spread.of(querySpace, space, metric, workers);
            others = spread.apart(space, options.groups(), workers);
            some = alone ? others : spread.apart(querySpace, options.queryGroups(), workers);
            all = all.withMetric(spread.metric()).withMethod(method(options.method(), others.dims()));
        }
        int[] rows = passed ? null : options.filter().stream().toArray();
        if (rows != null) {
            others = HostArrays.gather(others, rows, workers);
        }
        return new FilteredJoin(some, others, rows, alone, self && !alone, all);
    }

    /**
     * Describes the points of a filtered join, without their coordinates.
     *
     * @return points of the number and dimensions of those of the join, and the options to explain it by
     */
    static FilteredJoin shape(Points points, JoinOptions options) {
        int size = options.filter() == null
                ? points.size()
                : options.filter().get(0, points.size()).cardinality();
        JoinOptions all = options.withFilter(null).withGroups(null);
        int dims = points.dims();
        if (options.groups() != null) {
            checkGroups(options);
            dims = options.metric().spaceDims(dims) + 1;
            all = all.withMetric(new Grouped(options.metric(), Double.POSITIVE_INFINITY))
                    .withMethod(method(options.method(), dims));
        }
        Points shape = Points.over(new double[0], dims, size);
        return new FilteredJoin(shape, shape, null, false, false, all);
    }

    /** Whether groups may have trees of their own, if they are small: {@link GroupTrees}. */
    static boolean mayBeByGroups(Points queries, Points points, JoinOptions options) {
        boolean oneGroup = queries != points || options.queryGroups() == options.groups();
        if (options.groups() == null || options.filter() != null || !oneGroup) {
            return false;
        }
        NeighborSizes.checkDims(queries, points);
        checkSizes(queries.size(), points.size(), options);
        checkGroups(options);
        int dims = options.metric().spaceDims(points.dims());
        return method(options.method(), dims) == JoinMethod.KD_TREE
                && dims <= KdTree.MAX_DIMENSIONS
                && GroupTrees.accepts(options.metric());
    }

    /** Refuses points that are too far from each other for groups as a dimension, whatever the method. */
    static void checkDistances(Points querySpace, Points space, Metric metric, Workers workers) {
        Spread.of(querySpace, space, metric, workers);
    }

    private static void checkSizes(int queries, int points, JoinOptions options) {
        BitSet filter = options.filter();
        if (filter != null && filter.length() > points) {
            throw new IllegalArgumentException(
                    "a filter must be of rows of the points: row=" + (filter.length() - 1) + ", points=" + points);
        }
        if (options.groups() != null
                && (options.groups().length != points || options.queryGroups().length != queries)) {
            throw new IllegalArgumentException("each row needs a group: queries=" + queries + ", their groups="
                    + options.queryGroups().length + ", points=" + points + ", their groups="
                    + options.groups().length);
        }
    }

    private static void checkGroups(JoinOptions options) {
        if (!options.metric().norm().isOfDifferences()) {
            throw new IllegalArgumentException(
                    "groups need a metric of differences of coordinates: metric=" + options.metric());
        }
        if (options.method() == JoinMethod.GRID || options.method() == JoinMethod.HYBRID_GRID) {
            throw new IllegalArgumentException("groups are in no grid: method=" + options.method());
        }
    }

    /** A tree, whose first splits part the groups, if it has enough dimensions. */
    private static JoinMethod method(JoinMethod asked, int dims) {
        return asked == JoinMethod.AUTOMATIC && dims <= KdTree.MAX_DIMENSIONS ? JoinMethod.KD_TREE : asked;
    }

    /** Why the join is done by the method of its options. */
    String reason() {
        boolean chosen = options.method() == JoinMethod.KD_TREE && options.metric() instanceof Grouped;
        return chosen ? "trees part the groups, by their first splits or one for each" : KnnJoins.ASKED;
    }

    /** Finds the k nearest rows that may match. */
    Neighbors nearest(KnnJoins joins, int k, Workers workers) {
        NeighborSizes.checkK(k, points);
        // The row itself may be among its neighbors.
        int asked = (int) Math.min(Integer.MAX_VALUE, k + (dropsSelf ? 1L : 0));
        Neighbors found = joins.nearest(queries, points, self, asked, options);
        if (rows != null) {
            found.among(rows);
        }
        if (!dropsSelf) {
            return found;
        }
        NeighborSlots slots = new NeighborSlots(queries.size(), k, points.size(), false, workers);
        workers.forEach(queries.size(), query -> slots.write(query, found, query, true));
        return slots.neighbors(found.metric(), found.report());
    }

    /** Finds all rows within a radius that may match. */
    Matches within(RadiusJoins joins, double radius) {
        Matches found = joins.within(queries, points, self, radius, options);
        if (rows != null) {
            found.among(rows);
        }
        return dropsSelf ? withoutSelf(found) : found;
    }

    /**
     * Opens a join whose matches are handed out.
     *
     * @throws IllegalArgumentException if there is a filter, or if rows of one set have different groups as queries and as points
     */
    DistanceJoin open(RadiusJoins joins, double radius) {
        if (rows != null || dropsSelf) {
            throw new IllegalArgumentException(
                    "joins that hand out their matches have no filter, and each row one group");
        }
        return joins.open(queries, points, self, radius, options);
    }

    private Matches withoutSelf(Matches found) {
        int[] offsets = new int[found.queries() + 1];
        int[] ids = found.toIdArray();
        double[] keys = found.toKeyArray();
        int[] starts = found.toOffsetArray();
        int size = 0;
        for (int query = 0; query < found.queries(); query++) {
            for (int at = starts[query]; at < starts[query + 1]; at++) {
                if (ids[at] != query) {
                    ids[size] = ids[at];
                    keys[size++] = keys[at];
                }
            }
            offsets[query + 1] = size;
        }
        return new Matches(
                offsets, Arrays.copyOf(ids, size), Arrays.copyOf(keys, size), found.metric(), found.report());
    }

    /**
     * How far groups are from each other.
     *
     * @param step the distance of two neighboring groups: a power of two, above twice the sum of the extents of all dimensions
     * @param metric the metric of the points with the dimension of the groups
     */
    private record Spread(double step, Metric metric) {

        /** So that the largest number of groups stays within the coordinates of points. */
        private static final double MAX_STEP = Points.MAX_MAGNITUDE / 0x1p32;

        static Spread of(Points queries, Points points, Metric metric, Workers workers) {
            int dims = points.dims();
            Bounds bounds = new Bounds(dims);
            bounds.cover(points, workers);
            if (queries != points) {
                bounds.cover(queries, workers);
            }
            double sum = 0;
            double key = 0;
            Norm norm = metric.norm();
            for (int dim = 0; dim < dims; dim++) {
                double extent = Math.max(0, bounds.max(dim) - bounds.min(dim));
                sum += extent;
                key = norm.add(key, extent);
            }
            // At least 1, so that no power of it is 0.
            double step = Math.max(1, Math.scalb(1.0, Math.getExponent(sum) + 2));
            if (step > MAX_STEP) {
                throw new IllegalArgumentException(
                        "points are too far from each other for groups: sum of extents=" + sum);
            }
            // Rounding makes no key larger than this, and a step is longer.
            return new Spread(step, new Grouped(metric, 1.5 * key));
        }

        Points apart(Points space, int[] groups, Workers workers) {
            int dims = space.dims();
            double[] from = space.array();
            double[] to = new double[Math.multiplyExact(space.size(), dims + 1)];
            workers.forEachSlice(space.size(), MIN_SLICE, (begin, end) -> {
                for (int row = begin; row < end; row++) {
                    int at = row * (dims + 1);
                    System.arraycopy(from, row * dims, to, at, dims);
                    to[at + dims] = groups[row] * step;
                }
            });
            return Points.over(to, dims + 1, space.size());
        }
    }

    /** A metric of rows that are in its space already, and of which those beyond a limit are in other groups. */
    private static final class Grouped extends Metric {

        private final Metric metric;
        private final double limit;

        Grouped(Metric metric, double limit) {
            super(metric.name(), metric.norm());
            this.metric = metric;
            this.limit = limit;
        }

        @Override
        public double distance(double key) {
            return metric.distance(key);
        }

        @Override
        public double key(double distance) {
            return metric.key(distance);
        }

        @Override
        public Metric reported() {
            return metric;
        }

        @Override
        public double limit() {
            return limit;
        }

        /** Whatever the limit is, since a kept program serves all joins with the metric, each with a limit of its own. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Grouped && ((Grouped) other).metric.equals(metric);
        }

        @Override
        public int hashCode() {
            return 31 * metric.hashCode();
        }
    }
}
