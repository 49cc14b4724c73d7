package dev.gyre.engine.cluster;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.engine.jvm.Workers;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComponentsTest {

    private static final Workers WORKERS = new Workers(8);

    @AfterAll
    static void close() {
        WORKERS.close();
    }

    @Test
    void shouldHaveTheLeastMemberAsRoot() {
        Components components = new Components(new int[6], 6, WORKERS);
        assertEquals(5, components.unite(5, 3));
        assertEquals(4, components.unite(4, 5));
        assertEquals(Components.NONE, components.unite(3, 4));
        assertEquals(3, components.find(4));
        assertEquals(3, components.unite(1, 4));
        assertArrayEquals(new int[] {0, 1, 2, 1, 1, 1}, components.flatten(6, WORKERS));
    }

    @Test
    void shouldUseOnlyTheFirstElementsOfALongerArray() {
        int[] parents = {7, 7, 7, 7};
        Components components = new Components(parents, 3, WORKERS);
        components.unite(2, 1);
        assertArrayEquals(new int[] {0, 1, 1, 7}, components.flatten(3, WORKERS));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shouldUniteByManyThreadsAsOneThreadDoes(long seed) {
        int slots = 200_000;
        int unions = (int) (slots * (0.3 + 0.2 * seed));
        SplittableRandom random = new SplittableRandom(seed);
        // Every second union lies within few slots, where threads meet.
        int[] from = IntStream.range(0, unions)
                .map(i -> random.nextInt(i % 2 == 0 ? slots : 50))
                .toArray();
        int[] to = IntStream.range(0, unions).map(i -> random.nextInt(slots)).toArray();
        int[] expected = new int[slots];
        int joins = 0;
        Arrays.setAll(expected, slot -> slot);
        for (int i = 0; i < unions; i++) {
            int a = root(expected, from[i]);
            int b = root(expected, to[i]);
            joins += a == b ? 0 : 1;
            expected[Math.max(a, b)] = Math.min(a, b);
        }
        for (int slot = 0; slot < slots; slot++) {
            expected[slot] = root(expected, slot);
        }
        Components components = new Components(new int[slots], slots, WORKERS);
        AtomicInteger joined = new AtomicInteger();
        WORKERS.forEachSlice(unions, 16, (begin, end) -> {
            for (int i = begin; i < end; i++) {
                joined.addAndGet(components.unite(from[i], to[i]) == Components.NONE ? 0 : 1);
            }
        });
        assertEquals(joins, joined.get(), () -> "seed=" + seed);
        assertArrayEquals(expected, components.flatten(slots, WORKERS), () -> "seed=" + seed);
    }

    private static int root(int[] parents, int slot) {
        int at = slot;
        while (parents[at] != at) {
            parents[at] = parents[parents[at]];
            at = parents[at];
        }
        return at;
    }
}
