package dev.gyre.engine.contract;

import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;
import java.util.Arrays;

/** A metric that a user could add: the Hellinger distance of histograms, the Euclidean distance of the square roots of their shares. */
final class Hellinger extends Metric {

    Hellinger() {
        super("hellinger", Norm.EUCLIDEAN);
    }

    @Override
    public Points toSpace(Points points) {
        double[] roots = points.toRowMajor();
        for (int i = 0; i < roots.length; i++) {
            if (roots[i] < 0) {
                throw new IllegalArgumentException("shares must be 0 or more: row=" + i / points.dims() + ", column="
                        + i % points.dims() + ", value=" + roots[i]);
            }
            roots[i] = Math.sqrt(roots[i]);
        }
        return Points.of(roots, points.dims());
    }

    @Override
    public double distance(double key) {
        return Math.sqrt(key / 2);
    }

    @Override
    public double key(double distance) {
        return 2 * super.key(distance);
    }

    /** Returns histograms of the magnitudes of any points. */
    static Points histograms(Points points) {
        return Points.of(Arrays.stream(points.toRowMajor()).map(Math::abs).toArray(), points.dims());
    }
}
