/**
 * JTS geometries: exact joins of them ({@link dev.gyre.jts.SpatialJoin}), a spatial index of their envelopes
 * ({@link dev.gyre.jts.GyreSpatialIndex}), boxes of them and back ({@link dev.gyre.jts.GeometryBoxes}), and GeoJSON
 * ({@link dev.gyre.jts.GeoJson}).
 */
package dev.gyre.jts;
