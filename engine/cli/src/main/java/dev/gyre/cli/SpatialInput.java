package dev.gyre.cli;

import dev.gyre.cli.csv.ColumnSelection;
import dev.gyre.cli.csv.CsvOptions;
import dev.gyre.cli.csv.CsvSource;
import dev.gyre.cli.csv.FeatureReader;
import dev.gyre.cli.csv.GeometryReader;
import dev.gyre.cli.csv.GeometryTable;
import dev.gyre.cli.csv.PointReader;
import dev.gyre.cli.csv.PointTable;
import dev.gyre.cli.csv.RankingColumns;
import dev.gyre.engine.data.Column;
import dev.gyre.engine.data.InputException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of the two files of a spatial join, and of how they are read. */
final class SpatialInput {

    private static final String DEMO_ID = "name";
    private static final String DEMO_FILE = "countries.geojson.gz";
    private static final String DEMO_COUNTRIES = "data-sets/" + DEMO_FILE;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--left", paramLabel = "FILE", description = "The left file; - for standard input.")
    private Path left;

    @Option(names = "--right", paramLabel = "FILE", description = "The right file; - for standard input.")
    private Path right;

    @Option(
            names = "--demo",
            description =
                    "Uses the 241 countries (Natural Earth) as the left and the 135,233 cities (GeoNames, CC BY 4.0) "
                            + "as the right file that ship with the program.")
    private boolean demo;

    @Option(
            names = "--columns",
            paramLabel = "NAME,NAME",
            description = "The columns of x and y in CSV of points, such as lon,lat.")
    private List<String> columns;

    @Option(names = "--wkt", paramLabel = "NAME", description = "The column of the geometries in CSV, as WKT.")
    private String wkt;

    @Option(
            names = "--left-columns",
            paramLabel = "NAME,NAME",
            description = "The columns of x and y in the left CSV (default: those of --columns).")
    private List<String> leftColumns;

    @Option(
            names = "--right-columns",
            paramLabel = "NAME,NAME",
            description = "The columns of x and y in the right CSV (default: those of --columns).")
    private List<String> rightColumns;

    @Option(
            names = "--left-wkt",
            paramLabel = "NAME",
            description = "The column of the geometries in the left CSV (default: that of --wkt).")
    private String leftWkt;

    @Option(
            names = "--right-wkt",
            paramLabel = "NAME",
            description = "The column of the geometries in the right CSV (default: that of --wkt).")
    private String rightWkt;

    @Option(
            names = "--left-id",
            paramLabel = "NAME",
            description = "A property of GeoJSON or a column of CSV that identifies the left rows in the answer.")
    private String leftId;

    @Option(
            names = "--right-id",
            paramLabel = "NAME",
            description = "A property of GeoJSON or a column of CSV that identifies the right rows in the answer.")
    private String rightId;

    @Option(
            names = "--left-format",
            paramLabel = "FORMAT",
            converter = FormatName.class,
            completionCandidates = FormatName.class,
            description = "csv or geojson (default: geojson if the file's extension, before any .gz, is geojson or "
                    + "json; else csv).")
    private Format leftFormat;

    @Option(
            names = "--right-format",
            paramLabel = "FORMAT",
            converter = FormatName.class,
            completionCandidates = FormatName.class,
            description = "csv or geojson (default: as for the left file).")
    private Format rightFormat;

    @Option(
            names = "--keep",
            paramLabel = "NAME[,NAME]...",
            description =
                    "Columns of CSV and properties of GeoJSON that the output has too, as they are in the files: those of "
                            + "the left file as left_NAME, those of the right file as right_NAME. NAME stands for both sides, "
                            + "left_NAME and right_NAME for one; '*' stands for all, 'p*' and p0..p9 for several.")
    private List<String> kept;

    @Option(
            names = "--repair",
            description =
                    "Makes geometries valid before the join, such as polygons that cross themselves, and says on standard "
                            + "error which.")
    private boolean repair;

    @Mixin
    private CsvReading csv;

    private Supplier<GeometryTable> lefts;
    private Supplier<GeometryTable> rights;

    /** Formats of files of geometries. */
    enum Format {
        CSV,
        GEOJSON
    }

    /** The formats by name. */
    static final class FormatName extends ConstantName<Format> {
        FormatName() {
            super(Format.class);
        }
    }

    /** One side as the options describe it; all but the name of the side may be null. */
    private record Side(String name, Path file, Format format, List<String> columns, String wkt, String id) {

        Format formatOrOfName() {
            if (format != null) {
                return format;
            }
            return SpatialOutputOptions.hasNameOfGeoJson(file) ? Format.GEOJSON : Format.CSV;
        }
    }

    boolean isDemo() {
        return demo;
    }

    Path left() {
        return left;
    }

    Path right() {
        return right;
    }

    boolean keeps() {
        return kept != null;
    }

    boolean repairs() {
        return repair;
    }

    boolean skipsBadRows() {
        return csv.options().skipBadRows();
    }

    void check() {
        kept = kept == null ? null : Usage.columns(spec, "--keep", kept);
        if (demo) {
            checkDemo();
            return;
        }
        if (left == null || right == null) {
            throw Usage.error(spec, (left == null ? "--left" : "--right") + " is missing (or --demo)");
        }
        Usage.checkReadOnce(spec, "--left", left, "--right", right);
        Side leftSide = side("left", left, leftFormat, leftColumns, leftWkt, leftId);
        Side rightSide = side("right", right, rightFormat, rightColumns, rightWkt, rightId);
        boolean hasCsv = Stream.of(leftSide, rightSide).anyMatch(side -> side.formatOrOfName() == Format.CSV);
        if (!hasCsv && (csv.isFormGiven() || columns != null || wkt != null)) {
            throw Usage.error(
                    spec,
                    "--columns, --wkt, --delimiter, --decimal, --encoding, --no-header and --missing are for CSV: --left="
                            + left + ", --right=" + right);
        }
        lefts = reader(leftSide);
        rights = reader(rightSide);
    }

