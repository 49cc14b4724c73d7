package dev.gyre.cli;

import dev.gyre.cli.Answer.OfVectors.Content;
import dev.gyre.cli.csv.ArrowRecords;
import dev.gyre.cli.csv.CsvForm;
import dev.gyre.cli.csv.ParquetRecords;
import dev.gyre.cli.csv.RowsRead;
import dev.gyre.cli.text.VisibleText;
import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.io.PointFormat;
import dev.gyre.engine.io.VectorFiles;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Options of the device of the work, and of the answer's destination: a table for people, CSV or, if they are set up for it, files of vectors.
 *
 * @param <A> the answer
 */
final class OutputOptions<A extends Answer> extends Options {

    private static final int MAX_PRECISION = 30;

    /** Formats whose columns have types. */
    private static final Set<PointFormat> TYPED = EnumSet.of(PointFormat.PARQUET, PointFormat.ARROW);

    private static final String OF_MATCHES =
            "The file to write: CSV, with tabs if its name ends in .tsv; or .parquet or .arrow; or .npy, an int32 array of a row and its match, matches x 2; or .ivecs, a "
                    + "vector of matches for each row; compressed if .gz follows; - for CSV on standard output.";

    private final Option<Integer> rows = integer("--rows=N", "Number of rows of the table (default: ${DEFAULT-VALUE}).")
            .byDefault(10);
    private final Option<Integer> precision = integer(
            "--precision=N",
            "Digits after the decimal point of distances and scores in CSV (default: as many as tell numbers apart).");
    private final ReportOptions report = with(new ReportOptions());
    private final Option<Path> output;

    /** Null where an answer has no distances that files of vectors could hold. */
    private final Option<Path> distances;

    /** Null where an answer is no graph. */
    private final Option<Path> starts;

    private final EngineOptions engineOptions;

    /** The format of the output; null if its name tells. */
    private PointFormat format;

    /** Writes ids, else distances; null for an answer of CSV alone. */
    private final VectorWriting<A> vectors;

    private OutputOptions(
            String names, String help, String distancesHelp, String startsHelp, VectorWriting<A> vectors) {
        this.vectors = vectors;
        output = file(names, help);
        distances = distancesHelp == null ? null : file("--distances-output", distancesHelp);
        starts = startsHelp == null ? null : file("--starts-output", startsHelp);
        engineOptions = with(new EngineOptions());
    }

    /** Writes a content as an array or as vectors. */
    @FunctionalInterface
    private interface VectorWriting<A> {
        void write(A answer, Content content, PointFormat format, OutputStream out, Monitor monitor) throws IOException;
    }

    static OutputOptions<Answer> ofCsv() {
        return new OutputOptions<>(
                "-o, --output",
                "The file to write: CSV, with tabs if its name ends in .tsv, or Parquet if it ends in .parquet, or Arrow IPC if in .arrow; compressed if .gz follows; - for standard output.",
                null,
                null,
                null);
    }

    static OutputOptions<Answer> ofFeatures() {
        return new OutputOptions<>(
                "--output",
                "The file to write: GeoJSON if its name ends in .geojson or .json, GeoParquet if in .parquet, Arrow IPC if in .arrow, else CSV; compressed if .gz "
                        + "follows; - for standard output.",
                null,
                null,
                null);
    }

    static OutputOptions<Answer.OfVectors> ofNeighbors() {
        return new OutputOptions<>(
                "-o, --output",
                "The file to write: CSV, with tabs if its name ends in .tsv; or .parquet or .arrow; or, if its name ends in .npy or .ivecs, the neighbors' rows as an array, "
                        + "queries x k; compressed if it ends in .gz; - for CSV on standard output.",
                "The file of the distances as an array, queries x k: float64 if its name ends in .npy, float32 if it "
                        + "ends in .fvecs; compressed if .gz follows.",
                null,
                Answer.OfVectors::writeVectors);
    }

    static OutputOptions<Answer.OfVectors> ofMatches() {
        return new OutputOptions<>("-o, --output", OF_MATCHES, null, null, Answer.OfVectors::writeVectors);
    }

    static OutputOptions<Answer.OfVectors> ofMatchesAndDistances() {
        return new OutputOptions<>(
                "-o, --output",
                OF_MATCHES,
                "The file of the distances, in the order of the matches: .npy, a float64 array, or .fvecs, a float32 "
                        + "vector for each row; compressed if .gz follows. It needs an extra search.",
                null,
                Answer.OfVectors::writeVectors);
    }

