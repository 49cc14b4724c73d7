package dev.gyre.engine.rtree;

import dev.gyre.engine.data.Points;
import dev.gyre.engine.range.Regions;

/**
 * The queries of a search of boxes. All candidates match, except those that a self-join excludes.
 *
 * @param size number of queries
 * @param own for each query its own row; null in a join of two sets
 * @param once whether each pair of a self-join is a match of its lower row only
 */
public record BoxRegions(int size, int[] own, boolean once) implements Regions {

    /** The own row of query 0 if those of the others follow, one after the other; -1 if they do not. 0 if queries have none. */
    int firstOwn() {
        for (int query = 1; own != null && query < own.length; query++) {
            if (own[query] != own[query - 1] + 1) {
                return -1;
            }
        }
        return own == null || own.length == 0 ? 0 : own[0];
    }

    @Override
    public boolean takesAll() {
        return own == null;
    }

    @Override
    public double key(int query, int row, Points points, int at) {
        boolean excluded = own != null && (row == own[query] || (once && row < own[query]));
        return excluded ? OUTSIDE : 0;
    }
}
