package dev.gyre.cli;

import dev.gyre.cli.text.Suggestions;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Metric;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Options of the predicate between a query and its matches, which are boxes. */
final class PredicateOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--predicate",
            paramLabel = "PREDICATE",
            converter = RelationName.class,
            completionCandidates = RelationName.class,
            description =
                    "What must hold between a query and a match: intersects (they touch or overlap), contains (the match "
                            + "lies within the query) or within (the query lies within the match) (default: intersects).")
    private Relation relation;

    @Option(
            names = "--distance",
            paramLabel = "D",
            description = "Instead of --predicate: matches are at most this far from the query, itself included.")
    private Double distance;

    @Option(
            names = "--metric",
            paramLabel = "METRIC",
            converter = MetricName.class,
            completionCandidates = MetricName.class,
            description =
                    "The metric of --distance, between the nearest points of two boxes: euclidean, squared-euclidean, "
                            + "manhattan or chebyshev (default: euclidean).")
    private Metric metric;

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

    /** The relations by name. */
    static final class RelationName extends ConstantName<Relation> {
        RelationName() {
            super(Relation.class);
        }
    }

    /** The metrics of boxes by name. */
    static final class MetricName implements ITypeConverter<Metric>, Iterable<String> {

        private static final List<String> NAMES = Stream.of(
                        Metric.EUCLIDEAN, Metric.SQUARED_EUCLIDEAN, Metric.MANHATTAN, Metric.CHEBYSHEV)
                .map(Metric::name)
                .toList();

        @Override
        public Metric convert(String name) {
            if (!NAMES.contains(name)) {
                throw new TypeConversionException("expected one of " + NAMES + " (case-sensitive) but was '" + name
                        + "'" + Suggestions.didYouMean(name, NAMES));
            }
            return Metric.named(name);
        }

        @Override
        public Iterator<String> iterator() {
            return NAMES.iterator();
        }
    }

    void check() {
        if (distance != null && relation != null) {
            throw Usage.error(spec, "--predicate and --distance exclude one another");
        }
        if (metric != null && distance == null) {
            throw Usage.error(spec, "--metric needs --distance: --metric=" + metric.name());
        }
        Usage.checkDistance(spec, "distance", distance);
    }

    /** Returns whether a match of two boxes holds from both sides. */
    boolean isSymmetric() {
        return relation == null || relation == Relation.INTERSECTS;
    }

    BoxPredicate predicate() {
        return distance == null ? relation().predicate : BoxPredicate.withinDistance(distance, metric());
    }

    /** Returns the condition of a match, for the report. */
    MatchAnswer.Sought sought() {
        Map<String, Object> facts = new LinkedHashMap<>();
        if (distance == null) {
            facts.put("predicate", ConstantName.nameOf(relation()));
            return new MatchAnswer.Sought(MatchAnswer.Words.QUERIES, ConstantName.nameOf(relation()), facts, false);
        }
        facts.put("distance", distance);
        facts.put("metric", metric().name());
        return new MatchAnswer.Sought(
                MatchAnswer.Words.QUERIES, "distance=" + distance + ", " + metric().name(), facts, false);
    }

    private Relation relation() {
        return relation == null ? Relation.INTERSECTS : relation;
    }

    private Metric metric() {
        return metric == null ? Metric.EUCLIDEAN : metric;
    }
}
