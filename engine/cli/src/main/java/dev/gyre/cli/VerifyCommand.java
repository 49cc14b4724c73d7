package dev.gyre.cli;

import dev.gyre.engine.Devices;
import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.CheckResult;
import dev.gyre.engine.file.OutputFile;
import dev.gyre.engine.plan.Verifications;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.verify.SelfCheck;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the self-check. */
@Command(
        name = "verify",
        description =
                "Runs every kernel and operation on a device, compares the answers with those of the sequential JVM and of "
                        + "a brute-force oracle, and prints a line for each. Failures, and the outcome of "
                        + SelfCheck.FULL_CASES
                        + " cases or more, are kept beside the calibration: the automatic choice excludes devices that failed. --device "
                        + "auto checks the first accelerator, or else the JVM.")
final class VerifyCommand implements Callable<Integer> {

    /** Results are printed as they arrive, so the widths are fixed before the names are known. */
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
    public Integer call() throws IOException {
        if (cases < 1) {
            throw Usage.error(spec, "--cases must be 1 or more: cases=" + cases);
        }
        PrintWriter out = spec.commandLine().getOut();
        Settings settings = withNamedDevice(engineOptions.settings());
        try (Engine engine = Engine.open(settings)) {
            out.println(engine.device() + ": cases=" + cases + ", seed=" + seed);
            out.printf(Locale.ROOT, ROW, "name", "kind", "device", "cases", "result");
            List<CheckResult> failures = engine.verify(cases, seed, result -> print(result, out)).stream()
                    .filter(result -> !result.passed())
                    .toList();
            for (Map.Entry<Device, String> device : engine.identities().entrySet()) {
                List<String> failed = failures.stream()
                        .filter(result -> result.device().equals(device.getKey()))
                        .map(CheckResult::name)
                        .toList();
                if (cases >= SelfCheck.FULL_CASES || !failed.isEmpty()) {
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
