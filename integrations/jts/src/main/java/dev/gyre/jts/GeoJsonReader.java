package dev.gyre.jts;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.gyre.engine.data.InputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Reads the objects of one GeoJSON text. */
final class GeoJsonReader {

    private static final String ID = "id";

    private final String name;
    private final JsonParser parser;
    private final String identifier;
    private final GeoJsonOptions options;
    private final Consumer<Feature> consumer;
    private final GeometryFactory factory = new GeometryFactory();
    private final GeoJsonCoordinates coordinates;
    private long features;
    private int collections;

    GeoJsonReader(String name, JsonParser parser, GeoJsonOptions options, Consumer<Feature> consumer) {
        this.name = name;
        this.parser = parser;
        this.options = options;
        this.identifier = options.identifier();
        this.consumer = consumer;
        coordinates = new GeoJsonCoordinates(parser, factory);
    }

    /** The members that were found in an object of any type. */
    private static final class Members {
        private String type;
        private boolean hasFeatures;
        private boolean hasGeometry;
        private Geometry geometry;
        private GeoJsonCoordinates.Nested coordinates;
        private List<Geometry> parts;
        private String idOfFeature;
        private String idOfProperties;
        private final Map<String, String> properties = new LinkedHashMap<>();
    }

    /** Returns the number of features that were read. */
    long features() {
        return features;
    }

    /** Returns the file, and the number of the feature that is being read. */
    String place() {
        return name + ", feature " + (features + 1);
    }

    void read() throws IOException {
        if (parser.nextToken() == null) {
            throw InputException.of(name, "empty; GeoJSON is an object");
        }
        Members root = object(true);
        if (root.type == null) {
            throw InputException.of(name, "an object of GeoJSON has a type");
        }
        if (!root.hasFeatures) {
            Feature only = feature(root, !root.type.equals("Feature"));
            features++;
            consumer.accept(only);
        } else if (!root.type.equals("FeatureCollection")) {
            throw InputException.of(name, "\"features\" are those of a FeatureCollection: type=" + root.type);
        }
        if (parser.nextToken() != null) {
            throw InputException.of(name, "something follows the end of the object: " + parser.currentToken());
        }
    }

