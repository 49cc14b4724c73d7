package dev.gyre.engine.program;

import java.util.List;
import java.util.Objects;

/**
 * One kernel over a number of items.
 *
 * @param kernel the kernel
 * @param items number of items, 0 or more
 * @param arguments the kernel's arguments after {@code begin} and {@code end}: primitive arrays, told apart by identity,
 *     and boxed scalars, which are compiled in; what changes between runs travels in an array
 */
public record Stage(Kernel kernel, int items, List<Object> arguments) {

    /**
     * Checks the number of items and the arguments.
     *
     * @throws IllegalArgumentException if items is negative, or if number or types of the arguments are not the kernel's
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
     * The scalars among the arguments, in their order.
     *
     * @return the scalars
     */
    public List<Object> scalars() {
        return arguments.stream()
                .filter(argument -> !argument.getClass().isArray())
                .toList();
    }
}
