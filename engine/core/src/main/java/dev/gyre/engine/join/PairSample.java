package dev.gyre.engine.join;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import java.util.Arrays;

/**
 * What the distances between a few points tell of how dense all points are. Where few of the distances are as small as what is asked about, the smallest
 * ones are taken to grow as in a space of the dimensions: as many pairs are within r as in (r / s)^d times the pairs within s. Immutable.
 */
final class PairSample {

    /** Points of which the distances to each other are taken: 2,016 pairs, 20 microseconds. */
    private static final int SAMPLE = 64;

    /** The rank of the smallest distances of the sample from which more is concluded. */
    private static final int SMALL_RANK = 10;

    private final int size;
    private final int dims;
    private final double[] distances;

    private PairSample(int size, int dims, double[] distances) {
        this.size = size;
        this.dims = dims;
        this.distances = distances;
    }

    /**
     * Takes a sample.
     *
     * @param points the points, as they were given
     * @param metric a metric of differences, or another one, of which nothing is known
     */
    static PairSample of(Points points, Metric metric) {
        int rows = Math.min(SAMPLE, points.size());
        if (rows < SMALL_RANK || !metric.norm().isOfDifferences()) {
            return new PairSample(points.size(), points.dims(), new double[0]);
        }
        Points space = metric.toSpace(draw(points, rows));
        double[] distances = new double[rows * (rows - 1) / 2];
        int pairs = 0;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < i; j++) {
                distances[pairs++] = metric.distance(space.key(i, space, j, metric.norm()));
            }
        }
        Arrays.sort(distances);
        return new PairSample(points.size(), points.dims(), distances);
    }

    /** Takes so many of the points, evenly from all rows. */
    static Points draw(Points points, int rows) {
        double[] drawn = new double[rows * points.dims()];
        for (int i = 0; i < rows; i++) {
            double[] point = points.point((int) ((long) i * points.size() / rows));
            System.arraycopy(point, 0, drawn, i * points.dims(), points.dims());
        }
        return Points.of(drawn, points.dims());
    }

    /** About how many points are within a radius of one of them, 1 at least. */
    int matches(double radius) {
        if (distances.length == 0) {
            return 1;
        }
        double within =
                Arrays.stream(distances).filter(distance -> distance <= radius).count();
        double few = Math.pow(radius / distances[SMALL_RANK], dims) * SMALL_RANK;
        double share = (within > SMALL_RANK ? within : few) / distances.length;
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, share * size));
    }

    /** A radius within which about so many points are of one of them, above 0; 1 where nothing is known. */
    double radius(double matches) {
        double smallest = Arrays.stream(distances)
                .skip(SMALL_RANK)
                .filter(distance -> distance > 0)
                .findFirst()
                .orElse(1);
        double atSmallest = (double) SMALL_RANK * size / Math.max(1, distances.length);
        double radius = smallest * Math.pow(matches / Math.max(1, atSmallest), 1.0 / dims);
        return Math.max(Double.MIN_NORMAL, Math.min(radius, Double.MAX_VALUE));
    }
}
