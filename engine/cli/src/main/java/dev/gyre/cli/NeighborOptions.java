package dev.gyre.cli;

/** Options of the number of neighbors of a query, and of their largest distance. */
final class NeighborOptions extends Options {

    private final Option<Integer> k =
            integer("-k, --k=N", "Neighbors per query (default: 5).").byDefault(5);
    private final Option<Double> radius = number(
            "--radius=R",
            "Largest distance of a neighbor, itself included, in the unit of the metric (default: none).");

    void check() {
        checkLeast("k", 1, k());
        checkDistance("radius", radius());
    }

    int k() {
        return k.get();
    }

    /** Returns the given radius, or null. */
    Double radius() {
        return radius.get();
    }

    /** Returns the largest distance. */
    double limit() {
        return radius.or(Double.POSITIVE_INFINITY);
    }
}
