package dev.gyre.engine.program;

import java.util.Objects;

/**
 * The variant of a kernel for the work-groups of a device: a {@code public static void} method whose parameters are a
 * TornadoVM {@code KernelContext}, the {@code int} number of items, and the kernel's own arguments.
 *
 * <p>It is known by name, because its first parameter is of a type that is absent where TornadoVM is.
 *
 * @param owner the class
 * @param method name of its only public method
 */
public record GroupFunction(Class<?> owner, String method) {

    /** Checks that nothing is null. */
    public GroupFunction {
        Objects.requireNonNull(owner, "owner");
        Objects.requireNonNull(method, "method");
    }
}
