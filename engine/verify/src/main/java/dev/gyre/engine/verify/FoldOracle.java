package dev.gyre.engine.verify;

import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.NeighborStatistics;
import dev.gyre.engine.data.Points;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** Folds over pairs and neighbors by the plainest code, to compare with. */
public final class FoldOracle {

    private static final int PRECISION = 52;

    /** The unit of products of {@link #units}. */
    private static final BigDecimal SQUARED_UNIT = new BigDecimal(Double.MIN_VALUE).pow(2);

    private FoldOracle() {}

    /**
     * Counts the pairs within each radius.
     *
     * @param self whether both sets are the same, so that each unordered pair of different rows counts once
     */
    public static long[] pairCounts(Points left, Points right, boolean self, Metric metric, double... radii) {
        Points leftSpace = metric.toSpace(left);
        Points rightSpace = metric.toSpace(right);
        long[] counts = new long[radii.length];
        double[] keys = new double[radii.length];
        for (int i = 0; i < radii.length; i++) {
            keys[i] = metric.largestKey(radii[i]);
        }
        for (int row = 0; row < left.size(); row++) {
            for (int other = self ? row + 1 : 0; other < right.size(); other++) {
                double key = leftSpace.key(row, rightSpace, other, metric.norm());
                for (int i = 0; i < radii.length; i++) {
                    counts[i] += key <= keys[i] ? 1 : 0;
                }
            }
        }
        return counts;
    }

    /**
     * Adds up the products of the weights of the pairs within a radius, without an error.
     *
     * @param self whether both sets are the same, so that each unordered pair of different rows counts once
     */
    public static BigDecimal weightOfPairs(
            Points left,
            double[] leftWeights,
            Points right,
            double[] rightWeights,
            boolean self,
            Metric metric,
            double radius) {
        Points leftSpace = metric.toSpace(left);
        Points rightSpace = metric.toSpace(right);
        double limit = metric.largestKey(radius);
        BigInteger[] weights =
                Arrays.stream(rightWeights).mapToObj(FoldOracle::units).toArray(BigInteger[]::new);
        BigInteger sum = BigInteger.ZERO;
        for (int row = 0; row < left.size(); row++) {
            BigInteger near = BigInteger.ZERO;
            for (int other = self ? row + 1 : 0; other < right.size(); other++) {
                if (leftSpace.key(row, rightSpace, other, metric.norm()) <= limit) {
                    near = near.add(weights[other]);
                }
            }
            sum = sum.add(near.multiply(units(leftWeights[row])));
        }
        return new BigDecimal(sum).multiply(SQUARED_UNIT);
    }

    /**
     * Returns the weights of all pairs of a graph's rows.
     *
     * @param standardized whether the weights of the edges from a row add up to 1
     */
    public static double[][] weights(Matches graph, boolean standardized) {
        int n = graph.queries();
        double[][] weights = new double[n][n];
        for (int row = 0; row < n; row++) {
            for (int rank = 0; rank < graph.count(row); rank++) {
                weights[row][graph.id(row, rank)] += standardized ? 1.0 / graph.count(row) : 1;
            }
        }
        return weights;
    }

