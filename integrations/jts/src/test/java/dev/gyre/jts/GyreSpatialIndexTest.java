package dev.gyre.jts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.Engine;
import dev.gyre.engine.Settings;
import dev.gyre.engine.data.RTreeOptions;
import dev.gyre.engine.data.RTreeOptions.Packing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.index.SpatialIndex;
import org.locationtech.jts.index.hprtree.HPRtree;
import org.locationtech.jts.index.strtree.STRtree;

/** One contract for our index and the JTS indexes that it can replace. */
class GyreSpatialIndexTest {

    private static Engine engine;

    @BeforeAll
    static void open() {
        engine = Engine.open(Settings.DEFAULT.withDevice("jvm").withThreads(2));
    }

    @AfterAll
    static void close() {
        engine.close();
    }

    private static List<Supplier<SpatialIndex>> indexes() {
        return List.of(
                () -> new GyreSpatialIndex(engine),
                () -> new GyreSpatialIndex(
                        engine, RTreeOptions.DEFAULT.withNodeSize(3).withPacking(Packing.STR)),
                STRtree::new,
                HPRtree::new);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 15, 16, 17, 256, 257, 3_000})
    void shouldFindWhatTheIndexesOfJtsFind(int size) {
        Random random = new Random(size);
        List<Envelope> envelopes = IntStream.range(0, size)
                .mapToObj(row -> envelope(random, row % 3 == 0 ? 0 : 5))
                .toList();
        List<Envelope> queries = new ArrayList<>(
                List.of(new Envelope(-1e9, 1e9, -1e9, 1e9), new Envelope(500, 600, 500, 600), envelopes.get(size / 2)));
        IntStream.range(0, 200).forEach(i -> queries.add(envelope(random, 10)));
        for (Supplier<SpatialIndex> made : indexes()) {
            SpatialIndex index = made.get();
            for (int row = 0; row < size; row++) {
                index.insert(envelopes.get(row), row);
            }
            for (Envelope query : queries) {
                Set<Integer> expected = new HashSet<>();
                for (int row = 0; row < size; row++) {
                    if (envelopes.get(row).intersects(query)) {
                        expected.add(row);
                    }
                }
                List<?> found = index.query(query);
                assertEquals(expected, new HashSet<Object>(found), () -> "size=" + size + ", " + query);
                assertEquals(expected.size(), found.size());
                List<Object> visited = new ArrayList<>();
                index.query(query, visited::add);
                assertEquals(sorted(found), sorted(visited));
            }
        }
    }

    private static List<Integer> sorted(List<?> rows) {
        return rows.stream()
                .map(Integer.class::cast)
                .sorted(Comparator.naturalOrder())
                .toList();
    }

    private static List<String> texts(SpatialIndex index, Envelope envelope) {
        List<?> found = index.query(envelope);
        return found.stream().map(String.class::cast).sorted().toList();
    }

    private static Envelope envelope(Random random, int max) {
        int x = random.nextInt(100);
        int y = random.nextInt(100);
        return new Envelope(x, x + random.nextInt(max + 1), y, y + random.nextInt(max + 1));
    }

    @Test
    void shouldTakeEmptyIndexesAndNullEnvelopes() {
        for (Supplier<SpatialIndex> made :
                List.<Supplier<SpatialIndex>>of(() -> new GyreSpatialIndex(engine), STRtree::new)) {
            assertTrue(made.get().query(new Envelope(0, 1, 0, 1)).isEmpty());
            SpatialIndex index = made.get();
            index.insert(new Envelope(), "nowhere");
            index.insert(new Envelope(0, 1, 0, 1), "here");
            assertEquals(List.of("here"), index.query(new Envelope(-9, 9, -9, 9)));
            assertTrue(index.query(new Envelope()).isEmpty());
        }
    }

    @Test
    void shouldTakeQueriesWithoutEnd() {
        GyreSpatialIndex index = new GyreSpatialIndex(engine);
        index.insert(new Envelope(-1e100, 1e100, 3, 3), "wide");
        double end = Double.POSITIVE_INFINITY;
        assertEquals(List.of("wide"), index.query(new Envelope(-end, end, -end, end)));
        assertEquals(List.of(), index.query(new Envelope(-end, end, 4, end)));
        GyreSpatialIndex refusing = new GyreSpatialIndex(engine);
        assertThrows(IllegalArgumentException.class, () -> refusing.insert(new Envelope(0, end, 0, 0), "x"));
    }

    @Test
    void shouldRefuseItemsOnceItIsBuilt() {
        for (SpatialIndex index : List.of(new GyreSpatialIndex(engine), new STRtree(), new HPRtree())) {
            index.insert(new Envelope(0, 1, 0, 1), "first");
            index.query(new Envelope(0, 1, 0, 1));
            assertThrows(RuntimeException.class, () -> index.insert(new Envelope(0, 1, 0, 1), "second"));
        }
    }

    @Test
    void shouldRemoveItemsOneByOne() {
        for (SpatialIndex index : List.of(new GyreSpatialIndex(engine), new STRtree())) {
            Envelope place = new Envelope(0, 1, 0, 1);
            Stream.of("a", "b", "a").forEach(item -> index.insert(place, item));
            assertFalse(index.remove(new Envelope(5, 6, 5, 6), "a"));
            assertFalse(index.remove(place, "c"));
            assertTrue(index.remove(place, "a"));
            assertEquals(List.of("a", "b"), texts(index, place));
            assertTrue(index.remove(place, "a"));
            assertFalse(index.remove(place, "a"));
            assertEquals(List.of("b"), texts(index, place));
        }
    }

    @Test
    void shouldCountItsItems() {
        GyreSpatialIndex index = new GyreSpatialIndex(engine);
        assertEquals(0, index.size());
        index.insert(new Envelope(0, 1, 0, 1), "a");
        index.build();
        index.build();
        assertEquals(1, index.size());
        index.remove(new Envelope(0, 1, 0, 1), "a");
        assertEquals(0, index.size());
    }

    @Test
    void shouldServeSeveralThreadsFromTheFirstQueryOn() {
        GyreSpatialIndex index = new GyreSpatialIndex(engine);
        IntStream.range(0, 5_000).forEach(i -> index.insert(new Envelope(i, i + 0.5, 0, 1), i));
        long found = IntStream.range(0, 4_000)
                .parallel()
                .mapToLong(i -> index.query(new Envelope(i, i + 2, 0, 0)).size())
                .sum();
        assertEquals(4_000 * 3, found);
    }
}
