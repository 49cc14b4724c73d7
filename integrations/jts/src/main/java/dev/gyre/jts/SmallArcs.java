package dev.gyre.jts;

import dev.gyre.engine.data.Boxes;
import java.util.Arrays;
import java.util.List;
import org.locationtech.jts.geom.Coordinate;

/**
 * The edges of small parts on the sphere. For each edge a strip around the plane that halves it has all places to which another of its points
 * than its ends may be nearest; for those in it, and no others, the distance of the arc is computed. Memory: 60 bytes for each edge.
 */
final class SmallArcs extends SmallParts<Arcs> {

    private static final int DIMS = Arcs.DIMS;

    /** Numbers of an edge: its start, its direction as a unit vector, and half the width of the strip. */
    private static final int EDGE = 2 * DIMS + 1;

    /** A place has its vector, then longitude and latitude. */
    private static final int WIDTH = DIMS + 2;

    /** Beyond the strip: no place is in it. */
    private static final double NOWHERE = -1;

    /** At least what rounding adds to the component of a vector along an edge. */
    private static final double ROUNDING = 0x1p-46;

    /** The vectors of the ends are rounded, which tilts the direction between them: by less than this, divided by the length. */
    private static final double TILT = 0x1p-48;

    private double[] edges;

    /** Where each edge is among the corners of its part. */
    private int[] corners;

    /** Where the edges of each part begin; a part without any is not small. */
    private final int[] begins;

    SmallArcs(List<PreparedPart<Arcs>> parts, Boxes boxes) {
        super(Sphere.SPHERE, parts);
        int count = boxes.size();
        edges = new double[EDGE * 4 * count];
        corners = new int[4 * count];
        begins = new int[count + 1];
        for (int part = 0; part < count; part++) {
            int end = begins[part];
            if (parts == null) {
                double[] vector = {boxes.lower(part, 0), boxes.lower(part, 1), boxes.lower(part, 2)};
                end = write(end, 0, vector, false);
            } else if (isSmall(geometry(part))) {
                end = write(end, parts.get(part).edges());
            }
            begins[part + 1] = end;
        }
    }

    /** Writes the edges of lines, and the end of each line that is not closed. */
    private int write(int begin, Arcs arcs) {
        double[] vectors = arcs.vectors();
        int next = begin;
        int start = 0;
        for (int corner = 0; corner + 1 < arcs.size(); corner++) {
            if (arcs.isEdge(corner)) {
                next = write(next, corner, vectors, true);
            } else {
                boolean isEnd = corner > start && arcs.isEdge(corner - 1);
                boolean isClosed = isEnd && Sphere.chordSq(vectors, DIMS * start, vectors, DIMS * corner) == 0;
                if (isEnd && !isClosed) {
                    next = write(next, corner, vectors, false);
                }
                start = isEnd ? corner + 2 : start;
            }
        }
        return next;
    }

    private int write(int edge, int corner, double[] vectors, boolean isEdge) {
        if (edge == corners.length) {
            corners = Arrays.copyOf(corners, 2 * edge);
            edges = Arrays.copyOf(edges, 2 * EDGE * edge);
        }
        int from = DIMS * corner;
        int at = EDGE * edge;
        double length = isEdge ? Math.sqrt(Sphere.chordSq(vectors, from, vectors, from + DIMS)) : 0;
        for (int dim = 0; dim < DIMS; dim++) {
            edges[at + dim] = vectors[from + dim];
            edges[at + DIMS + dim] = length == 0 ? 0 : (vectors[from + DIMS + dim] - vectors[from + dim]) / length;
        }
        edges[at + 2 * DIMS] = length == 0 ? NOWHERE : length / 2 + ROUNDING + TILT / length;
        corners[edge] = corner;
        return edge + 1;
    }

    @Override
    int width() {
        return WIDTH;
    }

    @Override
    void place(double x, double y, double[] places, int at) {
        Sphere.write(x, y, places, at);
        places[at + DIMS] = x;
        places[at + DIMS + 1] = y;
    }

    @Override
    double length(double measure) {
        return Math.sqrt(measure);
    }

    @Override
    double measure(double length) {
        return length * length;
    }

    @Override
    double margin() {
        return 2 * Sphere.ROUNDING;
    }

    @Override
    double measure(int part, double[] places, int at, boolean mayCover, double limit, double[] room) {
        int begin = begins[part];
        int end = begins[part + 1];
        if (begin == end) {
            return ofTree(part, places[at + DIMS], places[at + DIMS + 1], limit);
        }
        if (mayCover && covers(part, places[at + DIMS], places[at + DIMS + 1])) {
            return 0;
        }
        double x = places[at];
        double y = places[at + 1];
        double z = places[at + 2];
        double min = Double.POSITIVE_INFINITY;
        for (int edge = begin; edge < end; edge++) {
            int of = EDGE * edge;
            double dx = x - edges[of];
            double dy = y - edges[of + 1];
            double dz = z - edges[of + 2];
            double sq = dx * dx + dy * dy + dz * dz;
            double along = x * edges[of + 3] + y * edges[of + 4] + z * edges[of + 5];
            if (Math.abs(along) <= edges[of + 6]) {
                sq = ArcDistance.toArcSq(places, at, partOrNull(part).edges().vectors(), DIMS * corners[edge]);
            }
            min = sq < min ? sq : min;
        }
        double measure = Sphere.touching(min);
        return measure <= limit ? measure : Double.POSITIVE_INFINITY;
    }

    private boolean covers(int part, double longitude, double latitude) {
        PreparedPart<Arcs> asked = partOrNull(part);
        if (asked == null || !asked.isArea()) {
            return false;
        }
        Coordinate point = new Coordinate(longitude, latitude);
        return asked.covers(point, Arcs.of(point));
    }
}
