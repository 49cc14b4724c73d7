package dev.gyre.engine.cli;

import dev.gyre.engine.Engine;
import dev.gyre.engine.verify.CheckResult;
import dev.gyre.engine.verify.SelfCheck;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The self-check. */
@Command(
        name = "verify",
        description = "Runs every kernel and operation on a device, compares with the sequential JVM and a brute-force "
                + "oracle, and prints a line for each.")
final class VerifyCommand implements Callable<Integer> {

    /** Results are printed as they come, so that widths are fixed before names are known. */
    private static final String ROW = "%-28s  %-9s  %-12s  %5s  %s%n";

    @Spec
    private CommandSpec spec;

    @Mixin
    private EngineOptions engineOptions;

    @Option(
            names = "--cases",
            paramLabel = "N",
            description = "Cases per kernel and operation (default: ${DEFAULT-VALUE}).",
            defaultValue = "" + SelfCheck.FULL_CASES)
    private int cases;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "Seed of the cases (default: ${DEFAULT-VALUE}).",
            defaultValue = "" + SelfCheck.DEFAULT_SEED)
    private long seed;

    @Override
    public Integer call() {
        if (cases < 1) {
            throw new ParameterException(spec.commandLine(), "--cases must be 1 or more: cases=" + cases);
        }
        PrintWriter out = spec.commandLine().getOut();
        try (Engine engine = Engine.open(engineOptions.settings())) {
            out.println(engine.device() + ": cases=" + cases + ", seed=" + seed);
            out.printf(Locale.ROOT, ROW, "name", "kind", "device", "cases", "result");
            long failed = engine.verify(cases, seed, result -> print(result, out)).stream()
                    .filter(result -> !result.passed())
                    .count();
            return failed == 0 ? ExitCode.OK : ExitCode.FAILURE;
        }
    }

    private static void print(CheckResult result, PrintWriter out) {
        int failures = result.failures().size();
        out.printf(
                Locale.ROOT,
                ROW,
                result.name(),
                result.kind().name().toLowerCase(Locale.ROOT),
                result.device().id(),
                result.cases(),
                result.passed() ? "ok" : failures + (failures == 1 ? " failure" : " failures"));
        for (String failure : result.failures()) {
            out.println("    " + failure);
        }
        out.flush();
    }
}
