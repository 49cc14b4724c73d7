package dev.gyre.jts;

/**
 * The distances of arcs on the ellipsoid, in meters: 0 if they have the distance 0 on the sphere, else the least length of a geodesic from
 * an end of one to the place of the other one that is nearest to that end on the sphere.
 */
final class GeodesicDistance extends ArcDistance {

    private static final int DIMS = Arcs.DIMS;

    /** Squared sine of an angle from the pole of a great circle below which rounding matters for the direction of the circle's nearest place. */
    private static final double NO_DIRECTION = 1e-12;

    private final double[] foot = new double[DIMS];

    GeodesicDistance(Arcs edges) {
        super(edges);
    }

    @Override
    double reach(double meters) {
        double far = Ellipsoid.greatestChord(meters) + Sphere.ROUNDING;
        return far * far;
    }

    @Override
    double measure(double[] a, int from, double[] b, int other) {
        double chordSq = distanceSq(a, from, b, other);
        if (chordSq == 0 || chordSq > reach()) {
            return chordSq == 0 ? 0 : Double.POSITIVE_INFINITY;
        }
        double ofA = Math.min(toArc(a, from, b, other), toArc(a, from + DIMS, b, other));
        double ofB = Math.min(toArc(b, other, a, from), toArc(b, other + DIMS, a, from));
        return Math.min(ofA, ofB);
    }

    /** Returns the length of the geodesic from a point to the place of an arc that is nearest on the sphere, or infinity if it is beyond reach. */
    private double toArc(double[] points, int point, double[] arcs, int from) {
        if (toArcSq(points, point, arcs, from) > reach()) {
            return Double.POSITIVE_INFINITY;
        }
        findFoot(points, point, arcs, from);
        return Ellipsoid.length(points, point, foot, 0);
    }

    /** Finds the direction of the place of an arc that is nearest to a point on the sphere. */
    private void findFoot(double[] points, int point, double[] arcs, int from) {
        double toStart = Sphere.chordSq(points, point, arcs, from);
        double toEnd = Sphere.chordSq(points, point, arcs, from + DIMS);
        int end = toStart < toEnd ? from : from + DIMS;
        System.arraycopy(arcs, end, foot, 0, DIMS);
        if (Math.min(toStart, toEnd) <= toArcSq(points, point, arcs, from)) {
            return;
        }
        // The normal (a + b) x (b - a), as in toArcSq.
        double ax = arcs[from];
        double ay = arcs[from + 1];
        double az = arcs[from + 2];
        double bx = arcs[from + 3];
        double by = arcs[from + 4];
        double bz = arcs[from + 5];
        double nx = (by + ay) * (bz - az) - (bz + az) * (by - ay);
        double ny = (bz + az) * (bx - ax) - (bx + ax) * (bz - az);
        double nz = (bx + ax) * (by - ay) - (by + ay) * (bx - ax);
        double height = ((points[point] - foot[0]) * nx
                        + (points[point + 1] - foot[1]) * ny
                        + (points[point + 2] - foot[2]) * nz)
                / (nx * nx + ny * ny + nz * nz);
        double x = points[point] - height * nx;
        double y = points[point + 1] - height * ny;
        double z = points[point + 2] - height * nz;
        if (x * x + y * y + z * z > NO_DIRECTION) {
            foot[0] = x;
            foot[1] = y;
            foot[2] = z;
        }
    }
}
