package dev.gyre.engine.program;

import java.util.List;
import java.util.stream.Stream;

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

    /**
     * Begins a call without arguments.
     *
     * @param items number of items
     * @return the call
     */
    public static Invocation of(int items) {
        return new Invocation(items, List.of(), List.of());
    }

    /**
     * Returns this call with more arguments that the kernel only reads.
     *
     * @param more arrays and boxed scalars, in the kernel's order
     * @return a new call
     */
    public Invocation in(Object... more) {
        return new Invocation(items, joined(arguments, more), outputs);
    }

    /**
     * Returns this call with more arguments that the kernel writes.
     *
     * @param more arrays, in the kernel's order
     * @return a new call
     */
    public Invocation out(Object... more) {
        return new Invocation(items, joined(arguments, more), joined(outputs, more));
    }

    private static List<Object> joined(List<Object> first, Object... more) {
        return Stream.concat(first.stream(), Stream.of(more)).toList();
    }
}
