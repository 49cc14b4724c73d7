package dev.gyre.jts;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.gyre.engine.data.InputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Reads the objects of one GeoJSON text. */
final class GeoJsonReader {

    private static final String ID = "id";

    private final String name;
    private final JsonParser parser;
    private final String identifier;
    private final Consumer<Feature> consumer;
    private final GeometryFactory factory = new GeometryFactory();
    private final GeoJsonCoordinates coordinates;
    private long features;

    GeoJsonReader(String name, JsonParser parser, String identifierOrNull, Consumer<Feature> consumer) {
        this.name = name;
        this.parser = parser;
        this.identifier = identifierOrNull;
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
            hand(root, !root.type.equals("Feature"));
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
                case "properties" -> members.idOfProperties = property();
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
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            Members feature = object(false);
            hand(feature, false);
        }
    }

    private void hand(Members members, boolean isGeometry) {
        if (isGeometry) {
            consumer.accept(new Feature(geometry(members), identifier == null ? null : identified(members)));
        } else {
            if (!"Feature".equals(members.type)) {
                throw problem("the type must be Feature: type=" + members.type);
            }
            if (!members.hasGeometry) {
                throw problem("a feature has a geometry, which may be null");
            }
            Geometry geometry = members.geometry == null ? factory.createGeometryCollection() : members.geometry;
            consumer.accept(new Feature(geometry, identifier == null ? null : identified(members)));
        }
        features++;
    }

    private String identified(Members members) {
        String id =
                members.idOfProperties == null && identifier.equals(ID) ? members.idOfFeature : members.idOfProperties;
        if (id == null) {
            throw problem("no property \"" + identifier + "\" that is a text, a number or a truth value");
        }
        return id;
    }

    /** Reads the properties of a feature; returns the one that identifies it. */
    private String property() throws IOException {
        if (identifier == null || parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return null;
        }
        String found = null;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            boolean isAsked = parser.currentName().equals(identifier);
            parser.nextToken();
            if (isAsked) {
                found = scalarOrNull();
            } else {
                parser.skipChildren();
            }
        }
        return found;
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
        List<Geometry> parts = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            parts.add(geometry(object(false)));
        }
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
