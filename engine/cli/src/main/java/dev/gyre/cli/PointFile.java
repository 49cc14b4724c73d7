package dev.gyre.cli;

import dev.gyre.cli.csv.ColumnSelection;
import dev.gyre.cli.csv.CsvColumns;
import dev.gyre.cli.csv.CsvOptions;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.cli.csv.RowFilter;
import dev.gyre.cli.csv.RowSource;
import dev.gyre.cli.csv.RowsRead;
import dev.gyre.cli.text.VisibleText;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.ColumnRanges;
import dev.gyre.engine.data.ColumnRanges.Column;
import dev.gyre.engine.data.InputException;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.io.PointFormat;
import dev.gyre.engine.io.VectorFiles;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A file of points or boxes with the options to read it. It checks that the options are consistent; it does not open the file before
 * reading.
 *
 * @param name the file, for messages
 * @param format the format, of rows with names or of vectors
 * @param areBounds whether its columns are the bounds of boxes
 */
record PointFile(String name, PointFormat format, boolean areBounds, Function<ColumnRanges, PointTable> source) {

    static final Names<PointFormat> FORMATS = Names.of(EnumSet.complementOf(EnumSet.of(PointFormat.ARROW)));

    /** Formats whose columns have names. */
    private static final Set<PointFormat> NAMED =
            EnumSet.of(PointFormat.CSV, PointFormat.PARQUET, PointFormat.FLATGEOBUF);

    private static final Pattern LATITUDE = Pattern.compile("(?i)(.*[^a-z])?(lat|latitude|y)([^a-z].*)?");
    private static final Pattern LONGITUDE = Pattern.compile("(?i)(.*[^a-z])?(lon|lng|long|longitude|x)([^a-z].*)?");

    /**
     * Columns of CSV.
     *
     * @param option the option that names them
     * @param terms the value of the option; may be null
     * @param areBounds whether they are the bounds of boxes
     */
    record Columns(String option, List<String> terms, boolean areBounds) {

        /** Columns that are kept for the answer. */
        static Columns kept(String option, List<String> terms) {
            return new Columns(option, terms, false);
        }

        /** Returns the value of the option, or null. */
        String text() {
            return terms == null ? null : String.join(",", terms);
        }

        ColumnSelection selection(Options options) {
            return ColumnSelection.of(options.names(option, terms));
        }

        /** Returns the columns to keep, or null. */
        ColumnSelection keptSelection(Options options) {
            if (terms == null) {
                return null;
            }
            List<String> names = options.names(option, terms);
            return names.equals(List.of("*")) ? ColumnSelection.all() : ColumnSelection.of(names);
        }
    }

    /**
     * What is read of CSV besides its coordinates.
     *
     * @param id the column of the identifiers; may be null
     * @param kept the columns that are kept for the answer
     * @param beside columns besides these
     */
    record Texts(String id, Columns kept, Beside beside) {}

    /**
     * Columns with a number or a group for each row, besides the points.
     *
     * @param numberOption the option that names the column of numbers
     * @param number the column of numbers; may be null
     * @param group the column of groups; may be null
     * @param where conditions on columns
     * @param isWhereAll whether of rows that do not pass the conditions only the number is needed
     */
    record Beside(String numberOption, String number, String group, List<RowFilter> where, boolean isWhereAll) {

        static final Beside NONE = new Beside("", null, null, List.of(), false);

        /** Returns the column of numbers that an option names; may be null. */
        static Beside number(String option, String name) {
            return new Beside(option, name, null, List.of(), false);
        }

        /** Returns a column of groups, which may be null, and conditions. */
        static Beside groups(String group, List<RowFilter> where, boolean isWhereAll) {
            return new Beside("", null, group, where, isWhereAll);
        }

        /** Returns the column of groups, then those of conditions. */
        private String[] groupColumns() {
            return Stream.concat(Stream.ofNullable(group), where.stream().map(RowFilter::column))
                    .toArray(String[]::new);
        }
    }

    /** Boxes that were read, and the names that the file gives them. */
    record BoxRows(PointTable table, Boxes boxes) implements RowsRead {

        @Override
        public String leftOut() {
            return table.leftOut();
        }
    }

