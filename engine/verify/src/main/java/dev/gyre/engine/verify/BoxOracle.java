package dev.gyre.engine.verify;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.op.RTree;
import dev.gyre.tasks.common.Norms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** Finds pairs of boxes for which a predicate holds by the plainest code: it tests all pairs. */
public final class BoxOracle {

    /** The metrics that distances of boxes support. */
    static final List<Metric> METRICS =
            List.of(Metric.EUCLIDEAN, Metric.SQUARED_EUCLIDEAN, Metric.MANHATTAN, Metric.CHEBYSHEV);

    private BoxOracle() {}

    /** Draws a predicate; a distance is that of a pair, or 0, so that a pair is at exactly this distance. */
    public static BoxPredicate predicate(Boxes left, Boxes right, Random random) {
        Metric metric = metric(random);
        double distance = distance(left, right, metric, random);
        return switch (random.nextInt(5)) {
            case 0 -> BoxPredicate.CONTAINS;
            case 1 -> BoxPredicate.WITHIN;
            case 2 -> BoxPredicate.withinDistance(random.nextInt(4) == 0 ? 0 : distance, metric);
            default -> BoxPredicate.INTERSECTS;
        };
    }

    /** Draws a metric of boxes. */
    public static Metric metric(Random random) {
        return METRICS.get(random.nextInt(METRICS.size()));
    }

    /** Returns the distance of a pair. */
    static double distance(Boxes left, int a, Boxes right, int b, Metric metric) {
        return metric.distance(key(left, a, right, b, metric.norm()));
    }

    /** Draws the distance of a pair, so that this pair is just within it; 1 if there is no pair. */
    public static double distance(Boxes left, Boxes right, Metric metric, Random random) {
        return left.size() == 0 || right.size() == 0
                ? 1
                : distance(left, random.nextInt(left.size()), right, random.nextInt(right.size()), metric);
    }

    /** Returns the canonical key of the gaps between two boxes, from the first dimension to the last. */
    private static double key(Boxes left, int a, Boxes right, int b, Norm norm) {
        double key = 0;
        for (int dim = 0; dim < left.dims(); dim++) {
            double below = left.lower(a, dim) - right.upper(b, dim);
            double above = right.lower(b, dim) - left.upper(a, dim);
            double gap = Math.max(0, Math.max(below, above));
            key = switch (norm.code()) {
                case Norms.EUCLIDEAN -> key + gap * gap;
                case Norms.MANHATTAN -> key + gap;
                case Norms.CHEBYSHEV -> Math.max(key, gap);
                default -> throw new IllegalArgumentException("no oracle for " + norm);
            };
        }
        return key;
    }

    /** Returns the rows that match a left row, ascending. */
    public static int[] row(Boxes left, int query, Boxes right, boolean self, BoxPredicate predicate) {
        return IntStream.range(0, right.size())
                .filter(row -> !(self && row == query) && predicate.holds(left, query, right, row))
                .toArray();
    }

    /** Compares the matches of all left rows with all pairs; returns the first difference, or empty. */
    public static Optional<String> check(
            Boxes left, Boxes right, boolean self, BoxPredicate predicate, Matches matches) {
        return RangeOracle.difference(left.size(), matches, query -> row(left, query, right, self, predicate))
                .map(text -> predicate + ", " + text);
    }

    /** Draws one predicate of each kind; distances are that of a pair and the next smaller number, so that the last match matters. */
    public static List<BoxPredicate> predicates(Boxes queries, Boxes boxes, Random random) {
        List<BoxPredicate> predicates =
                new ArrayList<>(List.of(BoxPredicate.INTERSECTS, BoxPredicate.CONTAINS, BoxPredicate.WITHIN));
        Metric metric = metric(random);
        double distance = distance(queries, boxes, metric, random);
        predicates.add(BoxPredicate.withinDistance(distance, metric));
        predicates.add(BoxPredicate.withinDistance(Math.max(0, Math.nextDown(distance)), metric));
        return predicates;
    }

    /**
     * Compares all searches of a tree with the oracle: matches, counts, existence, and matches of single queries.
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
            int[] expected = row(queries, query, tree.boxes(), false, predicate);
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

    private static int[] single(RTree tree, Boxes queries, int query, BoxPredicate predicate, int max) {
        int width = 2 * queries.dims();
        double[] bounds = Arrays.copyOfRange(queries.toRowMajor(), query * width, (query + 1) * width);
        IntStream.Builder ids = IntStream.builder();
        int[] left = {max};
        tree.forEachMatch(bounds, predicate, id -> {
            ids.add(id);
            return --left[0] > 0;
        });
        return ids.build().sorted().toArray();
    }

    /** Returns the first difference between a search and the order of all boxes, or empty. */
    public static Optional<String> nearestDifference(RTree tree, Boxes queries, int k, double radius, Metric metric) {
        Boxes boxes = tree.boxes();
        Neighbors neighbors = tree.nearest(queries, k, radius, metric, Monitor.NONE);
        double limit = metric.largestKey(radius);
        for (int query = 0; query < queries.size(); query++) {
            double[] keys = new double[boxes.size()];
            for (int row = 0; row < keys.length; row++) {
                keys[row] = key(queries, query, boxes, row, metric.norm());
            }
            int[] expected = KnnOracle.inOrder(keys, row -> keys[row] <= limit);
            Optional<String> difference = KnnOracle.difference(query, keys, expected, neighbors);
            if (difference.isPresent()) {
                return difference.map(text -> tree.packing() + ", n=" + boxes.size() + ", dims=" + boxes.dims()
                        + ", nodeSize=" + tree.nodeSize() + ", k=" + k + ", radius=" + radius + ", " + metric + ", "
                        + text);
            }
        }
        return SingleQueries.difference(tree, queries, k, radius, metric);
    }
}
