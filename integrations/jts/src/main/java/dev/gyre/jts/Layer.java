package dev.gyre.jts;

import dev.gyre.engine.data.Points;
import java.util.List;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryCollection;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.Point;

/**
 * One side of a {@link SpatialJoin}: geometries, or points given only by their coordinates, which need a tenth of the memory of
 * geometries. Rows are numbered from 0.
 *
 * <p>Immutable as long as its geometries do not change; safe for use by several threads.
 */
public abstract sealed class Layer {

    /** Most levels of collections in collections; the methods of JTS call themselves for each. */
    static final int MAX_NESTING = 100;

    private Layer() {}

    /**
     * A layer of geometries.
     *
     * @param geometries the geometries, which must not change afterwards; empty ones are allowed and are in no pair
     * @return the layer
     * @throws IllegalArgumentException if a geometry is null, or has collections in more than 100 levels; the message has its row
     */
    public static Layer of(List<? extends Geometry> geometries) {
        return new OfGeometries(geometries.toArray(Geometry[]::new));
    }

    /**
     * A layer of points.
     *
     * @param points points of two dimensions, x and y
     * @return the layer
     * @throws IllegalArgumentException if the points do not have two dimensions
     */
    public static Layer of(Points points) {
        if (points.dims() != GeometryBoxes.PLANE) {
            throw new IllegalArgumentException("points of a layer have 2 dimensions: dims=" + points.dims());
        }
        return new OfPoints(points);
    }

    /**
     * Returns the number of rows.
     *
     * @return the number
     */
    public abstract int size();

    /**
     * Returns a geometry.
     *
     * @param row its row
     * @return the geometry; for points a new one
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public abstract Geometry geometry(int row);

    /** Returns a geometry with the same points, in the form that {@link Relation} compares. */
    abstract Geometry compared(int row);

    /** Returns the number of coordinates of a row, which decides whether its preparation pays. */
    abstract int vertices(int row);

    /** Returns the coordinate of a row that is a point, else null. */
    abstract Coordinate pointOrNull(int row);

    /** Returns the points of a layer of points; else null. */
    abstract Points pointsOrNull();

    /** Returns the number of boxes of a row, 0 if it is empty. A collection of lines or areas has a box for each part. */
    abstract int parts(int row);

    /** Returns a part of a row, which may be empty. */
    abstract Geometry part(int row, int part);

    /** Geometries in an array. */
    private static final class OfGeometries extends Layer {

        private final Geometry[] geometries;
        private final Geometry[] compared;

        OfGeometries(Geometry... geometries) {
            this.geometries = geometries;
            compared = new Geometry[geometries.length];
            for (int row = 0; row < geometries.length; row++) {
                if (geometries[row] == null) {
                    throw new IllegalArgumentException("a geometry must not be null: row=" + row);
                }
                if (nestsDeeply(geometries[row], MAX_NESTING)) {
                    throw new IllegalArgumentException(
                            "collections are nested in more than " + MAX_NESTING + " levels: row=" + row);
                }
                compared[row] = Comparables.of(geometries[row]);
            }
        }

        private static boolean nestsDeeply(Geometry geometry, int levels) {
            if (geometry.getClass() != GeometryCollection.class) {
                return false;
            }
            boolean isDeep = levels == 0;
            for (int part = 0; part < geometry.getNumGeometries() && !isDeep; part++) {
                isDeep = nestsDeeply(geometry.getGeometryN(part), levels - 1);
            }
            return isDeep;
        }

        @Override
        public int size() {
            return geometries.length;
        }

        @Override
        public Geometry geometry(int row) {
            return geometries[row];
        }

        @Override
        Geometry compared(int row) {
            return compared[row];
        }

        @Override
        int vertices(int row) {
            return geometries[row].getNumPoints();
        }

        @Override
        Coordinate pointOrNull(int row) {
            return geometries[row] instanceof Point point ? point.getCoordinate() : null;
        }

        @Override
        Points pointsOrNull() {
            return null;
        }

        @Override
        int parts(int row) {
            Geometry geometry = geometries[row];
            if (geometry.isEmpty()) {
                return 0;
            }
            return isInParts(geometry) ? geometry.getNumGeometries() : 1;
        }

        @Override
        Geometry part(int row, int part) {
            Geometry geometry = geometries[row];
            return isInParts(geometry) ? geometry.getGeometryN(part) : geometry;
        }

        /** Whether parts have their own boxes: islands far apart have an almost empty envelope. Points are many, and cheap to test. */
        private static boolean isInParts(Geometry geometry) {
            return geometry.getNumGeometries() > 1 && geometry.getDimension() > 0;
        }
    }

    /** Points in flat coordinates. */
    private static final class OfPoints extends Layer {

        private final Points points;
        private final GeometryFactory factory = new GeometryFactory();

        OfPoints(Points points) {
            this.points = points;
        }

        @Override
        public int size() {
            return points.size();
        }

        @Override
        public Geometry geometry(int row) {
            return factory.createPoint(pointOrNull(row));
        }

        @Override
        Geometry compared(int row) {
            return geometry(row);
        }

        @Override
        int vertices(int row) {
            return 1;
        }

        @Override
        Coordinate pointOrNull(int row) {
            return new Coordinate(points.coordinate(row, 0), points.coordinate(row, 1));
        }

        @Override
        Points pointsOrNull() {
            return points;
        }

        @Override
        int parts(int row) {
            return 1;
        }

        @Override
        Geometry part(int row, int part) {
            return geometry(row);
        }
    }
}
