package dev.gyre.benchmarks;

import dev.gyre.engine.data.JoinMethod;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The methods that a {@link KnnExperiment} compares: the one place to enter another one. */
final class KnnMethods {

    /** The searches. */
    static final List<JoinMethod> ALL = List.of(JoinMethod.BRUTE_FORCE);

    /** Names of the searches that write a matrix of distances and read it again. */
    static final Set<String> WITH_MATRIX = Set.of("two-stage");

    private KnnMethods() {}

    /** How a method is called in reports. */
    static String name(Enum<?> method) {
        return method.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
