package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.verify.KernelCheck;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/**
 * The command {@code benchmarks/run variants}: the time of each kernel that has a variant, by its plain loop and by the variant, in the stage
 * of a {@link VariantCall} that takes longest. On the JVM these are the variants for the JVM, on other devices those for work-groups.
 */
final class VariantsExperiment extends Experiment {

    static final String TITLES =
            "kernel,variant,device,input,n,items,runs,plain ns,variant ns,ratio,least ratio,most ratio,differing";

    private static final int QUICK_RUNS = 2;
    private static final String LEGEND = """
            A row is a stage of a call: of the stages of that kernel the one that takes longest, with the arrays as they are when it begins. Its plain \
            loop and its variant ran in turns over the same content. Times are medians, `ratio` is the plain loop's time divided by the variant's, and \
            `least` and `most` are the ratios of the quartiles that favor the plain loop and the variant. `differing` counts the elements that the plain \
            loop changes and the variant leaves different. On `jvm-1`, times are processor times; elsewhere they are those of a clock on the wall, \
            and include a launch.
            """;

    @Option(names = "--kernels", paramLabel = "NAME", split = ",", description = "Only these kernels; can be repeated.")
    private List<String> names = List.of();

    @Option(
            names = "--runs",
            paramLabel = "N",
            description = "Least number of counted runs of each; ${DEFAULT-VALUE} unless given.")
    private int runs = 11;

    @Option(
            names = "--case-seconds",
            paramLabel = "X",
            description =
                    "Seconds after which no further run of a kernel begins, but for three; ${DEFAULT-VALUE} unless given.")
    private double caseSeconds = 5;

    VariantsExperiment() {
        super("variants", "Times kernels by their plain loops and by their variants; writes a table.", TITLES);
    }

    @Override
    List<String> allDevices() {
        return List.of(Backends.JVM_1);
    }

    @Override
    void check() {
        List<String> known = Kernels.ALL.stream().map(Kernel::name).toList();
        require(known.containsAll(names), "kernels with a variant are " + known + ": " + names);
        require(runs >= 1 && caseSeconds > 0, "runs and seconds must be above 0");
    }

    /** The kernels that have a variant. */
    static final class Kernels {

        /** Those whose variant for the JVM is run by loops of the host and by no program. */
        private static final Set<String> IN_LOOPS = Set.of("kd-points", "tree-boxes");

        /** Those of Gyre that programs run, in the order of their names. */
        static final List<Kernel> ALL = KernelCheck.kernels().stream()
                .filter(kernel -> isForJvm(kernel) || isForGroups(kernel))
                .toList();

        private Kernels() {}

        /** Returns the names of those that have a variant for this JVM, or for other devices. */
        static List<String> names(boolean onJvm) {
            return ALL.stream()
                    .filter(kernel -> onJvm ? isForJvm(kernel) : isForGroups(kernel))
                    .map(Kernel::name)
                    .toList();
        }

        private static boolean isForJvm(Kernel kernel) {
            return !kernel.loop().equals(kernel.jvmLoop()) && !IN_LOOPS.contains(kernel.name());
        }

        private static boolean isForGroups(Kernel kernel) {
            return kernel.workGroupVariant().isPresent();
        }

        /** Returns the name of the class of a variant. */
        private static String variant(Kernel kernel, boolean onJvm) {
            Class<?> owner = onJvm
                    ? kernel.jvmLoop().getDeclaringClass()
                    : kernel.workGroupVariant().orElseThrow().owner();
            return owner.getSimpleName();
        }
    }

    @Override
    Budget budget() {
        return isQuick()
                ? Budget.exactly(1, QUICK_RUNS)
                : new Budget(2, 300_000_000L, 3, runs, 300_000_000L, (long) (caseSeconds * 1e9), 1_000);
    }

    @Override
    Map<String, String> facts() {
        return Map.of("Times", "processor time on " + Backends.JVM_1 + ", else a clock on the wall; " + budget());
    }

    @Override
    long mostNanos() {
        return Long.MAX_VALUE;
    }

    @Override
    boolean inTurn() {
        return true;
    }

