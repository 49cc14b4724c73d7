package dev.gyre.cli;

import dev.gyre.cli.csv.ColumnSelection;
import dev.gyre.cli.csv.CsvColumns;
import dev.gyre.cli.csv.CsvOptions;
import dev.gyre.cli.csv.CsvSource;
import dev.gyre.cli.csv.GeometryReader;
import dev.gyre.cli.csv.GeometryTable;
import dev.gyre.cli.csv.RowSource;
import dev.gyre.engine.data.ColumnRanges;
import dev.gyre.engine.data.InputException;
import dev.gyre.engine.io.PointFormat;
import dev.gyre.jts.GeoJson;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Options of the two files of a spatial join, and of how they are read. */
final class SpatialInput extends Options {

    private static final String DEMO_ID = "name";
    private static final String ONLY_FOR_CSV =
            "--columns, --wkt, --delimiter, --decimal, --encoding, --no-header and --missing are for CSV: ";
    private static final String DEMO_FILE = "countries.geojson.gz";

    private final Option<Path> left = file("--left", "The left file; - for standard input.");
    private final Option<Path> right = file(
            "--right",
            "The right file; - for standard input. With --nearest it may be missing: the left file is then joined with itself.");
    private final Option<Boolean> demo = flag(
            "--demo",
            "Uses the 241 countries (Natural Earth) as the left and the 135,233 cities (GeoNames, CC BY 4.0) "
                    + "as the right file that ship with the program.");
    private final Option<List<String>> columns =
            columns("--columns=NAME,NAME", "The columns of x and y in CSV of points, such as lon,lat.");
    private final Option<String> wkt = text("--wkt=NAME", "The column of the geometries in CSV, as WKT.");
    private final Option<List<String>> leftColumns = columns(
            "--left-columns=NAME,NAME", "The columns of x and y in the left CSV (default: those of --columns).");
    private final Option<List<String>> rightColumns = columns(
            "--right-columns=NAME,NAME", "The columns of x and y in the right CSV (default: those of --columns).");
    private final Option<String> leftWkt =
            text("--left-wkt=NAME", "The column of the geometries in the left CSV (default: that of --wkt).");
    private final Option<String> rightWkt =
            text("--right-wkt=NAME", "The column of the geometries in the right CSV (default: that of --wkt).");
    private final Option<String> leftId = text(
            "--left-id=NAME", "A property of GeoJSON or a column of CSV that identifies the left rows in the answer.");
    private final Option<String> rightId = text(
            "--right-id=NAME",
            "A property of GeoJSON or a column of CSV that identifies the right rows in the answer.");
    private final Option<Format> leftFormat = choice(
            Format.READ,
            "--left-format=FORMAT",
            "csv, geojson, parquet or flatgeobuf (default: by the file's extension, before any .gz: geojson or json, parquet, fgb; else csv).");
    private final Option<Format> rightFormat = choice(
            Format.READ,
            "--right-format=FORMAT",
            "csv, geojson, parquet or flatgeobuf (default: as for the left file).");
    private final Option<List<String>> keep = columns(
            "--keep",
            "Columns of CSV and properties of GeoJSON that the output has too, as they are in the files: those of "
                    + "the left file as left_NAME, those of the right file as right_NAME. NAME stands for both sides, "
                    + "left_NAME and right_NAME for one; '*' stands for all, 'p*' and p0..p9 for several.");
    private final Option<Boolean> repair = flag(
            "--repair",
            "Makes geometries valid before the join, such as polygons that cross themselves, and says on standard "
                    + "error which.");
    private final CsvReading csv = with(new CsvReading());

    /** The terms of the columns to keep, or null. */
    private List<String> kept;

    private Supplier<GeometryTable> lefts;
    private Supplier<GeometryTable> rights;

    /** Formats of files of geometries. */
    enum Format {
        CSV,
        GEOJSON,
        PARQUET,
        FLATGEOBUF,
        ARROW;

        /** All that are read. */
        static final Names<Format> READ = Names.of(EnumSet.complementOf(EnumSet.of(ARROW)));

        /** All that are written. */
        static final Names<Format> WRITTEN = Names.of(EnumSet.complementOf(EnumSet.of(FLATGEOBUF)));

        /** Returns the format that the name of a file promises. */
        static Format ofName(Path file) {
            return hasNameOfGeoJson(file)
                    ? GEOJSON
                    : switch (PointFormat.ofName(file)) {
                        case PARQUET -> PARQUET;
                        case FLATGEOBUF -> FLATGEOBUF;
                        default -> CSV;
                    };
        }

        /** Returns whether columns have types. */
        boolean isTyped() {
            return this == PARQUET || this == FLATGEOBUF;
        }

