package dev.gyre.engine.range;

import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;

/**
 * All points within the same distance of each query, the distance itself included.
 *
 * @param queries the queries
 * @param points the points, of the same dimensions
 * @param norm the norm of distances
 * @param limit the largest key
 * @param own for each query the row that is left out, its own one in a self-join; null if none is left out
 */
public record Balls(Points queries, Points points, Norm norm, double limit, int[] own) implements Regions {

    @Override
    public int size() {
        return queries.size();
    }

    @Override
    public boolean hasKeys() {
        return true;
    }

    @Override
    public double key(int query, int row, Points where, int at) {
        if (own != null && own[query] == row) {
            return OUTSIDE;
        }
        double key = queries.key(query, where, at, norm);
        return key <= limit ? key : OUTSIDE;
    }

    /** Whether each query leaves out the row of its own number, or none leaves out any. */
    public boolean leavesOutRows() {
        for (int query = 0; own != null && query < own.length; query++) {
            if (own[query] != query) {
                return false;
            }
        }
        return true;
    }
}
