package dev.gyre.cli;

import dev.gyre.cli.csv.ColumnSelection;
import dev.gyre.cli.csv.CsvOptions;
import dev.gyre.cli.csv.CsvSource;
import dev.gyre.cli.csv.PointReader;
import dev.gyre.cli.csv.PointReader.RowTexts;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.data.Column;
import dev.gyre.engine.data.ColumnRanges;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.io.PointFormat;
import dev.gyre.engine.io.VectorFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A file of points with the options to read it. It checks that the options are consistent; it does not open the file before
 * reading.
 *
 * @param name the file, for messages
 * @param isCsv whether it is CSV, and not vectors
 * @param source the points
 */
record PointFile(String name, boolean isCsv, Function<ColumnRanges, PointTable> source) {

    /** Returns the requested format, or else the one that the name indicates. */
    static PointFormat format(Path file, PointFormat askedOrNull) {
        return askedOrNull == null ? PointFormat.ofName(file) : askedOrNull;
    }

    /**
     * The columns of a file of CSV.
     *
     * @param option the option that names them
     * @param terms the value of the option; may be null
     * @param areBounds whether they are the bounds of boxes
     */
    record Columns(String option, List<String> terms, boolean areBounds) {}

    /**
     * What is read of CSV besides its coordinates.
     *
     * @param id the column of the identifiers; may be null
     * @param kept the columns that are kept for the answer
     */
    record Texts(String id, KeepOptions.Kept kept) {}

    /** Makes a file with options whose names start with a prefix. */
    static PointFile of(
            CommandSpec spec,
            String prefix,
            Path file,
            PointFormat format,
            CsvOptions options,
            Columns columns,
            Texts texts) {
        String name = SourceOptions.nameOf(file);
        if (format == PointFormat.CSV) {
            return csv(spec, name, () -> SourceOptions.source(file, options), columns, texts);
        }
        refuse(
                spec,
                columns.option(),
                columns.terms() == null ? null : String.join(",", columns.terms()),
                file,
                format);
        refuse(spec, prefix + "id", texts.id(), file, format);
        refuse(spec, texts.kept().option(), texts.kept().text(), file, format);
        return new PointFile(
                name,
                false,
                ranges -> PointTable.ofRows(
                        SourceOptions.isStandardInput(file)
                                ? VectorFiles.read(System.in, name, format, ranges)
                                : VectorFiles.read(file, format, ranges)));
    }

    /** Makes a file of CSV. */
    static PointFile csv(CommandSpec spec, CsvSource text, Columns columns, Texts texts) {
        return csv(spec, text.name(), () -> text, columns, texts);
    }

    PointTable read(ColumnRanges ranges) {
        return source.apply(ranges);
    }

    /** Reads points that a metric is defined for. */
    PointTable read(Metric metric) {
        PointTable table = read(names -> columns(names, metric));
        // Haversine only restricts the ranges of the columns, and its space is slow to calculate.
        if (metric != Metric.HAVERSINE) {
            Usage.inFile(name, () -> metric.toSpace(table.points()));
        }
        return table;
    }

    /** Returns columns by name, with the range that a metric accepts. Refuses a number of columns that the metric does not accept. */
    static List<Column> columns(List<String> names, Metric metric) {
        if (metric != Metric.HAVERSINE) {
            return names.stream().map(Column::of).toList();
        }
        if (names.size() != 2) {
            throw new IllegalArgumentException(
                    "haversine needs two columns, longitude and latitude in degrees: columns=" + names.size());
        }
        return List.of(Column.of(names.get(0)), new Column(names.get(1), -90, 90));
    }

    private static PointFile csv(
            CommandSpec spec, String name, Supplier<CsvSource> text, Columns columns, Texts texts) {
        RowTexts read = new RowTexts(texts.id(), null, texts.kept().selection(spec));
        ColumnSelection selection = ColumnSelection.of(Usage.columns(spec, columns.option(), columns.terms()));
        return new PointFile(
                name, true, ranges -> PointReader.read(text.get(), selection, ranges, read, columns.areBounds()));
    }

    private static void refuse(CommandSpec spec, String option, String valueOrNull, Path file, PointFormat format) {
        if (valueOrNull != null) {
            throw Usage.error(
                    spec,
                    option + " is for CSV; " + format.name().toLowerCase(Locale.ROOT)
                            + " has no names, and is taken whole: " + option + "=" + valueOrNull + ", file=" + file);
        }
    }
}
