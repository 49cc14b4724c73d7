package dev.gyre.engine.methods.hybrid;

import dev.gyre.engine.data.HybridGridOptions;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import java.util.Arrays;

/**
 * The radius within which a point has k others on average (Gowanlock 2021, section 4.4). It counts the distances of a few points to all, in
 * bins up to the mean distance of a sample. O(d n) for each of the few points, on the threads of the host.
 *
 * <p>The paper does not say what to do about far rows: a single one at 10^10 makes the mean so large that nearly all distances are in the
 * first bin, and the radius would contain nearly all points. So the range of the bins is at most twice the median distance, and if the first
 * bin still has far too many, it is divided into bins itself.
 */
public final class HybridRadius {

    private static final int MAX_SAMPLED = 2_000;
    private static final int MIN_SLICE = 1 << 12;

    /** How many times k points the first bin may have. */
    private static final int COARSE = 4;

    /** How often the first bin is divided. If it still has too many, most points are at a few places, and no radius separates them. */
    private static final int MAX_PASSES = 3;

    private HybridRadius() {}

    /** The radius for k neighbors, 0 or more; the range of the bins if no smaller radius has enough. */
    public static double of(Points space, Norm norm, int k, HybridGridOptions options, Workers workers) {
        double first = range(space, norm, options);
        int rows = Math.min(options.queries(), space.size());
        int bins = options.bins();
        double range = first;
        for (int pass = 0; pass <= MAX_PASSES; pass++) {
            long[] counts = counts(space, norm, rows, range, bins, workers);
            if (counts[0] <= COARSE * (long) k * rows) {
                return radius(counts, range, (long) k * rows);
            }
            range /= bins;
        }
        return first / bins;
    }

    private static double radius(long[] counts, double range, long wanted) {
        long within = 0;
        for (int bin = 0; bin < counts.length; bin++) {
            within += counts[bin];
            if (within >= wanted) {
                return range * (bin + 1) / counts.length;
            }
        }
        return range;
    }

    /** Counts the distances below a range in bins. */
    private static long[] counts(Points space, Norm norm, int rows, double range, int bins, Workers workers) {
        long[] counts = new long[bins];
        workers.forEachSlice(space.size(), MIN_SLICE, (begin, end) -> {
            long[] own = new long[bins];
            for (int i = 0; i < rows; i++) {
                int query = row(i, rows, space.size());
                for (int row = begin; row < end; row++) {
                    double distance = norm.distance(space.key(query, space, row, norm));
                    if (row != query && distance < range) {
                        own[Math.min((int) (distance / range * bins), bins - 1)]++;
                    }
                }
            }
            synchronized (counts) {
                for (int bin = 0; bin < bins; bin++) {
                    counts[bin] += own[bin];
                }
            }
        });
        return counts;
    }

    /** The mean distance of a sample, or twice the median one if that is less and not 0. */
    private static double range(Points space, Norm norm, HybridGridOptions options) {
        int rows = (int) Math.min(MAX_SAMPLED, Math.max(2, options.sample() * space.size()));
        rows = Math.min(rows, space.size());
        double[] distances = new double[rows * (rows - 1) / 2];
        int pairs = 0;
        for (int i = 0; i < rows; i++) {
            int one = row(i, rows, space.size());
            for (int j = 0; j < i; j++) {
                distances[pairs++] = norm.distance(space.key(one, space, row(j, rows, space.size()), norm));
            }
        }
        if (pairs == 0) {
            return 0;
        }
        double mean = Arrays.stream(distances).sum() / pairs;
        Arrays.sort(distances);
        double median = distances[pairs / 2];
        return median > 0 ? Math.min(mean, 2 * median) : mean;
    }

    /** Rows evenly spread over all. */
    private static int row(int i, int rows, int size) {
        return (int) ((long) i * size / rows);
    }
}
