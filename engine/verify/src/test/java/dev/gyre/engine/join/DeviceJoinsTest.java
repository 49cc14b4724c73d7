package dev.gyre.engine.join;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.JoinOptions;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.knn.KnnJoin;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.verify.FaultyBackend;
import dev.gyre.engine.verify.FaultyBackend.Fault;
import dev.gyre.engine.verify.RangeOracle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The parts of joins that run on devices only, on a device that the JVM imitates: the contracts need TornadoVM for them. */
class DeviceJoinsTest {

    private static final Device CARD = new Device("card", 0, "Card", Device.Type.GPU, 1L << 33, 1L << 31);
    private static final long SEED = 31;

    private final Workers workers = new Workers(2);
    private final Context card = new Context(new FaultyBackend(CARD, workers, Fault.NONE), workers, Long.MAX_VALUE);

    @AfterEach
    void close() {
        card.close();
        workers.close();
    }

    /** Whole numbers are exact in float32, others are not; the second join of each kind finds the program of the first. */
    @Test
    void shouldFindAllWithinARadiusByTheTreeOnTheDevice() {
        Random random = new Random(SEED);
        for (int round = 0; round < 8; round++) {
            boolean exact = round / 2 % 2 == 0;
            double[] rows = random.doubles(600, 0, 20)
                    .map(value -> exact ? Math.rint(value) : value)
                    .toArray();
            Points points = Points.of(rows, 2);
            assertEquals(
                    Optional.empty(),
                    RangeOracle.within(
                            points,
                            points,
                            true,
                            Metric.EUCLIDEAN,
                            2,
                            new KdJoin(card).within(points, points, true, 2, JoinOptions.DEFAULT)),
                    "seed=" + SEED + ", round=" + round);
        }
    }

    @Test
    void shouldTellItsMonitorEverMore() {
        Points points = Points.of(new Random(SEED).doubles(6000).toArray(), 2);
        for (JoinMethod method : List.of(JoinMethod.FUSED, JoinMethod.TWO_STAGE)) {
            List<Long> reports = new ArrayList<>();
            JoinOptions options =
                    JoinOptions.DEFAULT.withMethod(method).withMonitor((done, total) -> reports.add(done));
            try (Context little = card.within(60_000)) {
                new KnnJoin(little).nearest(points, points, true, 3, options);
            }
            assertEquals(reports.stream().sorted().toList(), reports, () -> method + ", seed=" + SEED);
            assertEquals(3000L, reports.get(reports.size() - 1));
        }
    }
}