    static OutputOptions<Answer.OfVectors> ofEdges() {
        return new OutputOptions<>(
                "-o, --output",
                "The file to write: CSV, with tabs if its name ends in .tsv; or .parquet or .arrow; or .mtx, a sparse matrix in the form of Matrix Market; or .npy, an "
                        + "int32 array of a row and its neighbor, edges x 2; compressed if .gz follows; - for CSV on standard output.",
                "The file of the distances, in the order of the edges: .npy, a float64 array, or .fvecs, a float32 "
                        + "vector for each row; compressed if .gz follows.",
                "The .npy file of the number of edges before each row, int64, rows + 1. The .npy of --output then has the neighbors alone: "
                        + "with the distances a matrix in compressed rows (CSR).",
                Answer.OfVectors::writeVectors);
    }

    /** Returns the value of --output, or null. */
    Path output() {
        return output.get();
    }

    private Path distances() {
        return distances == null ? null : distances.get();
    }

    private Path starts() {
        return starts == null ? null : starts.get();
    }

    /** Returns whether all of the answer is written, and not only a table of its first rows. */
    boolean writesAll() {
        return output.isGiven() || distances() != null;
    }

    ReportOptions report() {
        return report;
    }

    boolean isQuiet() {
        return report.isQuiet();
    }

    boolean namesFile() {
        return output.isGiven() && !InputOptions.isStandardInput(output());
    }

    private boolean namesCsv() {
        return format() == PointFormat.CSV;
    }

    /** Sets the format of the output, whatever its name; that of text is CSV. */
    void setFormat(PointFormat newFormat) {
        format = newFormat;
    }

    private PointFormat format() {
        return format != null ? format : output.isGiven() ? PointFormat.ofName(output()) : PointFormat.CSV;
    }

    /** Returns whether the output is of a format whose columns have types. */
    boolean isTyped() {
        return TYPED.contains(format());
    }

    /** Returns whether an output, which may be null, has columns with names: CSV, Parquet and Arrow. */
    static boolean namesRecords(Path outputOrNull) {
        PointFormat named = outputOrNull == null ? PointFormat.NPY : PointFormat.ofName(outputOrNull);
        return named == PointFormat.CSV || TYPED.contains(named);
    }

    private boolean namesRecords() {
        return namesCsv() || isTyped();
    }

    /** Checks a destination of CSV, or of another format that the command writes itself; {@code formats} names them all. */
    void check(String formats, boolean isOtherFormat) {
        checkLeast("rows", 0, rows.get());
        if (precision.isGiven() && (precision.get() < 0 || precision.get() > MAX_PRECISION)) {
            throw error("--precision must be in 0.." + MAX_PRECISION + ": precision=" + precision.get());
        }
        if (precision.isGiven() && !(output.isGiven() && namesCsv())) {
            throw error(
                    "--precision is for CSV: " + (output.isGiven() ? "--output=" + output() : "--output is missing"));
        }
        if (isTyped() && !namesFile()) {
            throw error("Parquet and Arrow are written to files: "
                    + (output.isGiven() ? "--output=" + output() : "--output is missing"));
        }
        if (!namesFile() || isOtherFormat) {
            return;
        }
        String other = CsvForm.otherFormat(output());
        if (!other.isEmpty()) {
            throw error("no file of the format " + other
                    + " can be written; .csv, .tsv, .parquet and .arrow can: --output=" + output());
        }
        if (vectors == null && !namesRecords()) {
            throw error("this command writes " + formats + ": --output=" + output());
        }
    }

    /** Refuses options that contradict each other, and formats that cannot hold names of rows or counts. */
    void check(boolean rowsAreNamed, boolean countsOnly) {
        check("CSV, Parquet and Arrow", false);
        if (namesFile() && !namesRecords()) {
            checkFormat("--output", output(), ".npy or .ivecs, or CSV, Parquet or Arrow", VectorFiles.ID_FORMATS);
            if (rowsAreNamed) {
                throw error(
                        "an array has rows and no identifiers, which only CSV, Parquet, Arrow and the table show: --output="
                                + output());
            }
            if (countsOnly) {
                throw error("--count-only writes CSV, Parquet or Arrow: --output=" + output());
            }
        }
        if (distances() != null) {
            checkFormat("--distances-output", distances(), ".npy or .fvecs", VectorFiles.DISTANCE_FORMATS);
            if (countsOnly) {
                throw error("--count-only has no distances: --distances-output=" + distances());
            }
        }
        if (starts() != null && !(isNpy(starts()) && namesFile() && isNpy(output()))) {
            throw error("--starts-output must end in .npy, and needs --output with such a name: --starts-output="
                    + starts());
        }
        Set<Path> named = new HashSet<>();
        for (OutputFiles.Place<A> place : places()) {
            if (!named.add(place(place.name()))) {
                throw error("each output must have a file of its own: " + place.name());
            }
        }
    }

