package dev.gyre.engine.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NeighborOrderTest {

    private record Pair(double distanceSq, int id) {

        static final Comparator<Pair> ORDER =
                Comparator.comparingDouble(Pair::distanceSq).thenComparingInt(Pair::id);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 31, 32, 33, 34, 63, 64, 65, 1000, 4097})
    void shouldSortByDistanceThenId(int size) {
        for (int distinct : new int[] {1, 3, 1 << 20}) {
            long seed = 100L * size + distinct;
            Random random = new Random(seed);
            List<Pair> pairs = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                pairs.add(new Pair(random.nextInt(distinct) / 8.0, random.nextInt()));
            }
            assertSorts(pairs, seed);
            pairs.sort(Pair.ORDER);
            assertSorts(pairs, seed);
            pairs.sort(Pair.ORDER.reversed());
            assertSorts(pairs, seed);
        }
    }

    private static void assertSorts(List<Pair> pairs, long seed) {
        Pair behind = new Pair(-5, -5);
        double[] distancesSq = new double[pairs.size() + 1];
        int[] ids = new int[pairs.size() + 1];
        for (int i = 0; i <= pairs.size(); i++) {
            Pair pair = i < pairs.size() ? pairs.get(i) : behind;
            distancesSq[i] = pair.distanceSq();
            ids[i] = pair.id();
        }
        NeighborOrder.sort(distancesSq, ids, pairs.size());
        List<Pair> expected = new ArrayList<>(pairs);
        expected.sort(Pair.ORDER);
        expected.add(behind);
        List<Pair> actual = new ArrayList<>();
        for (int i = 0; i < ids.length; i++) {
            actual.add(new Pair(distancesSq[i], ids[i]));
        }
        assertEquals(expected, actual, () -> "seed=" + seed);
    }

    @Test
    void shouldPutTheSmallerIdFirstAmongEqualDistances() {
        assertTrue(NeighborOrder.precedes(1, 9, 2, 0));
        assertTrue(NeighborOrder.precedes(1, 0, 1, 9));
        assertFalse(NeighborOrder.precedes(1, 9, 1, 0));
        assertFalse(NeighborOrder.precedes(1, 4, 1, 4));
        assertTrue(NeighborOrder.precedes(-0.0, 1, 0.0, 2));
        assertFalse(NeighborOrder.precedes(-0.0, 2, 0.0, 1));
    }
}
