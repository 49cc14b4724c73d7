package dev.gyre.cli;

import dev.gyre.cli.csv.CsvOptions;
import dev.gyre.engine.io.PointFormat;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of the queries of a join, which may have their own file. */
final class QueryOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--query",
            paramLabel = "FILE",
            description = "The queries; - for standard input (default: the rows of --input themselves).")
    private Path file;

    @Option(
            names = "--query-columns",
            paramLabel = "NAME[,NAME]...",
            description = "The columns of the queries' coordinates in CSV (default: those of --columns).")
    private List<String> columns;

    @Option(
            names = "--query-format",
            paramLabel = "FORMAT",
            converter = CoordinateOptions.FormatName.class,
            completionCandidates = CoordinateOptions.FormatName.class,
            description = "The format of the queries (default: by its extension, independent of --format).")
    private PointFormat format;

    @Option(
            names = "--query-delimiter",
            paramLabel = "CHAR",
            converter = CsvReading.SeparatorName.class,
            completionCandidates = CsvReading.SeparatorName.class,
            description = "The character between fields of the queries in CSV (default: that of --delimiter).")
    private Character delimiter;

    @Option(
            names = "--query-id",
            paramLabel = "NAME",
            description = "A column that identifies the queries in the answer.")
    private String id;

    @Option(
            names = "--query-keep",
            paramLabel = "NAME[,NAME]...",
            description = "Adds these columns of the queries to CSV, as left_NAME.")
    private List<String> kept;

    /** Refuses options of queries if there are none. */
    void check(SourceOptions input) {
        if (file == null && (columns != null || id != null || kept != null || format != null || delimiter != null)) {
            throw Usage.error(
                    spec,
                    "--query-columns, --query-id, --query-keep, --query-delimiter and --query-format need --query");
        }
        Usage.checkReadOnce(spec, "--input", input.file(), "--query", file);
    }

    boolean isGiven() {
        return file != null;
    }

    /** Returns the file, or null. */
    Path file() {
        return file;
    }

    /** Returns whether the user asked for identifiers. */
    boolean namesRows() {
        return id != null;
    }

    /** Returns the columns of the queries that are kept. */
    KeepOptions.Kept kept() {
        return new KeepOptions.Kept("--query-keep", kept);
    }

    /** Returns the given columns, or null. */
    List<String> columns() {
        return columns;
    }

    /** Returns the queries; queries in CSV without their own columns have those of {@code others}. */
    PointFile rows(PointFile.Columns own, List<String> others, CsvOptions csv) {
        PointFormat known = PointFile.format(file, format);
        if (delimiter != null && known != PointFormat.CSV) {
            throw Usage.error(spec, "--query-delimiter is for CSV: --query=" + file);
        }
        boolean same = own.terms() == null && known == PointFormat.CSV;
        PointFile.Columns selected = same ? new PointFile.Columns(own.option(), others, own.areBounds()) : own;
        CsvOptions read = delimiter == null ? csv : csv.withSeparator(delimiter);
        return PointFile.of(spec, "--query-", file, known, read, selected, new PointFile.Texts(id, kept()));
    }
}