    /** Reads the object that has begun. */
    private Members object(boolean isRoot) throws IOException {
        expect(JsonToken.START_OBJECT, "an object");
        Members members = new Members();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String member = parser.currentName();
            parser.nextToken();
            switch (member) {
                case "type" -> members.type = scalarOrNull();
                case "coordinates" -> members.coordinates = coordinates.read(this::problem);
                case "geometries" -> members.parts = parts();
                case "geometry" -> {
                    members.hasGeometry = true;
                    members.geometry = parser.currentToken() == JsonToken.VALUE_NULL ? null : geometry(object(false));
                }
                case "properties" -> readProperties(members);
                case "crs" -> readSystem();
                case ID -> members.idOfFeature = scalarOrNull();
                case "features" -> {
                    if (isRoot) {
                        collection();
                        members.hasFeatures = true;
                    } else {
                        parser.skipChildren();
                    }
                }
                default -> parser.skipChildren();
            }
        }
        return members;
    }

    private void collection() throws IOException {
        expect(JsonToken.START_ARRAY, "an array of features");
        int depth = parser.getParsingContext().getNestingDepth();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            Feature read = null;
            try {
                read = feature(object(false), false);
            } catch (InputException e) {
                if (options.problems() == null) {
                    throw e;
                }
                options.problems().accept(e);
                while (parser.getParsingContext().getNestingDepth() > depth) {
                    parser.nextToken();
                }
                collections = 0;
            }
            features++;
            if (read != null) {
                consumer.accept(read);
            }
        }
    }

    private Feature feature(Members members, boolean isGeometry) {
        Geometry geometry;
        if (isGeometry) {
            geometry = geometry(members);
        } else {
            if (!"Feature".equals(members.type)) {
                throw problem("the type must be Feature: type=" + members.type);
            }
            if (!members.hasGeometry) {
                throw problem("a feature has a geometry, which may be null");
            }
            geometry = members.geometry == null ? factory.createGeometryCollection() : members.geometry;
        }
        return new Feature(features + 1, geometry, identifier == null ? null : identified(members), members.properties);
    }

    private String identified(Members members) {
        String id =
                members.idOfProperties == null && identifier.equals(ID) ? members.idOfFeature : members.idOfProperties;
        if (id == null) {
            throw problem("no property \"" + identifier + "\" that is a text, a number or a truth value");
        }
        return id;
    }

    /** Reads the property that identifies the feature, and those to keep. */
    private void readProperties(Members members) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return;
        }
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String property = parser.currentName();
            boolean isIdentifier = property.equals(identifier);
            parser.nextToken();
            if (isIdentifier && parser.currentToken().isScalarValue()) {
                members.idOfProperties = scalarOrNull();
            }
            if (options.properties().test(property)) {
                members.properties.put(property, json());
            } else {
                parser.skipChildren();
            }
        }
    }

    /** Returns the value that has begun as JSON in one line, and moves to its end. */
    private String json() throws IOException {
        StringBuilder json = new StringBuilder();
        int depth = 0;
        boolean follows = false;
        do {
            JsonToken token = depth == 0 ? parser.currentToken() : parser.nextToken();
            if (follows && !token.isStructEnd()) {
                json.append(',');
            }
            follows = !token.isStructStart() && token != JsonToken.FIELD_NAME;
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            switch (token) {
                case FIELD_NAME -> quote(json, parser.currentName()).append(':');
                case VALUE_STRING -> quote(json, parser.getText());
                default -> json.append(parser.getText());
            }
        } while (depth > 0);
        return json.toString();
    }

    private static StringBuilder quote(StringBuilder json, String text) {
        return json.append('"')
                .append(JsonStringEncoder.getInstance().quoteAsString(text))
                .append('"');
    }

    /** Reads a member {@code crs}; refuses a system that is not of longitude and latitude, or hands it out. */
    private void readSystem() throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return;
        }
        String system = null;
        String type = null;
        int depth = 1;
        while (depth > 0) {
            JsonToken token = parser.nextToken();
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            if (token.isScalarValue() && token != JsonToken.VALUE_NULL) {
                switch (String.valueOf(parser.currentName())) {
                    case "type" -> type = parser.getText();
                    case "name", "href", "code" -> system = parser.getText();
                    default -> {}
                }
            }
        }
        String named = "EPSG".equalsIgnoreCase(type) ? "EPSG:" + system : system;
        if (named == null || CoordinateSystems.isLongitudeLatitude(named)) {
            return;
        }
        if (options.systems() == null) {
            throw InputException.of(
                    name,
                    "coordinates of GeoJSON are longitudes and latitudes, but \"crs\" says " + named + ", line "
                            + parser.currentLocation().getLineNr() + ", column "
                            + parser.currentLocation().getColumnNr());
        }
        options.systems().accept(named);
    }

    /** Returns the text of a scalar value as it is in the file; null for other values. */
    private String scalarOrNull() throws IOException {
        JsonToken token = parser.currentToken();
        if (token.isScalarValue() && token != JsonToken.VALUE_NULL) {
            return parser.getText();
        }
        parser.skipChildren();
        return null;
    }

    private List<Geometry> parts() throws IOException {
        expect(JsonToken.START_ARRAY, "an array of geometries");
        if (++collections > Layer.MAX_NESTING) {
            throw problem("collections are nested in more than " + Layer.MAX_NESTING + " levels");
        }
        List<Geometry> parts = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            parts.add(geometry(object(false)));
        }
        collections--;
        return parts;
    }

    private Geometry geometry(Members members) {
        if (members.type == null) {
            throw problem("a geometry has a type");
        }
        if (members.type.equals("GeometryCollection")) {
            if (members.parts == null) {
                throw problem("a GeometryCollection has geometries");
            }
            return factory.createGeometryCollection(members.parts.toArray(Geometry[]::new));
        }
        if (!GeoJsonCoordinates.TYPES.contains(members.type)) {
            throw problem("unknown type of geometry: type=" + members.type);
        }
        if (members.coordinates == null) {
            throw problem("a " + members.type + " has coordinates");
        }
        try {
            return coordinates.geometry(members.type, members.coordinates);
        } catch (IllegalArgumentException e) {
            throw InputException.of(place(), members.type + ": " + e.getMessage(), e);
        }
    }

    private void expect(JsonToken token, String what) {
        if (parser.currentToken() != token) {
            throw problem(what + " is needed instead of " + parser.currentToken());
        }
    }

    private InputException problem(String problem) {
        return InputException.of(
                place(),
                problem + ", line " + parser.currentLocation().getLineNr() + ", column "
                        + parser.currentLocation().getColumnNr());
    }
}
