package dev.gyre.engine.verify;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.Scores;
import dev.gyre.engine.data.TopKJoinOptions;
import dev.gyre.engine.data.TopKJoinOptions.ScoreFunction;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * A seeded case of a top-k spatial join of points or boxes, with its options. For checks only.
 *
 * @param self whether both sides are the same
 * @param left the left points, or null for boxes
 * @param right the right points, or null for boxes
 * @param leftBoxes the left boxes, or null for points
 * @param rightBoxes the right boxes, or null for points
 */
public record TopKCase(
        boolean self,
        Points left,
        Points right,
        Boxes leftBoxes,
        Boxes rightBoxes,
        Scores leftScores,
        Scores rightScores,
        TopKJoinOptions options) {

    private static final int MAX_ROWS = 260;

    private static final List<ScoreFunction> FUNCTIONS = List.of(
            ScoreFunction.SUM,
            ScoreFunction.MIN,
            ScoreFunction.MAX,
            ScoreFunction.PRODUCT,
            ScoreFunction.weighted(3, 0.25),
            ScoreFunction.weighted(0, 1),
            ScoreFunction.monotone("steps", (a, b) -> Math.floor(a / 4) + Math.max(b, -3)),
            ScoreFunction.monotone("logarithms", (a, b) -> Math.log(Math.max(0, a)) + Math.log(Math.max(0, b))),
            ScoreFunction.monotone("poles", (a, b) -> a + b < 6 ? 1 / (6 - (a + b)) : Double.POSITIVE_INFINITY),
            ScoreFunction.monotone(
                    "both infinities",
                    (a, b) -> Math.max(a, b) > 5
                            ? Double.POSITIVE_INFINITY
                            : Math.min(a, b) < -2 ? Double.NEGATIVE_INFINITY : a + b),
            ScoreFunction.monotone("nothing", (a, b) -> Double.NEGATIVE_INFINITY));

    public static TopKCase draw(Sample sample, TopKJoinOptions.Method method, Random random) {
        boolean self = random.nextInt(4) == 0;
        boolean boxes = random.nextInt(3) == 0;
        int right = Math.min(sample.size(), MAX_ROWS);
        int left = self ? right : random.nextInt(2 * right + 2);
        ScoreFunction function = FUNCTIONS.get(random.nextInt(FUNCTIONS.size()));
        boolean ofOneSign = function.needsNonNegative();
        Scores rightScores = scores(right, ofOneSign, random);
        Scores leftScores = self ? rightScores : scores(left, ofOneSign, random);
        boolean leftAscending = random.nextInt(3) == 0;
        boolean rightAscending = ofOneSign ? leftAscending : random.nextInt(3) == 0;
        int k = k(left, right, random);
        if (boxes) {
            Boxes rightBoxes = BoxCases.draw(sample, right, random);
            Boxes leftBoxes = self ? rightBoxes : BoxCases.draw(sample, left, random);
            Metric metric = BoxOracle.metric(random);
            double radius = random.nextBoolean() ? 0 : radius(corners(leftBoxes), corners(rightBoxes), metric, random);
            return new TopKCase(
                    self,
                    null,
                    null,
                    leftBoxes,
                    rightBoxes,
                    leftScores,
                    rightScores,
                    new TopKJoinOptions(
                            k, radius, metric, function, leftAscending, rightAscending, method, Monitor.NONE));
        }
        Metric metric = MetricCases.draw(MetricCases.ofTrees(), sample.dims(), random);
        double[] rows = sample.shape().rows(left + right, sample.dims(), random);
        if (random.nextInt(4) == 0) {
            moveSome(rows, sample.dims(), random);
        }
        int split = right * sample.dims();
        Points rightPoints = MetricCases.in(metric, Points.of(Arrays.copyOf(rows, split), sample.dims()));
        Points leftPoints = self
                ? rightPoints
                : MetricCases.in(metric, Points.of(Arrays.copyOfRange(rows, split, rows.length), sample.dims()));
        double radius = radius(leftPoints, rightPoints, metric, random);
        return new TopKCase(
                self,
                leftPoints,
                rightPoints,
                null,
                null,
                leftScores,
                rightScores,
                new TopKJoinOptions(k, radius, metric, function, leftAscending, rightAscending, method, Monitor.NONE));
    }

    /** Moves about one in a few rows far away, so that there are two far clusters. */
    private static void moveSome(double[] rows, int dims, Random random) {
        double apart = Math.pow(10, random.nextInt(13));
        int one = 2 + random.nextInt(4);
        for (int row = 0; row < rows.length / dims; row++) {
            if (random.nextInt(one) == 0) {
                for (int at = row * dims; at < (row + 1) * dims; at++) {
                    rows[at] = Math.clamp(rows[at] + apart, -Points.MAX_MAGNITUDE, Points.MAX_MAGNITUDE);
                }
            }
        }
    }

    private static int k(int left, int right, Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> 1;
            case 1 -> 1 + (left + 1) * (right + 1);
            default -> 1 + random.nextInt(2 * (left + right) + 1);
        };
    }

    private static Points corners(Boxes boxes) {
        double[] rows = new double[boxes.size() * boxes.dims()];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = boxes.lower(i / boxes.dims(), i % boxes.dims());
        }
        return Points.wrap(rows, boxes.dims());
    }

    /** Draws 0, infinity, or the distance of a pair, which is then just within the radius. */
    private static double radius(Points left, Points right, Metric metric, Random random) {
        int choice = random.nextInt(8);
        if (choice == 0 || left.size() == 0 || right.size() == 0) {
            return 0;
        }
        if (choice == 1) {
            return Double.POSITIVE_INFINITY;
        }
        Points leftSpace = metric.toSpace(left);
        Points rightSpace = metric.toSpace(right);
        double[] distances = IntStream.range(0, 24)
                .mapToDouble(i -> metric.distance(leftSpace.key(
                        random.nextInt(left.size()), rightSpace, random.nextInt(right.size()), metric.norm())))
                .sorted()
                .toArray();
        return distances[random.nextInt(distances.length) / 2];
    }

    /** Draws scores of every type: few different ones, many different ones, equal ones, and ones of all magnitudes. */
    private static Scores scores(int size, boolean nonNegative, Random random) {
        int min = nonNegative ? 0 : -8;
        return switch (random.nextInt(7)) {
            case 0 -> Scores.of(random.ints(size, min, 9).toArray());
            case 1 -> Scores.of(IntStream.generate(() -> 7).limit(size).toArray());
            case 2 ->
                Scores.of(random.ints(size, nonNegative ? 0 : Integer.MIN_VALUE, Integer.MAX_VALUE)
                        .toArray());
            case 3 -> floats(size, min, random);
            case 4 ->
                Scores.of(IntStream.range(0, size)
                        .mapToDouble(i -> -0.0 * (i % 2))
                        .toArray());
            case 5 ->
                Scores.of(random.doubles(size)
                        .map(value -> (nonNegative ? 1 : Math.signum(value - 0.5)) * Math.pow(value, 200) * 0x1p500)
                        .toArray());
            default ->
                Scores.of(IntStream.range(0, size).mapToDouble(i -> i / 3).toArray());
        };
    }

    private static Scores floats(int size, int min, Random random) {
        float[] values = new float[size];
        for (int i = 0; i < size; i++) {
            values[i] = min + 17 * random.nextFloat();
        }
        return Scores.of(values);
    }

    @Override
    public String toString() {
        return (left == null
                        ? "boxes " + leftBoxes.size() + " x " + rightBoxes.size()
                        : "points " + left.size() + " x " + right.size())
                + (self ? ", self" : "")
                + ", k=" + options.k() + ", radius=" + options.radius() + ", metric=" + options.metric()
                + ", function=" + options.function() + ", ascending=" + options.leftAscending() + "/"
                + options.rightAscending()
                + ", method=" + options.method();
    }
}
