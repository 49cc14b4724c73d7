package dev.gyre.jts;

import java.util.Objects;
import org.locationtech.jts.geom.Geometry;

/**
 * A feature of a file.
 *
 * @param geometry its geometry; an empty collection if the file has none
 * @param identifier its identifier in the file, or null if no identifier was asked for
 */
public record Feature(Geometry geometry, String identifier) {

    /** Checks the geometry. */
    public Feature {
        Objects.requireNonNull(geometry, "geometry");
    }
}
