package dev.gyre.cli;

import dev.gyre.cli.csv.CsvOptions;
import dev.gyre.cli.csv.CsvSource;
import java.nio.file.Path;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of the file of rows, of their names in the answer, and of how CSV is read. */
abstract class SourceOptions {

    /** The name of standard input. */
    static final Path STANDARD_INPUT = Path.of("-");

    private static final String STANDARD_INPUT_WORDS = "standard input";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = {"-i", "--input"},
            paramLabel = "FILE",
            description = "The file of rows; - for standard input.")
    private Path input;

    @Mixin
    private CsvReading csv;

    @Option(names = "--id", paramLabel = "NAME", description = "A column that identifies the rows in the answer.")
    private String id;

    /** Returns whether the user wants the rows that ship with the program. */
    abstract boolean isDemo();

    /** Returns the rows that ship with the program. */
    abstract DemoRows demo();

    final void check() {
        boolean demo = isDemo();
        if (demo && input != null) {
            throw Usage.error(spec, "--demo brings its own rows: --input=" + input);
        }
        if (demo && !csv.unlikeDemo().isEmpty()) {
            throw Usage.error(spec, "--demo brings its own rows: " + csv.unlikeDemo());
        }
        if (!demo && input == null) {
            throw Usage.error(spec, "--input is missing (or --demo)");
        }
    }

    /** Refuses options of CSV if no file is CSV. */
    final void checkFormats(PointFile... files) {
        if (csv.areGiven() && Stream.of(files).noneMatch(PointFile::isCsv)) {
            throw Usage.error(
                    spec,
                    "--delimiter, --decimal, --encoding, --no-header, --skip-bad-rows and --missing are for CSV: --input="
                            + files[0].name() + "; files of vectors are read as they are");
        }
    }

    /** Returns the file, null for the demo. */
    final Path file() {
        return input;
    }

    /** Returns whether the user asked for identifiers. */
    final boolean namesRows() {
        return id != null;
    }

    /** Returns the column of the identifiers, or null. */
    final String idColumn() {
        return id == null && isDemo() ? demo().id() : id;
    }

    /** Returns how CSV is read. */
    final CsvOptions csv() {
        return csv.options();
    }

    final CsvSource source() {
        return isDemo() ? demo().source().with(csv()) : source(input, csv());
    }

    /** Opens a file or standard input as CSV. */
    static CsvSource source(Path file, CsvOptions options) {
        CsvSource source =
                isStandardInput(file) ? CsvSource.stream(STANDARD_INPUT_WORDS, System.in) : CsvSource.file(file);
        return source.with(options);
    }

    static boolean isStandardInput(Path file) {
        return file.equals(STANDARD_INPUT);
    }

    /** Returns what messages call a file. */
    static String nameOf(Path file) {
        return isStandardInput(file) ? STANDARD_INPUT_WORDS : file.toString();
    }
}