    /** Makes a file with options whose names start with a prefix. */
    static PointFile of(
            Options options,
            String prefix,
            Path file,
            PointFormat format,
            CsvOptions csv,
            Columns columns,
            Texts texts) {
        String name = InputOptions.nameOf(file);
        if (format == PointFormat.CSV || format == PointFormat.ARROW) {
            InputOptions.checkRead(file);
        }
        if (format == PointFormat.CSV) {
            return rows(options, name, format, () -> InputOptions.csv(file, csv), columns, texts);
        }
        if (hasNames(format)) {
            return rows(options, name, format, () -> InputOptions.typed(file, format, csv), columns, texts);
        }
        refuse(options, columns.option(), columns.text(), file, format);
        refuse(options, prefix + "id", texts.id(), file, format);
        refuse(options, texts.kept().option(), texts.kept().text(), file, format);
        Beside beside = texts.beside();
        refuse(options, beside.numberOption(), beside.number(), file, format);
        refuse(options, prefix + "group", beside.group(), file, format);
        refuse(
                options,
                prefix + "where",
                beside.where().isEmpty() ? null : beside.where().get(0).column(),
                file,
                format);
        return new PointFile(
                name,
                format,
                columns.areBounds(),
                ranges -> PointTable.ofRows(
                        InputOptions.isStandardInput(file)
                                ? VectorFiles.read(System.in, name, format, ranges)
                                : VectorFiles.read(file, format, ranges)));
    }

    /** Makes a file whose columns have names. */
    static PointFile rows(
            Options options,
            String name,
            PointFormat format,
            Supplier<? extends RowSource> rows,
            Columns columns,
            Texts texts) {
        boolean areGeometries = format != PointFormat.CSV && columns.terms() == null && !columns.areBounds();
        CsvColumns read = CsvColumns.of(areGeometries ? null : columns.selection(options), ColumnRanges.ANY)
                .withBounds(columns.areBounds())
                .withScore(texts.beside().number())
                .withGroups(texts.beside().groupColumns())
                .withConditions(texts.beside().isWhereAll() ? texts.beside().where() : List.of())
                .withTexts(texts.id(), texts.kept().keptSelection(options));
        return new PointFile(name, format, columns.areBounds(), ranges -> {
            PointTable table = rows.get().points(read.withRanges(ranges));
            return texts.beside().number() == null ? table : table.withNumbers();
        });
    }

    private static void refuse(Options options, String option, String valueOrNull, Path file, PointFormat format) {
        if (valueOrNull != null) {
            throw options.error(option + " is for CSV, Parquet and FlatGeobuf; " + Names.nameOf(format)
                    + " has no names, and is taken whole: " + option + "=" + valueOrNull + ", file=" + file);
        }
    }

    /** Returns whether columns have names. */
    boolean hasNames() {
        return hasNames(format);
    }

    static boolean hasNames(PointFormat format) {
        return NAMED.contains(format);
    }

    PointTable read() {
        return source.apply(ColumnRanges.ANY);
    }

    /** Reads points that a metric is defined for. */
    PointTable read(Metric metric, Consumer<String> warnings) {
        PointTable table = source.apply(names -> columns(names, metric));
        // Haversine only restricts the ranges of the columns, and its space is slow to calculate.
        if (metric != Metric.HAVERSINE) {
            inFile(name, () -> metric.toSpace(table.points()));
        }
        warnOfOrder(name, table.columns(), metric, warnings);
        return table;
    }

    /** Reads boxes; points are boxes without extent. */
    BoxRows readBoxes() {
        PointTable table = read();
        return inFile(name, () -> new BoxRows(table, areBounds ? boxes(table.points()) : Boxes.of(table.points())));
    }

    private static Boxes boxes(Points bounds) {
        if (bounds.dims() % 2 != 0 || bounds.dims() > 2 * Boxes.MAX_DIMENSIONS) {
            throw new IllegalArgumentException("boxes need lower bounds, then as many upper bounds, of 1 to "
                    + Boxes.MAX_DIMENSIONS + " dimensions: columns=" + bounds.dims());
        }
        return Boxes.wrap(bounds.array(), bounds.dims() / 2);
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

    /** Warns of columns whose names say that latitude comes first, where a metric takes longitude first. */
    static void warnOfOrder(String file, List<String> columns, Metric metric, Consumer<String> warnings) {
        if (metric == Metric.HAVERSINE
                && columns.size() == 2
                && LATITUDE.matcher(columns.get(0)).matches()
                && LONGITUDE.matcher(columns.get(1)).matches()) {
            warnings.accept(VisibleText.of("gyre: " + file
                    + ": haversine takes longitude first, then latitude; the columns are "
                    + String.join(",", columns) + ", so that " + columns.get(0) + " is taken as longitude"));
        }
    }

    /** Runs work on the content of a file; if the content does not fit, the exception names the file. */
    static <T> T inFile(String file, Supplier<T> work) {
        try {
            return work.get();
        } catch (IllegalArgumentException e) {
            throw InputException.of(file, e.getMessage(), e);
        }
    }
}
