package dev.gyre.engine.verify;

import dev.gyre.engine.canary.ProbeKernels;
import dev.gyre.engine.canary.Rehearsal;
import dev.gyre.engine.canary.SmallInput;
import dev.gyre.engine.canary.Trial;
import dev.gyre.engine.data.CheckResult;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.tasks.common.Norms;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Compares kernels with their plain loops: each one alone, in the calls that a {@link Rehearsal} makes of it for seeded cases.
 */
public final class KernelCheck {

    /** Stands for a device where programs are made for this JVM: they are made as for any other device. */
    private static final Device ANY =
            new Device("any", 0, "any device", Device.Type.GPU, 1L << 32, 8L * Integer.MAX_VALUE);

    /** Norms whose arithmetic on the lattice of {@link SmallInput} is exact. */
    private static final int[] NORMS = {
        Norms.EUCLIDEAN, Norms.MANHATTAN, Norms.CHEBYSHEV, Norms.INNER_PRODUCT, Norms.HAMMING, 3 * Norms.ONE
    };

    /** Calls of a kernel that are tried for a case, those with other scalars first. */
    private static final int CALLS = 2;

    private static final long SEED = 7;

    /** Smallest number of dimensions for which squared distances are expanded. */
    private static final int WIDE = 64;

    private final Context context;
    private final Rehearsal rehearsal;
    private final Set<Kernel> kernels;

    private KernelCheck(Context context, Rehearsal rehearsal, Set<Kernel> kernels) {
        this.context = context;
        this.rehearsal = rehearsal;
        this.kernels = kernels;
    }

    /** Returns checks of all kernels: each in the rehearsal of its package, or else in the first one that runs it. */
    static List<KernelCheck> all(Context context) {
        Map<Rehearsal, Set<Kernel>> run = new EnumMap<>(Rehearsal.class);
        for (Rehearsal rehearsal : Rehearsal.values()) {
            Set<Kernel> kernels = new HashSet<>();
            rehearsal
                    .trials(ANY, SmallInput.of(List.of()))
                    .forEach(trial -> trial.stages().forEach(stage -> kernels.add(stage.kernel())));
            run.put(rehearsal, kernels);
        }
        Map<Kernel, Rehearsal> owners = new HashMap<>(Map.of(ProbeKernels.INCREMENT, Rehearsal.PARTITION));
        run.forEach((rehearsal, kernels) ->
                kernels.stream().filter(rehearsal::isOf).forEach(kernel -> owners.put(kernel, rehearsal)));
        run.forEach((rehearsal, kernels) -> kernels.forEach(kernel -> owners.putIfAbsent(kernel, rehearsal)));
        return run.keySet().stream()
                .map(rehearsal -> new KernelCheck(
                        context,
                        rehearsal,
                        owners.keySet().stream()
                                .filter(kernel -> owners.get(kernel) == rehearsal)
                                .collect(Collectors.toSet())))
                .toList();
    }

    /** Returns all kernels of Gyre, in the order of their names. */
    public static List<Kernel> kernels() {
        return stages(SmallInput.of(List.of())).stream()
                .map(Stage::kernel)
                .distinct()
                .sorted(Comparator.comparing(Kernel::name))
                .toList();
    }

    /** Returns all stages of all rehearsals for an input, in their order, and one of the probe. */
    public static List<Stage> stages(SmallInput input) {
        List<Stage> stages = new ArrayList<>(List.of(ProbeKernels.INCREMENT.stage(1, (Object) new int[1])));
        for (Rehearsal rehearsal : Rehearsal.values()) {
            rehearsal.trials(ANY, input).stream().flatMap(Trial::stages).forEach(stages::add);
        }
        return stages;
    }

    /** Returns the result for each kernel, which has at least the calls of a complete input. */
    List<CheckResult> run(List<Sample> samples, Consumer<CheckResult> listener) {
        Map<String, List<Optional<String>>> outcomes = new TreeMap<>();
        tryAll("complete input", SmallInput.of(List.of()), SEED, outcomes);
        samples.forEach(sample -> tryAll(sample.toString(), input(sample), sample.seed(), outcomes));
        List<CheckResult> results = new ArrayList<>();
        outcomes.forEach((kernel, all) -> {
            List<String> failures = all.stream().flatMap(Optional::stream).toList();
            results.add(new CheckResult(kernel, CheckResult.Kind.KERNEL, context.device(), all.size(), failures));
        });
        results.forEach(listener);
        return results;
    }

    private void tryAll(String name, SmallInput input, long seed, Map<String, List<Optional<String>>> outcomes) {
        trials(input, seed)
                .forEach((kernel, trials) ->
                        trials.forEach(trial -> outcomes.computeIfAbsent(kernel.name(), key -> new ArrayList<>())
                                .add(difference(trial).map(text -> name + ": " + text))));
    }

    private Optional<String> difference(Trial trial) {
        try {
            return trial.difference(context.backend()::prepare);
        } catch (RuntimeException e) {
            return Optional.of(e.toString());
        }
    }

    /** Returns some calls of each kernel. */
    private Map<Kernel, Collection<Trial>> trials(SmallInput input, long seed) {
        Map<Kernel, Map<List<Object>, Trial>> calls = new LinkedHashMap<>();
        Kernel probe = ProbeKernels.INCREMENT;
        if (kernels.contains(probe)) {
            calls.put(
                    probe,
                    Map.of(
                            List.of(),
                            Trial.of(probe, probe.check().orElseThrow().apply(seed))));
        }
        for (Trial trial : rehearsal.trials(context.onJvm() ? ANY : context.device(), input)) {
            // Those of which there are enough calls are not tried alone again.
            Predicate<Kernel> wanted = kernel -> kernels.contains(kernel)
                    && calls.getOrDefault(kernel, Map.of()).size() < CALLS;
            for (Trial alone : trial.ofStages(wanted)) {
                alone.stages().forEach(stage -> {
                    Map<List<Object>, Trial> known =
                            calls.computeIfAbsent(stage.kernel(), kernel -> new LinkedHashMap<>());
                    if (known.size() < CALLS) {
                        known.putIfAbsent(stage.scalars(), alone);
                    }
                });
            }
        }
        Map<Kernel, Collection<Trial>> trials = new LinkedHashMap<>();
        calls.forEach((kernel, known) -> trials.put(kernel, known.values()));
        return trials;
    }

    private SmallInput input(Sample sample) {
        Random random = sample.random();
        int norm = NORMS[random.nextInt(NORMS.length)];
        boolean wide = rehearsal == Rehearsal.KNN && random.nextInt(4) == 0;
        return new SmallInput(
                sample.shape()::rows, sample.size(), wide ? WIDE + sample.dims() : sample.dims(), norm, sample.seed());
    }
}
