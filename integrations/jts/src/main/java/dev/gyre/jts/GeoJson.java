package dev.gyre.jts;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.gyre.engine.data.InputException;
import dev.gyre.engine.file.Content;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads GeoJSON (RFC 7946), plain or compressed with gzip: a feature collection, a feature, or a geometry alone. Files are read as a
 * stream, feature by feature: besides the geometries that the caller keeps, memory holds one feature.
 *
 * <p>Members of objects may come in any order, and members that the format does not define are skipped. The first two numbers of a
 * position are x and y; others are skipped. A feature without a geometry ({@code null}) has an empty collection, so every feature of the
 * file is a row. Safe for use by several threads.
 */
public final class GeoJson {

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
        return read(file, null);
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
        List<Feature> features = new ArrayList<>();
        forEach(file, identifier, features::add);
        return features;
    }

    /**
     * Hands out the features of a file as they are read.
     *
     * @param file the file
     * @param identifier the property that identifies a feature, as for {@link #read(Path, String)}; null for none
     * @param consumer receives the features, in the order of the file
     * @throws InputException as {@link #read(Path, String)}; features before the error were handed out
     */
    public static void forEach(Path file, String identifier, Consumer<Feature> consumer) {
        read(Content.file(file), identifier, consumer);
    }

    /**
     * Hands out the features of a stream as they are read.
     *
     * @param in the stream; closed when it has been read
     * @param name its name in messages
     * @param identifier the property that identifies a feature, as for {@link #read(Path, String)}; null for none
     * @param consumer receives the features, in the order of the stream
     * @throws InputException as {@link #read(Path, String)}; features before the error were handed out
     */
    public static void forEach(InputStream in, String name, String identifier, Consumer<Feature> consumer) {
        read(Content.stream(name, in), identifier, consumer);
    }

    private static void read(Content content, String identifier, Consumer<Feature> consumer) {
        JsonFactory json = JsonFactory.builder()
                .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
                .build();
        GeoJsonReader reader = null;
        try (InputStream in = content.open().in();
                JsonParser parser = json.createParser(in)) {
            reader = new GeoJsonReader(content.name(), parser, identifier, consumer);
            reader.read();
        } catch (JsonProcessingException e) {
            String place = e.getLocation() == null
                    ? ""
                    : ", line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr();
            throw InputException.of(
                    reader == null ? content.name() : reader.place(), "not JSON: " + firstLine(e) + place, e);
        } catch (IOException e) {
            throw content.unreadable(e, reader == null ? "the beginning" : "feature " + reader.features());
        }
    }

    /** Returns the parser's message without the position. */
    private static String firstLine(JsonProcessingException e) {
        return String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("");
    }
}
