package dev.gyre.engine.verify;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** The plainest code that finds pairs of boxes for which a predicate holds: all pairs. */
public final class BoxOracle {

    private static final List<Metric> METRICS =
            List.of(Metric.EUCLIDEAN, Metric.SQUARED_EUCLIDEAN, Metric.MANHATTAN, Metric.CHEBYSHEV);

    private BoxOracle() {}

    /** Draws a predicate; a distance is that of a pair, or 0, so that pairs are at the distance itself. */
    public static BoxPredicate predicate(Boxes left, Boxes right, Random random) {
        Metric metric = metric(random);
        boolean some = left.size() > 0 && right.size() > 0;
        double distance =
                some ? distance(left, random.nextInt(left.size()), right, random.nextInt(right.size()), metric) : 1;
        return switch (random.nextInt(5)) {
            case 0 -> BoxPredicate.CONTAINS;
            case 1 -> BoxPredicate.WITHIN;
            case 2 -> BoxPredicate.withinDistance(random.nextInt(4) == 0 ? 0 : distance, metric);
            default -> BoxPredicate.INTERSECTS;
        };
    }

    /** Draws a metric of boxes. */
    static Metric metric(Random random) {
        return METRICS.get(random.nextInt(METRICS.size()));
    }

    /** The distance of a pair. */
    static double distance(Boxes left, int a, Boxes right, int b, Metric metric) {
        double key = 0;
        for (int dim = 0; dim < left.dims(); dim++) {
            double below = left.lower(a, dim) - right.upper(b, dim);
            double above = right.lower(b, dim) - left.upper(a, dim);
            key = metric.norm().add(key, Math.max(0, Math.max(below, above)));
        }
        return metric.distance(key);
    }

    /** The rows that match a left row, ascending. */
    public static int[] row(Boxes left, int query, Boxes right, boolean self, BoxPredicate predicate) {
        return IntStream.range(0, right.size())
                .filter(row -> !(self && row == query) && predicate.holds(left, query, right, row))
                .toArray();
    }

    /** Compares the matches of all left rows with all pairs; returns the first difference, or empty. */
    public static Optional<String> check(
            Boxes left, Boxes right, boolean self, BoxPredicate predicate, Matches matches) {
        if (matches.queries() != left.size()) {
            return Optional.of("queries expected=" + left.size() + ", actual=" + matches.queries());
        }
        return IntStream.range(0, left.size())
                .parallel()
                .mapToObj(query -> {
                    int[] expected = row(left, query, right, self, predicate);
                    int[] actual = matches.ids(query);
                    return Arrays.equals(expected, actual)
                            ? Optional.<String>empty()
                            : Optional.of("query=" + query + ", " + predicate + ", expected="
                                    + Arrays.toString(expected) + ", actual=" + Arrays.toString(actual));
                })
                .flatMap(Optional::stream)
                .findFirst();
    }
}
