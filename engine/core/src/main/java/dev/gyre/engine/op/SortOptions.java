package dev.gyre.engine.op;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.SortMethod;
import java.util.Objects;

/**
 * Options of a sort. Immutable.
 *
 * @param order which end comes first; equal keys keep their original order in both cases
 * @param method the method
 */
public record SortOptions(Order order, SortMethod method) {

    /** Ascending, by the method that is estimated to be the fastest. */
    public static final SortOptions DEFAULT = new SortOptions(Order.ASCENDING, SortMethod.AUTOMATIC);

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
    public SortOptions withMethod(SortMethod newMethod) {
        return new SortOptions(order, newMethod);
    }
}
