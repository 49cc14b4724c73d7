package dev.gyre.engine.program;

import java.lang.reflect.Array;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
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
 * @param inputs arrays whose elements reach the device only if the host writes them with {@link Execution#write}
 * @param outputs arrays whose elements reach the host only if it reads them with {@link Execution#read}. A backend may store inputs
 *     and outputs elsewhere than in their Java arrays, for faster access by its device
 * @param scratch arrays that only the device needs, each with the number of its elements there: their Java arrays are empty, by identity
 */
public record Program(
        String name, List<Phase> phases, List<Object> inputs, List<Object> outputs, Map<Object, Integer> scratch) {

    /**
     * Checks that names of phases differ, that inputs are uploaded, that outputs are downloaded, that an array which is both is given
     * as both, and that scratch arrays are empty and not copied.
     *
     * @throws IllegalArgumentException if two phases have the same name, if no phase uploads an input, or downloads an output, if an
     *     input is downloaded and no output, or an output uploaded and no input, or if a scratch array has elements or is copied
     */
    public Program {
        Objects.requireNonNull(name, "name");
        phases = List.copyOf(phases);
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
        Set<String> names = new HashSet<>();
        for (Phase phase : phases) {
            if (!names.add(phase.name())) {
                throw new IllegalArgumentException(
                        "phases of a program must have different names: program=" + name + ", phase=" + phase.name());
            }
        }
        List<Object> uploads =
                phases.stream().flatMap(phase -> phase.uploads().stream()).toList();
        List<Object> downloads =
                phases.stream().flatMap(phase -> phase.downloads().stream()).toList();
        String rule = ", and the other way only as both: program=" + name;
        check("an input must be uploaded" + rule, inputs, uploads, downloads, outputs);
        check("an output must be downloaded" + rule, outputs, downloads, uploads, inputs);
        Map<Object, Integer> lengths = new IdentityHashMap<>(scratch);
        for (Object array : lengths.keySet()) {
            if (Array.getLength(array) != 0 || Phase.contains(uploads, array) || Phase.contains(downloads, array)) {
                throw new IllegalArgumentException(
                        "a scratch array must be empty, and no phase may copy it: program=" + name);
            }
        }
        scratch = Collections.unmodifiableMap(lengths);
    }

    private static void check(
            String rule, List<Object> arrays, List<Object> way, List<Object> otherWay, List<Object> others) {
        for (Object array : arrays) {
            if (!Phase.contains(way, array) || Phase.contains(otherWay, array) && !Phase.contains(others, array)) {
                throw new IllegalArgumentException(rule);
            }
        }
    }

    /**
     * Makes a program without inputs and outputs: the host may use all arrays directly.
     *
     * @param name the operation, for messages
     * @param phases the phases
     */
    public Program(String name, List<Phase> phases) {
        this(name, phases, List.of(), List.of());
    }

    /**
     * Makes a program without scratch arrays.
     *
     * @param name the operation, for messages
     * @param phases the phases
     * @param inputs arrays that the host only writes
     * @param outputs arrays that the host only reads
     */
    public Program(String name, List<Phase> phases, List<Object> inputs, List<Object> outputs) {
        this(name, phases, inputs, outputs, Map.of());
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
     * Returns the number of elements of an array on the device.
     *
     * @param array an array of the program
     * @return the length of the Java array, unless it is scratch
     */
    public int length(Object array) {
        Integer length = scratch.get(array);
        return length == null ? Array.getLength(array) : length;
    }

    /**
     * Returns the same program without scratch arrays: for a device that needs Java arrays of full length.
     *
     * @return this program if it has none
     */
    public Program withoutScratch() {
        if (scratch.isEmpty()) {
            return this;
        }
        Map<Object, Object> whole = new IdentityHashMap<>();
        scratch.forEach((array, length) ->
                whole.put(array, Array.newInstance(array.getClass().getComponentType(), length)));
        return new Program(name, phases.stream().map(phase -> phase.with(whole)).toList(), inputs, outputs);
    }

    /**
     * Returns the bytes of all arrays, each counted once: the program's memory on a device.
     *
     * @return the bytes
     */
    public long bytes() {
        return arrays().stream().mapToLong(this::bytes).sum();
    }

    /**
     * Returns the bytes of the largest array.
     *
     * @return the bytes, 0 if there is no array
     */
    public long largestArrayBytes() {
        return arrays().stream().mapToLong(this::bytes).max().orElse(0);
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

    /**
     * Returns the bytes of the elements of an array on the device.
     *
     * @param array an array of the program
     * @return the bytes
     */
    public long bytes(Object array) {
        boolean wide = array instanceof long[] || array instanceof double[];
        return length(array) * (wide ? 8L : 4L);
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
