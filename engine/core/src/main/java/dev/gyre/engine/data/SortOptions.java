package dev.gyre.engine.data;

import java.util.Objects;

/**
 * Options of a sort. Immutable.
 *
 * @param order which end comes first; equal keys keep their original order in both cases
 * @param method the method
 */
public record SortOptions(Order order, Method method) {

    /** Methods to sort rows. All give the same order. */
    public enum Method {
        /** The method that is estimated to be the fastest. */
        AUTOMATIC,
        /** Radix sort by every column, from the last to the first. */
        RADIX,
        /**
         * Radix sort by the first column; then the runs of rows that tie in it are sorted by the other columns. If a run is longer than 2,048
         * rows (32,768 on the JVM), radix sort by every column. For keys of one column, the same as {@link #RADIX}.
         */
        RADIX_THEN_TIES,
        /** Merge sort: blocks first, then pairs of runs. */
        MERGE
    }

    /** Ascending, by the method that is estimated to be the fastest. */
    public static final SortOptions DEFAULT = new SortOptions(Order.ASCENDING, Method.AUTOMATIC);

    /** Checks that no value is null. */
    public SortOptions {
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(method, "method");
    }

    /**
     * Returns these options with another order.
     *
     * @param newOrder which end comes first
     * @return new options
     */
    public SortOptions withOrder(Order newOrder) {
        return new SortOptions(newOrder, method);
    }

    /**
     * Returns these options with another method.
     *
     * @param newMethod the method
     * @return new options
     */
    public SortOptions withMethod(Method newMethod) {
        return new SortOptions(order, newMethod);
    }
}
