package dev.gyre.cli.csv;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.gyre.engine.data.InputException;
import dev.gyre.jts.CoordinateSystems;
import java.io.IOException;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.Map;

/**
 * The geometry columns of a file, as the metadata {@code geo} of GeoParquet 1.0 and 1.1 names them.
 *
 * @param primary the column that is meant without a name; null if the file has no such metadata
 * @param columns each column by its name
 */
record GeoColumns(String primary, Map<String, GeoColumn> columns) {

    /** No metadata. */
    static final GeoColumns NONE = new GeoColumns(null, Map.of());

    /** The encoding of geometries in cells of their own: WKB, or what a format has instead. */
    static final String WHOLE = "WKB";

    private static final JsonFactory JSON = new JsonFactory();

    /** A system that the file says it does not know. */
    private static final String UNKNOWN = "null";

    /**
     * A column of geometries.
     *
     * @param encoding {@code WKB}, or the name of a layout of coordinates such as {@code point}
     * @param system the coordinate system as JSON, {@code null} as a text if it is not known; null for longitude and latitude
     * @param systemName {@link GeometryTable#LONGITUDE_LATITUDE}, a name, or an empty text if it is not known
     * @param isSpherical whether edges are arcs of great circles
     */
    record GeoColumn(String encoding, String system, String systemName, boolean isSpherical) {}

    /** Returns a column by its name, which may be null; null if it is none of geometries. */
    GeoColumn column(String nameOrNull) {
        return nameOrNull == null ? null : columns.get(nameOrNull);
    }

    /** Reads the metadata; null is none. */
    static GeoColumns of(String file, String jsonOrNull) {
        if (jsonOrNull == null) {
            return NONE;
        }
        try (JsonParser json = JSON.createParser(jsonOrNull)) {
            String primary = null;
            Map<String, GeoColumn> columns = new HashMap<>();
            require(json.nextToken() == JsonToken.START_OBJECT);
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                json.nextToken();
                if (name.equals("primary_column")) {
                    primary = json.getText();
                } else if (name.equals("columns")) {
                    require(json.currentToken() == JsonToken.START_OBJECT);
                    while (json.nextToken() == JsonToken.FIELD_NAME) {
                        String column = json.currentName();
                        json.nextToken();
                        columns.put(column, column(json));
                    }
                } else {
                    json.skipChildren();
                }
            }
            require(primary != null && columns.containsKey(primary));
            return new GeoColumns(primary, columns);
        } catch (IOException e) {
            throw InputException.of(file, "the metadata \"geo\" of GeoParquet is damaged: " + firstLine(e), e);
        }
    }

    private static String firstLine(IOException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    private static void require(boolean holds) throws IOException {
        if (!holds) {
            throw new IOException("an object with \"primary_column\" and \"columns\" is needed");
        }
    }

    private static GeoColumn column(JsonParser json) throws IOException {
        require(json.currentToken() == JsonToken.START_OBJECT);
        String encoding = "";
        String system = null;
        String systemName = GeometryTable.LONGITUDE_LATITUDE;
        boolean isSpherical = false;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            switch (name) {
                case "encoding" -> encoding = json.getText();
                case "edges" -> isSpherical = json.getText().equals("spherical");
                case "crs" -> {
                    StringWriter copy = new StringWriter();
                    try (JsonGenerator generator = JSON.createGenerator(copy)) {
                        generator.copyCurrentStructure(json);
                    }
                    system = copy.toString();
                    systemName = system.equals(UNKNOWN) ? "" : nameOf(system);
                }
                default -> json.skipChildren();
            }
        }
        return new GeoColumn(encoding, system, systemName, isSpherical);
    }

    /** Returns the name of a system in PROJJSON, with its code. */
    private static String nameOf(String system) throws IOException {
        String name = system;
        String authority = "";
        String code = "";
        try (JsonParser json = JSON.createParser(system)) {
            boolean isObject = json.nextToken() == JsonToken.START_OBJECT;
            while (isObject && json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName();
                json.nextToken();
                if (field.equals("name")) {
                    name = json.getText();
                } else if (field.equals("id") && json.currentToken() == JsonToken.START_OBJECT) {
                    while (json.nextToken() == JsonToken.FIELD_NAME) {
                        String part = json.currentName();
                        json.nextToken();
                        authority = part.equals("authority") ? json.getText() : authority;
                        code = part.equals("code") ? json.getText() : code;
                        json.skipChildren();
                    }
                } else {
                    json.skipChildren();
                }
            }
        }
        String id = authority + ":" + code;
        return CoordinateSystems.isLongitudeLatitude(id)
                ? GeometryTable.LONGITUDE_LATITUDE
                : code.isEmpty() ? name : id + " (" + name + ")";
    }
}
