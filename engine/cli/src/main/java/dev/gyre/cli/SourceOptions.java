package dev.gyre.cli;

import dev.gyre.cli.csv.CsvSource;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of the file of rows. */
class SourceOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--input", paramLabel = "FILE", description = "The file of rows.")
    private Path input;

    @Option(names = "--demo", description = "Uses the 135,233 cities that ship with the program (GeoNames, CC BY 4.0).")
    private boolean demo;

    final boolean isDemo() {
        return demo;
    }

    final void check() {
        if (demo && input != null) {
            throw Usage.error(spec, "--demo brings its own rows: --input=" + input);
        }
        if (!demo && input == null) {
            throw Usage.error(spec, "--input is missing (or --demo)");
        }
    }

    /** Returns the file, null for the demo. */
    final Path file() {
        return input;
    }

    final CsvSource source() {
        return demo ? CsvSource.cities() : CsvSource.file(input);
    }
}
