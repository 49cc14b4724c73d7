package dev.gyre.jts;

import dev.gyre.engine.data.Boxes;
import java.util.List;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/** Boxes of geometries, and geometries of boxes. */
public final class GeometryBoxes {

    static final int PLANE = 2;

    private GeometryBoxes() {}

    /**
     * Makes boxes of the envelopes of geometries. Needs O(n) time once the geometries know their envelopes.
     *
     * @param geometries the geometries; a geometry's row is the id of its box
     * @return a box of two dimensions for each geometry
     * @throws IllegalArgumentException if a geometry is empty, which has no envelope, or if a coordinate is not finite or too large, see
     *     {@link Boxes}; the message names the row
     */
    public static Boxes of(List<? extends Geometry> geometries) {
        double[] bounds = new double[Math.multiplyExact(2 * PLANE, geometries.size())];
        for (int row = 0; row < geometries.size(); row++) {
            Envelope envelope = geometries.get(row).getEnvelopeInternal();
            if (envelope.isNull()) {
                throw new IllegalArgumentException("an empty geometry has no box: row=" + row);
            }
            write(envelope, bounds, 2 * PLANE * row);
        }
        return Boxes.wrap(bounds, PLANE);
    }

    /** Writes the bounds of a box to a place. */
    static void write(Envelope envelope, double[] bounds, int at) {
        bounds[at] = envelope.getMinX();
        bounds[at + 1] = envelope.getMinY();
        bounds[at + 2] = envelope.getMaxX();
        bounds[at + 3] = envelope.getMaxY();
    }

    /**
     * Returns a box as an envelope.
     *
     * @param boxes boxes of two dimensions
     * @param row id of the box
     * @return a new envelope
     * @throws IllegalArgumentException if the boxes do not have two dimensions
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public static Envelope envelope(Boxes boxes, int row) {
        if (boxes.dims() != PLANE) {
            throw new IllegalArgumentException("envelopes have 2 dimensions: dims=" + boxes.dims());
        }
        return new Envelope(boxes.lower(row, 0), boxes.upper(row, 0), boxes.lower(row, 1), boxes.upper(row, 1));
    }

    /**
     * Returns a box as a geometry.
     *
     * @param boxes boxes of two dimensions
     * @param row id of the box
     * @param factory makes the geometry
     * @return a polygon; a line string if the box is flat in one dimension, a point if it is flat in both
     * @throws IllegalArgumentException if the boxes do not have two dimensions
     * @throws IndexOutOfBoundsException if there is no such row
     */
    public static Geometry geometry(Boxes boxes, int row, GeometryFactory factory) {
        return factory.toGeometry(envelope(boxes, row));
    }
}