    @Override
    List<Case> cases(Map<String, Engine> engines, Consumer<String> lines) {
        throw new UnsupportedOperationException("the cases are stages of calls");
    }

    @Override
    void measure(List<String> where, Consumer<String> lines) {
        for (String device : where) {
            try (Engine engine = Backends.open(device);
                    Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
                for (VariantCall call : VariantCall.values()) {
                    measure(call, engine, device, workers, lines);
                }
            }
        }
    }

    private void measure(VariantCall call, Engine engine, String device, Workers workers, Consumer<String> lines) {
        boolean onJvm = Backends.isJvm(device);
        List<String> wanted = call.kernels().stream()
                .filter(name -> names.isEmpty() || names.contains(name))
                .filter(Kernels.names(onJvm)::contains)
                .toList();
        if (wanted.isEmpty()) {
            return;
        }
        Map<String, Stage> stages = stages(call, engine.device(), workers, wanted, isQuick());
        for (String name : wanted) {
            if (!stages.containsKey(name)) {
                lines.accept(PointsFile.SKIPPED + name + " on " + device + ": not in the " + call);
            } else {
                try {
                    lines.accept(row(call, stages.remove(name), engine, device).toCsv());
                } catch (DeviceException | OutOfMemoryError e) {
                    lines.accept((PointsFile.FAILED + name + " on " + device + ": " + e).replaceAll("\\s+", " "));
                }
            }
        }
    }

    /** Returns the stages of some kernels in a call on a device, which runs nothing. */
    static Map<String, Stage> stages(
            VariantCall call, Device device, Workers workers, List<String> kernels, boolean quick) {
        return StageCapture.of(device, workers, kernels, backend -> {
            try (Context context = new Context(backend, workers, device.memoryBytes(), 0)) {
                call.run(context, quick);
            }
        });
    }

    private Row row(VariantCall call, Stage stage, Engine engine, String device) {
        try (VariantTrial trial = new VariantTrial(stage, engine, device)) {
            long differing = trial.differing();
            Runs plain = new Runs(budget());
            Runs variant = new Runs(budget());
            // Until both are warm, and then until both have enough, so that they have equally many counted runs.
            while (!plain.isWarm() || !variant.isWarm()) {
                if (!plain.isWarm()) {
                    plain.add(trial::plain);
                }
                if (!variant.isWarm()) {
                    variant.add(trial::variant);
                }
            }
            while (plain.isDue() || variant.isDue()) {
                plain.add(trial::plain);
                variant.add(trial::variant);
            }
            Map<String, Object> cells = Map.ofEntries(
                    Map.entry("kernel", stage.kernel().name()),
                    Map.entry("variant", Kernels.variant(stage.kernel(), Backends.isJvm(device))),
                    Map.entry("device", device),
                    Map.entry("input", call.toString()),
                    Map.entry("n", call.size(engine.device().type(), isQuick())),
                    Map.entry("items", stage.items()),
                    Map.entry("runs", Math.min(plain.count(), variant.count())),
                    Map.entry("plain ns", plain.median()),
                    Map.entry("variant ns", variant.median()),
                    Map.entry("ratio", (double) plain.median() / variant.median()),
                    Map.entry("least ratio", (double) quartile(plain, 1) / quartile(variant, 3)),
                    Map.entry("most ratio", (double) quartile(plain, 3) / quartile(variant, 1)),
                    Map.entry("differing", differing));
            return Row.of(titles(), cells::get);
        }
    }

    private static long quartile(Runs some, int quarter) {
        List<Run> sorted = some.later();
        return sorted.get((sorted.size() - 1) * quarter / 4).nanos();
    }

    @Override
    String preamble(PointsFile file) {
        return LEGEND;
    }

    @Override
    List<Part> parts(List<Row> rows) {
        List<Row> sorted = rows.stream()
                .sorted(Comparator.<Row, String>comparing(row -> row.text("device"))
                        .thenComparing(row -> row.text("kernel")))
                .toList();
        return tables(sorted, "device", VariantsExperiment::table);
    }

    private static String table(List<Row> rows) {
        return Table.ofRows(
                        "kernel, variant, input, n, items, runs, plain ms, variant ms, ratio, least ratio, most ratio, differing")
                .of(rows);
    }
}
