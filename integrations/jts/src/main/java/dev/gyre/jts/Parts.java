package dev.gyre.jts;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Points;
import java.util.Arrays;
import org.locationtech.jts.geom.Envelope;

/**
 * The boxes of the parts of a layer's rows, in the order of rows, and the row of each. Empty parts have none.
 *
 * @param boxes a box for each part
 * @param rows the row of each part, ascending; may have unused entries at its end
 */
record Parts(Boxes boxes, int[] rows) {

    static Parts of(Layer layer) {
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
                Envelope envelope = layer.part(row, part).getEnvelopeInternal();
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
