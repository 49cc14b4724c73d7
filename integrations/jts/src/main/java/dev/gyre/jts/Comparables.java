package dev.gyre.jts;

import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.CoordinateArrays;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryCollection;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.util.GeometryEditor;

/** Geometries as RelateNG compares them. */
final class Comparables {

    private Comparables() {}

    /**
     * Returns a geometry with the same points. RelateNG fails for a collection of areas that touch if one of them has a coordinate twice in
     * a row, so such coordinates are left out.
     */
    static Geometry of(Geometry geometry) {
        return geometry.getClass() == GeometryCollection.class
                ? new GeometryEditor(geometry.getFactory()).edit(geometry, new WithoutRepetitions())
                : geometry;
    }

    /** Leaves out repeated coordinates of lines and rings, unless too few remain. */
    private static final class WithoutRepetitions extends GeometryEditor.CoordinateOperation {

        @Override
        public Coordinate[] edit(Coordinate[] coordinates, Geometry line) {
            if (!(line instanceof LineString) || !CoordinateArrays.hasRepeatedPoints(coordinates)) {
                return coordinates;
            }
            Coordinate[] distinct = CoordinateArrays.removeRepeatedPoints(coordinates);
            int min = line instanceof LinearRing ? LinearRing.MINIMUM_VALID_SIZE : LineString.MINIMUM_VALID_SIZE;
            return distinct.length < min ? coordinates : distinct;
        }
    }
}
