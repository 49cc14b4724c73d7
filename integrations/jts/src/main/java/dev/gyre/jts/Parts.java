package dev.gyre.jts;

import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import java.util.Arrays;
import org.locationtech.jts.geom.Geometry;

/**
 * The boxes of the parts of a layer's rows, in the order of rows, and the row of each. Empty parts have none.
 *
 * @param boxes a box for each part
 * @param rows the row of each part, ascending
 */
record Parts(Boxes boxes, int[] rows) {

    private static final int MIN_SLICE = 16;

    /** Writes the bounds of a part. */
    private interface BoxWriter {
        void write(Geometry part, int row, double[] bounds, int at);
    }

    /** The parts with their envelopes in the plane, which are those of the shells of polygons. */
    static Parts withEnvelopes(Layer layer, Workers workers) {
        return of(
                layer,
                Plane.PLANE,
                workers,
                (part, row, bounds, at) -> GeometryBoxes.write(part.getEnvelopeInternal(), bounds, at));
    }

    /** The parts with boxes around all their points. */
    static Parts of(Layer layer, Space<?> space, Workers workers) {
        return of(layer, space, workers, space::write);
    }

    private static Parts of(Layer layer, Space<?> space, Workers workers, BoxWriter writer) {
        Points points = layer.pointsOrNull();
        if (points != null) {
            int[] rows = new int[layer.size()];
            Arrays.setAll(rows, row -> row);
            return new Parts(space.boxes(points), rows);
        }
        int[] starts = new int[layer.size() + 1];
        for (int row = 0; row < layer.size(); row++) {
            starts[row + 1] = Math.addExact(starts[row], filled(layer, row));
        }
        int width = 2 * space.dims();
        double[] bounds = new double[Math.multiplyExact(width, starts[layer.size()])];
        int[] rows = new int[starts[layer.size()]];
        workers.forEachSlice(layer.size(), MIN_SLICE, (begin, end) -> {
            for (int row = begin; row < end; row++) {
                int next = starts[row];
                for (int part = 0; part < layer.parts(row); part++) {
                    Geometry geometry = layer.part(row, part);
                    if (!geometry.isEmpty()) {
                        writer.write(geometry, row, bounds, width * next);
                        rows[next++] = row;
                    }
                }
            }
        });
        return new Parts(boxes(bounds, space.dims(), rows), rows);
    }

    /** Returns the number of parts of a row that are not empty. */
    private static int filled(Layer layer, int row) {
        int count = 0;
        for (int part = 0; part < layer.parts(row); part++) {
            count += layer.part(row, part).isEmpty() ? 0 : 1;
        }
        return count;
    }

    private static Boxes boxes(double[] bounds, int dims, int... rows) {
        try {
            return Boxes.wrap(bounds, dims);
        } catch (IllegalArgumentException e) {
            for (int at = 0; at < bounds.length; at++) {
                if (!(Math.abs(bounds[at]) <= Points.MAX_MAGNITUDE)) {
                    throw new IllegalArgumentException(
                            "coordinates must be finite and of magnitude 2^500 at most: row=" + rows[at / (2 * dims)]
                                    + ", value=" + bounds[at],
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
