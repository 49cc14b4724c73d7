package dev.gyre.engine.data;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * The points that each query matches: a row of any length per query, all rows in one piece. Immutable; safe for use by several
 * threads.
 *
 * <p>Points within a distance are in ascending order of (key, id), where the key is that of the metric's {@link Norm}; points in
 * a window have no distance and are in ascending order of ids. Memory: 4 bytes per query, and per match 12 with distances and
 * 4 without.
 */
public final class Matches {

    /** Most matches of a result. */
    public static final int MAX_SIZE = Integer.MAX_VALUE - 8;

    private final int[] offsets;
    private final int[] ids;
    private final double[] keys;
    private final Metric metric;
    private final JoinReport report;

    /**
     * Takes over finished arrays, which must not be changed any more.
     *
     * @param offsets where the matches of each query begin, and the number of all as the last one
     * @param ids ids of the matches
     * @param keys canonical keys of the matches in the metric's space, or null for matches without distances
     * @param metric the metric
     * @param report where the work was done
     * @throws IllegalArgumentException if the arrays do not fit each other
     */
    public Matches(int[] offsets, int[] ids, double[] keys, Metric metric, JoinReport report) {
        if (offsets.length == 0
                || offsets[offsets.length - 1] != ids.length
                || (keys != null && keys.length != ids.length)) {
            throw new IllegalArgumentException("arrays must be of all matches: offsets=" + offsets.length + ", ids="
                    + ids.length + ", keys=" + (keys == null ? "none" : keys.length));
        }
        this.offsets = offsets;
        this.ids = ids;
        this.keys = keys;
        this.metric = Objects.requireNonNull(metric, "metric");
        this.report = Objects.requireNonNull(report, "report");
    }

    /**
     * Parts in a row as one.
     *
     * @param parts at least one, all with or all without distances
     * @param report where the work was done
     * @return all of their queries with all of their matches
     * @throws IllegalArgumentException if there are more than {@link #MAX_SIZE} matches
     */
    public static Matches concat(List<Matches> parts, JoinReport report) {
        Matches head = parts.get(0);
        if (parts.size() == 1) {
            return head.with(report);
        }
        long queries = parts.stream().mapToLong(Matches::queries).sum();
        long size = parts.stream().mapToLong(Matches::size).sum();
        if (size > MAX_SIZE) {
            throw new IllegalArgumentException(
                    "matches must be below 2^31 - 8: queries=" + queries + ", matches=" + size);
        }
        int[] offsets = new int[(int) queries + 1];
        int[] ids = new int[(int) size];
        double[] keys = head.hasDistances() ? new double[ids.length] : null;
        int query = 0;
        int at = 0;
        for (Matches part : parts) {
            for (int i = 0; i < part.queries(); i++) {
                offsets[query++] = at + part.offsets[i];
            }
            System.arraycopy(part.ids, 0, ids, at, part.size());
            if (keys != null) {
                System.arraycopy(part.keys, 0, keys, at, part.size());
            }
            at += part.size();
        }
        offsets[query] = at;
        return new Matches(offsets, ids, keys, head.metric, report);
    }

    /**
     * The same matches with another report.
     *
     * @param newReport where the work was done
     * @return matches that share these arrays
     */
    public Matches with(JoinReport newReport) {
        return new Matches(offsets, ids, keys, metric, newReport);
    }

    /**
     * Number of queries.
     *
     * @return the number
     */
    public int queries() {
        return offsets.length - 1;
    }

    /**
     * Number of matches of all queries.
     *
     * @return the number
     */
    public int size() {
        return ids.length;
    }

    /**
     * Number of matches of a query.
     *
     * @param query row of the query
     * @return the number, 0 or more
     * @throws IndexOutOfBoundsException if there is no such query
     */
    public int count(int query) {
        Objects.checkIndex(query, queries());
        return offsets[query + 1] - offsets[query];
    }

    /**
     * The id of a match.
     *
     * @param query row of the query
     * @param rank 0 for the first
     * @return row of the point
     * @throws IndexOutOfBoundsException if there is no such query or match
     */
    public int id(int query, int rank) {
        return ids[slot(query, rank)];
    }

    /**
     * The ids of all matches of a query.
     *
     * @param query row of the query
     * @return a new array
     * @throws IndexOutOfBoundsException if there is no such query
     */
    public int[] ids(int query) {
        Objects.checkIndex(query, queries());
        return Arrays.copyOfRange(ids, offsets[query], offsets[query + 1]);
    }

    /**
     * Whether matches have distances: those within a radius have, those in a window have not.
     *
     * @return whether they have
     */
    public boolean hasDistances() {
        return keys != null;
    }

    /**
     * The canonical key of a match in the space of the metric, which decided its rank: see {@link Norm}.
     *
     * @param query row of the query
     * @param rank 0 for the first
     * @return the key
     * @throws IndexOutOfBoundsException if there is no such query or match
     * @throws IllegalStateException if the matches have no distances
     */
    public double key(int query, int rank) {
        checkDistances();
        return keys[slot(query, rank)];
    }

    /**
     * The distance to a match in the unit of the metric.
     *
     * @param query row of the query
     * @param rank 0 for the first
     * @return the distance
     * @throws IndexOutOfBoundsException if there is no such query or match
     * @throws IllegalStateException if the matches have no distances
     */
    public double distance(int query, int rank) {
        return metric.distance(key(query, rank));
    }

    /**
     * Where the matches of each query begin in the arrays of all.
     *
     * @return a new array of one offset per query, and the number of all matches as the last one
     */
    public int[] toOffsetArray() {
        return offsets.clone();
    }

    /**
     * The ids of all matches, query by query.
     *
     * @return a new array
     */
    public int[] toIdArray() {
        return ids.clone();
    }

    /**
     * The canonical keys of all matches in the space of the metric, query by query.
     *
     * @return a new array
     * @throws IllegalStateException if the matches have no distances
     */
    public double[] toKeyArray() {
        checkDistances();
        return keys.clone();
    }

    /**
     * The metric of {@link #distance}.
     *
     * @return the metric
     */
    public Metric metric() {
        return metric;
    }

    /**
     * Where the work was done and how long it took.
     *
     * @return the report
     */
    public JoinReport report() {
        return report;
    }

    private void checkDistances() {
        if (keys == null) {
            throw new IllegalStateException("these matches have no distances: they are of windows");
        }
    }

    private int slot(int query, int rank) {
        return offsets[query] + Objects.checkIndex(rank, count(query));
    }
}
