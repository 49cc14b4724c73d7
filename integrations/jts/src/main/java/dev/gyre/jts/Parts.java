package dev.gyre.jts;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Points;
import java.util.Arrays;
import java.util.function.Function;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryComponentFilter;
import org.locationtech.jts.geom.LinearRing;

/**
 * The boxes of the parts of a layer's rows, in the order of rows, and the row of each. Empty parts have none.
 *
 * @param boxes a box for each part
 * @param rows the row of each part, ascending; may have unused entries at its end
 */
record Parts(Boxes boxes, int[] rows) {

    /** The parts with their envelopes, which are those of the shells of polygons. */
    static Parts of(Layer layer) {
        return of(layer, Geometry::getEnvelopeInternal);
    }

    /** The parts with boxes around all rings: a hole may lie out of its shell, in a polygon that is not valid. */
    static Parts withHoles(Layer layer) {
        return of(layer, Parts::aroundRings);
    }

    private static Envelope aroundRings(Geometry part) {
        if (part.getDimension() < GeometryBoxes.PLANE) {
            return part.getEnvelopeInternal();
        }
        Envelope box = new Envelope(part.getEnvelopeInternal());
        part.apply((GeometryComponentFilter) component -> {
            if (component instanceof LinearRing) {
                box.expandToInclude(component.getEnvelopeInternal());
            }
        });
        return box;
    }

    private static Parts of(Layer layer, Function<Geometry, Envelope> box) {
        Boxes ofRows = layer.boxesOrNull();
        if (ofRows != null) {
            int[] rows = new int[layer.size()];
            Arrays.setAll(rows, row -> row);
            return new Parts(ofRows, rows);
        }
        long most = 0;
        for (int row = 0; row < layer.size(); row++) {
            most += layer.parts(row);
        }
        double[] bounds = new double[Math.toIntExact(2 * GeometryBoxes.PLANE * most)];
        int[] rows = new int[(int) most];
        int count = 0;
        for (int row = 0; row < layer.size(); row++) {
            int parts = layer.parts(row);
            for (int part = 0; part < parts; part++) {
                Envelope envelope = box.apply(layer.part(row, part));
                if (!envelope.isNull()) {
                    GeometryBoxes.write(envelope, bounds, count);
                    rows[count++] = row;
                }
            }
        }
        double[] used = count == most ? bounds : Arrays.copyOf(bounds, 2 * GeometryBoxes.PLANE * count);
        return new Parts(boxes(used, rows), rows);
    }

    private static Boxes boxes(double[] bounds, int... rows) {
        try {
            return Boxes.wrap(bounds, GeometryBoxes.PLANE);
        } catch (IllegalArgumentException e) {
            for (int at = 0; at < bounds.length; at++) {
                if (!(Math.abs(bounds[at]) <= Points.MAX_MAGNITUDE)) {
                    throw new IllegalArgumentException(
                            "coordinates must be finite and of magnitude 2^500 at most: row="
                                    + rows[at / (2 * GeometryBoxes.PLANE)] + ", value=" + bounds[at],
                            e);
                }
            }
            throw e;
        }
    }

    double magnitude() {
        return Arrays.stream(boxes.extent())
                .map(Math::abs)
                .filter(Double::isFinite)
                .max()
                .orElse(0);
    }
}
