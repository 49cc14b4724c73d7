package dev.gyre.engine.range;

import dev.gyre.engine.data.Points;
import dev.gyre.engine.search.NeighborSort;
import java.util.Arrays;

/** Finds the candidates that are in the regions. O(m log m) for a query of m matches. */
final class OfferedMatches implements MatchFinder, Candidates.Rows {

    private static final int FIRST_ROOM = 1 << 10;

    private final Candidates candidates;
    private final Regions regions;
    private final NeighborSort sort = new NeighborSort();
    private int[] ids = new int[FIRST_ROOM];
    private double[] keys;
    private int query;
    private int size;
    private boolean isKept;

    OfferedMatches(Candidates candidates, Regions regions) {
        this.candidates = candidates;
        this.regions = regions;
        keys = regions.hasKeys() ? new double[FIRST_ROOM] : null;
    }

    @Override
    public void accept(int row, Points points, int at) {
        double key = regions.key(query, row, points, at);
        if (key != Regions.OUTSIDE) {
            if (isKept) {
                keep(row, key);
            }
            size++;
        }
    }

    private void keep(int row, double key) {
        if (size == ids.length) {
            ids = Arrays.copyOf(ids, 2 * size);
            keys = keys == null ? null : Arrays.copyOf(keys, 2 * size);
        }
        ids[size] = row;
        if (keys != null) {
            keys[size] = key;
        }
    }

    @Override
    public int count(int newQuery) {
        isKept = false;
        return take(newQuery);
    }

    @Override
    public int find(int newQuery) {
        isKept = true;
        take(newQuery);
        if (keys != null) {
            sort.sort(keys, ids, size);
        } else {
            Arrays.sort(ids, 0, size);
        }
        return size;
    }

    private int take(int newQuery) {
        query = newQuery;
        size = 0;
        candidates.offer(query, this);
        return size;
    }

    @Override
    public int[] ids() {
        return keys == null ? ids : sort.ids();
    }

    @Override
    public double[] keys() {
        return keys == null ? null : sort.keys();
    }
}
