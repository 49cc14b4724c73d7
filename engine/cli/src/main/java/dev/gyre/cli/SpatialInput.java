package dev.gyre.cli;

import dev.gyre.cli.csv.ColumnSelection;
import dev.gyre.cli.csv.CsvOptions;
import dev.gyre.cli.csv.CsvSource;
import dev.gyre.cli.csv.GeometryReader;
import dev.gyre.cli.csv.GeometryTable;
import dev.gyre.cli.csv.PointReader;
import dev.gyre.engine.data.Column;
import dev.gyre.jts.Feature;
import dev.gyre.jts.GeoJson;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
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
            String lower = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
            String plain = lower.endsWith(".gz") ? lower.substring(0, lower.length() - ".gz".length()) : lower;
            return plain.endsWith(".geojson") || plain.endsWith(".json") ? Format.GEOJSON : Format.CSV;
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

    void check() {
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
        if (!hasCsv && (csv.areGiven() || columns != null || wkt != null)) {
            throw Usage.error(
                    spec,
                    "--columns, --wkt, --delimiter, --decimal, --encoding, --no-header, --skip-bad-rows and --missing are for CSV: --left="
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
        lefts = () -> features(
                leftId == null ? DEMO_ID : leftId,
                consumer -> GeoJson.forEach(
                        stream(DEMO_COUNTRIES), DEMO_FILE, leftId == null ? DEMO_ID : leftId, consumer));
        rights = () -> GeometryTable.of(
                PointReader.read(
                        CsvSource.cities(), columns(DemoRows.CITIES.columns()), rightId == null ? DEMO_ID : rightId),
                CsvSource.cities().name());
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
        if (side.formatOrOfName() == Format.GEOJSON) {
            return () -> features(side.id(), consumer -> {
                if (SourceOptions.isStandardInput(side.file())) {
                    GeoJson.forEach(System.in, name, side.id(), consumer);
                } else {
                    GeoJson.forEach(side.file(), side.id(), consumer);
                }
            });
        }
        CsvOptions options = csv.options();
        if (side.wkt() != null) {
            return () -> GeometryReader.read(SourceOptions.source(side.file(), options), side.wkt(), side.id());
        }
        List<String> names = Usage.columns(spec, "--" + side.name() + "-columns", side.columns());
        return () -> GeometryTable.of(
                PointReader.read(
                        SourceOptions.source(side.file(), options),
                        ColumnSelection.of(names),
                        side.id(),
                        SpatialInput::columns),
                name);
    }

    private static List<Column> columns(List<String> names) {
        return names.stream().map(Column::of).toList();
    }

    private static GeometryTable features(String id, Consumer<Consumer<Feature>> reading) {
        List<Feature> features = new ArrayList<>();
        reading.accept(features::add);
        return GeometryTable.of(features, id != null);
    }

    /** Reads both files at once. */
    Both<GeometryTable> read() {
        CompletableFuture<GeometryTable> other = CompletableFuture.supplyAsync(
                rights,
                reading -> Thread.ofPlatform().daemon().name("gyre-right").start(reading));
        GeometryTable first = lefts.get();
        try {
            return new Both<>(first, other.join());
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException problem) {
                throw problem;
            }
            throw e;
        }
    }
}