        /** Returns the format of points of the same name; CSV for GeoJSON, which is text too. */
        PointFormat pointFormat() {
            return this == GEOJSON ? PointFormat.CSV : PointFormat.valueOf(name());
        }
    }

    /** One side as the options describe it; all but the name and the prefix of the side may be null. */
    private record Side(
            String name, String prefix, Path file, Format format, List<String> columns, String wkt, String id) {

        Format formatOrOfName() {
            return format != null ? format : Format.ofName(file);
        }
    }

    /** Returns whether the name of a file is that of GeoJSON, plain or compressed. */
    static boolean hasNameOfGeoJson(Path file) {
        String extension = CsvOptions.extension(file.toString());
        return extension.equals("geojson") || extension.equals("json");
    }

    /** Whether the left file is also the right one. */
    boolean isSelf() {
        return !isDemo() && !right.isGiven();
    }

    boolean isDemo() {
        return demo.isGiven();
    }

    Path left() {
        return left.get();
    }

    Path right() {
        return right.get();
    }

    boolean keeps() {
        return keep.isGiven();
    }

    boolean repairs() {
        return repair.isGiven();
    }

    boolean skipsBadRows() {
        return csv.options().skipBadRows();
    }

    /**
     * Checks the options.
     *
     * @param maySelf whether the right file may be missing
     */
    void check(boolean maySelf) {
        kept = keep.isGiven() ? names("--keep", keep.get()) : null;
        if (isDemo()) {
            checkDemo();
            return;
        }
        if (!left.isGiven() || !right.isGiven() && !maySelf) {
            throw error((left.isGiven() ? "--right" : "--left") + " is missing (or --demo)");
        }
        if (isSelf()) {
            checkSelf();
            return;
        }
        checkReadOnce("--left", left(), "--right", right());
        Side leftSide = side("left", left(), leftFormat.get(), leftColumns.get(), leftWkt.get(), leftId.get());
        Side rightSide = side("right", right(), rightFormat.get(), rightColumns.get(), rightWkt.get(), rightId.get());
        checkForms(
                EnumSet.of(leftSide.formatOrOfName(), rightSide.formatOrOfName()),
                "--left=" + left() + ", --right=" + right());
        lefts = reader(leftSide);
        rights = reader(rightSide);
    }

    private void checkSelf() {
        Stream<Option<?>> ofRight = Stream.of(rightColumns, rightWkt, rightId, rightFormat);
        if (ofRight.anyMatch(Option::isGiven)) {
            throw error("options of the right file need --right");
        }
        Side side = side("left", left(), leftFormat.get(), leftColumns.get(), leftWkt.get(), leftId.get());
        checkForms(EnumSet.of(side.formatOrOfName()), "--left=" + left());
        lefts = reader(side);
    }

    /** Returns the tables with the columns that each side keeps, where one file is both sides. */
    Both<GeometryTable> sided(Both<GeometryTable> tables) {
        return isSelf() && kept != null
                ? new Both<>(
                        tables.first().keepingOnly(ofSide(kept, "left")),
                        tables.second().keepingOnly(ofSide(kept, "right")))
                : tables;
    }

    /** Refuses options of columns and texts that no file has. */
    private void checkForms(Set<Format> formats, String files) {
        boolean haveColumns = formats.stream().anyMatch(format -> format == Format.CSV || format.isTyped());
        if (!haveColumns && (csv.isFormGiven() || columns.isGiven() || wkt.isGiven())
                || !formats.contains(Format.CSV) && csv.isTextFormGiven()) {
            throw error(ONLY_FOR_CSV + files);
        }
    }

    private void checkDemo() {
        if (left.isGiven() || right.isGiven()) {
            throw error("--demo brings both files: " + (left.isGiven() ? "--left=" + left() : "--right=" + right()));
        }
        Stream<Option<?>> ofFiles =
                Stream.of(columns, wkt, leftColumns, rightColumns, leftWkt, rightWkt, leftFormat, rightFormat);
        if (ofFiles.anyMatch(Option::isGiven) || !csv.unlikeDemo().isEmpty()) {
            throw error("--demo knows the formats and columns of its files");
        }
        InputStream countries = SpatialInput.class.getResourceAsStream("data-sets/" + DEMO_FILE);
        lefts = () -> GeometryReader.ofFeatures(
                DEMO_FILE,
                (options, features) -> GeoJson.forEach(countries, DEMO_FILE, options, features),
                leftId.or(DEMO_ID),
                keptOf("left"),
                csv.options());
        rights = () -> points(CsvSource.cities(), InputOptions.Demo.CITIES.columns(), rightId.or(DEMO_ID), "right");
    }

