package dev.gyre.cli;

import dev.gyre.cli.csv.CsvOptions;
import dev.gyre.cli.csv.CsvSource;
import dev.gyre.cli.csv.FlatGeobufSource;
import dev.gyre.cli.csv.ParquetSource;
import dev.gyre.cli.csv.RowSource;
import dev.gyre.engine.data.InputException;
import dev.gyre.engine.io.PointFormat;
import java.io.IOException;
import java.io.PushbackInputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The file of rows, or the rows that ship with the program; their names in the answer, and how CSV is read. */
final class InputOptions extends Options {

    /** The name of standard input. */
    static final Path STANDARD_INPUT = Path.of("-");

    private static final String STANDARD_INPUT_WORDS = "standard input";

    /** How Parquet begins: its magic number, then the first field of a header. No text has the last of these. */
    private static final byte[] PARQUET_BEGIN = {'P', 'A', 'R', '1', 0x15};

    private static final byte[] FLATGEOBUF_BEGIN = {'f', 'g', 'b', 3, 'f'};

    /** Ends of names of geometries in formats that are not read. */
    private static final Set<String> OTHERS = Set.of("shp", "shx", "dbf", "gpkg", "gdb", "kml", "kmz", "gml", "gpx");

    final Option<Path> file = file("-i, --input", "The file of rows; - for standard input.");
    private final CsvReading csv = with(new CsvReading());
    private final Option<String> id = text("--id=NAME", "A column that identifies the rows in the answer.");
    private final Option<Boolean> isDemo;
    private final Demo demo;

    InputOptions(Demo demo) {
        this.demo = demo;
        isDemo = flag("--demo", demo.help);
    }

    /** Rows that ship with the program. */
    enum Demo {
        CITIES(
                "Uses the 135,233 cities that ship with the program (GeoNames, CC BY 4.0).",
                CsvSource::cities,
                List.of("lon", "lat"),
                "name"),
        COASTLINES(
                "Uses the coastlines that ship with the program: the bounding boxes of 472,660 segments of the "
                        + "world's borders and coastlines, in degrees (Natural Earth, public domain).",
                CsvSource::coastlines,
                List.of("xmin", "ymin", "xmax", "ymax"),
                null);

        private final String help;
        private final Supplier<CsvSource> source;
        private final List<String> columns;
        private final String id;

        Demo(String help, Supplier<CsvSource> source, List<String> columns, String id) {
            this.help = help;
            this.source = source;
            this.columns = columns;
            this.id = id;
        }

        /** Returns the columns of the coordinates, or of the bounds of boxes. */
        List<String> columns() {
            return columns;
        }

        boolean areBounds() {
            return this == COASTLINES;
        }
    }

    void check() {
        if (isDemo() && file.isGiven()) {
            throw error("--demo brings its own rows: --input=" + file.get());
        }
        if (isDemo() && !csv.unlikeDemo().isEmpty()) {
            throw error("--demo brings its own rows: " + csv.unlikeDemo());
        }
        if (!isDemo() && !file.isGiven()) {
            throw error("--input is missing (or --demo)");
        }
    }

    /** Refuses options of CSV if no file is CSV. */
    void checkFormats(PointFile... files) {
        if (csv.isTextFormGiven() && Stream.of(files).noneMatch(file -> file.format() == PointFormat.CSV)
                || csv.areGiven() && Stream.of(files).noneMatch(PointFile::hasNames)) {
            throw error(
                    "--delimiter, --decimal, --encoding, --no-header, --skip-bad-rows and --missing are for CSV: --input="
                            + files[0].name() + "; files of vectors are read as they are");
        }
    }

    boolean isDemo() {
        return isDemo.isGiven();
    }

    Demo demo() {
        return demo;
    }

    /** Returns the given columns, or else those of the demo; null if there are none. */
    List<String> columns(Option<List<String>> given) {
        return !given.isGiven() && isDemo() ? demo.columns : given.get();
    }

    /** Returns whether the user asked for identifiers. */
    boolean namesRows() {
        return id.isGiven();
    }

    /** Returns the column of the identifiers, or null. */
    String idColumn() {
        return !id.isGiven() && isDemo() ? demo.id : id.get();
    }

