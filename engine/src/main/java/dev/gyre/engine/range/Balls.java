package dev.gyre.engine.range;

import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;

/**
 * All points within a distance of each query, the distance itself included.
 *
 * @param queries the centers, in the space of the metric
 * @param points the points, in the same space
 * @param norm the norm of distances
 * @param limit largest key, 0 or more, may be infinite
 * @param self whether the queries are the points, of which each is left out of its own region by its row
 */
public record Balls(Points queries, Points points, Norm norm, double limit, boolean self) implements Regions {

    @Override
    public int size() {
        return queries.size();
    }

    @Override
    public boolean hasKeys() {
        return true;
    }

    @Override
    public double key(int query, int row) {
        if (self && query == row) {
            return OUTSIDE;
        }
        double key = queries.key(query, points, row, norm);
        return key <= limit ? key : OUTSIDE;
    }
}
