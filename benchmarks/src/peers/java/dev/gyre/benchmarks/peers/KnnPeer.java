package dev.gyre.benchmarks.peers;

/** Another library's search for the k nearest rows by Euclidean distance. */
@FunctionalInterface
interface KnnPeer {

    /** Builds what the library searches in; rows are not changed afterwards. */
    Index build(double[][] rows);

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
         * @param row id of the query
         * @param ids out, the rows found, the query too, in ascending order of distance
         * @param distances out, their distances
         * @return how many were found, all of them if there are fewer than {@code count}
         */
        int nearest(int row, int[] ids, double[] distances);
    }
}