    /** Returns how CSV is read. */
    CsvOptions csv() {
        return csv.options();
    }

    RowSource source() {
        return isDemo() ? demo.source.get().with(csv()) : source(file.get(), csv());
    }

    /** Opens a file in the format that its name says, or standard input in that in which it begins; else as CSV. */
    static RowSource source(Path file, CsvOptions options) {
        if (isStandardInput(file)) {
            return standardInput(options);
        }
        PointFormat format = PointFormat.ofName(file);
        if (format != PointFormat.PARQUET && format != PointFormat.FLATGEOBUF) {
            return csv(file, options);
        }
        if (options.isTextForm()) {
            throw new IllegalArgumentException(
                    "--delimiter, --decimal, --encoding and --no-header are for CSV, not for "
                            + (format == PointFormat.PARQUET ? "Parquet" : "FlatGeobuf") + ": " + nameOf(file));
        }
        return typed(file, format, options);
    }

    private static RowSource standardInput(CsvOptions options) {
        try {
            PushbackInputStream in = new PushbackInputStream(System.in, PARQUET_BEGIN.length);
            byte[] begin = in.readNBytes(PARQUET_BEGIN.length);
            in.unread(begin);
            if (Arrays.equals(begin, PARQUET_BEGIN) && !options.isTextForm()) {
                return ParquetSource.stream(STANDARD_INPUT_WORDS, in, options);
            }
            return Arrays.equals(begin, FLATGEOBUF_BEGIN) && !options.isTextForm()
                    ? FlatGeobufSource.stream(STANDARD_INPUT_WORDS, in, options)
                    : CsvSource.stream(STANDARD_INPUT_WORDS, in).with(options);
        } catch (IOException e) {
            throw InputException.of(STANDARD_INPUT_WORDS, "cannot be read: " + e.getMessage(), e);
        }
    }

    /** Refuses names that promise what is read in another form alone. */
    static void checkRead(Path file) {
        String extension = CsvOptions.extension(file.toString());
        if (OTHERS.contains(extension)) {
            String name = file.getFileName().toString();
            String made = name.substring(0, name.indexOf('.')) + ".fgb";
            throw InputException.of(
                    file.toString(),
                    "the format ." + extension + " is not read; FlatGeobuf is, which GDAL makes of it: ogr2ogr " + made
                            + " " + name);
        }
        if (PointFormat.ofName(file) == PointFormat.ARROW) {
            throw InputException.of(file.toString(), "Arrow IPC is written, and not read; Parquet is read");
        }
    }

    /** Opens a file or standard input as CSV. */
    static CsvSource csv(Path file, CsvOptions options) {
        checkRead(file);
        CsvSource source =
                isStandardInput(file) ? CsvSource.stream(STANDARD_INPUT_WORDS, System.in) : CsvSource.file(file);
        return source.with(options);
    }

    /** Opens a file or standard input as FlatGeobuf or Parquet. */
    static RowSource typed(Path file, PointFormat format, CsvOptions options) {
        if (format == PointFormat.FLATGEOBUF) {
            return isStandardInput(file)
                    ? FlatGeobufSource.stream(STANDARD_INPUT_WORDS, System.in, options)
                    : FlatGeobufSource.file(file, options);
        }
        return isStandardInput(file)
                ? ParquetSource.stream(STANDARD_INPUT_WORDS, System.in, options)
                : ParquetSource.file(file, options);
    }

    static boolean isStandardInput(Path file) {
        return file.equals(STANDARD_INPUT);
    }

    /** Refuses files whose coordinates have different meanings; an empty system is not known. */
    static void checkSystems(String file, String system, String other, String systemOfOther) {
        if (!system.isEmpty() && !systemOfOther.isEmpty() && !system.equals(systemOfOther)) {
            throw InputException.of(
                    file, "coordinates are in " + system + ", those of " + other + " in " + systemOfOther);
        }
    }

    /** Returns what messages call a file. */
    static String nameOf(Path file) {
        return isStandardInput(file) ? STANDARD_INPUT_WORDS : file.toString();
    }
}
