package dev.gyre.cli;

import dev.gyre.engine.Engine;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** A command: its name, its words for the help, its options and its call, which returns the exit code. */
abstract class Command extends Options implements Callable<Integer> {

    /** Describes files of points, for the help. */
    static final String POINT_FILES =
            "Files are CSV with a header, in UTF-8, or of vectors: .fvecs, .bvecs, .ivecs and NumPy's .npy; or Parquet or "
                    + "FlatGeobuf. All but Parquet may be compressed with gzip.";

    /** Describes files of boxes. */
    static final String BOX_FILES =
            "Files are CSV with a header, in UTF-8, or of vectors, whose columns are lower bounds, then upper bounds: "
                    + ".fvecs, .bvecs, .ivecs and NumPy's .npy. All may be compressed with gzip.";

    /** Describes files of CSV. */
    static final String CSV_FILES = "Files have a header, are UTF-8, and may be compressed with gzip.";

    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

    Command(String name, String... description) {
        // Of all commands that have no words of their own there.
        footer(
                "gyre help COMMAND, or --help after a command, explains it.",
                "Settings come from the file that GYRE_SETTINGS names, then from GYRE_DEVICE, GYRE_THREADS, "
                        + "GYRE_MEMORY_LIMIT, GYRE_KEPT_MEMORY, GYRE_KERNEL_CACHE and GYRE_CALIBRATION, then from the options.",
                "Exit codes: 0 done, 1 failed, 2 wrong options or input, 130 cancelled, 141 the reader of the output has gone.");
        spec.name(name)
                .versionProvider(() -> new String[] {
                    "gyre " + Engine.version(),
                    "Java " + System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ")"
                })
                .usageMessage()
                .description(description)
                .sortOptions(false)
                .autoWidth(true);
    }

    /** Sets what the help says after the options. */
    final void footer(String... lines) {
        spec.usageMessage()
                .footer(Stream.concat(Stream.of(""), Stream.of(lines)).toArray(String[]::new));
    }

    @Override
    final CommandSpec spec() {
        return spec;
    }

    /** Returns the command for picocli, with its options and those of its subcommands. */
    CommandLine line() {
        addTo(spec);
        spec.mixinStandardHelpOptions(true);
        return new CommandLine(spec);
    }
}
