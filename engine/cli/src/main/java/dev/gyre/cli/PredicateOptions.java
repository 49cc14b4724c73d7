package dev.gyre.cli;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Metric;

/** Options of the predicate between a query and its matches, which are boxes. */
final class PredicateOptions extends Options {

    private final Option<Relation> relation = choice(
            Names.of(Relation.class),
            "--predicate=PREDICATE",
            "What must hold between a query and a match: intersects (they touch or overlap), contains (the match "
                    + "lies within the query) or within (the query lies within the match) (default: intersects).");
    private final Option<Double> distance = number(
            "--distance=D", "Instead of --predicate: matches are at most this far from the query, itself included.");
    private final Option<Metric> metric = choice(
            Names.BOX_METRICS,
            "--metric=METRIC",
            "The metric of --distance, between the nearest points of two boxes: euclidean, squared-euclidean, "
                    + "manhattan or chebyshev (default: euclidean).");

    /** Relations that have names. */
    private enum Relation {
        INTERSECTS(BoxPredicate.INTERSECTS),
        CONTAINS(BoxPredicate.CONTAINS),
        WITHIN(BoxPredicate.WITHIN);

        private final BoxPredicate predicate;

        Relation(BoxPredicate predicate) {
            this.predicate = predicate;
        }
    }

    void check() {
        if (distance.isGiven() && relation.isGiven()) {
            throw error("--predicate and --distance exclude one another");
        }
        if (metric.isGiven() && !distance.isGiven()) {
            throw error("--metric needs --distance: --metric=" + metric.get().name());
        }
        checkDistance("distance", distance.get());
    }

    /** Returns whether a match of two boxes holds from both sides. */
    boolean isSymmetric() {
        return relation() == Relation.INTERSECTS;
    }

    BoxPredicate predicate() {
        return distance.isGiven() ? BoxPredicate.withinDistance(distance.get(), metric()) : relation().predicate;
    }

    /** Returns the condition of a match, for the report. */
    MatchAnswer.Sought sought() {
        if (!distance.isGiven()) {
            String name = Names.nameOf(relation());
            return MatchAnswer.Sought.byQueries(name, Facts.of("predicate", name), false);
        }
        return MatchAnswer.Sought.byQueries(
                "distance=" + distance.get() + ", " + metric().name(),
                Facts.of("distance", distance.get()).and("metric", metric().name()),
                false);
    }

    private Relation relation() {
        return relation.or(Relation.INTERSECTS);
    }

    private Metric metric() {
        return metric.or(Metric.EUCLIDEAN);
    }
}
