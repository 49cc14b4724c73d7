package dev.gyre.engine.program;

import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which phase of a program owns which array: the first one that names it. A device makes an array's buffer when its owner runs,
 * so that other phases can use the array only after that.
 *
 * <p>A stage without items claims no array that another stage uses: it does not run.
 *
 * <p>Immutable.
 */
public final class PhaseOwners {

    private final Program program;
    private final Map<Object, Phase> owners = new IdentityHashMap<>();

    /**
     * Finds the owners.
     *
     * @param program the program
     * @throws IllegalArgumentException if a phase uploads an array that its owner does not upload; names both
     */
    public PhaseOwners(Program program) {
        this.program = program;
        for (Phase phase : program.phases()) {
            arrays(phase).forEach(array -> owners.putIfAbsent(array, phase));
        }
        checkUploads();
    }

    /** A phase that uploads an array has a buffer of its own for it, which the owner would not see. */
    private void checkUploads() {
        for (Phase phase : program.phases()) {
            for (Object array : phase.uploads()) {
                Phase owner = owners.get(array);
                if (!Phase.contains(owner.uploads(), array)) {
                    throw new IllegalArgumentException("an array that phase " + phase.name() + " of " + program.name()
                            + " uploads must be uploaded by phase " + owner.name()
                            + " too, which is the first to use it");
                }
            }
        }
    }

    /**
     * Refuses to run a phase before those that own its arrays.
     *
     * @param phase the phase
     * @param done phases that have run
     * @throws IllegalStateException if an owner has not run; names both phases
     */
    public void checkRan(Phase phase, Collection<Phase> done) {
        for (Phase owner : before(phase)) {
            if (!done.contains(owner)) {
                throw new IllegalStateException("phase " + phase.name() + " of " + program.name()
                        + " needs arrays of phase " + owner.name() + ", which has not run");
            }
        }
    }

    /** The phases that must have run before this one. */
    private Set<Phase> before(Phase phase) {
        Set<Phase> before = new LinkedHashSet<>();
        arrays(phase).forEach(array -> before.add(owners.get(array)));
        before.remove(phase);
        return before;
    }

    private Collection<Object> arrays(Phase phase) {
        Set<Object> arrays = Collections.newSetFromMap(new IdentityHashMap<>());
        arrays.addAll(phase.uploads());
        for (Stage stage : phase.stages()) {
            stage.arguments().stream()
                    .filter(argument -> argument.getClass().isArray() && (stage.items() > 0 || !isUsed(argument)))
                    .forEach(arrays::add);
        }
        arrays.addAll(phase.downloads());
        return arrays;
    }

    /** Whether a stage that runs uses the array. */
    private boolean isUsed(Object array) {
        return program.phases().stream()
                .flatMap(phase -> phase.stages().stream())
                .anyMatch(stage -> stage.items() > 0 && Phase.contains(stage.arguments(), array));
    }
}
