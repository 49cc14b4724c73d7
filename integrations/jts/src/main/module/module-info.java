/**
 * Joins JTS geometries by exact predicates on all cores, indexes their envelopes, and reads GeoJSON.
 *
 * <p>{@link dev.gyre.jts.SpatialJoin} is the entry.
 */
@SuppressWarnings({"module", "requires-automatic", "requires-transitive-automatic"})
module dev.gyre.jts {
    requires transitive dev.gyre.engine;
    requires transitive org.locationtech.jts;
    requires GeographicLib.Java;
    requires com.fasterxml.jackson.core;

    exports dev.gyre.jts;
}
