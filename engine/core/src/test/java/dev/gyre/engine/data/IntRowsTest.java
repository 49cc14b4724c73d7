package dev.gyre.engine.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.eclipse.collections.api.bag.primitive.MutableIntBag;
import org.eclipse.collections.api.factory.primitive.IntLists;
import org.eclipse.collections.api.iterator.IntIterator;
import org.eclipse.collections.api.list.primitive.ImmutableIntList;
import org.eclipse.collections.api.multimap.list.MutableListMultimap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntRowsTest {

    private static final int[] OFFSETS = {0, 3, 3, 4, 9};
    private static final int[] VALUES = {5, 2, 5, 7, 1, 2, 3, 2, 9};

    private static final IntRows ROWS = IntRows.of(OFFSETS, VALUES);

    @Test
    void shouldViewEachRowWithoutACopy() {
        int[] values = VALUES.clone();
        IntRows rows = IntRows.of(OFFSETS, values);
        ImmutableIntList last = rows.row(3);
        values[8] = 10;
        assertEquals(10, last.getLast());
        assertSame(last, last.toImmutable());
        assertEquals(4, rows.size());
        assertTrue(rows.row(1).isEmpty());
        assertThrows(IndexOutOfBoundsException.class, () -> rows.row(4));
        assertThrows(IndexOutOfBoundsException.class, () -> rows.row(-1));
    }

    @Test
    void shouldGiveTheFirstValueOfEachRow() {
        IntRows rows = IntRows.of(new int[] {0, 3, 4}, new int[] {5, 2, 5, 7});
        assertArrayEquals(new int[] {5, 7}, rows.toFirstArray());
        assertThrows(IndexOutOfBoundsException.class, ROWS::toFirstArray);
    }

    @Test
    void shouldGiveAllRowsInOrder() {
        List<int[]> expected = List.of(new int[] {5, 2, 5}, new int[0], new int[] {7}, new int[] {1, 2, 3, 2, 9});
        List<int[]> iterated = new ArrayList<>();
        ROWS.forEach(row -> iterated.add(row.toArray()));
        for (List<int[]> actual : List.of(
                iterated,
                ROWS.collect(ImmutableIntList::toArray),
                ROWS.asLazy().collect(ImmutableIntList::toArray).toList(),
                ROWS.stream().parallel().map(ImmutableIntList::toArray).toList())) {
            assertEquals(expected.size(), actual.size());
            for (int row = 0; row < expected.size(); row++) {
                assertArrayEquals(expected.get(row), actual.get(row));
            }
        }
        assertArrayEquals(VALUES, ROWS.toArray());
        assertArrayEquals(OFFSETS, ROWS.toOffsets());
    }

    @Test
    void shouldCountValuesAndFindTheirRows() {
        MutableIntBag bag = ROWS.toBag();
        assertEquals(VALUES.length, bag.size());
        assertEquals(3, bag.occurrencesOf(2));
        assertEquals(0, bag.occurrencesOf(4));
        MutableListMultimap<Integer, Integer> map = ROWS.toMultimap();
        assertEquals(List.of(5, 2, 5), map.get(0));
        assertEquals(3, map.keysView().size());
        assertEquals(2, map.flip().get(2).occurrencesOf(3));
        assertEquals(1, map.flip().get(2).occurrencesOf(0));
    }

    @Test
    void shouldWaitUntilALazyResultIsAskedFor() {
        AtomicInteger seen = new AtomicInteger();
        ImmutableIntList first = ROWS.asLazy()
                .tap(row -> seen.incrementAndGet())
                .select(ImmutableIntList::isEmpty)
                .getFirst();
        assertEquals(2, seen.get());
        assertTrue(first.isEmpty());
    }

    @Test
    void shouldRefuseOffsetsThatDoNotFit() {
        for (int[] wrong : new int[][] {{}, {1, 9}, {0, 8}, {0, 10}, {0, 5, 4, 9}}) {
            assertThrows(IllegalArgumentException.class, () -> IntRows.of(wrong, VALUES), Arrays.toString(wrong));
        }
        assertEquals(0, IntRows.of(new int[1], new int[0]).size());
    }

    @Test
    void shouldGiveTheRowsOfResults() {
        int none = Neighbors.NONE;
        double far = Double.POSITIVE_INFINITY;
        ExecutionReport report = MatchesTest.REPORT;
        Neighbors neighbors =
                new Neighbors(2, 2, new int[] {4, 1, 3, none}, new double[] {1, 2, 3, far}, Metric.EUCLIDEAN, report);
        assertEquals(List.of(2, 1), neighbors.rows().collect(ImmutableIntList::size));
        assertArrayEquals(new int[] {4, 1, 3}, neighbors.rows().toArray());
        Matches matches = new Matches(OFFSETS, VALUES, null, Metric.EUCLIDEAN, report);
        assertArrayEquals(matches.ids(3), matches.rows().row(3).toArray());
        IntRows parts = new Split.Segments(VALUES, VALUES, new int[] {1, 3, 4, 7}).parts(OFFSETS);
        assertEquals(List.of(1, 2, 0, 0, 1, 0, 3, 2), parts.collect(ImmutableIntList::size));
        assertArrayEquals(new int[] {2, 9}, parts.row(7).toArray());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 7, 100})
    void shouldActAsTheListsOfEclipseCollections(int size) {
        for (long seed = 1; seed <= 5; seed++) {
            int[] values = new Random(seed).ints(size + 5, 0, 10).toArray();
            ImmutableIntList span = IntSpan.of(values, 2, size + 2);
            ImmutableIntList list = IntLists.immutable.with(Arrays.copyOfRange(values, 2, size + 2));
            String message = "seed=" + seed + ", size=" + size;
            assertEquals(list, span, message);
            assertEquals(span, list, message);
            assertEquals(list.hashCode(), span.hashCode(), message);
            assertEquals(list.toString(), span.toString(), message);
            assertNotEquals(span, list.newWith(3), message);
            assertNotEquals(span, (Object) "no list", message);
            assertQueries(list, span, message);
            assertCopies(list, span, message);
        }
    }

    private static void assertQueries(ImmutableIntList list, ImmutableIntList span, String message) {
        for (int value = -1; value <= 10; value++) {
            int limit = value;
            assertEquals(list.contains(value), span.contains(value), message);
            assertEquals(list.indexOf(value), span.indexOf(value), message);
            assertEquals(list.lastIndexOf(value), span.lastIndexOf(value), message);
            assertEquals(list.count(v -> v < limit), span.count(v -> v < limit), message);
            assertEquals(list.anySatisfy(v -> v < limit), span.anySatisfy(v -> v < limit), message);
            assertEquals(list.allSatisfy(v -> v < limit), span.allSatisfy(v -> v < limit), message);
            assertEquals(list.detectIfNone(v -> v > limit, -7), span.detectIfNone(v -> v > limit, -7), message);
            ImmutableIntList sorted = list.toSortedList().toImmutable();
            ImmutableIntList sortedSpan = IntSpan.of(
                    IntStream.concat(IntStream.of(99), IntStream.of(sorted.toArray()))
                            .toArray(),
                    1,
                    1 + list.size());
            assertEquals(sorted.binarySearch(value), sortedSpan.binarySearch(value), message);
        }
        assertEquals(list.sum(), span.sum(), message);
        assertEquals(list.dotProduct(list), span.dotProduct(list), message);
        assertThrows(IllegalArgumentException.class, () -> span.dotProduct(list.newWith(1)));
        assertEquals(
                list.injectInto("", (text, value) -> text + value), span.injectInto("", (text, value) -> text + value));
        assertEquals(
                list.injectIntoWithIndex("", (text, value, at) -> text + value + at),
                span.injectIntoWithIndex("", (text, value, at) -> text + value + at));
        if (list.isEmpty()) {
            assertThrows(NoSuchElementException.class, span::min);
            assertThrows(NoSuchElementException.class, span::max);
        } else {
            assertEquals(list.min(), span.min(), message);
            assertEquals(list.max(), span.max(), message);
            assertEquals(list.median(), span.median(), message);
            assertEquals(list.getFirst(), span.getFirst(), message);
        }
        int[] firstHalf = Arrays.copyOf(list.toArray(), list.size() / 2);
        assertArrayEquals(firstHalf, span.subList(0, list.size() / 2).toArray(), message);
        assertThrows(IndexOutOfBoundsException.class, () -> span.subList(0, list.size() + 1));
        assertThrows(IndexOutOfBoundsException.class, () -> span.get(list.size()));
        assertThrows(IndexOutOfBoundsException.class, () -> span.get(-1));
    }

    private static void assertCopies(ImmutableIntList list, ImmutableIntList span, String message) {
        assertEquals(list.select(v -> v > 4), span.select(v -> v > 4), message);
        assertEquals(list.reject(v -> v > 4), span.reject(v -> v > 4), message);
        assertEquals(list.collect(v -> "v" + v), span.collect(v -> "v" + v), message);
        assertEquals(list.distinct(), span.distinct(), message);
        assertEquals(list.toReversed(), span.toReversed(), message);
        assertEquals(list.asReversed().toList(), span.asReversed().toList(), message);
        assertEquals(list.newWith(3), span.newWith(3), message);
        assertEquals(list.newWithAll(list), span.newWithAll(list), message);
        assertEquals(list.newWithout(3), span.newWithout(3), message);
        assertEquals(
                list.newWithoutAll(IntLists.immutable.with(1, 3)), span.newWithoutAll(IntLists.immutable.with(1, 3)));
        assertEquals(list.toBag(), span.toBag(), message);
        assertEquals(list.toList(), span.toList(), message);
        assertArrayEquals(
                list.toArray(),
                StreamSupport.intStream(span.spliterator(), false).toArray(),
                message);
        List<Integer> each = new ArrayList<>();
        span.forEachWithIndex((value, at) -> each.add(value + 100 * at));
        List<Integer> expected = new ArrayList<>();
        list.forEachWithIndex((value, at) -> expected.add(value + 100 * at));
        assertEquals(expected, each, message);
        IntIterator iterator = span.intIterator();
        list.forEach(value -> assertEquals(value, iterator.next(), message));
        assertThrows(NoSuchElementException.class, iterator::next);
    }
}
