package dev.gyre.engine.canary;

import dev.gyre.engine.data.CheckResult;
import dev.gyre.engine.pool.Context;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Consumer;

/** The self-check, which is in a module of its own and found as a service. */
public interface Verifier {

    /**
     * Finds the self-check.
     *
     * @throws IllegalStateException if its module is missing
     */
    static Verifier installed() {
        return ServiceLoader.load(Verifier.class, Verifier.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "the self-check is missing: add the module gyre-verify to the class path or module path"));
    }

    /**
     * Checks each device, and if there are several, also the calls that they do together.
     *
     * @param contexts the devices, 1 or more
     * @param operations the names of the only operations to check, and no kernels; if empty, everything
     * @param cases cases per kernel and operation
     * @param listener receives each result as soon as it is known
     */
    List<CheckResult> verify(
            List<Context> contexts, Set<String> operations, int cases, long seed, Consumer<CheckResult> listener);
}
