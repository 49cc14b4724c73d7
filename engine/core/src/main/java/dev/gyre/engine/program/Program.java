package dev.gyre.engine.program;

import java.lang.reflect.Array;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Work for a backend: named phases over arrays that stay on the device from phase to phase.
 *
 * <p>Arrays are distinguished by identity. An array that no phase uploads has unspecified content on the device at first. If a
 * stage only writes an array, elements that it does not write are unspecified too, uploaded or not: a backend may skip the
 * copy.
 *
 * @param name the operation, for messages
 * @param phases the phases; a caller runs them by name, in any order, any number of times
 * @param inputs arrays whose elements reach the device only if the host writes them with {@link Execution#write}: a backend may
 *     store them elsewhere, for faster access by its device
 */
public record Program(String name, List<Phase> phases, List<Object> inputs) {

    /**
     * Checks that names of phases differ, and that inputs are uploaded and not downloaded.
     *
     * @throws IllegalArgumentException if two phases have the same name, or if no phase uploads an input, or one downloads it
     */
    public Program {
        Objects.requireNonNull(name, "name");
        phases = List.copyOf(phases);
        inputs = List.copyOf(inputs);
        Set<String> names = new HashSet<>();
        for (Phase phase : phases) {
            if (!names.add(phase.name())) {
                throw new IllegalArgumentException(
                        "phases of a program must have different names: program=" + name + ", phase=" + phase.name());
            }
        }
        for (Object input : inputs) {
            if (phases.stream().noneMatch(phase -> Phase.contains(phase.uploads(), input))
                    || phases.stream().anyMatch(phase -> Phase.contains(phase.downloads(), input))) {
                throw new IllegalArgumentException("an input must be uploaded, and not downloaded: program=" + name);
            }
        }
    }

    /**
     * Makes a program without inputs: the host may write all arrays directly.
     *
     * @param name the operation, for messages
     * @param phases the phases
     */
    public Program(String name, List<Phase> phases) {
        this(name, phases, List.of());
    }

    /**
     * Makes a program of the given phases.
     *
     * @param name the operation, for messages
     * @param phases the phases
     * @return the program
     */
    public static Program of(String name, Phase... phases) {
        return new Program(name, List.of(phases));
    }

    /**
     * Returns this program with inputs.
     *
     * @param arrays arrays that phases upload and none downloads
     * @return a new program
     */
    public Program withInputs(Object... arrays) {
        return new Program(name, phases, List.of(arrays));
    }

    /**
     * Returns the bytes of all arrays, each counted once: the program's memory on a device, and on the host.
     *
     * @return the bytes
     */
    public long bytes() {
        return arrays().stream().mapToLong(Program::bytes).sum();
    }

    /**
     * Returns the bytes of the largest array.
     *
     * @return the bytes, 0 if there is no array
     */
    public long largestArrayBytes() {
        return arrays().stream().mapToLong(Program::bytes).max().orElse(0);
    }

    private Set<Object> arrays() {
        Set<Object> arrays = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Phase phase : phases) {
            arrays.addAll(phase.uploads());
            phase.stages().stream()
                    .flatMap(stage -> stage.arguments().stream())
                    .filter(argument -> argument.getClass().isArray())
                    .forEach(arrays::add);
            arrays.addAll(phase.downloads());
        }
        return arrays;
    }

    private static long bytes(Object array) {
        boolean wide = array instanceof long[] || array instanceof double[];
        return Array.getLength(array) * (wide ? 8L : 4L);
    }

    /**
     * Returns the phase of that name.
     *
     * @param phaseName name of the phase
     * @return the phase
     * @throws IllegalArgumentException if there is no such phase
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
