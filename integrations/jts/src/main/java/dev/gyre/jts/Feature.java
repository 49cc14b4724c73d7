package dev.gyre.jts;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.locationtech.jts.geom.Geometry;

/**
 * A feature of a file.
 *
 * @param number its place in the file, from 1; features that were left out count
 * @param geometry its geometry; an empty collection if the file has none
 * @param identifier its identifier in the file, or null if no identifier was asked for
 * @param properties the properties that were asked for, by name, in the order of the file; the values are JSON, numbers with the digits of
 *     the file
 */
public record Feature(long number, Geometry geometry, String identifier, Map<String, String> properties) {

    /** Checks the geometry. */
    public Feature {
        Objects.requireNonNull(geometry, "geometry");
        properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
    }

    /**
     * Returns a property as text.
     *
     * @param property its name
     * @return a text without its quotes, a number or a truth value as it is in the file, JSON for arrays and objects; empty for null and for
     *     a property that the feature does not have, or that was not asked for
     */
    public String text(String property) {
        String json = properties.get(property);
        if (json == null || json.equals("null")) {
            return "";
        }
        return json.startsWith("\"") ? GeoJson.unquoted(json) : json;
    }
}
