package dev.gyre.cli;

import dev.gyre.engine.data.HdbscanOptions;
import dev.gyre.engine.data.HdbscanOptions.Selection;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import java.util.stream.Stream;

/** Options of HDBSCAN*. */
final class HierarchyOptions extends Options {

    private static final int MIN_CLUSTER_SIZE = 5;
    private static final int DEMO_MIN_CLUSTER_SIZE = 50;

    private final Option<Integer> minClusterSize =
            integer("--min-cluster-size=N", "hdbscan: the fewest rows of a cluster (default: 5, with --demo 50).");
    private final Option<Select> selection = choice(
            Names.of(Select.class),
            "--selection=SELECTION",
            "hdbscan: eom takes the clusters of the largest excess of mass, leaf those that contain no other one "
                    + "(default: eom).");
    private final Option<Double> epsilon = number(
            "--epsilon=E",
            "hdbscan: clusters that appear at this distance or below are merged, in the unit of the metric (default: 0).");
    private final Option<Boolean> single = flag("--allow-single-cluster", "hdbscan: all rows may be one cluster.");

    /** Which clusters are the answer. */
    private enum Select {
        EOM,
        LEAF
    }

    boolean areGiven() {
        return Stream.of(minClusterSize, selection, epsilon, single).anyMatch(Option::isGiven);
    }

    void check() {
        checkLeast("min-cluster-size", 2, minClusterSize.get());
        checkDistance("epsilon", epsilon.get());
    }

    /** Returns the options of a call; the points of a core distance may be null. */
    HdbscanOptions options(boolean isDemo, Integer minPoints, Metric metric, Monitor monitor) {
        HdbscanOptions options = HdbscanOptions.of(minClusterSize.or(isDemo ? DEMO_MIN_CLUSTER_SIZE : MIN_CLUSTER_SIZE))
                .withSelection(selection.or(Select.EOM) == Select.LEAF ? Selection.LEAF : Selection.EXCESS_OF_MASS)
                .withEpsilon(epsilon.or(0.0))
                .withAllowSingleCluster(single.isGiven())
                .withMetric(metric)
                .withMonitor(monitor);
        return minPoints == null ? options : options.withMinPoints(minPoints);
    }

    /** Returns what was asked for, by name, for scripts. */
    static Facts facts(HdbscanOptions options) {
        return Facts.of("min_cluster_size", options.minClusterSize())
                .and("min_points", options.minPoints())
                .and("selection", options.selection() == Selection.LEAF ? "leaf" : "eom")
                .and("epsilon", options.epsilon())
                .and("allow_single_cluster", options.allowSingleCluster());
    }
}
