package dev.gyre.engine.tree;

import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.plan.Context;
import dev.gyre.engine.plan.Lease;
import dev.gyre.engine.program.Layout;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Progress;
import dev.gyre.engine.range.Candidates;
import dev.gyre.engine.range.DeviceSearch;
import dev.gyre.tasks.common.BoxRelations;
import dev.gyre.tasks.tree.TreeMatches;
import java.util.List;

/** What {@link MatchSearch} asks a tree for, and what its results are. */
public interface MatchQueries {

    /** Number of queries. */
    int size();

    /** The relation of a query to its matches: a code of {@link BoxRelations}. */
    int relation();

    /** The code of the norm of distances. */
    int norm();

    /** The largest key of a match, 0 if the relation is not a distance. */
    double limit();

    /** The scale of differences. */
    default double scale() {
        return 1;
    }

    /** Matches of a query after which no more are counted. */
    default int most() {
        return Integer.MAX_VALUE;
    }

    /** Most queries of a batch. */
    default int mostOfBatch(Context context) {
        return DeviceSearch.mostQueries(context);
    }

    /** Bytes on the device for each query of a batch, besides the query itself. */
    default long bytesPerQuery() {
        return Integer.BYTES;
    }

    /** Bytes on the device for any number of queries. */
    default long bytes() {
        return 0;
    }

    /**
     * Makes steps that bring near queries side by side.
     *
     * @param queries the array of a batch of queries
     * @return the steps; null if queries are searched in their own order
     */
    default Order order(double[] queries, int batch, Layout layout) {
        return null;
    }

    /** Steps of a program that order queries. */
    interface Order {

        /** The order, on the device. */
        int[] ids();

        /** The phases, of which the first uploads the queries. */
        List<Phase> phases();

        /** Orders the first queries of the array. */
        void run(Lease<?> lease, int count, Progress progress);
    }

    /** Writes some queries, as {@link TreeMatches} reads them. */
    void write(int first, int count, double[] to, Lease<?> lease, Workers workers);

    /**
     * The candidates that a batch found.
     *
     * @param first first query of the batch
     * @param starts for each query of the batch the index of its first element in {@code found}
     * @param found labels of slots
     * @param counts for each query, of all batches, the number of its elements
     */
    Candidates found(int first, int[] starts, int[] found, int[] counts);
}
