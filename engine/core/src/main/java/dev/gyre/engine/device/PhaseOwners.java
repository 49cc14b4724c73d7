package dev.gyre.engine.device;

import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Program;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The owner of each array of a program: the first phase that names the array. A device makes an array's buffer when its owner
 * runs, so other phases can use the array only afterwards.
 *
 * <p>A stage without items does not run, and owns no array that another stage uses.
 *
 * <p>Immutable.
 */
public final class PhaseOwners {

    private final Program program;
    private final Map<Object, Phase> owners = new IdentityHashMap<>();

    /**
     * Finds the owners.
     *
     * @throws IllegalArgumentException if a phase uploads an array that its owner does not upload; the message names both
     */
    public PhaseOwners(Program program) {
        this.program = program;
        for (Phase phase : program.phases()) {
            arrays(phase).forEach(array -> owners.putIfAbsent(array, phase));
        }
        checkUploads();
    }

    /** Checks uploads: a phase that uploads an array has its own buffer for it, which the owner would not see. */
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
     * Refuses to run a phase before the owners of its arrays.
     *
     * @param done phases that have run
     * @throws IllegalStateException if an owner has not run; the message names both phases
     */
    public void checkRan(Phase phase, Collection<Phase> done) {
        for (Phase owner : before(phase)) {
            if (!done.contains(owner)) {
                throw new IllegalStateException("phase " + phase.name() + " of " + program.name()
                        + " needs arrays of phase " + owner.name() + ", which has not run");
            }
        }
    }

    /** Returns the phases that must run before this one. */
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

    /** Returns whether a stage with items uses the array. */
    private boolean isUsed(Object array) {
        return program.phases().stream()
                .flatMap(phase -> phase.stages().stream())
                .anyMatch(stage -> stage.items() > 0 && Phase.contains(stage.arguments(), array));
    }
}
