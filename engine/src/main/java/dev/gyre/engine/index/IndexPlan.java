package dev.gyre.engine.index;

import dev.gyre.engine.index.CostTerm.Operation;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Whether a tree is built for the searches that are expected, and where.
 *
 * @param builder the way of the place that builds the tree; empty for no tree
 * @param seconds what the build and the searches are estimated to take
 */
record IndexPlan(Optional<SearchCandidate> builder, double seconds) {

    /**
     * The cheapest plan: all searches by ways without a tree, or a tree built in one place and searched in any.
     *
     * @param expected the searches
     * @param costs of the places of all ways that can be taken, one or more
     */
    static IndexPlan cheapest(Workload expected, Map<SearchCandidate, DeviceCosts> costs) {
        IndexPlan cheapest = new IndexPlan(Optional.empty(), cheapestSearch(expected, costs, false));
        double search = Math.min(cheapest.seconds(), cheapestSearch(expected, costs, true));
        for (Map.Entry<SearchCandidate, DeviceCosts> way : costs.entrySet()) {
            double seconds = way.getValue().estimate(Operation.BUILD, expected) + search;
            if (way.getKey().isTree() && seconds < cheapest.seconds()) {
                cheapest = new IndexPlan(Optional.of(way.getKey()), seconds);
            }
        }
        return cheapest;
    }

    private static double cheapestSearch(Workload expected, Map<SearchCandidate, DeviceCosts> costs, boolean tree) {
        return costs.entrySet().stream()
                .filter(way -> way.getKey().isTree() == tree)
                .mapToDouble(way -> search(expected, way.getKey(), way.getValue()))
                .min()
                .orElse(Double.POSITIVE_INFINITY);
    }

    private static double search(Workload expected, SearchCandidate way, DeviceCosts costs) {
        return way.isTree()
                ? costs.estimate(Operation.PREPARE, expected) + costs.estimate(Operation.SEARCH, expected)
                : costs.estimate(Operation.BRUTE_FORCE, expected);
    }

    /** Seconds for people. */
    static String text(double seconds) {
        return String.format(Locale.ROOT, "%.3g s", seconds);
    }
}
