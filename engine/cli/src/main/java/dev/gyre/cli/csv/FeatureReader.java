package dev.gyre.cli.csv;

import dev.gyre.engine.data.InputException;
import dev.gyre.jts.Feature;
import dev.gyre.jts.GeoJson;
import dev.gyre.jts.GeoJsonOptions;
import dev.gyre.jts.Layer;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads geometries of GeoJSON. Memory: the geometries, and the texts of identifiers and of the properties that may be kept. */
public final class FeatureReader {

    private FeatureReader() {}

    /**
     * Reads a file.
     *
     * @param file the file
     * @param identifier the property that identifies a feature, or null
     * @param kept the properties to keep, or null
     * @param csv says whether features that cannot be read are left out
     * @return the geometries
     * @throws InputException if the file cannot be read; names file, feature and place
     */
    public static GeometryTable read(Path file, String identifier, ColumnSelection kept, CsvOptions csv) {
        return read(
                file.toString(),
                identifier,
                kept,
                csv,
                (options, features) -> GeoJson.forEach(file, options, features::add));
    }

    /**
     * Reads a stream.
     *
     * @param in the stream
     * @param name its name in messages
     * @param identifier the property that identifies a feature, or null
     * @param kept the properties to keep, or null
     * @param csv says whether features that cannot be read are left out
     * @return the geometries
     * @throws InputException if the stream cannot be read; names it, the feature and the place
     */
    public static GeometryTable read(
            InputStream in, String name, String identifier, ColumnSelection kept, CsvOptions csv) {
        return read(
                name, identifier, kept, csv, (options, features) -> GeoJson.forEach(in, name, options, features::add));
    }

    /** Reads all features into a list. */
    @FunctionalInterface
    private interface Reading {
        void read(GeoJsonOptions options, List<Feature> features);
    }

    private static GeometryTable read(
            String name, String identifier, ColumnSelection kept, CsvOptions csv, Reading reading) {
        LeftOut leftOut = new LeftOut(name, csv);
        List<String> systems = new ArrayList<>();
        GeoJsonOptions options = GeoJsonOptions.DEFAULT
                .withIdentifier(identifier)
                .withProperties(property -> kept != null && kept.mayTake(property))
                .withSystems(systems::add);
        List<Feature> features = new ArrayList<>();
        reading.read(csv.skipBadRows() ? options.withProblems(e -> leftOut.add(e, false)) : options, features);
        if (systems.stream().distinct().count() > 1) {
            throw InputException.of(name, "more than one \"crs\": " + String.join(", ", systems));
        }
        return new GeometryTable(
                name,
                Layer.of(features.stream().map(Feature::geometry).toList()),
                identifier == null
                        ? List.of()
                        : features.stream().map(Feature::identifier).toList(),
                features.stream().map(feature -> "feature " + feature.number()).toList(),
                kept == null ? Attributes.NONE : Attributes.ofGeoJson(name, features, kept),
                systems.isEmpty() ? GeometryTable.LONGITUDE_LATITUDE : systems.get(0),
                leftOut.toString());
    }
}
