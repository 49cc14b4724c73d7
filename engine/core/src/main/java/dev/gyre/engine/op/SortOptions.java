package dev.gyre.engine.op;

import dev.gyre.engine.data.Order;
import dev.gyre.engine.data.SortMethod;
import java.util.Objects;

/**
 * What a sort may be told.
 *
 * @param order which end comes first; equal keys stay in the order in which they came, either way
 * @param method how it is done
 */
public record SortOptions(Order order, SortMethod method) {

    /** Ascending, by the method that is fastest. */
    public static final SortOptions DEFAULT = new SortOptions(Order.ASCENDING, SortMethod.AUTOMATIC);

    /** Checks that nothing is null. */
    public SortOptions {
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(method, "method");
    }

    /**
     * These options with another order.
     *
     * @param newOrder which end comes first
     * @return new options
     */
    public SortOptions withOrder(Order newOrder) {
        return new SortOptions(newOrder, method);
    }

    /**
     * These options with another method.
     *
     * @param newMethod how it is done
     * @return new options
     */
    public SortOptions withMethod(SortMethod newMethod) {
        return new SortOptions(order, newMethod);
    }
}
