package dev.gyre.cli.csv;

import dev.gyre.engine.data.InputException;
import dev.gyre.jts.Feature;
import dev.gyre.jts.GeoJsonOptions;
import dev.gyre.jts.Layer;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.locationtech.jts.geom.Geometry;

/**
 * Reads geometries: well-known text (WKT) from a column of CSV, in the form that {@link PointReader} reads, or GeoJSON. Memory: one line or
 * feature, the geometries, and the texts of identifiers and of what is kept.
 */
public final class GeometryReader {

    private static final int MAX_QUOTED_CHARS = 60;

    /** Most characters of a record: the largest countries in full detail have some tens of millions. */
    private static final int MAX_RECORD = 1 << 28;

    private final CsvSource source;
    private final String column;
    private final WktParser parser = new WktParser();

    private GeometryReader(CsvSource source, String column) {
        this.source = source;
        this.column = column;
    }

    /** Hands out the features of GeoJSON. */
    @FunctionalInterface
    public interface Features {
        void forEach(GeoJsonOptions options, Consumer<Feature> consumer);
    }

    /**
     * Reads geometries of a column.
     *
     * @param identifier the column of the identifiers, or null
     * @param kept the columns to keep, or null
     * @throws InputException if the source cannot be read; names file, line and column, and the character in the text of a geometry
     */
    public static GeometryTable ofWkt(CsvSource source, String column, String identifier, ColumnSelection kept) {
        GeometryReader reader = new GeometryReader(source, column);
        return CsvRecord.read(source, MAX_RECORD, (record, records) -> {
            CsvRecord.Text wkt = record.text(column);
            return reader.read(record, records, wkt, new FileRows.Builder(record, source, identifier, List.of(), kept));
        });
    }

    private GeometryTable read(
            CsvRecord record, Iterator<CsvRecord> records, CsvRecord.Text wkt, FileRows.Builder rows) {
        List<Geometry> geometries = new ArrayList<>();
        List<String> places = new ArrayList<>();
        while (records.hasNext()) {
            records.next();
            try {
                geometries.add(geometry(record, wkt.value()));
            } catch (InputException e) {
                rows.leaveOut(e, record.isWhole() && wkt.value().isBlank());
                continue;
            }
            places.add("line " + record.line());
            rows.add();
        }
        return new GeometryTable(rows.build(), source.name(), Layer.of(geometries), places, "");
    }

    private Geometry geometry(CsvRecord record, String text) {
        if (!record.fits()) {
            throw record.problem();
        }
        if (text.isBlank()) {
            throw problem(record, "a geometry is missing; --missing skip leaves such rows out", null);
        }
        try {
            return parser.read(text);
        } catch (ParseException e) {
            int at = e.getErrorOffset();
            String problem = "not a geometry in WKT: " + e.getMessage() + ", character " + (at + 1);
            throw problem(record, problem + ": \"" + around(text, at) + "\"", e);
        }
    }

    /** Returns the text of a geometry around a character, or all of a short one. */
    private static String around(String text, int at) {
        int from = text.length() <= MAX_QUOTED_CHARS ? 0 : Math.max(0, at - MAX_QUOTED_CHARS / 2);
        int to = Math.min(text.length(), from + MAX_QUOTED_CHARS);
        return (from > 0 ? "…" : "") + text.substring(from, to).strip() + (to < text.length() ? "…" : "");
    }

    private InputException problem(CsvRecord record, String problem, Exception causeOrNull) {
        String place = source.name() + ", line " + record.line() + ", column \"" + column + "\"";
        return InputException.of(place, problem, causeOrNull);
    }

    /**
     * Reads geometries of GeoJSON.
     *
     * @param file its name in messages
     * @param identifier the property that identifies a feature, or null
     * @param kept the properties to keep, or null
     * @param csv says whether features that cannot be read are left out
     * @throws InputException if the features cannot be read; names file, feature and place
     */
    public static GeometryTable ofFeatures(
            String file, Features source, String identifier, ColumnSelection kept, CsvOptions csv) {
        LeftOut leftOut = new LeftOut(file, csv);
        List<String> systems = new ArrayList<>();
        GeoJsonOptions options = GeoJsonOptions.DEFAULT
                .withIdentifier(identifier)
                .withProperties(property -> kept != null && kept.mayTake(property))
                .withSystems(systems::add);
        List<Feature> features = new ArrayList<>();
        source.forEach(csv.skipBadRows() ? options.withProblems(e -> leftOut.add(e, false)) : options, features::add);
        if (systems.stream().distinct().count() > 1) {
            throw InputException.of(file, "more than one \"crs\": " + String.join(", ", systems));
        }
        List<String> identifiers = identifier == null
                ? List.of()
                : features.stream().map(Feature::identifier).toList();
        KeptTexts properties = kept == null ? KeptTexts.NONE : Properties.of(file, features, kept);
        return new GeometryTable(
                new FileRows(identifier, identifiers, List.of(), properties, leftOut.toString()),
                file,
                Layer.of(features.stream().map(Feature::geometry).toList()),
                features.stream().map(feature -> "feature " + feature.number()).toList(),
                systems.isEmpty() ? GeometryTable.LONGITUDE_LATITUDE : systems.get(0));
    }

    private record Properties(List<String> columns, List<Feature> features) implements KeptTexts {

        static Properties of(String file, List<Feature> features, ColumnSelection selection) {
            Set<String> names = new LinkedHashSet<>();
            features.forEach(feature -> names.addAll(feature.properties().keySet()));
            CsvHeader header = new CsvHeader(file, 1, List.copyOf(names), ',');
            int[] fields = selection.fields(header, CsvRecord.NO_FIELD);
            return new Properties(Arrays.stream(fields).mapToObj(header::name).toList(), features);
        }

        @Override
        public CellType type(int column) {
            List<String> json = features.stream()
                    .map(feature -> feature.properties().getOrDefault(columns.get(column), "null"))
                    .filter(value -> !value.equals("null"))
                    .toList();
            return CellType.of(json);
        }

        @Override
        public String[] cells(int row) {
            return columns.stream().map(features.get(row)::text).toArray(String[]::new);
        }

        @Override
        public String[] json(int row) {
            return columns.stream()
                    .map(name -> features.get(row).properties().getOrDefault(name, "null"))
                    .toArray(String[]::new);
        }
    }
}
