package dev.gyre.jts;

import java.util.ArrayList;
import java.util.List;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryComponentFilter;
import org.locationtech.jts.geom.LineString;
import org.locationtech.jts.geom.Point;

/**
 * The edges of a geometry in a tree of boxes. Edges that follow each other lie near each other, so the tree keeps their order and is made in
 * linear time. A point is an edge without length. Immutable; safe for use by several threads.
 */
abstract class Facets {

    /** Edges of a leaf and boxes of a node. */
    static final int FAN_BITS = 3;

    static final int FAN = 1 << FAN_BITS;

    /** Bounds (the least of each dimension, then the greatest) of the nodes of each level, leaves first. The last level has one node. */
    private final double[][] levels;

    private final int width;

    /**
     * A tree.
     *
     * @param dims dimensions of the boxes
     * @param leaves bounds of the leaves; a leaf without edges has those of {@link #empty}
     */
    Facets(int dims, double[] leaves) {
        width = 2 * dims;
        List<double[]> made = new ArrayList<>();
        made.add(leaves);
        while (made.getLast().length > width) {
            made.add(parents(made.getLast(), dims));
        }
        levels = made.toArray(double[][]::new);
    }

    /** Returns the number of corners; an edge has the number of its first corner. */
    abstract int size();

    /** Returns whether there is an edge from a corner to the next one: there is none from one line to the next. */
    abstract boolean isEdge(int corner);

    /** Returns the level of the root; leaves have level 0. */
    final int top() {
        return levels.length - 1;
    }

    /** Returns the number of nodes of a level. */
    final int nodes(int level) {
        return levels[level].length / width;
    }

    /** Returns the bounds of the nodes of a level, those of one after the other. */
    final double[] bounds(int level) {
        return levels[level];
    }

    /** Returns the number of bounds of a node. */
    final int width() {
        return width;
    }

    /** Returns the sum of the sides of the box of all edges. */
    final double extent() {
        double[] root = levels[top()];
        double sides = 0;
        for (int dim = 0; dim < width / 2; dim++) {
            sides += root[width / 2 + dim] - root[dim];
        }
        return sides;
    }

    private static double[] parents(double[] children, int dims) {
        int width = 2 * dims;
        double[] bounds = empty(children.length / width, dims);
        for (int child = 0; child < children.length; child += width) {
            int at = child / width / FAN * width;
            for (int dim = 0; dim < dims; dim++) {
                extend(bounds, at, dims, dim, children[child + dim], children[child + dims + dim]);
            }
        }
        return bounds;
    }

    /** Returns the bounds of the nodes above some children, each of which meets nothing yet. */
    static double[] empty(int children, int dims) {
        int width = 2 * dims;
        double[] bounds = new double[width * Math.max(1, (children + FAN - 1) / FAN)];
        for (int i = 0; i < bounds.length; i++) {
            bounds[i] = i % width < dims ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
        }
        return bounds;
    }

    /** Extends a box by an interval in one dimension; one of an empty box changes nothing. */
    static void extend(double[] bounds, int at, int dims, int dim, double min, double greatest) {
        if (min < bounds[at + dim]) {
            bounds[at + dim] = min;
        }
        if (greatest > bounds[at + dims + dim]) {
            bounds[at + dims + dim] = greatest;
        }
    }

    /** Returns the corners of the lines and rings of a geometry. */
    static List<Coordinate[]> lines(Geometry geometry) {
        List<Coordinate[]> lines = new ArrayList<>();
        geometry.apply((GeometryComponentFilter) part -> {
            if (part instanceof LineString line && !line.isEmpty()) {
                lines.add(line.getCoordinates());
            }
        });
        return lines;
    }

    /** Returns the corners of the lines and rings of a geometry, then its points, as lines without length. */
    static List<Coordinate[]> linesAndPoints(Geometry geometry) {
        List<Coordinate[]> lines = lines(geometry);
        geometry.apply((GeometryComponentFilter) part -> {
            if (part instanceof Point point && !point.isEmpty()) {
                lines.addAll(twice(point.getCoordinate()));
            }
        });
        return lines;
    }

    /** Returns points as lines without length. */
    static List<Coordinate[]> twice(Coordinate... points) {
        List<Coordinate[]> lines = new ArrayList<>(points.length);
        for (Coordinate point : points) {
            lines.add(new Coordinate[] {point, point});
        }
        return lines;
    }
}
