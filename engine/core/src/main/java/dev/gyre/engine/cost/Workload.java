package dev.gyre.engine.cost;

/**
 * The size of a call, from which its cost is estimated. The components are named for searches; other operations use them as stated.
 *
 * @param points number of points, n; of keys of a sort, of columns of a selection, of elements of a partition
 * @param queries number of queries, q; of segments of a sort, of rows of a selection
 * @param dims number of dimensions in the space of the metric, d; of columns of a key, of arrays of a partition
 * @param k neighbors per query; values selected of a row; matches expected of a query for points in a region
 */
public record Workload(long points, long queries, int dims, int k) {

    /** Slots of a leaf for which visits are counted. */
    private static final double LEAF = 16;

    /** Coordinates of points and queries together. */
    double coordinates() {
        return (double) (points + queries) * dims;
    }

    double pointCoordinates() {
        return (double) points * dims;
    }

    double queryCoordinates() {
        return (double) queries * dims;
    }

    /** Points and queries together. */
    double rows() {
        return (double) points + queries;
    }

    /** Pairs that a top-k join finds. */
    double bestPairs() {
        return Math.min(k, pairs());
    }

    /** Pairs of a query and a point. */
    double pairs() {
        return (double) queries * points;
    }

    /** Neighbors that a query finds. */
    double found() {
        return Math.min(k, points);
    }

    /** Neighbors, values or matches of all queries. */
    double allFound() {
        return queries * found();
    }

    /** Comparisons that sort {@link #allFound()} within each query. */
    double allOrdered() {
        return allFound() * (1 + Math.log(1 + found()) / Math.log(2));
    }

    /**
     * Returns how often a query's list of the k best so far changes while points pass in random order: k times to fill it, and then with
     * probability k/i for the i-th point.
     */
    double improvements() {
        return found() == 0 ? 0 : found() * (1 + Math.log(points / found()));
    }

    /** {@link #improvements()} of all queries. */
    double allImprovements() {
        return queries * improvements();
    }

    /** Levels of a tree, plus one. */
    double levels() {
        return 1 + Math.log(1 + points) / Math.log(2);
    }

    /** {@link #levels()} of all queries. */
    double queryLevels() {
        return queries * levels();
    }

    /**
     * Points that the search in a tree visits for a query: those of the leaves that meet the ball of the k nearest points.
     *
     * <p>n uniform points in a cube of side 1, in leaves of l points, are cut into {@code c = (n/l)^(1/d)} slices along each dimension. A
     * ball of extent e within the cube meets {@code 1 + (c-1) e} of them. The ball around a query has the radius {@code r = (k / (n
     * V))^(1/d)}, where V is the volume of the unit ball. Its extent is {@code 2r - r^2}, without the part beyond the cube, but at least
     * {@code (k/n)^(1/d)}, as it has k points. In an endless cube that is the {@code (1 + 2 (k / (V l))^(1/d))^d} leaves of Friedman,
     * Bentley and Finkel (1977).
     */
    double visits() {
        if (points == 0) {
            return 0;
        }
        double slices = Math.pow(Math.max(1, points / LEAF), 1.0 / dims);
        double share = found() / points;
        double radius = Math.min(1, Math.pow(share / unitBall(dims), 1.0 / dims));
        double extent = Math.max(radius * (2 - radius), Math.pow(share, 1.0 / dims));
        return Math.min(points, LEAF * Math.pow(1 + (slices - 1) * extent, dims));
    }

    /** {@link #visits()} of all queries. */
    double allVisits() {
        return queries * visits();
    }

    /** Number of cells that touch a query's cell, including that cell, in a grid whose cells are as wide as the radius around k points. */
    private double cells() {
        return Math.pow(3, dims);
    }

    /** Rows of these cells, for all queries: the cells of a row are consecutive. */
    double cellRows() {
        return queries * cells() / 3;
    }

    /** Points of these cells, for all queries. */
    double cellPoints() {
        return Math.min(queries * cells() / unitBall(dims) * found(), pairs());
    }

    /** {@link #improvements()} of a list that sees only the points that a search in a tree visits. */
    private double visitImprovements() {
        return found() == 0 ? 0 : found() * (1 + Math.log(Math.max(visits(), found()) / found()));
    }

    /** {@link #visitImprovements()} of all queries. */
    double allVisitImprovements() {
        return queries * visitImprovements();
    }

    /** The volume of the ball of radius 1: 2 and pi for one and two dimensions, and from there by steps of two. */
    public static double unitBall(int dims) {
        double volume = dims % 2 == 0 ? 1 : 2;
        for (int d = dims % 2 == 0 ? 2 : 3; d <= dims; d += 2) {
            volume *= 2 * Math.PI / d;
        }
        return volume;
    }
}
