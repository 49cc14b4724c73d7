package dev.gyre.engine.program;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Work for a backend: named phases over a set of arrays that stay on the device from phase to phase.
 *
 * <p>An array is known by its identity. One that no phase uploads starts with unspecified content on the device. Where a
 * stage only writes an array, what it leaves unwritten is unspecified too, uploaded or not: a backend may skip the copy.
 *
 * @param name the operation, for messages
 * @param phases the phases; a caller runs them by name, in an order of its own, as often as it likes
 */
public record Program(String name, List<Phase> phases) {

    /**
     * Checks that the phases can be told apart.
     *
     * @throws IllegalArgumentException if two phases have one name
     */
    public Program {
        Objects.requireNonNull(name, "name");
        phases = List.copyOf(phases);
        Set<String> names = new HashSet<>();
        for (Phase phase : phases) {
            if (!names.add(phase.name())) {
                throw new IllegalArgumentException(
                        "phases of a program must have different names: program=" + name + ", phase=" + phase.name());
            }
        }
    }

    /**
     * A program of the given phases.
     *
     * @param name the operation, for messages
     * @param phases the phases
     * @return the program
     */
    public static Program of(String name, Phase... phases) {
        return new Program(name, List.of(phases));
    }

    /**
     * The phase of that name.
     *
     * @param phaseName name of the phase
     * @return the phase
     * @throws IllegalArgumentException if there is none
     */
    public Phase phase(String phaseName) {
        for (Phase phase : phases) {
            if (phase.name().equals(phaseName)) {
                return phase;
            }
        }
        throw new IllegalArgumentException("program " + name + " has no phase " + phaseName);
    }
}