    /** Returns the columns that a side keeps, or null. */
    private ColumnSelection keptOf(String side) {
        if (kept == null || !isSelf()) {
            return kept == null ? null : ofSide(kept, side);
        }
        // The file has the columns of both sides.
        List<String> ofBoth = new ArrayList<>(kept);
        kept.stream()
                .filter(term -> term.startsWith(JoinedColumns.RIGHT))
                .map(term -> JoinedColumns.LEFT + term.substring(JoinedColumns.RIGHT.length()))
                .forEach(ofBoth::add);
        return ofSide(ofBoth, side);
    }

    private static ColumnSelection ofSide(List<String> terms, String side) {
        boolean isLeft = side.equals("left");
        return ColumnSelection.ofSide(
                terms,
                isLeft ? JoinedColumns.LEFT : JoinedColumns.RIGHT,
                isLeft ? JoinedColumns.RIGHT : JoinedColumns.LEFT);
    }

    private Side side(String name, Path file, Format format, List<String> ownColumns, String ownWkt, String id) {
        String prefix = "--" + name;
        boolean own = ownColumns != null || ownWkt != null;
        Side side =
                new Side(name, prefix, file, format, own ? ownColumns : columns.get(), own ? ownWkt : wkt.get(), id);
        if (side.formatOrOfName() == Format.GEOJSON) {
            if (own) {
                throw error(prefix + "-columns and " + prefix + "-wkt are for CSV: " + prefix + "=" + file);
            }
            return new Side(name, prefix, file, Format.GEOJSON, null, null, id);
        }
        // The file names its column of geometries, also where --columns or --wkt are those of the other file.
        if (side.formatOrOfName().isTyped() && !own) {
            return new Side(name, prefix, file, side.formatOrOfName(), null, null, id);
        }
        if (side.formatOrOfName() == Format.CSV) {
            InputOptions.checkRead(file);
        }
        if ((side.columns() == null) == (side.wkt() == null)) {
            throw error("a CSV file needs its columns of x and y, or its column of WKT: --columns or --wkt, " + prefix
                    + "-columns or " + prefix + "-wkt");
        }
        return side;
    }

    private Supplier<GeometryTable> reader(Side side) {
        CsvOptions options = csv.options();
        ColumnSelection keptColumns = keptOf(side.name());
        if (side.formatOrOfName() == Format.GEOJSON) {
            Path file = side.file();
            String name = InputOptions.nameOf(file);
            GeometryReader.Features source = InputOptions.isStandardInput(file)
                    ? (read, features) -> GeoJson.forEach(System.in, name, read, features)
                    : (read, features) -> GeoJson.forEach(file, read, features);
            return () -> GeometryReader.ofFeatures(name, source, side.id(), keptColumns, options);
        }
        Format format = side.formatOrOfName();
        Supplier<RowSource> rows = format.isTyped()
                ? () -> InputOptions.typed(side.file(), format.pointFormat(), options)
                : () -> InputOptions.csv(side.file(), options);
        if (side.columns() == null) {
            return () -> rows.get().geometries(side.wkt(), side.id(), keptColumns);
        }
        List<String> names = names(side.prefix() + "-columns", side.columns());
        return () -> points(rows.get(), names, side.id(), side.name());
    }

    private GeometryTable points(RowSource source, List<String> names, String id, String side) {
        CsvColumns read =
                CsvColumns.of(ColumnSelection.of(names), ColumnRanges.ANY).withTexts(id, keptOf(side));
        return GeometryTable.of(source.points(read), source.name());
    }

    /**
     * Reads both files at once.
     *
     * @param globe the option that needs longitudes and latitudes; null if none does
     */
    Both<GeometryTable> read(String globe) {
        Both<GeometryTable> tables = read();
        for (GeometryTable table : List.of(tables.first(), tables.second())) {
            if (globe != null && !table.mayBeOnSphere()) {
                throw InputException.of(
                        table.file(),
                        globe + " needs longitudes and latitudes, and coordinates are in " + table.system());
            }
        }
        return tables;
    }

    private Both<GeometryTable> read() {
        if (isSelf()) {
            GeometryTable only = lefts.get();
            return checked(new Both<>(only, only));
        }
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
        InputOptions.checkSystems(one.file(), one.system(), other.file(), other.system());
        for (String term : kept == null ? List.<String>of() : kept) {
            if (!one.kept().has(ofSide(List.of(term), "left")) && !other.kept().has(ofSide(List.of(term), "right"))) {
                throw error("--keep: neither " + one.file() + " nor " + other.file() + " has a column or property \""
                        + term + "\"");
            }
        }
        return tables;
    }
}
