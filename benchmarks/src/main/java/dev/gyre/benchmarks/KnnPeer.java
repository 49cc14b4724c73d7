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
     * @param rows not changed afterwards, and not to be changed
     * @return builds what the library searches in, anew each time
     */
    Supplier<Index> builder(double[][] rows);

    /** Whether this build has them. */
    static boolean areBuilt() {
        return KnnPeer.class.getResource("KnnPeers.class") != null;
    }

    /** The library of a name. */
    static KnnPeer named(String name) {
        try {
            return (KnnPeer) Class.forName("dev.gyre.benchmarks.KnnPeers")
                    .getDeclaredMethod("named", String.class)
                    .invoke(null, name);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("not in this build, or unknown: " + name, e);
        }
    }

    /** Points as the libraries have them. */
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
         * @param ids out, the rows found, the query too, in ascending order of distance
         * @param distances out, their distances
         * @return how many were found, all of them if there are fewer than {@code count}
         */
        int nearest(int row, int[] ids, double[] distances);
    }
}
