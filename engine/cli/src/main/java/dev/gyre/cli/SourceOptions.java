package dev.gyre.cli;

import dev.gyre.cli.csv.CsvOptions;
import dev.gyre.cli.csv.CsvSource;
import dev.gyre.cli.csv.Separator;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Options of the file of rows, of their names in the answer, and of how CSV is read. */
abstract class SourceOptions {

    /** The name of standard input. */
    static final Path STANDARD_INPUT = Path.of("-");

    private static final String STANDARD_INPUT_WORDS = "standard input";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--input", paramLabel = "FILE", description = "The file of rows; - for standard input.")
    private Path input;

    @Option(
            names = "--delimiter",
            paramLabel = "CHAR",
            converter = SeparatorName.class,
            completionCandidates = SeparatorName.class,
            description =
                    "The character between fields of CSV, or comma, semicolon, tab, pipe or space (default: comma).")
    private Character delimiter;

    @Option(
            names = "--skip-bad-rows",
            description =
                    "Leaves out rows of CSV that have too few or too many fields, or something else than a number "
                            + "that fits; the last line counts them.")
    private boolean skipBadRows;

    @Option(
            names = "--missing",
            paramLabel = "NAME",
            converter = MissingName.class,
            completionCandidates = MissingName.class,
            description = "Treatment of rows of CSV with an empty number, NA, N/A, NaN or null: error, or skip, which "
                    + "leaves them out and counts them (default: error).")
    private Missing missing;

    @Option(names = "--id", paramLabel = "NAME", description = "A column that identifies the rows in the answer.")
    private String id;

    /** Treatments of missing numbers. */
    enum Missing {
        ERROR,
        SKIP
    }

    /** The treatments by name. */
    static final class MissingName extends ConstantName<Missing> {
        MissingName() {
            super(Missing.class);
        }
    }

    /** Separators, as characters or as words. */
    static final class SeparatorName implements ITypeConverter<Character>, Iterable<String> {

        @Override
        public Character convert(String text) {
            for (Separator separator : Separator.values()) {
                if (separator.word().equals(text)) {
                    return separator.character();
                }
            }
            if (text.length() != 1 || "\"\r\n".contains(text) || Character.isSurrogate(text.charAt(0))) {
                throw new TypeConversionException(
                        "expected one character that is no quote, or comma, semicolon, tab, pipe or space, but was '"
                                + text + "'");
            }
            return text.charAt(0);
        }

        @Override
        public Iterator<String> iterator() {
            return Stream.of(Separator.values()).map(Separator::word).iterator();
        }
    }

    /** Returns whether the user wants the rows that ship with the program. */
    abstract boolean isDemo();

    /** Returns the rows that ship with the program. */
    abstract DemoRows demo();

    final void check() {
        boolean demo = isDemo();
        if (demo && input != null) {
            throw Usage.error(spec, "--demo brings its own rows: --input=" + input);
        }
        if (demo && delimiter != null) {
            throw Usage.error(spec, "--demo brings its own rows: --delimiter=" + delimiter);
        }
        if (!demo && input == null) {
            throw Usage.error(spec, "--input is missing (or --demo)");
        }
    }

    /** Refuses options of CSV where no file is CSV. */
    final void checkFormats(PointFile... files) {
        boolean csv = Stream.of(files).anyMatch(PointFile::isCsv);
        if (!csv && (delimiter != null || skipBadRows || missing != null)) {
            throw Usage.error(
                    spec,
                    "--delimiter, --skip-bad-rows and --missing are for CSV: --input=" + files[0].name()
                            + "; files of vectors are read as they are");
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
        return new CsvOptions(
                delimiter == null ? CsvOptions.DEFAULT.separator() : delimiter, skipBadRows, missing == Missing.SKIP);
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
