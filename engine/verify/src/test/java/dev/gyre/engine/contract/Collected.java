package dev.gyre.engine.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.gyre.engine.data.Matches;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Collects all parts of a result, and checks that they follow one another, come on the thread of the caller, and are small. */
final class Collected implements Matches.Consumer {

    private static final int MAX_MATCHES = 1 << 20;

    private final List<int[]> ids = new ArrayList<>();
    private final List<double[]> keys = new ArrayList<>();
    private final Thread caller = Thread.currentThread();
    private int parts;

    @Override
    public void accept(int first, Matches part) {
        assertEquals(ids.size(), first);
        assertEquals(caller, Thread.currentThread());
        assertTrue(part.queries() == 1 || part.size() <= MAX_MATCHES, () -> "matches=" + part.size());
        parts++;
        for (int query = 0; query < part.queries(); query++) {
            ids.add(part.ids(query));
            keys.add(part.hasDistances() ? keys(part, query, IntStream.range(0, part.count(query))) : null);
        }
    }

    private static double[] keys(Matches matches, int query, IntStream ranks) {
        return ranks.mapToDouble(rank -> matches.key(query, rank)).toArray();
    }

    int parts() {
        return parts;
    }

    /** Number of matches. */
    long size() {
        return ids.stream().mapToLong(row -> row.length).sum();
    }

    /** Compares the first matches of each query; if each pair comes once, only those with a larger row. */
    void shouldEqual(Matches expected, int max, boolean once, String name) {
        assertEquals(expected.queries(), ids.size(), name);
        for (int query = 0; query < ids.size(); query++) {
            int row = query;
            String what = name + ", query=" + query;
            int[] ranks = IntStream.range(0, expected.count(query))
                    .filter(rank -> !once || expected.id(row, rank) > row)
                    .limit(max)
                    .toArray();
            assertArrayEquals(
                    Arrays.stream(ranks).map(rank -> expected.id(row, rank)).toArray(), ids.get(query), what);
            if (expected.hasDistances()) {
                assertArrayEquals(keys(expected, query, Arrays.stream(ranks)), keys.get(query), what);
            }
        }
    }

    /** Asserts that each of a number of queries matches all of the same number of rows. */
    void shouldBeAllPairs(int rows) {
        int[] all = IntStream.range(0, rows).toArray();
        assertEquals(rows, ids.size());
        ids.forEach(row -> assertArrayEquals(all, row));
    }
}
