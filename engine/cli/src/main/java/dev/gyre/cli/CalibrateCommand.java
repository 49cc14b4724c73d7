package dev.gyre.cli;

import dev.gyre.engine.Devices;
import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.file.OutputFile;
import dev.gyre.engine.program.Device;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
            "Measures what operations cost on each device of this machine, or on the one that --device names, and writes "
                    + "a file that every call reads to choose the fastest method and device.",
            "With --device, the file keeps the entries of other devices if they are for this machine and number of "
                    + "threads."
        })
final class CalibrateCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "The file to write (default: GYRE_CALIBRATION, or gyre/calibration.ini in XDG_CONFIG_HOME or "
                    + "~/.config).")
    private Path output;

    @Option(
            names = "--longest",
            paramLabel = "SECONDS",
            defaultValue = "0.2",
            description = "Approximate limit of a measured call (default: ${DEFAULT-VALUE}). More gives better rates.")
    private double longest;

    @Option(names = "--quiet", description = "Prints no progress bar, and no line for each device.")
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
        if (output == null) {
            makeFolder(file.toAbsolutePath().getParent());
        }
        if (settings.device().equalsIgnoreCase(Settings.AUTO)) {
            measureAll(settings, file);
        } else {
            Usage.output(spec, () -> OutputFile.create(file)).close();
            measure(settings, file);
        }
        spec.commandLine().getOut().println(file);
        return ExitCode.OK;
    }

    /** Replaces the file when all devices are measured. */
    private void measureAll(Settings settings, Path file) throws IOException {
        ShutdownGuard.use(() -> Usage.output(spec, () -> OutputFile.create(file)), written -> {
            ShutdownGuard.use(() -> new Measured(Files.createTempDirectory("gyre")), measured -> {
                for (Device device : Devices.of(settings).list()) {
                    measure(settings.withDevice(device.id()), measured.file());
                }
                Files.copy(measured.file(), written.stream());
            });
            written.stream().flush();
            written.commit();
        });
    }

    /** A file in a folder of its own, which ends with the measurement. */
    private record Measured(Path folder) implements Closeable {

        Path file() {
            return folder.resolve("calibration.ini");
        }

        @Override
        public void close() throws IOException {
            Files.deleteIfExists(file());
            Files.deleteIfExists(folder);
        }
    }

    private static void makeFolder(Path folder) throws IOException {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make the folder of the calibration", e);
        }
    }

    private void measure(Settings settings, Path file) throws IOException {
        Stopwatch watch = new Stopwatch();
        try (Engine engine = Engine.open(settings)) {
            calibrate(engine, file);
            if (!quiet) {
                spec.commandLine().getErr().println(engine.device() + ": measured in " + Numbers.seconds(watch.lap()));
            }
        }
    }

    private void calibrate(Engine engine, Path file) throws IOException {
        ProgressDisplay.watch("calibrate", quiet, monitor -> {
            engine.calibrate(file, longest, monitor);
            return null;
        });
    }
}