    private void checkDemo() {
        if (left != null || right != null) {
            throw Usage.error(
                    spec, "--demo brings both files: " + (left != null ? "--left=" + left : "--right=" + right));
        }
        if (Stream.of(
                        columns,
                        wkt,
                        leftColumns,
                        rightColumns,
                        leftWkt,
                        rightWkt,
                        leftFormat,
                        rightFormat,
                        csv.unlikeDemo().isEmpty() ? null : csv.unlikeDemo())
                .anyMatch(option -> option != null)) {
            throw Usage.error(spec, "--demo knows the formats and columns of its files");
        }
        lefts = () -> FeatureReader.read(
                stream(DEMO_COUNTRIES), DEMO_FILE, leftId == null ? DEMO_ID : leftId, keptOf("left"), csv.options());
        Side cities =
                new Side("right", null, null, DemoRows.CITIES.columns(), null, rightId == null ? DEMO_ID : rightId);
        rights = () -> points(cities, CsvSource.cities(), DemoRows.CITIES.columns());
    }

    /** Returns the columns that a side keeps, or null. */
    private ColumnSelection keptOf(String side) {
        return kept == null ? null : ColumnSelection.ofSide(kept, side + "_", side.equals("left") ? "right_" : "left_");
    }

    private static InputStream stream(String resource) {
        return SpatialInput.class.getResourceAsStream(resource);
    }

    private Side side(String name, Path file, Format format, List<String> ownColumns, String ownWkt, String id) {
        boolean own = ownColumns != null || ownWkt != null;
        Side side = new Side(name, file, format, own ? ownColumns : columns, own ? ownWkt : wkt, id);
        if (side.formatOrOfName() == Format.GEOJSON) {
            if (own) {
                throw Usage.error(
                        spec, "--" + name + "-columns and --" + name + "-wkt are for CSV: --" + name + "=" + file);
            }
            return new Side(name, file, Format.GEOJSON, null, null, id);
        }
        if ((side.columns() == null) == (side.wkt() == null)) {
            throw Usage.error(
                    spec,
                    "a CSV file needs its columns of x and y, or its column of WKT: --columns or --wkt, --" + name
                            + "-columns or --" + name + "-wkt");
        }
        return side;
    }

    private Supplier<GeometryTable> reader(Side side) {
        String name = SourceOptions.nameOf(side.file());
        CsvOptions options = csv.options();
        ColumnSelection keptColumns = keptOf(side.name());
        if (side.formatOrOfName() == Format.GEOJSON) {
            return () -> SourceOptions.isStandardInput(side.file())
                    ? FeatureReader.read(System.in, name, side.id(), keptColumns, options)
                    : FeatureReader.read(side.file(), side.id(), keptColumns, options);
        }
        if (side.wkt() != null) {
            return () ->
                    GeometryReader.read(SourceOptions.source(side.file(), options), side.wkt(), side.id(), keptColumns);
        }
        List<String> names = Usage.columns(spec, "--" + side.name() + "-columns", side.columns());
        return () -> points(side, SourceOptions.source(side.file(), options), names);
    }

    private GeometryTable points(Side side, CsvSource source, List<String> names) {
        ColumnSelection keptColumns = keptOf(side.name());
        PointTable read = keptColumns == null
                ? PointReader.read(source, ColumnSelection.of(names), side.id(), SpatialInput::columns)
                : PointReader.read(source, new RankingColumns(names, Map.of(), side.id(), null, keptColumns));
        return GeometryTable.of(read, source.name());
    }

    private static List<Column> columns(List<String> names) {
        return names.stream().map(Column::of).toList();
    }

    /** Reads both files at once. */
    Both<GeometryTable> read() {
        CompletableFuture<GeometryTable> other = CompletableFuture.supplyAsync(
                rights,
                reading -> Thread.ofPlatform().daemon().name("gyre-right").start(reading));
        GeometryTable first = lefts.get();
        try {
            return checked(new Both<>(first, other.join()));
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException problem) {
                throw problem;
            }
            throw e;
        }
    }

    /** Refuses files whose coordinates have different meanings, and columns to keep that no file has. */
    private Both<GeometryTable> checked(Both<GeometryTable> tables) {
        GeometryTable one = tables.first();
        GeometryTable other = tables.second();
        if (!one.system().isEmpty()
                && !other.system().isEmpty()
                && !one.system().equals(other.system())) {
            throw InputException.of(
                    one.file(),
                    "coordinates are in " + one.system() + ", those of " + other.file() + " in " + other.system());
        }
        for (String term : kept == null ? List.<String>of() : kept) {
            if (!isKept(term, one, "left") && !isKept(term, other, "right")) {
                throw Usage.error(
                        spec,
                        "--keep: neither " + one.file() + " nor " + other.file() + " has a column or property \"" + term
                                + "\"");
            }
        }
        return tables;
    }

    private static boolean isKept(String term, GeometryTable table, String side) {
        ColumnSelection selection =
                ColumnSelection.ofSide(List.of(term), side + "_", side.equals("left") ? "right_" : "left_");
        return table.attributes().has(selection);
    }
}
