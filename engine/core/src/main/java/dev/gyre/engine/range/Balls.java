package dev.gyre.engine.range;

import dev.gyre.engine.data.Norm;
import dev.gyre.engine.data.Points;

/**
 * All points within the same distance of each query, the distance itself included.
 *
 * @param points the points, of the same dimensions
 * @param norm the norm of distances
 * @param limit the largest key
 * @param own for each query the row that is left out, its own one in a self-join; null if none is left out, or {@code firstOwn} tells
 * @param firstOwn the row that query 0 leaves out, if those of the others follow one after the other; -1 if {@code own} tells
 */
public record Balls(Points queries, Points points, Norm norm, double limit, int[] own, int firstOwn)
        implements Regions {

    /** Balls that leave out the given rows; null for none. */
    public Balls(Points queries, Points points, Norm norm, double limit, int[] own) {
        this(queries, points, norm, limit, own, -1);
    }

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
        if (own(query) == row) {
            return OUTSIDE;
        }
        double key = queries.key(query, where, at, norm);
        return key <= limit ? key : OUTSIDE;
    }

    /** The row that a query leaves out; -1 if none. */
    public int own(int query) {
        if (own != null) {
            return own[query];
        }
        return firstOwn < 0 ? -1 : firstOwn + query;
    }

    /** Whether any query leaves out a row. */
    public boolean leavesOut() {
        return own != null || firstOwn >= 0;
    }
}
