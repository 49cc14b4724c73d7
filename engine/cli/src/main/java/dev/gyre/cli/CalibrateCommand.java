package dev.gyre.cli;

import dev.gyre.cli.Times.Stopwatch;
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

/** Measures what operations cost. */
final class CalibrateCommand extends Command {

    private final Option<Path> output = file(
            "--output",
            "The file to write (default: GYRE_CALIBRATION, or gyre/calibration.ini in XDG_CONFIG_HOME or ~/.config).");
    private final Option<Double> longest = number(
                    "--longest=SECONDS",
                    "Approximate limit of a measured call (default: ${DEFAULT-VALUE}). More gives better rates.")
            .byDefault("0.2");
    private final Option<Boolean> quiet = flag("--quiet", "Prints no progress bar, and no line for each device.");
    private final EngineOptions engineOptions = with(new EngineOptions());

    CalibrateCommand() {
        super(
                "calibrate",
                "Measures what operations cost on each device of this machine, or on the one that --device names, and writes "
                        + "a file that every call reads to choose the fastest method and device.",
                "With --device, the file keeps the entries of other devices if they are for this machine and number of "
                        + "threads.");
    }

    @Override
    public Integer call() throws IOException {
        // False for NaN too.
        if (!(longest.get() > 0 && longest.get() <= 60)) {
            throw error("--longest must be more than 0 and up to 60 seconds: longest=" + longest.get());
        }
        Settings settings = engineOptions.settings();
        Path file = output.or(settings.calibration());
        if (!output.isGiven()) {
            makeFolder(file.toAbsolutePath().getParent());
        }
        if (settings.device().equalsIgnoreCase(Settings.AUTO)) {
            measureAll(settings, file);
        } else {
            open(() -> OutputFile.create(file)).close();
            measure(settings, file);
        }
        out().println(file);
        return ExitCode.OK;
    }

    /** Replaces the file when all devices are measured. */
    private void measureAll(Settings settings, Path file) throws IOException {
        ShutdownGuard.use(() -> open(() -> OutputFile.create(file)), written -> {
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
            if (!quiet.isGiven()) {
                tell(engine.device() + ": measured in " + Numbers.seconds(watch.lap()));
            }
        }
    }

    private void calibrate(Engine engine, Path file) throws IOException {
        ProgressDisplay.watch("calibrate", quiet.isGiven(), monitor -> {
            engine.calibrate(file, longest.get(), monitor);
            return null;
        });
    }
}
