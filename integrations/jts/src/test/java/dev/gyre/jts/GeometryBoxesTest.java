package dev.gyre.jts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.Boxes;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

class GeometryBoxesTest {

    @Test
    void shouldBoxGeometriesAndComeBack() {
        List<Geometry> geometries = List.of(
                Geometries.wkt("POINT (3 4)"),
                Geometries.wkt("LINESTRING (1 2, 1 5)"),
                Geometries.wkt("POLYGON ((0 0, 4 0, 2 7, 0 0))"));
        Boxes boxes = GeometryBoxes.of(geometries);
        assertArrayEquals(new double[] {3, 4, 3, 4, 1, 2, 1, 5, 0, 0, 4, 7}, boxes.toRowMajor());
        assertEquals(new Envelope(0, 4, 0, 7), GeometryBoxes.envelope(boxes, 2));
        GeometryFactory factory = new GeometryFactory();
        for (int row = 0; row < geometries.size(); row++) {
            assertTrue(
                    geometries.get(row).getEnvelope().equalsTopo(GeometryBoxes.geometry(boxes, row, factory)),
                    "row=" + row);
        }
        assertEquals(0, GeometryBoxes.of(List.of()).size());
    }

    @Test
    void shouldRefuseEmptyGeometriesWithTheirRow() {
        List<Geometry> geometries = List.of(Geometries.wkt("POINT (3 4)"), Geometries.wkt("POLYGON EMPTY"));
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> GeometryBoxes.of(geometries));
        assertEquals("an empty geometry has no box: row=1", e.getMessage());
    }

    @Test
    void shouldRefuseBoxesOfOtherDimensions() {
        Boxes line = Boxes.of(new double[] {0, 1}, 1);
        assertThrows(IllegalArgumentException.class, () -> GeometryBoxes.envelope(line, 0));
        Boxes plane = Boxes.of(new double[] {0, 1, 2, 3}, 2);
        assertThrows(IndexOutOfBoundsException.class, () -> GeometryBoxes.envelope(plane, 1));
    }
}
