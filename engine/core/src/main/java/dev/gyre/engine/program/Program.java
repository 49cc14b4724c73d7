package dev.gyre.engine.program;

import java.lang.reflect.Array;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
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
 * @param inputs arrays whose elements reach the device only if the host has written them by
 *     {@link Execution#write}: a backend may keep them elsewhere, where its device fetches them faster
 */
public record Program(String name, List<Phase> phases, List<Object> inputs) {

    /**
     * Checks that the phases can be told apart, and that inputs go to the device and do not come back.
     *
     * @throws IllegalArgumentException if two phases have one name, or an input is uploaded by none or downloaded by one
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
     * A program without inputs: the host writes all arrays as it likes.
     *
     * @param name the operation, for messages
     * @param phases the phases
     */
    public Program(String name, List<Phase> phases) {
        this(name, phases, List.of());
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
     * This program with inputs.
     *
     * @param arrays arrays that phases upload and none downloads
     * @return a new program
     */
    public Program withInputs(Object... arrays) {
        return new Program(name, phases, List.of(arrays));
    }

    /**
     * Bytes of all arrays, each counted once: what the program takes on a device, and on the host.
     *
     * @return the bytes
     */
    public long bytes() {
        return arrays().stream().mapToLong(Program::bytes).sum();
    }

    /**
     * Bytes of the largest array.
     *
     * @return the bytes, 0 where there is no array
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
