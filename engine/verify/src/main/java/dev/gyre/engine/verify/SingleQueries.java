package dev.gyre.engine.verify;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.RTree;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/** Compares searches for one query at a time, on the calling thread, with those of batches. */
public final class SingleQueries {

    private SingleQueries() {}

    /**
     * Compares all ways to search a tree.
     *
     * @param k neighbors per query
     * @param radius largest distance
     * @return the first difference, or empty
     */
    public static Optional<String> difference(KdTree tree, Points queries, int k, double radius) {
        Neighbors all = tree.nearest(queries, k);
        Neighbors near = tree.nearest(queries, k, radius, Monitor.NONE);
        Matches within = tree.within(queries, radius);
        for (int query = 0; query < queries.size(); query++) {
            double[] one = queries.point(query);
            Optional<String> difference = difference(all, query, tree.nearest(one, k));
            if (difference.isEmpty()) {
                difference = difference(near, query, tree.nearest(one, k, radius));
            }
            if (difference.isEmpty()) {
                difference = difference(within, query, tree.within(one, radius));
            }
            if (difference.isEmpty()) {
                difference = visited(all, query, visitor -> tree.forEachNearest(one, visitor));
            }
            if (difference.isPresent()) {
                return difference.map(text -> "single query, radius=" + radius + ", " + text);
            }
        }
        return Optional.empty();
    }

    /**
     * Compares both ways to search a tree for the nearest boxes.
     *
     * @param k neighbors per query
     * @param radius largest distance
     * @return the first difference, or empty
     */
    public static Optional<String> difference(RTree tree, Boxes queries, int k, double radius, Metric metric) {
        Neighbors near = tree.nearest(queries, k, radius, metric, Monitor.NONE);
        Neighbors all = tree.nearest(queries, k, Double.POSITIVE_INFINITY, metric, Monitor.NONE);
        for (int query = 0; query < queries.size(); query++) {
            double[] one = new double[2 * queries.dims()];
            for (int dim = 0; dim < queries.dims(); dim++) {
                one[dim] = queries.lower(query, dim);
                one[queries.dims() + dim] = queries.upper(query, dim);
            }
            Optional<String> difference = difference(near, query, tree.nearest(one, k, radius, metric));
            if (difference.isEmpty()) {
                difference = visited(all, query, visitor -> tree.forEachNearest(one, metric, visitor));
            }
            if (difference.isPresent()) {
                return difference.map(text -> "single query, radius=" + radius + ", " + text);
            }
        }
        return Optional.empty();
    }

    private static Optional<String> difference(Neighbors batch, int query, Neighbors one) {
        if (one.queries() != 1 || one.k() != batch.k() || one.count(0) != batch.count(query)) {
            return Optional.of("query=" + query + ", k=" + batch.k() + " and " + one.k() + ", neighbors="
                    + batch.count(query) + " in a batch, " + one.count(0) + " alone");
        }
        for (int rank = 0; rank < one.count(0); rank++) {
            if (one.id(0, rank) != batch.id(query, rank) || one.key(0, rank) != batch.key(query, rank)) {
                return Optional.of(text(query, rank, batch.id(query, rank), batch.key(query, rank)) + ", alone id="
                        + one.id(0, rank) + ", key=" + one.key(0, rank));
            }
        }
        return Optional.empty();
    }

    private static Optional<String> difference(Matches batch, int query, Matches one) {
        if (one.queries() != 1 || one.count(0) != batch.count(query)) {
            return Optional.of(
                    "query=" + query + ", matches=" + batch.count(query) + " in a batch, " + one.count(0) + " alone");
        }
        for (int rank = 0; rank < one.count(0); rank++) {
            if (one.id(0, rank) != batch.id(query, rank) || one.key(0, rank) != batch.key(query, rank)) {
                return Optional.of(text(query, rank, batch.id(query, rank), batch.key(query, rank)) + ", alone id="
                        + one.id(0, rank) + ", key=" + one.key(0, rank));
            }
        }
        return Optional.empty();
    }

    /** Compares the neighbors of a batch with the first ones that a visitor gets. */
    private static Optional<String> visited(Neighbors batch, int query, Consumer<Neighbors.Visitor> search) {
        int[] ids = new int[batch.count(query)];
        double[] distances = new double[ids.length];
        int[] count = {0};
        search.accept((id, distance) -> {
            if (count[0] < ids.length) {
                ids[count[0]] = id;
                distances[count[0]] = distance;
            }
            return ++count[0] < batch.k();
        });
        boolean right = count[0] == ids.length;
        for (int rank = 0; rank < ids.length; rank++) {
            right &= ids[rank] == batch.id(query, rank) && distances[rank] == batch.distance(query, rank);
        }
        return right
                ? Optional.empty()
                : Optional.of("query=" + query + ", visited " + count[0] + ": " + Arrays.toString(ids) + ", expected "
                        + Arrays.toString(batch.ids(query)));
    }

    private static String text(int query, int rank, int id, double key) {
        return "query=" + query + ", rank=" + rank + ", in a batch id=" + id + ", key=" + key;
    }
}
