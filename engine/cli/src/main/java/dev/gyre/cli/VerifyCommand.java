package dev.gyre.cli;

import dev.gyre.engine.Devices;
import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.cost.Verifications;
import dev.gyre.engine.data.CheckResult;
import dev.gyre.engine.file.OutputFile;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.verify.SelfCheck;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Runs the self-check. */
final class VerifyCommand extends Command {

    /** Results are printed as they arrive, so the widths are fixed before the names are known. */
    private static final String ROW = "%-28s  %-9s  %-12s  %5s  %s%n";

    private final EngineOptions engineOptions = with(new EngineOptions());
    private final Option<Integer> cases = integer(
            "--cases=N",
            "Cases per kernel and operation (default: " + SelfCheck.FULL_CASES + "; " + SelfCheck.QUICK_CASES
                    + " with --quick).");
    private final Option<Boolean> quick = flag("--quick", "A smoke test of a few operations.");
    private final Option<Long> seed = number(Long.class, "--seed=S", "Seed of the cases (default: ${DEFAULT-VALUE}).")
            .byDefault(SelfCheck.DEFAULT_SEED);

    VerifyCommand() {
        super(
                "verify",
                "Runs every kernel and operation on a device, compares the answers with those of the sequential JVM and of "
                        + "a brute-force oracle, and prints a line for each. Failures, and the outcome of "
                        + SelfCheck.FULL_CASES
                        + " cases or more, are kept beside the calibration: the automatic choice excludes devices that failed. --device "
                        + "auto checks the first accelerator, or else the JVM.");
    }

    @Override
    public Integer call() throws IOException {
        int cases = this.cases.or(quick.isGiven() ? SelfCheck.QUICK_CASES : SelfCheck.FULL_CASES);
        checkLeast("cases", 1, cases);
        PrintWriter out = out();
        Settings settings = withNamedDevice(engineOptions.settings());
        try (Engine engine = Engine.open(settings)) {
            out.println(engine.device() + ": cases=" + cases + ", seed=" + seed.get());
            out.printf(Locale.ROOT, ROW, "name", "kind", "device", "cases", "result");
            Set<String> operations = quick.isGiven() ? SelfCheck.QUICK : Set.of();
            List<CheckResult> results = engine.verify(operations, cases, seed.get(), result -> print(result, out));
            List<CheckResult> failures =
                    results.stream().filter(result -> !result.passed()).toList();
            out.println(results.size() - failures.size() + " passed, " + failures.size() + " failed");
            for (Map.Entry<Device, String> device : engine.identities().entrySet()) {
                List<String> failed = failures.stream()
                        .filter(result -> result.device().equals(device.getKey()))
                        .map(CheckResult::name)
                        .toList();
                if (operations.isEmpty() && cases >= SelfCheck.FULL_CASES || !failed.isEmpty()) {
                    record(Verifications.file(settings.calibration()), device.getValue(), failed);
                }
            }
            return failures.isEmpty() ? ExitCode.OK : ExitCode.FAILURE;
        }
    }

    /** Replaces auto by a device: the automatic choice would exclude one that failed before, although it may work now. */
    private static Settings withNamedDevice(Settings settings) {
        if (!settings.device().equalsIgnoreCase(Settings.AUTO)) {
            return settings;
        }
        return settings.withDevice(Devices.of(settings).list().stream()
                .filter(device -> device.type().isAccelerator())
                .findFirst()
                .map(Device::id)
                .orElse(Settings.JVM));
    }

    /** Stores an outcome beside those of other devices. */
    static void record(Path file, String identity, List<String> failed) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        try (OutputFile out = OutputFile.create(file)) {
            Verifications.read(file).with(identity, Engine.version(), failed).write(out.writer());
            out.commit();
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
