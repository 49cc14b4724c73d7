package dev.gyre.engine.op;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.SelectionMethod;
import java.util.Objects;

/**
 * Options of a selection. Immutable.
 *
 * @param order ascending for the smallest values, descending for the largest
 * @param sorted whether each row of the result is in order, best first, ties by ascending id; if false, the order is
 *     unspecified, but the set of ids is the same
 * @param method the method
 */
public record SelectionOptions(Order order, boolean sorted, SelectionMethod method) {

    /** The smallest values, in order, by the method that is estimated to be the fastest. */
    public static final SelectionOptions DEFAULT =
            new SelectionOptions(Order.ASCENDING, true, SelectionMethod.AUTOMATIC);

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
    public SelectionOptions withMethod(SelectionMethod newMethod) {
        return new SelectionOptions(order, sorted, newMethod);
    }
}
