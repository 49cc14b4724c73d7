package dev.gyre.engine.canary;

import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Phase.Stage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Finds the trials that show whether a device runs a program right: small runs of the same program on seeded input. A {@link Rehearsal}
 * makes them, with as many dimensions and the same norm. A kernel with a check of its own is tried in that call alone.
 */
public final class Canary {

    private static final long SEED = 7;

    private Canary() {}

    /**
     * Returns trials that run the kernels of some stages.
     *
     * @param program the name of the program; its own trials are better than others
     * @param stages the stages to try
     * @return the trials; none for a kernel that is not Gyre's and has no check
     */
    public static List<Trial> trials(Device device, String program, Collection<Stage> stages) {
        List<Trial> trials = new ArrayList<>();
        List<Stage> left = new ArrayList<>();
        for (Stage stage : stages) {
            stage.kernel()
                    .check()
                    .ifPresentOrElse(
                            check -> trials.add(Trial.of(stage.kernel(), check.apply(SEED))), () -> left.add(stage));
        }
        left.removeIf(stage -> !Rehearsal.isOfGyre(stage.kernel()));
        // First those of the packages of the kernels: others only if an operation uses a kernel of another package
        // alone.
        List<Rehearsal> rehearsals = new ArrayList<>(List.of(Rehearsal.values()));
        rehearsals.sort(
                Comparator.comparing(rehearsal -> left.stream().noneMatch(stage -> rehearsal.isOf(stage.kernel()))));
        for (Rehearsal rehearsal : rehearsals) {
            if (!left.isEmpty()) {
                List<Trial> all = new ArrayList<>(rehearsal.trials(device, SmallInput.of(stages)));
                all.sort(Comparator.comparing(trial -> !trial.name().equals(program)));
                left.removeIf(stage -> {
                    Optional<Trial> best = best(all, stage);
                    best.filter(trial -> !trials.contains(trial)).ifPresent(trials::add);
                    return best.isPresent();
                });
            }
        }
        return trials;
    }

    /**
     * Returns a trial of each kernel of some stages alone.
     *
     * @param program the name of the program
     * @param stages the stages to try
     * @return trials by kernel; none for a kernel that is not Gyre's and has no check
     */
    public static Map<Kernel, Trial> trialsOfKernels(Device device, String program, Collection<Stage> stages) {
        Set<Kernel> kernels = stages.stream().map(Stage::kernel).collect(Collectors.toSet());
        Map<Kernel, Trial> trials = new HashMap<>();
        for (Trial trial : trials(device, program, stages)) {
            for (Trial alone : trial.ofStages(kernels::contains)) {
                alone.stages().forEach(stage -> trials.putIfAbsent(stage.kernel(), alone));
            }
        }
        return trials;
    }

    /** Returns the first trial that runs a kernel, if possible in the very code of a stage. */
    private static Optional<Trial> best(List<Trial> trials, Stage stage) {
        Predicate<Stage> same = other -> other.kernel() == stage.kernel();
        return first(trials, same.and(other -> other.scalars().equals(stage.scalars())))
                .or(() -> first(trials, same));
    }

    private static Optional<Trial> first(List<Trial> trials, Predicate<Stage> wanted) {
        return trials.stream().filter(trial -> trial.stages().anyMatch(wanted)).findFirst();
    }
}
