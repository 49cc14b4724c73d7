package dev.gyre.engine.op;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.SelectionMethod;
import java.util.Objects;

/**
 * What a selection may be told beyond its input. Immutable.
 *
 * @param order ascending for the smallest values, descending for the largest
 * @param sorted whether each row of the result is in order, best first, ties by ascending id; else the order is free (but
 *     the same set of ids)
 * @param method how it is done
 */
public record SelectionOptions(Order order, boolean sorted, SelectionMethod method) {

    /** The smallest values, in order, by the method that is estimated to be the fastest. */
    public static final SelectionOptions DEFAULT =
            new SelectionOptions(Order.ASCENDING, true, SelectionMethod.AUTOMATIC);

    /** Checks that nothing is null. */
    public SelectionOptions {
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(method, "method");
    }

    /**
     * These options with another end of the order.
     *
     * @param newOrder ascending for the smallest values, descending for the largest
     * @return new options
     */
    public SelectionOptions withOrder(Order newOrder) {
        return new SelectionOptions(newOrder, sorted, method);
    }

    /**
     * These options with rows in order or not.
     *
     * @param newSorted whether each row of the result is in order
     * @return new options
     */
    public SelectionOptions withSorted(boolean newSorted) {
        return new SelectionOptions(order, newSorted, method);
    }

    /**
     * These options with another method.
     *
     * @param newMethod how it is done
     * @return new options
     */
    public SelectionOptions withMethod(SelectionMethod newMethod) {
        return new SelectionOptions(order, sorted, newMethod);
    }
}
