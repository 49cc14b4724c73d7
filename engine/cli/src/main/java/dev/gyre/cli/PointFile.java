package dev.gyre.cli;

import dev.gyre.cli.csv.ColumnSelection;
import dev.gyre.cli.csv.CsvSource;
import dev.gyre.cli.csv.PointSource;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.engine.data.ColumnRanges;
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
 * @param source the points
 */
record PointFile(String name, PointSource source) {

    /** Returns the requested format, or else the one that the name indicates. */
    static PointFormat format(Path file, PointFormat askedOrNull) {
        return askedOrNull == null ? PointFormat.ofName(file) : askedOrNull;
    }

    /** Makes a file with options whose names start with a prefix; columns and the id may be null. */
    static PointFile of(
            CommandSpec spec, String prefix, Path file, PointFormat format, List<String> columns, String id) {
        if (format == PointFormat.CSV) {
            return csv(spec, prefix, file.toString(), () -> CsvSource.file(file), columns, id);
        }
        refuse(spec, prefix + "columns", columns == null ? null : String.join(",", columns), file, format);
        refuse(spec, prefix + "id", id, file, format);
        return new PointFile(file.toString(), PointSource.vectors(file, format));
    }

    /** Returns the cities that ship with the program. */
    static PointFile demo(CommandSpec spec, List<String> columns, String id) {
        CsvSource cities = CsvSource.cities();
        return csv(spec, "--", cities.name(), () -> cities, columns, id);
    }

    PointTable read(ColumnRanges ranges) {
        return source.read(ranges);
    }

    private static PointFile csv(
            CommandSpec spec, String prefix, String name, Supplier<CsvSource> text, List<String> columns, String id) {
        ColumnSelection selection = ColumnSelection.of(Usage.columns(spec, prefix + "columns", columns));
        return new PointFile(
                name, ranges -> PointSource.csv(text.get(), selection, id).read(ranges));
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
