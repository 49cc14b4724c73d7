/**
 * JTS geometries: their exact joins ({@link dev.gyre.jts.SpatialJoin}), a spatial index of their envelopes
 * dev.gyre.jts.GyreSpatialIndex}), conversions to boxes and back ({@link dev.gyre.jts.GeometryBoxes}), and GeoJSON
 * ({@link dev.gyre.jts.GeoJson}).
 */
package dev.gyre.jts;
