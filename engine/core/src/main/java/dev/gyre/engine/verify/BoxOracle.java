package dev.gyre.engine.verify;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.op.RTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** The plainest way to the boxes that match queries: every pair is tested. For checks only. */
public final class BoxOracle {

    private static final List<Metric> METRICS =
            List.of(Metric.EUCLIDEAN, Metric.SQUARED_EUCLIDEAN, Metric.MANHATTAN, Metric.CHEBYSHEV);

    private BoxOracle() {}

    /** The rows that match a query, ascending. */
    public static int[] matches(Boxes queries, int query, Boxes boxes, BoxPredicate predicate) {
        return IntStream.range(0, boxes.size())
                .filter(row -> predicate.holds(queries, query, boxes, row))
                .toArray();
    }

    /** One predicate of each kind; distances are those of pairs and the next smaller number, so that the very last match counts. */
    public static List<BoxPredicate> predicates(Boxes queries, Boxes boxes, Random random) {
        List<BoxPredicate> predicates =
                new ArrayList<>(List.of(BoxPredicate.INTERSECTS, BoxPredicate.CONTAINS, BoxPredicate.WITHIN));
        Metric metric = METRICS.get(random.nextInt(METRICS.size()));
        double distance = 0;
        if (queries.size() > 0 && boxes.size() > 0) {
            distance = metric.distance(
                    key(queries, random.nextInt(queries.size()), boxes, random.nextInt(boxes.size()), metric));
        }
        predicates.add(BoxPredicate.withinDistance(distance, metric));
        predicates.add(BoxPredicate.withinDistance(Math.max(0, Math.nextDown(distance)), metric));
        return predicates;
    }

    private static double key(Boxes queries, int query, Boxes boxes, int row, Metric metric) {
        double sum = 0;
        for (int dim = 0; dim < boxes.dims(); dim++) {
            double gap = Math.max(
                    Math.max(
                            queries.lower(query, dim) - boxes.upper(row, dim),
                            boxes.lower(row, dim) - queries.upper(query, dim)),
                    0);
            sum = metric.equals(Metric.CHEBYSHEV)
                    ? Math.max(sum, gap)
                    : sum + (metric.equals(Metric.MANHATTAN) ? gap : gap * gap);
        }
        return sum;
    }

    /**
     * Compares all searches of a tree with those of the oracle: matches, counts, whether there are any, and those of single queries.
     *
     * @return the first difference, or empty
     */
    public static Optional<String> difference(RTree tree, Boxes queries, BoxPredicate predicate) {
        Matches matches = tree.search(queries, predicate);
        int[] counts = tree.count(queries, predicate);
        boolean[] exist = tree.exists(queries, predicate);
        List<int[]> parts = new ArrayList<>();
        tree.search(queries, predicate, Monitor.NONE, (first, part) -> {
            for (int query = 0; query < part.queries(); query++) {
                parts.add(part.ids(query));
            }
        });
        if (matches.queries() != queries.size() || matches.hasDistances() || parts.size() != queries.size()) {
            return Optional.of(predicate + ", queries expected=" + queries.size() + ", actual=" + matches.queries()
                    + ", in parts=" + parts.size() + ", distances=" + matches.hasDistances());
        }
        for (int query = 0; query < queries.size(); query++) {
            int[] expected = matches(queries, query, tree.boxes(), predicate);
            int[] single = single(tree, queries, query, predicate, Integer.MAX_VALUE);
            boolean same = Arrays.equals(expected, matches.ids(query))
                    && Arrays.equals(expected, parts.get(query))
                    && Arrays.equals(expected, single)
                    && counts[query] == expected.length
                    && exist[query] == expected.length > 0
                    && single(tree, queries, query, predicate, 1).length == Math.min(1, expected.length);
            if (!same) {
                return Optional.of(predicate + ", query=" + query + ", expected=" + Arrays.toString(expected)
                        + ", actual=" + Arrays.toString(matches.ids(query)) + ", in parts="
                        + Arrays.toString(parts.get(query))
                        + ", single=" + Arrays.toString(single) + ", count=" + counts[query] + ", exists="
                        + exist[query]);
            }
        }
        return Optional.empty();
    }

    private static int[] single(RTree tree, Boxes queries, int query, BoxPredicate predicate, int most) {
        int width = 2 * queries.dims();
        double[] bounds = Arrays.copyOfRange(queries.toRowMajor(), query * width, (query + 1) * width);
        IntStream.Builder ids = IntStream.builder();
        int[] left = {most};
        tree.forEachMatch(bounds, predicate, id -> {
            ids.add(id);
            return --left[0] > 0;
        });
        return ids.build().sorted().toArray();
    }
}
