package dev.gyre.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of the number of neighbors of a query, and of their largest distance. */
final class NeighborOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = {"-k", "--k"},
            paramLabel = "N",
            defaultValue = "5",
            description = "Neighbors per query (default: 5).")
    private int k;

    @Option(
            names = "--radius",
            paramLabel = "R",
            description = "Largest distance of a neighbor, itself included, in the unit of the metric (default: none).")
    private Double radius;

    void check() {
        if (k < 1) {
            throw Usage.error(spec, "--k must be 1 or more: k=" + k);
        }
        Usage.checkDistance(spec, "radius", radius);
    }

    int k() {
        return k;
    }

    /** Returns the given radius, or null. */
    Double radius() {
        return radius;
    }

    /** Returns the largest distance. */
    double limit() {
        return radius == null ? Double.POSITIVE_INFINITY : radius;
    }
}
