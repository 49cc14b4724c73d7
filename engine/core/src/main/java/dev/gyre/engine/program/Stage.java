package dev.gyre.engine.program;

import java.util.List;
import java.util.Objects;

/**
 * A kernel with a number of items and arguments.
 *
 * @param kernel the kernel
 * @param items number of items, 0 or more
 * @param arguments the kernel's arguments after {@code begin} and {@code end}: primitive arrays, distinguished by identity, and
 *     boxed scalars, which are compiled in; put values that change between runs into an array
 */
public record Stage(Kernel kernel, int items, List<Object> arguments) {

    /**
     * Checks the number of items and the arguments.
     *
     * @throws IllegalArgumentException if items is negative, or if number or types of the arguments do not match the kernel
     */
    public Stage {
        Objects.requireNonNull(kernel, "kernel");
        arguments = List.copyOf(arguments);
        if (items < 0) {
            throw new IllegalArgumentException("items must be 0 or more: items=" + items + ", kernel=" + kernel);
        }
        kernel.checkArguments(arguments);
    }

    /**
     * Returns the scalars among the arguments, in their order.
     *
     * @return the scalars
     */
    public List<Object> scalars() {
        return arguments.stream()
                .filter(argument -> !argument.getClass().isArray())
                .toList();
    }
}
