package dev.gyre.jts;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.gyre.engine.data.InputException;
import dev.gyre.engine.file.Content;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.locationtech.jts.geom.Geometry;

/**
 * Reads and writes GeoJSON (RFC 7946). Read are, plain or compressed with gzip, a feature collection, a feature, or a geometry alone. Files are read as a
 * stream, feature by feature: besides the geometries that the caller keeps, memory holds one feature.
 *
 * <p>Members of objects may come in any order, and members that the format does not define are skipped. The first two numbers of a
 * position are x and y; others are skipped. A feature without a geometry ({@code null}) has an empty collection, so every feature of the
 * file is a row. Collections in collections may have 100 levels. A member {@code crs} (of GeoJSON before RFC 7946) must name a system of
 * longitude and latitude, unless {@link GeoJsonOptions} accept others. Safe for use by several threads.
 */
public final class GeoJson {

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
            .build();

    private GeoJson() {}

    /**
     * Reads all geometries of a file.
     *
     * @param file the file
     * @return a geometry for each feature, in the order of the file
     * @throws InputException if the file cannot be read as GeoJSON; the message names the file, the number of the feature, from 1, and the
     *     place
     */
    public static List<Feature> read(Path file) {
        return read(file, GeoJsonOptions.DEFAULT);
    }

    /**
     * Reads all features of a file.
     *
     * @param file the file
     * @param identifier the property that identifies a feature; {@code id} also stands for the feature's own member; null for none
     * @return the features, in the order of the file
     * @throws InputException as {@link #read(Path)}, or if a feature has no such property, or one that is no text, number or truth value
     */
    public static List<Feature> read(Path file, String identifier) {
        return read(file, GeoJsonOptions.DEFAULT.withIdentifier(identifier));
    }

    /**
     * Reads all features of a file.
     *
     * @param file the file
     * @param options what is read
     * @return the features, in the order of the file
     * @throws InputException as {@link #read(Path, String)}
     */
    public static List<Feature> read(Path file, GeoJsonOptions options) {
        List<Feature> features = new ArrayList<>();
        forEach(file, options, features::add);
        return features;
    }

    /**
     * Hands out the features of a file as they are read.
     *
     * @param file the file
     * @param options what is read
     * @param consumer receives the features, in the order of the file
     * @throws InputException as {@link #read(Path, String)}; features before the error were handed out
     */
    public static void forEach(Path file, GeoJsonOptions options, Consumer<Feature> consumer) {
        read(Content.file(file), options, consumer);
    }

    /**
     * Hands out the features of a stream as they are read.
     *
     * @param in the stream; closed when it has been read
     * @param name its name in messages
     * @param options what is read
     * @param consumer receives the features, in the order of the stream
     * @throws InputException as {@link #read(Path, String)}; features before the error were handed out
     */
    public static void forEach(InputStream in, String name, GeoJsonOptions options, Consumer<Feature> consumer) {
        read(Content.stream(name, in), options, consumer);
    }

    /**
     * Writes a geometry as GeoJSON: its x and y, each with the fewest digits from which the same {@code double} is read.
     *
     * @param geometry the geometry; a linear ring is written as a line string, a collection of nothing as null, the geometry of a feature
     *     without one
     * @param out receives the text, in one line
     * @throws IOException if writing fails
     */
    public static void write(Geometry geometry, Appendable out) throws IOException {
        GeoJsonWriter.write(geometry, out);
    }

    /** Returns the text of a JSON string. */
    static String unquoted(String json) {
        try (JsonParser parser = JSON.createParser(json)) {
            parser.nextToken();
            return parser.getText();
        } catch (IOException e) {
            throw new IllegalArgumentException("not a text of JSON: " + json, e);
        }
    }

    private static void read(Content content, GeoJsonOptions options, Consumer<Feature> consumer) {
        GeoJsonReader reader = null;
        try (InputStream in = content.open().in();
                JsonParser parser = JSON.createParser(in)) {
            reader = new GeoJsonReader(content.name(), parser, options, consumer);
            reader.read();
        } catch (JsonProcessingException e) {
            String place = e.getLocation() == null
                    ? ""
                    : ", line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr();
            String problem = e instanceof StreamConstraintsException ? "" : "not JSON: ";
            throw InputException.of(
                    reader == null ? content.name() : reader.place(), problem + firstLine(e) + place, e);
        } catch (IOException e) {
            throw content.unreadable(e, reader == null ? "the beginning" : "feature " + reader.features());
        }
    }

    /** Returns the parser's message without the position. */
    private static String firstLine(JsonProcessingException e) {
        return String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("");
    }
}
