package dev.gyre.engine.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.JoinMethod;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.jvm.JvmBackend;
import dev.gyre.engine.jvm.Workers;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NeighborSlotsTest {

    /**
     * What a device left: at most k neighbors of each query, and rubbish as the keys of unused elements.
     *
     * @param ids the ids, then {@link Neighbors#NONE}
     */
    private record Found(int k, int[] ids, double[] keys) {

        static Found random(int queries, int k, Random random) {
            int[] ids = random.ints(queries * k, 0, 1000).toArray();
            double[] keys = random.doubles(queries * k).toArray();
            for (int query = 0; query < queries; query++) {
                int used = random.nextInt(3) == 0 ? random.nextInt(k + 1) : k;
                Arrays.fill(ids, query * k + used, query * k + k, Neighbors.NONE);
            }
            return new Found(k, ids, keys);
        }

        void read(int first, int count, int[] to, double[] toKeys, int at) {
            System.arraycopy(ids, first * k, to, at, count * k);
            System.arraycopy(keys, first * k, toKeys, at, count * k);
        }

        double[] cleanKeys() {
            double[] clean = keys.clone();
            for (int i = 0; i < clean.length; i++) {
                clean[i] = ids[i] == Neighbors.NONE ? Double.POSITIVE_INFINITY : clean[i];
            }
            return clean;
        }
    }

    /** Queries of several blocks, in pieces that begin and end anywhere. */
    @ParameterizedTest
    @CsvSource({"1, 1, 1", "1, 5, 1", "1025, 3, 1025", "600000, 1, 100001", "70000, 8, 32768", "70000, 8, 7777"})
    void shouldTakeInWhatADeviceLeft(int queries, int k, int piece) {
        long seed = 31L * queries + k;
        Found found = Found.random(queries, k, new Random(seed));
        try (Workers workers = new Workers(2)) {
            for (boolean later : new boolean[] {false, true}) {
                NeighborSlots slots = new NeighborSlots(queries, k, 1000, false, later, workers);
                slots.await();
                for (int first = 0; first < queries; first += piece) {
                    slots.write(first, Math.min(piece, queries - first), found::read, first);
                }
                Neighbors neighbors = slots.neighbors(
                        Metric.EUCLIDEAN, ExecutionReport.noTime(JvmBackend.device(2), JoinMethod.KD_TREE));
                assertArrayEquals(found.ids(), neighbors.toIdArray(), "seed=" + seed);
                assertArrayEquals(found.cleanKeys(), neighbors.toKeyArray(), "seed=" + seed);
            }
        }
    }

    /** Threads of a loop that waited for the slots, which a loop of the same threads allocates, would wait for ever. */
    @Test
    void shouldNotWaitInALoop() {
        try (Workers workers = new Workers(2)) {
            NeighborSlots slots = new NeighborSlots(10, 1, 10, false, true, workers);
            NeighborSlots.Source none = (first, count, to, toKeys, at) -> {};
            assertThrows(IllegalStateException.class, () -> slots.write(0, 1, none, 0));
            assertThrows(IllegalStateException.class, () -> slots.write(0, new NearestList(1, 10)));
            slots.await();
            slots.write(0, 1, none, 0);
        }
    }
}
