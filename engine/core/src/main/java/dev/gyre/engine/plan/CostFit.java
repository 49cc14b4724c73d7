package dev.gyre.engine.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the seconds of an operation's units from times of some workloads: the values, 0 or more, that minimize the sum of squared
 * differences between the logarithms of estimates and measurements.
 *
 * <p>The method is that of Gauss and Newton: each round replaces the logarithm by its tangent at the estimates of the round before, and
 * solves the resulting problem of non-negative least squares.
 */
public final class CostFit {

    private static final int ROUNDS = 12;
    private static final int SWEEPS = 400;

    /** The largest difference of logarithms that counts in full: a larger one means that other work disturbed the measurement. */
    private static final double FARTHEST = 2;

    private final List<CostTerm> terms;
    private final List<double[]> amounts = new ArrayList<>();
    private final List<Double> times = new ArrayList<>();

    /** A fit without measurements. */
    public CostFit(Operation operation) {
        terms = operation.terms();
    }

    /**
     * Adds a measurement.
     *
     * @param work what was done
     * @param seconds how long it took
     */
    public void add(Workload work, double seconds) {
        amounts.add(terms.stream().mapToDouble(term -> term.amount(work)).toArray());
        times.add(seconds);
    }

    /**
     * Returns the seconds of each of the operation's terms, in their order.
     *
     * @return the seconds, 0 or more
     */
    public double[] solve() {
        double[] seconds = new double[terms.size()];
        double[] estimates = times.stream().mapToDouble(Double::doubleValue).toArray();
        for (int round = 0; round < ROUNDS; round++) {
            descend(seconds, estimates);
            for (int row = 0; row < estimates.length; row++) {
                // If all constants are 0, there is no logarithm.
                estimates[row] = Math.max(dot(amounts.get(row), seconds), 1e-3 * times.get(row));
            }
        }
        return seconds;
    }

    /** Sets one unknown after the other to its best value, again and again. */
    private void descend(double[] seconds, double[] estimates) {
        int rows = estimates.length;
        double[] scale = new double[rows];
        double[] residuals = new double[rows];
        for (int row = 0; row < rows; row++) {
            double wanted = Math.log(times.get(row) / estimates[row]);
            double target = estimates[row] * (1 + Math.max(-FARTHEST, Math.min(FARTHEST, wanted)));
            scale[row] = 1 / estimates[row];
            residuals[row] = scale[row] * (dot(amounts.get(row), seconds) - target);
        }
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            for (int term = 0; term < seconds.length; term++) {
                double slope = 0;
                double curvature = 0;
                for (int row = 0; row < rows; row++) {
                    double weighted = scale[row] * amounts.get(row)[term];
                    slope += weighted * residuals[row];
                    curvature += weighted * weighted;
                }
                double best = curvature == 0 ? 0 : Math.max(0, seconds[term] - slope / curvature);
                double change = best - seconds[term];
                seconds[term] = best;
                for (int row = 0; row < rows; row++) {
                    residuals[row] += change * scale[row] * amounts.get(row)[term];
                }
            }
        }
    }

    private static double dot(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    @Override
    public String toString() {
        return terms + " from " + times.size() + " times: " + Arrays.toString(solve());
    }
}
