package dev.gyre.engine.data;

import java.util.Objects;

/**
 * Options of a selection. Immutable.
 *
 * @param order ascending for the smallest values, descending for the largest
 * @param sorted whether each row of the result is in order, best first, ties by ascending id; if false, the order is
 *     unspecified, but the set of ids is the same
 * @param method the method
 */
public record SelectionOptions(Order order, boolean sorted, Method method) {

    /** Methods to find the k best values of a row. All give the same answer. */
    public enum Method {
        /** The method that is estimated to be the fastest. */
        AUTOMATIC,
        /**
         * One pass over the values that keeps the best so far, for k up to 2,048; rows are cut into parts, whose results are merged in the same
         * way.
         */
        SINGLE_PASS,
        /** Finds the k-th value digit by digit from histograms, then the values that are not beyond it; for any k. */
        RADIX_SELECT,
        /**
         * Finds the k-th value by radix select among the few values between two splitters from a sorted sample, then the values
         * that are not beyond it; for any k. On an H200 it took 0.56 to 0.72 of the time of {@link #RADIX_SELECT}, on the JVM up to 2.4
         * times as much.
         */
        SAMPLE_SELECT,
        /** Sorts the whole row; for any k. */
        SORT
    }

    /** The smallest values, in order, by the method that is estimated to be the fastest. */
    public static final SelectionOptions DEFAULT = new SelectionOptions(Order.ASCENDING, true, Method.AUTOMATIC);

    /** Checks that no value is null. */
    public SelectionOptions {
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(method, "method");
    }

    /**
     * Returns these options with another order.
     *
     * @param newOrder ascending for the smallest values, descending for the largest
     * @return new options
     */
    public SelectionOptions withOrder(Order newOrder) {
        return new SelectionOptions(newOrder, sorted, method);
    }

    /**
     * Returns these options with sorted or unsorted rows.
     *
     * @param newSorted whether each row of the result is in order
     * @return new options
     */
    public SelectionOptions withSorted(boolean newSorted) {
        return new SelectionOptions(order, newSorted, method);
    }

    /**
     * Returns these options with another method.
     *
     * @param newMethod the method
     * @return new options
     */
    public SelectionOptions withMethod(Method newMethod) {
        return new SelectionOptions(order, sorted, newMethod);
    }
}
