package dev.gyre.engine.program;

import java.util.List;

/**
 * One call of a kernel, as a self-check makes it.
 *
 * @param items number of items
 * @param arguments the kernel's arguments, arrays and boxed scalars
 * @param outputs those of the arguments that the kernel writes, to be compared bit by bit
 */
public record Invocation(int items, List<Object> arguments, List<Object> outputs) {

    /** Copies the lists. */
    public Invocation {
        arguments = List.copyOf(arguments);
        outputs = List.copyOf(outputs);
    }
}
