package dev.gyre.benchmarks;

import dev.gyre.engine.data.Points;
import java.util.Arrays;
import java.util.function.Supplier;

/** Another library's search for the k nearest rows by Euclidean distance: in a build with the profile {@code peers}. */
@FunctionalInterface
interface KnnPeer {

    /**
     * Brings rows into the library's form, which may be the rows themselves.
     *
     * @param rows the rows, which neither the caller nor the library may change
     * @return builds a new index of the library each time
     */
    Supplier<Index> builder(double[][] rows);

    /** Returns whether this build has other libraries. */
    static boolean areBuilt() {
        return KnnPeer.class.getResource("KnnPeers.class") != null;
    }

    /** Returns the library of a name. */
    static KnnPeer named(String name) {
        try {
            return (KnnPeer) Class.forName("dev.gyre.benchmarks.KnnPeers")
                    .getDeclaredMethod("named", String.class)
                    .invoke(null, name);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("not in this build, or unknown: " + name, e);
        }
    }

    /** Returns points in the form of the libraries. */
    static double[][] rows(Points points) {
        double[][] rows = new double[points.size()][];
        Arrays.setAll(rows, points::point);
        return rows;
    }

    /** A finished index. */
    @FunctionalInterface
    interface Index {

        /** A search for up to {@code count} rows, for one thread. */
        Searcher searcher(int count);
    }

    /** A search in an index. Not safe for use by several threads. */
    @FunctionalInterface
    interface Searcher {

        /**
         * Finds the rows nearest to a query that is itself one of the rows.
         *
         * @param ids receives the rows found, including the query, in ascending order of distance
         * @param distances receives their distances
         * @return how many were found, all of them if there are fewer than {@code count}
         */
        int nearest(int row, int[] ids, double[] distances);
    }
}
