package dev.gyre.engine.rtree;

import dev.gyre.engine.range.MatchFinder;
import dev.gyre.engine.range.Regions;
import java.util.Arrays;

/** The rows that a search found, in their order, without those that the regions exclude. O(m log m) for a query of m matches. */
abstract class BoxFinder implements MatchFinder {

    private final Regions regions;

    BoxFinder(Regions regions) {
        this.regions = regions;
    }

    /** Puts the rows found for a query into {@link #ids}, in any order, and returns their number. */
    abstract int collect(int query);

    /** The number of rows found for a query. */
    abstract int size(int query);

    @Override
    public int find(int query) {
        int count = kept(query);
        Arrays.sort(ids(), 0, count);
        return count;
    }

    @Override
    public int count(int query) {
        return regions.takesAll() ? size(query) : kept(query);
    }

    private int kept(int query) {
        int count = collect(query);
        if (regions.takesAll()) {
            return count;
        }
        int[] found = ids();
        int kept = 0;
        for (int i = 0; i < count; i++) {
            found[kept] = found[i];
            kept += regions.key(query, found[i], null, 0) == Regions.OUTSIDE ? 0 : 1;
        }
        return kept;
    }

    @Override
    public double[] keys() {
        return null;
    }
}
