package dev.gyre.cli;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.file.OutputFile;
import dev.gyre.engine.plan.Calibration;
import dev.gyre.engine.plan.DeviceCosts;
import dev.gyre.engine.program.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures what operations cost. */
@Command(
        name = "calibrate",
        description = {
            "Measures what operations cost on each device of this machine, or on the one that --device names, and "
                    + "keeps it in a file that every call reads to find the fastest way and device.",
            "A device that is named is measured for itself: what the file has of others stays, if it is of this machine and of "
                    + "as many threads."
        })
final class CalibrateCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description =
                    "Where the file goes (default: GYRE_CALIBRATION, or gyre/calibration.ini in XDG_CONFIG_HOME or "
                            + "~/.config).")
    private Path output;

    @Option(
            names = "--longest",
            paramLabel = "SECONDS",
            defaultValue = "0.2",
            description =
                    "How long a measured call may take, about (default: ${DEFAULT-VALUE}). More gives better constants.")
    private double longest;

    @Option(names = "--quiet", description = "No progress bar, and no line for each device.")
    private boolean quiet;

    @Mixin
    private EngineOptions engineOptions;

    @Override
    public Integer call() throws IOException {
        // False for NaN too.
        if (!(longest > 0 && longest <= 60)) {
            throw Usage.error(spec, "--longest must be more than 0 and up to 60 seconds: longest=" + longest);
        }
        Settings settings = engineOptions.settings();
        Path file = output == null ? settings.calibration() : output;
        boolean all = settings.device().equalsIgnoreCase(Settings.AUTO);
        Calibration older = !all && Files.exists(file) ? Calibration.read(file) : null;
        if (output == null) {
            Files.createDirectories(file.toAbsolutePath().getParent());
        }
        ShutdownGuard.use(() -> Usage.output(spec, () -> OutputFile.create(file)), written -> {
            Calibration calibration = Calibration.ofThisMachine(Engine.version(), settings.threads());
            List<String> devices =
                    all ? Engine.devices(settings).stream().map(Device::id).toList() : List.of(settings.device());
            for (String device : devices) {
                calibration = measure(settings.withDevice(device), calibration);
            }
            (older == null ? calibration : calibration.over(older)).write(written.writer());
            written.commit();
        });
        spec.commandLine().getOut().println(file);
        return ExitCode.OK;
    }

    private Calibration measure(Settings settings, Calibration calibration) {
        Stopwatch watch = new Stopwatch();
        try (Engine engine = Engine.open(settings)) {
            Calibration more = calibration.with(engine.device(), measure(engine));
            if (!quiet) {
                spec.commandLine().getErr().println(engine.device() + ": measured in " + Numbers.seconds(watch.lap()));
            }
            return more;
        }
    }

    private DeviceCosts measure(Engine engine) {
        if (quiet || !ProgressDisplay.isWatched()) {
            return engine.measureCosts(longest, Monitor.NONE);
        }
        try (ProgressDisplay display = new ProgressDisplay("calibrate")) {
            return engine.measureCosts(longest, display);
        }
    }
}