    private static boolean isNpy(Path name) {
        return PointFormat.ofName(name) == PointFormat.NPY;
    }

    private void checkFormat(String option, Path name, String expected, Set<PointFormat> allowed) {
        if (!allowed.contains(PointFormat.ofName(name))) {
            throw error(option + " must end in " + expected + ": " + option + "=" + name);
        }
    }

    private static Path place(Path name) {
        Path file = name.toAbsolutePath().normalize();
        try {
            return Files.exists(file)
                    ? file.toRealPath()
                    : file.getParent().toRealPath().resolve(file.getFileName());
        } catch (IOException e) {
            // Opening the file reports what is wrong.
            return file;
        }
    }

    /** Refuses --precision where the answer has neither distances nor scores of its own. */
    void checkNoPrecision() {
        if (precision.isGiven()) {
            throw error("--precision is for distances: numbers of the file stay as they are");
        }
    }

    /** Refuses to write over an input; inputs may be null. */
    void checkApartFrom(Path... inputs) {
        for (OutputFiles.Place<A> place : places()) {
            checkApart(place.name(), inputs);
        }
    }

    private List<OutputFiles.Place<A>> places() {
        List<OutputFiles.Place<A>> places = new ArrayList<>();
        if (namesFile()) {
            places.add(
                    isTyped()
                            ? typed()
                            : vectors == null || namesCsv()
                                    ? new OutputFiles.Place<>(
                                            output(), (answer, file) -> write(answer, file.writer(), isQuiet()))
                                    : vectors(output(), starts() == null ? Content.IDS : Content.NEIGHBORS));
        }
        if (distances() != null) {
            places.add(vectors(distances(), Content.DISTANCES));
        }
        if (starts() != null) {
            places.add(vectors(starts(), Content.STARTS));
        }
        return places;
    }

    private OutputFiles.Place<A> typed() {
        boolean isArrow = format() == PointFormat.ARROW;
        return new OutputFiles.Place<>(
                output(),
                (answer, file) -> ProgressDisplay.watch("write", isQuiet(), monitor -> {
                    Consumer<Consumer<Object[]>> records = each -> answer.records(monitor, each);
                    if (isArrow) {
                        ArrowRecords.write(file.stream(), records);
                    } else {
                        ParquetRecords.write(file.stream(), records);
                    }
                    return null;
                }));
    }

    private OutputFiles.Place<A> vectors(Path name, Content content) {
        PointFormat format = PointFormat.ofName(name);
        return new OutputFiles.Place<>(
                name,
                (answer, file) -> ProgressDisplay.watch("write", isQuiet(), monitor -> {
                    vectors.write(answer, content, format, file.stream(), monitor);
                    return null;
                }));
    }

    /** Reads, works, delivers the answer, and reports. */
    <T extends RowsRead> void run(Supplier<T> reader, BiFunction<Engine, T, ? extends A> work) throws IOException {
        Settings settings = engineOptions.settings();
        // Opened before the work, so that an unwritable destination fails at once.
        ShutdownGuard.use(() -> open(() -> OutputFiles.create(places())), files -> {
            files.open();
            report.run(settings, reader, work, (made, workNanos) -> {
                files.write(made);
                show(made);
                return made.outcome(workNanos);
            });
        });
    }

    private void show(A answer) throws IOException {
        if (!output.isGiven()) {
            answer.print(rows.get(), out());
        } else if (!namesFile()) {
            boolean shown = Terminal.showsOutput();
            write(answer, shown ? new VisibleWriter(out()) : out(), isQuiet() || shown);
        }
    }

    private void write(A answer, Writer out, boolean withoutBar) throws IOException {
        int digits = precision.or(CsvForm.ALL_DIGITS);
        CsvForm form = CsvForm.of(namesFile() ? output() : null, digits);
        ProgressDisplay.watch("write", withoutBar, monitor -> {
            answer.write(out, form, monitor);
            return null;
        });
    }

    /** Makes characters visible that would command a terminal. */
    private static final class VisibleWriter extends FilterWriter {

        private static final String KEPT = "\n\t";

        VisibleWriter(Writer out) {
            super(out);
        }

        @Override
        public void write(int c) throws IOException {
            write(String.valueOf((char) c));
        }

        @Override
        public void write(char[] text, int from, int length) throws IOException {
            write(new String(text, from, length));
        }

        @Override
        public void write(String text, int from, int length) throws IOException {
            out.write(VisibleText.of(text.substring(from, from + length), KEPT));
        }
    }
}
