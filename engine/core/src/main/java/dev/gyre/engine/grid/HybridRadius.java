package dev.gyre.engine.grid;

import dev.gyre.engine.data.HybridGridOptions;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;

/**
 * The radius within which a point has k others on average (Gowanlock 2021, section 4.4). It counts the distances of a few points to all, in
 * bins up to the mean distance of a sample. O(d n) for each of the few points, on the threads of the host.
 */
public final class HybridRadius {

    private static final int MOST_SAMPLED = 2_000;
    private static final int MIN_SLICE = 1 << 12;

    private HybridRadius() {}

    /** The radius for k neighbors, 0 or more; the mean distance if no smaller radius has enough. */
    public static double of(Points space, Norm norm, int k, HybridGridOptions options, Workers workers) {
        double mean = mean(space, norm, options);
        int rows = Math.min(options.queries(), space.size());
        int bins = options.bins();
        long[] counts = new long[bins];
        workers.forEachSlice(space.size(), MIN_SLICE, (begin, end) -> {
            long[] own = new long[bins];
            for (int i = 0; i < rows; i++) {
                int query = row(i, rows, space.size());
                for (int row = begin; row < end; row++) {
                    double distance = norm.distance(space.key(query, space, row, norm));
                    if (row != query && distance < mean) {
                        own[Math.min((int) (distance / mean * bins), bins - 1)]++;
                    }
                }
            }
            synchronized (counts) {
                for (int bin = 0; bin < bins; bin++) {
                    counts[bin] += own[bin];
                }
            }
        });
        long within = 0;
        for (int bin = 0; bin < bins; bin++) {
            within += counts[bin];
            if (within >= (long) k * rows) {
                return mean * (bin + 1) / bins;
            }
        }
        return mean;
    }

    private static double mean(Points space, Norm norm, HybridGridOptions options) {
        int rows = (int) Math.min(MOST_SAMPLED, Math.max(2, options.sample() * space.size()));
        rows = Math.min(rows, space.size());
        double sum = 0;
        long pairs = 0;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < i; j++) {
                int one = row(i, rows, space.size());
                sum += norm.distance(space.key(one, space, row(j, rows, space.size()), norm));
                pairs++;
            }
        }
        return pairs == 0 ? 0 : sum / pairs;
    }

    /** Rows evenly spread over all. */
    private static int row(int i, int rows, int size) {
        return (int) ((long) i * size / rows);
    }
}
