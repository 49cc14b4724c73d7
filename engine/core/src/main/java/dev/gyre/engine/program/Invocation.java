package dev.gyre.engine.program;

import java.util.List;

/**
 * One call of a kernel in a self-check.
 *
 * @param items number of items
 * @param arguments the kernel's arguments, arrays and boxed scalars
 * @param outputs the arguments that the kernel writes, which are compared bit by bit
 */
public record Invocation(int items, List<Object> arguments, List<Object> outputs) {

    /** Copies the lists. */
    public Invocation {
        arguments = List.copyOf(arguments);
        outputs = List.copyOf(outputs);
    }
}
