package dev.gyre.jts;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.jvm.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.util.GeometryFixer;
import org.locationtech.jts.operation.valid.IsValidOp;
import org.locationtech.jts.operation.valid.TopologyValidationError;

/**
 * Makes geometries valid by JTS's {@code GeometryFixer}: a polygon that crosses itself becomes the polygons of the area that its rings
 * enclose, and overlapping parts become one. Valid geometries stay the objects that they are.
 *
 * @param geometries the geometries, each of them valid
 * @param repairs what was repaired, ascending by row
 */
public record GeometryRepair(List<Geometry> geometries, List<Repair> repairs) {

    private static final int MIN_SLICE = 16;

    /** Makes the lists immutable. */
    public GeometryRepair {
        geometries = List.copyOf(geometries);
        repairs = List.copyOf(repairs);
    }

    /**
     * A geometry that was not valid.
     *
     * @param row its row, from 0
     * @param problem what was wrong with it, and where
     */
    public record Repair(int row, String problem) {

        /** Checks the problem. */
        public Repair {
            Objects.requireNonNull(problem, "problem");
        }
    }

    /**
     * Repairs geometries on all threads of an engine. For n coordinates it needs O(n log n) time.
     *
     * @param engine the engine
     * @param geometries the geometries, which do not change
     * @param monitor watches the work; the progress is that of geometries
     * @return the valid geometries, in the same rows; a geometry that collapses becomes empty
     * @throws IllegalArgumentException if a geometry cannot be repaired; the message has its row
     * @throws java.util.concurrent.CancellationException if the monitor or an interrupt ended the operation
     */
    public static GeometryRepair of(Engine engine, List<? extends Geometry> geometries, Monitor monitor) {
        Geometry[] valid = geometries.toArray(Geometry[]::new);
        String[] problems = new String[valid.length];
        MonitoredProgress progress = new MonitoredProgress(monitor, valid.length);
        try (Workers workers = new Workers(engine.settings().threads())) {
            workers.forEachSlice(
                    valid.length,
                    MIN_SLICE,
                    (begin, end) -> {
                        for (int row = begin; row < end; row++) {
                            repair(valid, problems, row);
                        }
                    },
                    progress);
        }
        // A short loop hears its monitor at its end alone.
        if (progress.cancelled()) {
            throw new CancellationException("cancelled: repair of " + valid.length + " geometries");
        }
        List<Repair> repairs = new ArrayList<>();
        for (int row = 0; row < valid.length; row++) {
            if (problems[row] != null) {
                repairs.add(new Repair(row, problems[row]));
            }
        }
        return new GeometryRepair(Arrays.asList(valid), repairs);
    }

    private static void repair(Geometry[] geometries, String[] problems, int row) {
        try {
            TopologyValidationError error = new IsValidOp(geometries[row]).getValidationError();
            if (error != null) {
                geometries[row] = GeometryFixer.fix(geometries[row]);
                problems[row] = error.getMessage() + " at " + error.getCoordinate().x + " " + error.getCoordinate().y;
            }
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("geometry cannot be repaired: row=" + row + ": " + e.getMessage(), e);
        }
    }
}
