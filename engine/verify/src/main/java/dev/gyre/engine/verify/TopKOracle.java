package dev.gyre.engine.verify;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.TopKJoinOptions;
import dev.gyre.engine.data.TopKJoinOptions.ScoreFunction;
import dev.gyre.engine.data.TopPairs;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Does a top-k spatial join by two nested loops in double, and a sort. For checks only. */
public final class TopKOracle {

    private final TopKCase given;
    private final TopKJoinOptions options;

    /**
     * A pair that is near enough.
     */
    public record Pair(int left, int right, double score, double distance) {}

    /** Makes an oracle for a case. */
    public TopKOracle(TopKCase given) {
        this.given = given;
        options = given.options();
    }

    /** Returns all pairs that are near enough, the best one first. */
    public List<Pair> pairs() {
        Distance distance = given.left() == null ? ofBoxes() : ofPoints();
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < given.leftScores().size(); i++) {
            for (int j = given.self() ? i + 1 : 0; j < given.rightScores().size(); j++) {
                double apart = distance.of(i, j);
                if (!Double.isNaN(apart)) {
                    pairs.add(new Pair(i, j, score(i, j), apart));
                }
            }
        }
        Comparator<Pair> byScore = Comparator.comparingDouble(Pair::score);
        boolean ascending = options.leftAscending() && options.rightAscending();
        pairs.sort((ascending ? byScore : byScore.reversed())
                .thenComparingInt(Pair::left)
                .thenComparingInt(Pair::right));
        return pairs;
    }

    /** Gives the distance of a left and a right row; NaN if they are not near enough. */
    private interface Distance {
        double of(int left, int right);
    }

    private Distance ofPoints() {
        Metric metric = options.metric();
        Points left = metric.toSpace(given.left());
        Points right = metric.toSpace(given.right());
        return (i, j) -> {
            double distance = metric.distance(left.key(i, right, j, metric.norm()));
            return distance <= options.radius() ? distance : Double.NaN;
        };
    }

    private Distance ofBoxes() {
        Boxes left = given.leftBoxes();
        Boxes right = given.rightBoxes();
        BoxPredicate predicate = options.radius() == 0
                ? BoxPredicate.INTERSECTS
                : BoxPredicate.withinDistance(options.radius(), options.metric());
        return (i, j) -> predicate.holds(left, i, right, j)
                ? BoxOracle.distance(left, i, right, j, options.metric())
                : Double.NaN;
    }

    private double score(int i, int j) {
        double left = given.leftScores().score(i);
        double right = given.rightScores().score(j);
        ScoreFunction function = options.function();
        if (options.leftAscending() == options.rightAscending()) {
            return function.of(left, right);
        }
        return options.leftAscending() ? function.of(-left, right) : function.of(left, -right);
    }

    /**
     * Compares an answer.
     *
     * @param pairs all pairs, from {@link #pairs}
     * @return the first difference, or empty
     */
    public Optional<String> check(List<Pair> pairs, TopPairs answer) {
        int expected = Math.min(options.k(), pairs.size());
        if (answer.size() != expected) {
            return Optional.of(given + ": pairs expected=" + expected + ", actual=" + answer.size());
        }
        for (int i = 0; i < expected; i++) {
            Pair actual = new Pair(answer.left(i), answer.right(i), answer.score(i), answer.distance(i));
            if (!actual.equals(pairs.get(i))) {
                return Optional.of(given + ": rank " + i + " expected=" + pairs.get(i) + ", actual=" + actual);
            }
        }
        return Optional.empty();
    }
}
