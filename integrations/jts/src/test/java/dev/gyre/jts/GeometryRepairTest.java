package dev.gyre.jts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.Monitor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.locationtech.jts.geom.Geometry;

class GeometryRepairTest {

    @Test
    void shouldRepairWhatIsNotValidAndSayWhat() {
        List<Geometry> geometries = new ArrayList<>(Geometries.byHand());
        int valid = geometries.size();
        geometries.add(Geometries.wkt("POLYGON ((0 0, 4 4, 4 0, 0 4, 0 0))"));
        geometries.addAll(Geometries.selfCrossing(3, 100));
        geometries.add(Geometries.wkt("MULTIPOLYGON (((0 0, 6 0, 6 6, 0 6, 0 0)), ((3 3, 9 3, 9 9, 3 9, 3 3)))"));
        try (Engine engine = Engine.open(Settings.DEFAULT.withDevice("jvm").withThreads(2))) {
            GeometryRepair repair = GeometryRepair.of(engine, geometries, Monitor.NONE);
            assertEquals(geometries.size(), repair.geometries().size());
            for (int row = 0; row < geometries.size(); row++) {
                assertTrue(repair.geometries().get(row).isValid());
                if (row < valid) {
                    assertSame(geometries.get(row), repair.geometries().get(row));
                }
            }
            assertEquals(
                    geometries.stream().filter(geometry -> !geometry.isValid()).count(),
                    repair.repairs().size());
            assertEquals(
                    new GeometryRepair.Repair(valid, "Self-intersection at 2.0 2.0"),
                    repair.repairs().get(0));
            assertEquals(8, repair.geometries().get(valid).getArea());
            assertEquals(63, repair.geometries().get(geometries.size() - 1).getArea());
            assertThrows(
                    CancellationException.class, () -> GeometryRepair.of(engine, geometries, (done, total) -> false));
        }
    }
}
