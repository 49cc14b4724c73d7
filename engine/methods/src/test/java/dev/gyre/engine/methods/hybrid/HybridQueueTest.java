package dev.gyre.engine.methods.hybrid;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gyre.engine.data.HybridGridOptions;
import dev.gyre.engine.program.Progress;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HybridQueueTest {

    private static final int SIZE = 1000;

    private static HybridQueue open() {
        HybridQueue queue = new HybridQueue(SIZE, HybridGridOptions.DEFAULT);
        queue.open(IntStream.range(0, SIZE).toArray());
        return queue;
    }

    @Test
    void shouldHalveLargeBatchesAndReserveAWindowThenTakeSmallOnes() {
        HybridQueue queue = open();
        int[] first = queue.forDevice(0);
        assertEquals(400, first.length);
        assertEquals(0, first[0]);
        // 600 queries are left, of which 400 are reserved.
        assertEquals(200, queue.forDevice(0).length);
        // Only the reserved queries are left: small batches from now on, without a reserve.
        assertArrayEquals(IntStream.range(600, 605).toArray(), queue.forDevice(0));
        assertEquals(5, queue.forDevice(0).length);
        queue.done(950);
        assertEquals(2, queue.forDevice(0).length);
        assertEquals(2, queue.forHost(Progress.NONE).length);
    }

    @Test
    void shouldGiveTheHostThoseOfTheEndAndWhatCameBack() {
        HybridQueue queue = open();
        assertArrayEquals(IntStream.range(995, 1000).toArray(), queue.forHost(Progress.NONE));
        queue.giveBack(new int[] {3, 7}, 0);
        assertArrayEquals(new int[] {7, 3}, queue.forHost(Progress.NONE));
        assertArrayEquals(IntStream.range(990, 995).toArray(), queue.forHost(Progress.NONE));
    }

    @Test
    void shouldGiveTheDeviceWhatCameBackOnlyOnceItsRadiusHasGrown() {
        HybridQueue queue = open();
        int taken = 0;
        int[] batch = queue.forDevice(0);
        while (batch.length > 0) {
            taken += batch.length;
            batch = queue.forDevice(0);
        }
        assertEquals(SIZE, taken);
        queue.giveBack(new int[] {5}, 0);
        assertEquals(0, queue.forDevice(0).length);
        assertArrayEquals(new int[] {5}, queue.forDevice(1));
        queue.done(SIZE);
        assertEquals(0, queue.forHost(Progress.NONE).length);
    }

    @Test
    void shouldEndAWaitThatIsCancelled() {
        HybridQueue queue = new HybridQueue(SIZE, HybridGridOptions.DEFAULT);
        Progress cancelled = new Progress() {
            @Override
            public void completed(long items) {}

            @Override
            public boolean cancelled() {
                return true;
            }
        };
        assertThrows(CancellationException.class, () -> queue.forHost(cancelled));
    }
}