    /** Moran's I, Geary's C, then the local I of each row, by loops over the weights of all pairs. */
    public static double[] autocorrelation(double[][] weights, double... values) {
        int n = values.length;
        double mean = Arrays.stream(values).average().orElse(0);
        double squares = Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        double all = 0;
        double products = 0;
        double differences = 0;
        double[] answer = new double[n + 2];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                double product = weights[i][j] * (values[i] - mean) * (values[j] - mean);
                all += weights[i][j];
                products += product;
                differences += weights[i][j] * (values[i] - values[j]) * (values[i] - values[j]);
                answer[2 + i] += product / (squares / n);
            }
        }
        answer[0] = n / all * products / squares;
        answer[1] = (n - 1) / (2 * all) * differences / squares;
        return answer;
    }

    /**
     * Compares statistics with those of all rows within a radius. Sums are compared with exact ones: they may differ by the two roundings of a
     * double, and by what the parts of all values of the column lose.
     *
     * @param self whether a row is no neighbor of itself
     * @return the first difference, or empty
     */
    public static Optional<String> difference(
            Points queries,
            Points points,
            boolean self,
            Metric metric,
            double[][] columns,
            double radius,
            NeighborStatistics found) {
        Points querySpace = metric.toSpace(queries);
        Points space = metric.toSpace(points);
        double limit = metric.largestKey(radius);
        for (int query = 0; query < queries.size(); query++) {
            int asked = query;
            int[] rows = IntStream.range(0, points.size())
                    .filter(row -> !(self && row == asked))
                    .filter(row -> querySpace.key(asked, space, row, metric.norm()) <= limit)
                    .toArray();
            Optional<String> difference = difference(rows, columns, query, found);
            if (difference.isPresent()) {
                return difference.map(text -> "query=" + asked + ", " + text);
            }
        }
        return found.queries() == queries.size() && found.columns() == columns.length
                ? Optional.empty()
                : Optional.of("queries=" + found.queries() + ", columns=" + found.columns());
    }

    /** Compares the statistics of a query with those of some rows. */
    public static Optional<String> difference(int[] rows, double[][] columns, int query, NeighborStatistics found) {
        List<String> differences = new ArrayList<>();
        if (found.count(query) != rows.length) {
            differences.add("count: expected=" + rows.length + ", actual=" + found.count(query));
        }
        for (int column = 0; column < columns.length; column++) {
            double[] values = columns[column];
            BigInteger exact =
                    IntStream.of(rows).mapToObj(row -> units(values[row])).reduce(BigInteger.ZERO, BigInteger::add);
            double sum = found.sum(query, column);
            double largest = 0;
            for (double value : values) {
                largest = Math.max(largest, Math.abs(value));
            }
            double error = Math.abs(ofUnits(exact.subtract(units(sum))));
            if (error > Math.abs(sum) * 0x1p-51 + rows.length * largest * 0x1p-90) {
                differences.add("sum: expected=" + ofUnits(exact) + ", actual=" + sum);
            }
            String name = ", column=" + column;
            double min =
                    IntStream.of(rows).mapToDouble(row -> values[row]).min().orElse(Double.NaN) + 0.0;
            double max =
                    IntStream.of(rows).mapToDouble(row -> values[row]).max().orElse(Double.NaN) + 0.0;
            addUnlessEqual(differences, "minimum" + name, min, found.minimum(query, column));
            addUnlessEqual(differences, "maximum" + name, max, found.maximum(query, column));
            addUnlessEqual(differences, "mean" + name, sum / rows.length, found.mean(query, column));
        }
        return differences.stream().findFirst();
    }

    /** A finite value as a multiple of the smallest double, exactly. */
    private static BigInteger units(double value) {
        int exponent = Math.max(Math.getExponent(value), Double.MIN_EXPONENT);
        BigInteger magnitude = BigInteger.valueOf((long) Math.scalb(Math.abs(value), PRECISION - exponent))
                .shiftLeft(exponent - Double.MIN_EXPONENT);
        return value < 0 ? magnitude.negate() : magnitude;
    }

    /** About the value of a multiple of the smallest double. */
    private static double ofUnits(BigInteger units) {
        int dropped = Math.max(0, units.bitLength() - Long.SIZE);
        return Math.scalb(units.shiftRight(dropped).doubleValue(), dropped + Double.MIN_EXPONENT - PRECISION);
    }

    /** Draws values of one of several kinds: small whole numbers, of all magnitudes, or with sums much smaller than they are. */
    public static double[] values(int n, Random random) {
        int kind = random.nextInt(4);
        double[] values = new double[n];
        for (int i = 0; i < n; i++) {
            double value = random.nextGaussian();
            values[i] = switch (kind) {
                case 0 -> random.nextInt(7) - 3;
                case 1 -> Math.scalb(value, random.nextInt(1890) - 1000);
                case 2 -> i % 2 == 0 ? 1e15 + value : -1e15;
                default -> value;
            };
        }
        return values;
    }

    private static void addUnlessEqual(List<String> differences, String what, double expected, double actual) {
        if (Double.compare(expected, actual) != 0) {
            differences.add(what + ": expected=" + expected + ", actual=" + actual);
        }
    }
}
