package dev.gyre.jts;

/**
 * The distances of arcs on the sphere, as squared chords: 0 if two arcs cross, else the least distance of an end of one from the other one.
 * Each is within some 1e-15 of the exact one for the rounded vectors.
 *
 * <p>Chords below {@link Sphere#TOUCHING} count as 0. So it does not matter which side of an arc a point is on that is nearer to it than
 * rounding: either the arcs cross, or one of their ends touches the other arc.
 */
sealed class ArcDistance extends FacetDistance<Arcs> permits GeodesicDistance {

    /** Sine of the distance from a great circle beyond which rounding cannot turn a side. */
    private static final double CLEAR = 0x1p-49;

    private static final int DIMS = Arcs.DIMS;

    ArcDistance(Arcs edges) {
        super(edges);
    }

    @Override
    double reach(double measure) {
        double far = Math.sqrt(measure) + Sphere.ROUNDING;
        return far * far;
    }

    @Override
    double nearSq(double[] boxes, int at, double[] others, int other) {
        double sum = 0;
        for (int dim = 0; dim < DIMS; dim++) {
            double gap = Math.max(
                    0,
                    Math.max(
                            boxes[at + dim] - others[other + DIMS + dim],
                            others[other + dim] - boxes[at + DIMS + dim]));
            sum += gap * gap;
        }
        return sum;
    }

    @Override
    final void compare(int leaf, int otherLeaf) {
        int last = Math.min(Facets.FAN * (leaf + 1), edges.size() - 1);
        int otherLast = Math.min(Facets.FAN * (otherLeaf + 1), others.size() - 1);
        double[] vectors = edges.vectors();
        double[] otherVectors = others.vectors();
        for (int edge = Facets.FAN * leaf; edge < last; edge++) {
            for (int other = Facets.FAN * otherLeaf; edges.isEdge(edge) && other < otherLast; other++) {
                if (others.isEdge(other)) {
                    double measure = measure(vectors, DIMS * edge, otherVectors, DIMS * other);
                    if (measure < best()) {
                        improve(measure);
                    }
                }
            }
        }
    }

    /** Returns the measure of two arcs, each from one vector to the next, or some larger number if it is beyond reach. */
    double measure(double[] a, int from, double[] b, int other) {
        return distanceSq(a, from, b, other);
    }

    /** Returns the squared chord between two arcs, or some larger number if it is beyond reach. */
    final double distanceSq(double[] a, int from, double[] b, int other) {
        boolean isPoint = Sphere.chordSq(a, from, a, from + DIMS) == 0;
        if (isPoint) {
            return Sphere.touching(toArcSq(a, from, b, other));
        }
        if (Sphere.chordSq(b, other, b, other + DIMS) == 0) {
            return Sphere.touching(toArcSq(b, other, a, from));
        }
        double apart = Math.sqrt(Sphere.chordSq(a, from, b, other)) - length(a, from) - length(b, other);
        if (apart > 0 && apart * apart > reach()) {
            return Double.POSITIVE_INFINITY;
        }
        if (cross(a, from, b, other)) {
            return 0;
        }
        double ofA = Math.min(toArcSq(a, from, b, other), toArcSq(a, from + DIMS, b, other));
        double ofB = Math.min(toArcSq(b, other, a, from), toArcSq(b, other + DIMS, a, from));
        return Sphere.touching(Math.min(ofA, ofB));
    }

    /** Returns the length of an arc, rounded up. */
    private static double length(double[] vectors, int from) {
        return Math.PI / 2 * Math.sqrt(Sphere.chordSq(vectors, from, vectors, from + DIMS));
    }

    /** Returns the squared chord between a point and an arc. */
    static double toArcSq(double[] points, int point, double[] arcs, int from) {
        double px = points[point];
        double py = points[point + 1];
        double pz = points[point + 2];
        double ax = arcs[from];
        double ay = arcs[from + 1];
        double az = arcs[from + 2];
        double bx = arcs[from + 3];
        double by = arcs[from + 4];
        double bz = arcs[from + 5];
        double toA = Sphere.chordSq(points, point, arcs, from);
        double toB = Sphere.chordSq(points, point, arcs, from + DIMS);
        double ends = Math.min(toA, toB);
        // The normal (a + b) x (b - a) is twice a x b, without its cancellation.
        double nx = (by + ay) * (bz - az) - (bz + az) * (by - ay);
        double ny = (bz + az) * (bx - ax) - (bx + ax) * (bz - az);
        double nz = (bx + ax) * (by - ay) - (by + ay) * (bx - ax);
        double normSq = nx * nx + ny * ny + nz * nz;
        if (normSq == 0) {
            return ends;
        }
        // Whether the nearest point of the great circle is on the arc: beyond a in the direction n x a, before b in
        // that of n x b.
        double beyond =
                (px - ax) * (ny * az - nz * ay) + (py - ay) * (nz * ax - nx * az) + (pz - az) * (nx * ay - ny * ax);
        double before =
                (px - bx) * (ny * bz - nz * by) + (py - by) * (nz * bx - nx * bz) + (pz - bz) * (nx * by - ny * bx);
        if (!(beyond > 0 && before < 0)) {
            return ends;
        }
        double height = toA < toB
                ? (px - ax) * nx + (py - ay) * ny + (pz - az) * nz
                : (px - bx) * nx + (py - by) * ny + (pz - bz) * nz;
        double cx = py * nz - pz * ny;
        double cy = pz * nx - px * nz;
        double cz = px * ny - py * nx;
        double sineSq = height * height / normSq;
        double cosine = Math.sqrt((cx * cx + cy * cy + cz * cz) / normSq);
        return Math.min(ends, 2 * sineSq / (1 + cosine));
    }

    /** Returns on which side of the great circle of an arc a point is: above 0 if left, 0 if rounding could turn it. */
    static double side(double[] arcs, int from, double[] points, int point) {
        double ax = arcs[from];
        double ay = arcs[from + 1];
        double az = arcs[from + 2];
        double bx = arcs[from + 3];
        double by = arcs[from + 4];
        double bz = arcs[from + 5];
        double nx = (by + ay) * (bz - az) - (bz + az) * (by - ay);
        double ny = (bz + az) * (bx - ax) - (bx + ax) * (bz - az);
        double nz = (bx + ax) * (by - ay) - (by + ay) * (bx - ax);
        int end = Sphere.chordSq(points, point, arcs, from) < Sphere.chordSq(points, point, arcs, from + DIMS)
                ? from
                : from + DIMS;
        double height = (points[point] - arcs[end]) * nx
                + (points[point + 1] - arcs[end + 1]) * ny
                + (points[point + 2] - arcs[end + 2]) * nz;
        double normSq = nx * nx + ny * ny + nz * nz;
        return height * height > CLEAR * CLEAR * normSq ? height : 0;
    }

    /** Returns whether two arcs certainly cross. */
    private static boolean cross(double[] a, int from, double[] b, int other) {
        double ofStart = side(a, from, b, other);
        double ofEnd = side(a, from, b, other + DIMS);
        if (ofStart == 0 || ofEnd == 0 || ofStart > 0 == ofEnd > 0) {
            return false;
        }
        double start = side(b, other, a, from);
        double end = side(b, other, a, from + DIMS);
        // The great circles meet twice; both arcs go through the same one if their other sides agree.
        return start != 0 && end != 0 && start > 0 != end > 0 && ofEnd > 0 == start > 0;
    }
}
