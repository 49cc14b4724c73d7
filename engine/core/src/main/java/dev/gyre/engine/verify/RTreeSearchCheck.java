package dev.gyre.engine.verify;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Packing;
import dev.gyre.engine.op.RTree;
import dev.gyre.engine.op.RTreeOptions;
import dev.gyre.engine.plan.Context;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** Compares searches of an R-tree with the tests of all pairs. */
public final class RTreeSearchCheck {

    private static final int MOST_QUERIES = 40;
    private static final int MANY_QUERIES = 1500;
    private static final int RARELY = 16;

    private RTreeSearchCheck() {}

    /**
     * Builds a tree of a sample's shape and searches it by all predicates.
     *
     * @return the first difference, or empty
     */
    public static Optional<String> check(Context context, Sample sample) {
        Random random = sample.random();
        int size = random.nextInt(RARELY) == 0 ? random.nextInt(sample.size() + 1) : sample.size();
        Boxes boxes = BoxCases.draw(sample, size, random);
        boolean many = random.nextInt(RARELY) == 0 && size < 100;
        Boxes queries = BoxCases.draw(sample, many ? MANY_QUERIES : random.nextInt(MOST_QUERIES), random);
        Packing packing = Packing.values()[random.nextInt(Packing.values().length)];
        int nodeSize = RTreeOptions.MIN_NODE_SIZE
                + random.nextInt(RTreeOptions.MAX_NODE_SIZE - RTreeOptions.MIN_NODE_SIZE + 1);
        RTreeOptions options = new RTreeOptions(packing, nodeSize, Monitor.NONE);
        try (RTree tree = RTree.build(context, boxes, options)) {
            for (BoxPredicate predicate : predicates(queries, boxes, random)) {
                Optional<String> difference = difference(tree, queries, predicate);
                if (difference.isPresent()) {
                    return difference.map(text -> packing + ", n=" + boxes.size() + ", dims=" + boxes.dims()
                            + ", nodeSize=" + nodeSize + ", queries=" + queries.size() + ", " + text);
                }
            }
        }
        return Optional.empty();
    }

    /** One predicate of each kind; distances are those of pairs and the next smaller number, so that the very last match counts. */
    public static List<BoxPredicate> predicates(Boxes queries, Boxes boxes, Random random) {
        List<BoxPredicate> predicates =
                new ArrayList<>(List.of(BoxPredicate.INTERSECTS, BoxPredicate.CONTAINS, BoxPredicate.WITHIN));
        Metric metric = BoxOracle.metric(random);
        double distance = queries.size() == 0 || boxes.size() == 0
                ? 1
                : BoxOracle.distance(
                        queries, random.nextInt(queries.size()), boxes, random.nextInt(boxes.size()), metric);
        predicates.add(BoxPredicate.withinDistance(distance, metric));
        predicates.add(BoxPredicate.withinDistance(Math.max(0, Math.nextDown(distance)), metric));
        return predicates;
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
            int[] expected = BoxOracle.row(queries, query, tree.boxes(), false, predicate);
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
