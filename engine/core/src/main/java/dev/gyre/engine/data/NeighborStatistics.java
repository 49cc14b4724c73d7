package dev.gyre.engine.data;

import java.util.Arrays;
import java.util.Objects;

/**
 * Counts of the neighbors of each query, and for each column of values their sum, mean, minimum and maximum over these neighbors. Immutable.
 *
 * <p>A sum is the same on every device and in every order: each value is rounded to a multiple of {@code 2^(e - 3 (52 - b))}, where all
 * values of the column are below {@code 2^e} in magnitude and there are at most {@code 2^b} points; these are added up without an error, and
 * the sum is rounded at most twice. For up to two million points, {@code 2^-93} of the largest magnitude: values of up to 41 binary digits
 * less than the largest keep all of their digits. For {@code 2^30} points it is {@code 2^-66}.
 */
public final class NeighborStatistics {

    private final int[] counts;
    private final double[][] sums;
    private final double[][] minima;
    private final double[][] maxima;
    private final ExecutionReport report;

    /**
     * Statistics of some queries.
     *
     * @param counts for each query the number of neighbors
     * @param sums for each column the sum of each query
     * @param minima for each column the minimum of each query, NaN without neighbors
     * @param maxima for each column the maximum of each query, NaN without neighbors
     * @param report how they were found
     * @hidden engine only
     */
    public NeighborStatistics(
            int[] counts, double[][] sums, double[][] minima, double[][] maxima, ExecutionReport report) {
        this.counts = counts;
        this.sums = sums;
        this.minima = minima;
        this.maxima = maxima;
        this.report = report;
    }

    /** {@return the number of queries} */
    public int queries() {
        return counts.length;
    }

    /** {@return the number of columns} */
    public int columns() {
        return sums.length;
    }

    /**
     * Returns the number of neighbors of a query.
     *
     * @param query row of the query
     * @return the number
     * @throws IndexOutOfBoundsException if there is no such query
     */
    public int count(int query) {
        return counts[Objects.checkIndex(query, counts.length)];
    }

    /**
     * Returns the sum of a column over the neighbors of a query.
     *
     * @param query row of the query
     * @param column the column, from 0
     * @return the sum, 0 without neighbors
     * @throws IndexOutOfBoundsException if there is no such query or column
     */
    public double sum(int query, int column) {
        return of(sums, query, column);
    }

    /**
     * Returns the mean of a column over the neighbors of a query: the rounded quotient of sum and count.
     *
     * @param query row of the query
     * @param column the column, from 0
     * @return the mean, NaN without neighbors
     * @throws IndexOutOfBoundsException if there is no such query or column
     */
    public double mean(int query, int column) {
        return of(sums, query, column) / counts[query];
    }

    /**
     * Returns the smallest value of a column among the neighbors of a query.
     *
     * @param query row of the query
     * @param column the column, from 0
     * @return the value, NaN without neighbors
     * @throws IndexOutOfBoundsException if there is no such query or column
     */
    public double minimum(int query, int column) {
        return of(minima, query, column);
    }

    /**
     * Returns the largest value of a column among the neighbors of a query.
     *
     * @param query row of the query
     * @param column the column, from 0
     * @return the value, NaN without neighbors
     * @throws IndexOutOfBoundsException if there is no such query or column
     */
    public double maximum(int query, int column) {
        return of(maxima, query, column);
    }

    private double of(double[][] values, int query, int column) {
        double[] some = values[Objects.checkIndex(column, values.length)];
        return some[Objects.checkIndex(query, some.length)];
    }

    /** {@return for each query the number of neighbors; a new array} */
    public int[] toCountArray() {
        return counts.clone();
    }

    /**
     * Returns the sums of a column.
     *
     * @param column the column, from 0
     * @return for each query the sum; a new array
     */
    public double[] toSumArray(int column) {
        return sums[Objects.checkIndex(column, sums.length)].clone();
    }

    /**
     * Returns the means of a column.
     *
     * @param column the column, from 0
     * @return for each query the mean, NaN without neighbors; a new array
     */
    public double[] toMeanArray(int column) {
        double[] means = toSumArray(column);
        Arrays.setAll(means, query -> means[query] / counts[query]);
        return means;
    }

    /**
     * Returns the minima of a column.
     *
     * @param column the column, from 0
     * @return for each query the minimum, NaN without neighbors; a new array
     */
    public double[] toMinimumArray(int column) {
        return minima[Objects.checkIndex(column, minima.length)].clone();
    }

    /**
     * Returns the maxima of a column.
     *
     * @param column the column, from 0
     * @return for each query the maximum, NaN without neighbors; a new array
     */
    public double[] toMaximumArray(int column) {
        return maxima[Objects.checkIndex(column, maxima.length)].clone();
    }

    /** {@return device, method and times} */
    public ExecutionReport report() {
        return report;
    }
}
