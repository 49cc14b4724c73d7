package dev.gyre.engine.join;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.ExecutionReport.DeviceShare;
import dev.gyre.engine.data.HybridGridOptions;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.methods.hybrid.HybridGridJoin;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.verify.KnnOracle;
import dev.gyre.engine.verify.PlantedFault;
import dev.gyre.engine.verify.Shape;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class HybridGridJoinTest {

    private static final Workers WORKERS = new Workers(2);
    private static final JoinOptions OPTIONS = JoinOptions.DEFAULT.withMethod(JoinMethod.HYBRID_GRID);
    private static final HybridGridOptions SMALL = HybridGridOptions.DEFAULT.withMonolithic(0.1, 0.1);
    private static final long MUCH = 1L << 30;

    private final Points points = Points.of(Shape.EXPONENTIAL.rows(900, 3, new Random(4)), 3);

    @AfterAll
    static void close() {
        WORKERS.close();
    }

    /** The device fails in each phase that a join of this size has, and in some that it does not reach. */
    @Test
    void shouldBeRightWhereverTheDeviceFails() {
        boolean failed = true;
        for (int runs = 0; failed && runs < 200; runs += 3) {
            PlantedFault device = new PlantedFault(new JvmBackend(WORKERS), runs, DeviceException::new);
            Neighbors found = join(device);
            String name = "runs=" + runs;
            assertEquals(Optional.empty(), KnnOracle.difference(points, points, true, Metric.EUCLIDEAN, found), name);
            DeviceShare share = found.report().shares().get(0);
            failed = device.hasFailed();
            assertEquals(failed, !share.failure().isEmpty(), name);
            assertTrue(!failed || share.failure().contains("planted in phase"), name);
        }
    }

    @Test
    void shouldEndWithWhatIsNoFailureOfADevice() {
        PlantedFault device = new PlantedFault(new JvmBackend(WORKERS), 4, ArithmeticException::new);
        assertThrows(ArithmeticException.class, () -> join(device));
    }

    private Neighbors join(PlantedFault device) {
        try (Context grid = new Context(device, WORKERS, MUCH);
                Context host = new Context(new JvmBackend(WORKERS), WORKERS, MUCH)) {
            return new HybridGridJoin(grid, host, SMALL).self(points, 5, OPTIONS);
        }
    }
}
