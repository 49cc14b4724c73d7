package dev.gyre.engine.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestListTest {

    private static final double NOTHING = -7;

    /** k, number of pairs, number of distinct keys: all, few, one. */
    @ParameterizedTest
    @CsvSource({
        "1, 0, 1",
        "1, 1, 1",
        "1, 500, 1",
        "1, 500, 9",
        "2, 67, 3",
        "2, 68, 3",
        "2, 69, 3",
        "5, 4, 2",
        "7, 300, 1000",
        "31, 2000, 40",
        "200, 263, 5",
        "200, 464, 5",
        "200, 465, 5",
        "200, 5000, 100000",
        "5000, 300, 20"
    })
    void shouldKeepTheBestOfWhatItIsOffered(int k, int pairs, int distinct) {
        NearestList list = new NearestList(k, pairs);
        for (long seed = 0; seed < 6; seed++) {
            Random random = new Random(100 * seed + pairs);
            double[] keys = random.ints(pairs, 0, distinct)
                    .mapToDouble(key -> key / 4.0)
                    .toArray();
            int[] offered = permutation(pairs, random);
            double limit = seed % 2 == 0 ? Double.POSITIVE_INFINITY : distinct / 8.0;
            list.clear(limit);
            for (int id : offered) {
                list.offer(keys[id], id);
            }
            int[] expected = IntStream.range(0, pairs)
                    .filter(id -> keys[id] <= limit)
                    .boxed()
                    .sorted(Comparator.comparingDouble((Integer id) -> keys[id]).thenComparingInt(id -> id))
                    .limit(k)
                    .mapToInt(Integer::intValue)
                    .toArray();
            int[] ids = new int[expected.length + 2];
            double[] found = new double[ids.length];
            ids[0] = (int) NOTHING;
            ids[ids.length - 1] = (int) NOTHING;
            found[0] = NOTHING;
            found[ids.length - 1] = NOTHING;
            String name = "seed=" + seed;
            assertEquals(expected.length, list.finish(ids, found, 1), name);
            assertEquals(NOTHING, found[0], name);
            assertEquals(NOTHING, found[ids.length - 1], name);
            for (int rank = 0; rank < expected.length; rank++) {
                assertEquals(expected[rank], ids[rank + 1], name + ", rank=" + rank);
                assertEquals(keys[expected[rank]], found[rank + 1], name + ", rank=" + rank);
            }
        }
    }

    private static int[] permutation(int n, Random random) {
        int[] ids = IntStream.range(0, n).toArray();
        for (int i = n - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int id = ids[i];
            ids[i] = ids[other];
            ids[other] = id;
        }
        return ids;
    }

    /** A search may leave out only what is beyond the limit. */
    @Test
    void shouldLowerItsLimitToTheWorstOfTheBestAndNoFurther() {
        NearestList list = new NearestList(3, 1000);
        list.clear(900);
        assertEquals(900, list.limit());
        for (int id = 0; id < 1000; id++) {
            list.offer(1000 - id, id);
            double third = Math.max(1, 1000 - id) + 2;
            assertTrue(list.limit() >= Math.min(900, third), "id=" + id);
        }
        assertTrue(list.limit() < 900);
        list.clear(5);
        assertEquals(5, list.limit());
        assertEquals(0, list.finish(new int[3], new double[3], 0));
        list.offer(5, 8);
        list.offer(Math.nextUp(5.0), 1);
        int[] ids = new int[3];
        assertEquals(1, list.finish(ids, new double[3], 0));
        assertArrayEquals(new int[] {8, 0, 0}, ids);
    }
}
