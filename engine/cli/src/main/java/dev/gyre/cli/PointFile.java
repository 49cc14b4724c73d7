package dev.gyre.cli;

import dev.gyre.cli.csv.ColumnSelection;
import dev.gyre.cli.csv.CsvOptions;
import dev.gyre.cli.csv.CsvSource;
import dev.gyre.cli.csv.PointSource;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.data.ColumnRanges;
import dev.gyre.engine.data.InputException;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.io.PointFormat;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
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
record PointFile(String name, boolean isCsv, PointSource source) {

    /** Returns the requested format, or else the one that the name indicates. */
    static PointFormat format(Path file, PointFormat askedOrNull) {
        return askedOrNull == null ? PointFormat.ofName(file) : askedOrNull;
    }

    /** Makes a file with options whose names start with a prefix; columns and the id may be null. */
    static PointFile of(
            CommandSpec spec,
            String prefix,
            Path file,
            PointFormat format,
            CsvOptions options,
            List<String> columns,
            String id) {
        String name = SourceOptions.nameOf(file);
        if (format == PointFormat.CSV) {
            return csv(spec, prefix, name, () -> SourceOptions.source(file, options), columns, id);
        }
        refuse(spec, prefix + "columns", columns == null ? null : String.join(",", columns), file, format);
        refuse(spec, prefix + "id", id, file, format);
        PointSource source = SourceOptions.isStandardInput(file)
                ? PointSource.vectors(System.in, name, format)
                : PointSource.vectors(file, format);
        return new PointFile(name, false, source);
    }

    /** Returns the cities that ship with the program. */
    static PointFile demo(CommandSpec spec, CsvOptions options, List<String> columns, String id) {
        CsvSource cities = CsvSource.cities().with(options);
        return csv(spec, "--", cities.name(), () -> cities, columns, id);
    }

    PointTable read(ColumnRanges ranges) {
        return source.read(ranges);
    }

    /** Reads points that a metric is defined for. */
    PointTable read(Metric metric) {
        PointTable table = read(names -> CoordinateColumns.of(names, metric));
        // The ranges of the columns are all that haversine asks for, and its space takes long to calculate.
        if (metric != Metric.HAVERSINE) {
            try {
                metric.toSpace(table.points());
            } catch (IllegalArgumentException e) {
                throw InputException.of(name, e.getMessage(), e);
            }
        }
        return table;
    }

    private static PointFile csv(
            CommandSpec spec, String prefix, String name, Supplier<CsvSource> text, List<String> columns, String id) {
        ColumnSelection selection = ColumnSelection.of(Usage.columns(spec, prefix + "columns", columns));
        return new PointFile(
                name, true, ranges -> PointSource.csv(text.get(), selection, id).read(ranges));
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
