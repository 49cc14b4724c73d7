package dev.gyre.jts;

import java.util.Optional;
import org.locationtech.jts.algorithm.locate.SimplePointInAreaLocator;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.Lineal;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.Location;
import org.locationtech.jts.geom.Polygon;
import org.locationtech.jts.geom.Polygonal;
import org.locationtech.jts.geom.Puntal;

/**
 * What is known of an area or line and another geometry without RelateNG: where their edges do not meet, and where an edge of an area is
 * crossed plainly.
 *
 * <p>If edges do not meet, a ring or line of one geometry lies in the other or outside as a whole, so one corner of each tells all. RelateNG
 * derives its answer from the same corners, by the same locators. If a box around the other geometry meets no edge, one corner of that
 * suffices. At a plain crossing ({@link Crossing}) RelateNG finds all parts of both geometries.
 *
 * @param shared whether the interiors have a common point
 * @param leftOnly whether the left geometry has points outside of the right one
 * @param rightOnly whether the right geometry has points outside of the left one
 */
record Apart(boolean shared, boolean leftOnly, boolean rightOnly) {

    private static final Optional<Boolean> UNKNOWN = Optional.empty();
    private static final Apart DISJOINT = new Apart(false, true, true);

    /** What an area has in common with a line or area that crosses one of its edges. */
    private static final Apart CROSSING = new Apart(true, true, true);

    /**
     * Decides a predicate as a prepared RelateNG does, or returns empty where it must be asked. Neither geometry may be empty.
     *
     * @param left an area or line
     * @param edges its edges
     */
    static Optional<Boolean> decide(Relation relation, Geometry left, Edges edges, Geometry right) {
        if (!(right instanceof Polygonal || right instanceof Lineal || right instanceof Puntal)) {
            return UNKNOWN;
        }
        if (!isPossible(relation, left, right)) {
            return Optional.of(false);
        }
        boolean isArea = left instanceof Polygonal;
        if (!edges.areNear(right.getEnvelopeInternal())) {
            boolean isInside = isArea && edges.locate(right.getCoordinate()) == Location.INTERIOR;
            return Optional.of((isInside ? new Apart(true, true, false) : DISJOINT).holds(relation, left, right));
        }
        if (right instanceof Puntal) {
            return UNKNOWN;
        }
        boolean isIntersection = relation == Relation.INTERSECTS || relation == Relation.WITHIN_DISTANCE;
        boolean isCover = relation == Relation.CONTAINS || relation == Relation.COVERS;
        if (isArea && (isIntersection || isCover)) {
            boolean isOutside = edges.locate(right.getCoordinate()) == Location.EXTERIOR;
            if (isOutside == isCover) {
                return Optional.of(isIntersection);
            }
        }
        if (!isIntersection && !isArea) {
            return UNKNOWN;
        }
        Edges.Meeting meeting = edges.meeting(right, !isIntersection);
        if (meeting == Edges.Meeting.SOMEWHERE) {
            return isIntersection ? Optional.of(true) : UNKNOWN;
        }
        if (meeting == Edges.Meeting.CROSSING) {
            return Optional.of(CROSSING.holds(relation, left, right));
        }
        if (!isArea) {
            // RelateNG takes lines without length for points.
            return right instanceof Lineal && edges.haveLength() ? Optional.of(false) : UNKNOWN;
        }
        Apart apart = Corners.of(left, edges, right);
        return apart == null ? UNKNOWN : Optional.of(apart.holds(relation, left, right));
    }

    /** Returns whether envelopes and dimensions allow a predicate. RelateNG asks so first, too. */
    private static boolean isPossible(Relation relation, Geometry left, Geometry right) {
        Envelope ofLeft = left.getEnvelopeInternal();
        Envelope ofRight = right.getEnvelopeInternal();
        boolean isOneNoArea = !(left instanceof Polygonal && right instanceof Polygonal);
        boolean mayBeAlike = left instanceof Polygonal == right instanceof Polygonal;
        return switch (relation) {
            case CONTAINS, COVERS -> ofLeft.covers(ofRight);
            case WITHIN, COVERED_BY -> ofRight.covers(ofLeft) && !(left instanceof Polygonal && isOneNoArea);
            case EQUALS -> ofLeft.equals(ofRight) && mayBeAlike;
            case OVERLAPS -> mayBeAlike;
            case CROSSES -> isOneNoArea;
            case INTERSECTS, TOUCHES, WITHIN_DISTANCE -> true;
        };
    }

    private boolean holds(Relation relation, Geometry left, Geometry right) {
        return switch (relation) {
            case INTERSECTS, WITHIN_DISTANCE -> shared;
            case CONTAINS, COVERS -> shared && !rightOnly;
            case WITHIN, COVERED_BY -> shared && !leftOnly;
            case CROSSES -> shared && rightOnly && left.getDimension() > right.getDimension();
            case OVERLAPS -> shared && leftOnly && rightOnly && left.getDimension() == right.getDimension();
            case TOUCHES, EQUALS -> false;
        };
    }

    /** The locations of the corners. */
    private static final class Corners {

        private final Edges edges;
        private boolean shared;
        private boolean leftOnly;
        private boolean rightOnly;

        /** Whether a corner lies on the other geometry: only a line or ring without length does, if edges do not meet. */
        private boolean onBoundary;

        private Corners(Edges edges) {
            this.edges = edges;
        }

        /** Returns what is known of an area and a line or area, or null if corners do not tell. */
        static Apart of(Geometry left, Edges edges, Geometry right) {
            Corners corners = new Corners(edges);
            for (int part = 0; part < right.getNumGeometries(); part++) {
                corners.addRight(right.getGeometryN(part));
            }
            if (right instanceof Polygonal) {
                for (int part = 0; part < left.getNumGeometries(); part++) {
                    corners.addLeft((Polygon) left.getGeometryN(part), right);
                }
            } else {
                corners.leftOnly = true;
            }
            return corners.onBoundary ? null : new Apart(corners.shared, corners.leftOnly, corners.rightOnly);
        }

        private void addRight(Geometry part) {
            if (part instanceof Polygon polygon) {
                for (int ring = 0; ring <= polygon.getNumInteriorRing(); ring++) {
                    addRight(ring(polygon, ring));
                }
            } else if (part instanceof LineString line && !line.isEmpty()) {
                int location = edges.locate(line.getCoordinateN(0));
                onBoundary |= location == Location.BOUNDARY;
                shared |= location == Location.INTERIOR;
                leftOnly |= location == Location.INTERIOR;
                rightOnly |= location == Location.EXTERIOR;
            }
        }

        private void addLeft(Polygon polygon, Geometry right) {
            for (int ring = 0; ring <= polygon.getNumInteriorRing(); ring++) {
                LinearRing line = ring(polygon, ring);
                if (!line.isEmpty()) {
                    Coordinate corner = line.getCoordinateN(0);
                    int location = right.getEnvelopeInternal().intersects(corner)
                            ? SimplePointInAreaLocator.locate(corner, right)
                            : Location.EXTERIOR;
                    onBoundary |= location == Location.BOUNDARY;
                    shared |= location == Location.INTERIOR;
                    leftOnly |= location == Location.EXTERIOR;
                    rightOnly |= location == Location.INTERIOR;
                }
            }
        }

        /** Returns a ring of a polygon; the first is the shell. */
        private static LinearRing ring(Polygon polygon, int ring) {
            return ring == 0 ? polygon.getExteriorRing() : polygon.getInteriorRingN(ring - 1);
        }
    }
}
