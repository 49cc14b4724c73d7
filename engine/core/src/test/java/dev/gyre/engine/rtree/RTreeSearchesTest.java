package dev.gyre.engine.rtree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.ExecutionReport.DeviceShare;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.data.RTreeOptions.Packing;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.team.Team;
import dev.gyre.engine.verify.FaultyBackend;
import dev.gyre.engine.verify.FaultyBackend.Fault;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RTreeSearchesTest {

    private static final Device CARD = new Device("card", 0, "Card", Device.Type.GPU, 1L << 33, 1L << 31);
    private static final int SIZE = 20_000;
    private static final long SEED = 12;
    private static final int MAX_CALLS = 100;

    private final Workers workers = new Workers(2);
    private final Context jvm = new Context(new JvmBackend(workers), workers, Long.MAX_VALUE);
    private final Context small = new Context(new FaultyBackend(CARD, workers, Fault.NONE), workers, 1 << 10);

    @AfterEach
    void close() {
        small.close();
        jvm.close();
        workers.close();
    }

    private static Boxes boxes() {
        SplittableRandom random = new SplittableRandom(SEED);
        double[] bounds = new double[4 * SIZE];
        for (int row = 0; row < SIZE; row++) {
            for (int dim = 0; dim < 2; dim++) {
                bounds[4 * row + dim] = random.nextDouble();
                bounds[4 * row + 2 + dim] = bounds[4 * row + dim] + 0.01 * random.nextDouble();
            }
        }
        return Boxes.wrap(bounds, 2);
    }

    @Test
    void shouldLeaveADeviceOutThatTheTreeDoesNotFit() {
        Boxes boxes = boxes();
        RTreeIndex index =
                RTreeIndex.build(jvm, boxes, Packing.HILBERT, 16, Monitor.NONE).index();
        Matches alone = new RTreeSearches(Team.of(jvm), index).search(boxes, BoxPredicate.INTERSECTS, Monitor.NONE);

        RTreeSearches together = new RTreeSearches(Team.of(List.of(jvm, small), 16), index);
        DeviceShare ofSmall = null;
        // The JVM may have answered all queries before the other device has begun.
        for (int i = 0; i < MAX_CALLS && (ofSmall == null || ofSmall.failure().isEmpty()); i++) {
            Matches matches = together.search(boxes, BoxPredicate.INTERSECTS, Monitor.NONE);
            assertArrayEquals(alone.toOffsetArray(), matches.toOffsetArray());
            assertArrayEquals(alone.toIdArray(), matches.toIdArray());
            ofSmall = matches.report().shares().get(1);
        }

        assertEquals(CARD, ofSmall.device());
        assertTrue(ofSmall.failure().contains("the tree does not fit"), ofSmall.failure());
    }

    @Test
    void shouldRefuseATreeThatDoesNotFitTheFirstDevice() {
        RTreeIndex index = RTreeIndex.build(jvm, boxes(), Packing.HILBERT, 16, Monitor.NONE)
                .index();

        assertThrows(IllegalArgumentException.class, () -> new RTreeSearches(Team.of(List.of(small, jvm), 16), index));
    }
}
