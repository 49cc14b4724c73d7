package dev.gyre.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.openjdk.jmh.runner.RunnerException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code benchmarks/run}: runs a named set and writes machine, versions, date and figures. */
@Command(
        name = "benchmarks/run",
        description = "Runs a set of benchmarks and writes a report.",
        footer = "With options of their own: the experiments calls and knn; report, which makes the page of results.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class Report implements Callable<Integer> {

    private static final String ALL = "all";

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "SET", description = "${COMPLETION-CANDIDATES}.", completionCandidates = SetNames.class)
    private String set;

    @Option(
            names = "--device",
            paramLabel = "ID",
            description = "A backend to run on: jvm-1 (one thread), jvm, opencl:0, …; can be repeated. "
                    + "Without it: all that the set makes sense for.")
    private List<String> devices = List.of();

    @Option(
            names = "--with",
            paramLabel = "NAME=VALUE,…",
            description =
                    "Values of a parameter of Gyre's cases, such as k=10,100 or parts=2,4, instead of the set's; can be "
                            + "repeated.")
    private Map<String, String> more = Map.of();

    @Mixin
    private final ReportOptions reportOptions = new ReportOptions();

    @Option(names = "--forks", paramLabel = "N", description = "JMH's processes per case.")
    private Integer forks;

    @Option(names = "--warmups", paramLabel = "N", description = "JMH's iterations before the measured ones.")
    private Integer warmups;

    @Option(names = "--iterations", paramLabel = "N", description = "JMH's measured iterations.")
    private Integer iterations;

    /** What can be chosen, for {@code --help}. */
    private static final class SetNames extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        SetNames() {
            super(List.of(BenchmarkSet.names().split(", ")));
        }
    }

    static int run(String... arguments) {
        return new CommandLine(new Report()).execute(arguments);
    }

    @Override
    public Integer call() throws RunnerException, IOException {
        List<BenchmarkSet> sets;
        try {
            Backends.requireKnown(devices);
            sets = chosen();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
        boolean complete = true;
        for (BenchmarkSet chosen : sets) {
            SetRun run = new SetRun(chosen);
            run.measure(plan(chosen), effort(), reportOptions);
            spec.commandLine().getOut().println("written: " + run.write(reportOptions.output()));
            complete &= run.missing() == 0;
        }
        return complete ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private List<BenchmarkSet> chosen() {
        if (set.equals(ALL)) {
            return BenchmarkSet.ALL.stream().filter(BenchmarkSet::isBuilt).toList();
        }
        BenchmarkSet named = BenchmarkSet.named(set);
        if (!named.isBuilt()) {
            throw new IllegalArgumentException("this build has no " + named + "; build with: mvn package -Ppeers");
        }
        return List.of(named);
    }

    private BenchmarkSet.Plan plan(BenchmarkSet chosen) {
        List<String> backends = devices.isEmpty()
                ? Backends.all().stream().filter(chosen::runsOn).toList()
                : devices;
        return new BenchmarkSet.Plan(reportOptions.isQuick(), backends, more);
    }

    private Effort effort() {
        Effort base = reportOptions.isQuick() ? Effort.QUICK : Effort.FULL;
        return new Effort(
                forks == null ? base.forks() : forks,
                warmups == null ? base.warmups() : warmups,
                iterations == null ? base.iterations() : iterations,
                base.iterationMillis());
    }
}
