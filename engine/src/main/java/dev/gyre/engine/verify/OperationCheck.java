package dev.gyre.engine.verify;

import dev.gyre.engine.plan.Context;
import dev.gyre.engine.sample.Sample;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** Compares one operation of the engine with an oracle. Found as a service. */
public interface OperationCheck {

    /**
     * Short name of the operation.
     *
     * @return the name
     */
    String name();

    /**
     * Runs the operation on one case.
     *
     * @param context device, threads, memory
     * @param sample the case
     * @return what differs, or empty
     */
    Optional<String> check(Context context, Sample sample);

    /**
     * All checks.
     *
     * @return the checks, in the order of their names
     */
    static List<OperationCheck> all() {
        return ServiceLoader.load(OperationCheck.class, OperationCheck.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(Comparator.comparing(OperationCheck::name))
                .toList();
    }
}
