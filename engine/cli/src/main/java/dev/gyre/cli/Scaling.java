package dev.gyre.cli;

import dev.gyre.engine.data.Points;
import java.util.Arrays;

/**
 * A shift, a division and a multiplication for each column. A column whose numbers are all equal is shifted but not divided.
 *
 * @param origin the number to subtract from a coordinate
 * @param unit the divisor of the difference
 * @param weight the factor of the quotient
 */
record Scaling(double[] origin, double[] unit, double[] weight) {

    /** Methods that bring columns of different units to one scale. */
    enum Normalization {
        /** The mean becomes 0, the standard deviation 1. */
        ZSCORE,
        /** The least becomes 0, the largest 1. */
        MINMAX
    }

    /** Returns the scaling that changes nothing. */
    static Scaling none(int dims) {
        return new Scaling(new double[dims], ones(dims), ones(dims));
    }

    /** Returns the scaling that normalizes these points. */
    static Scaling of(Points points, Normalization normalization) {
        Scaling scaling = none(points.dims());
        for (int dim = 0; dim < points.dims() && points.size() > 0; dim++) {
            if (normalization == Normalization.ZSCORE) {
                scaling.origin[dim] = mean(points, dim);
                scaling.unit[dim] = deviation(points, dim, scaling.origin[dim]);
            } else {
                scaling.origin[dim] = min(points, dim);
                scaling.unit[dim] = largestDifference(points, dim, scaling.origin[dim]);
            }
            if (scaling.unit[dim] == 0) {
                scaling.unit[dim] = 1;
            }
        }
        return scaling;
    }

    /** Returns this scaling with other weights. */
    Scaling weighted(double... weights) {
        return new Scaling(origin, unit, weights);
    }

    Points apply(Points points) {
        int dims = points.dims();
        double[] scaled = new double[points.size() * dims];
        for (int at = 0; at < scaled.length; at++) {
            int dim = at % dims;
            scaled[at] = (points.coordinate(at / dims, dim) - origin[dim]) / unit[dim] * weight[dim];
        }
        return Points.of(scaled, dims);
    }

    private static double[] ones(int dims) {
        double[] ones = new double[dims];
        Arrays.fill(ones, 1);
        return ones;
    }

    private static double mean(Points points, int dim) {
        double sum = 0;
        for (int row = 0; row < points.size(); row++) {
            sum += points.coordinate(row, dim);
        }
        double mean = sum / points.size();
        double rest = 0;
        for (int row = 0; row < points.size(); row++) {
            rest += points.coordinate(row, dim) - mean;
        }
        return mean + rest / points.size();
    }

    /** Returns the standard deviation of all points, without squares that overflow or vanish. */
    private static double deviation(Points points, int dim, double mean) {
        double max = largestDifference(points, dim, mean);
        double sum = 0;
        for (int row = 0; row < points.size() && max > 0; row++) {
            double share = (points.coordinate(row, dim) - mean) / max;
            sum += share * share;
        }
        return max * Math.sqrt(sum / points.size());
    }

    private static double min(Points points, int dim) {
        double min = Double.POSITIVE_INFINITY;
        for (int row = 0; row < points.size(); row++) {
            min = Math.min(min, points.coordinate(row, dim));
        }
        return min;
    }

    private static double largestDifference(Points points, int dim, double from) {
        double max = 0;
        for (int row = 0; row < points.size(); row++) {
            max = Math.max(max, Math.abs(points.coordinate(row, dim) - from));
        }
        return max;
    }
}
