package dev.gyre.spark;

import dev.gyre.engine.data.Neighbors;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.IntStream;

/** Finds neighbors of queries among the rows of a cell. */
final class KnnTasks {

    /** Neighbors of a call of the engine, about. */
    private static final int NEIGHBORS = 1 << 22;

    /** Queries of a call of the engine, at most. */
    private static final int QUERIES = 1 << 17;

    /** Rows of a query's own id that are found at first, and how many more are worth looking beyond before its id is left out. */
    private static final int OWN = 16;

    private static final int MOST_OWN = 1 << 10;

    private KnnTasks() {}

    /** Returns the number of queries of a call of the engine. */
    static int step(int k) {
        return Math.clamp(NEIGHBORS / Math.max(1, k), 1, QUERIES);
    }

    /**
     * Appends the neighbors of some queries: at most k for each, and in a self-join none of the query's own id.
     *
     * @param cell the rows, in order
     * @param queries the queries, some of which are searched; the cell itself if all others of each of its rows are asked for
     */
    static void nearest(Cell cell, Cell queries, int first, int end, Lists to) {
        JoinSpec spec = cell.source().spec();
        int k = Math.min(spec.k(), cell.size());
        if (k == 0 || first == end) {
            IntStream.range(first, end).forEach(query -> to.begin());
        } else if (!spec.self()) {
            Neighbors near = cell.nearest(queries.points(first, end), k);
            for (int query = 0; query < end - first; query++) {
                to.begin();
                for (int rank = 0; rank < near.count(query); rank++) {
                    to.add(near.id(query, rank), near.key(query, rank));
                }
            }
        } else if (queries == cell && end - first == cell.size() && cell.repeats() == 1) {
            Neighbors near = cell.nearestOthers(k);
            for (int query = 0; query < near.queries(); query++) {
                to.begin();
                take(near, query, null, query, k, to);
            }
        } else {
            others(cell, queries, IntStream.range(first, end).toArray(), k, to);
        }
    }

    /** Appends the neighbors of a query without those of its id; returns whether there are k. */
    private static boolean take(Neighbors near, int at, Others others, int query, int k, Lists to) {
        int taken = 0;
        int count = near.count(at);
        for (int rank = 0; rank < count && taken < k; rank++) {
            int row = near.id(at, rank);
            if (others == null || !others.cell.isSameId(row, others.queries, query)) {
                to.add(row, near.key(at, rank));
                taken++;
            }
        }
        return taken == k || count < near.k();
    }

    private record Others(Cell cell, Cell queries) {}

    /**
     * A query finds rows of its own id, too, so it looks for more than k. Queries that then have fewer look further, and in the end among
     * the rows without their id.
     */
    private static void others(Cell cell, Cell queries, int[] some, int k, Lists to) {
        Map<Integer, Lists> further = new HashMap<>();
        Map<Integer, Integer> listOf = new HashMap<>();
        Lists found = new Lists();
        int own = Math.min(cell.repeats(), OWN);
        boolean[] isOpen = new boolean[some.length];
        int open = search(cell, queries, some, Math.min(cell.size(), k + own), k, found, isOpen);
        int[] left = some;
        while (open > 0) {
            left = open(left, isOpen, open);
            own = Math.max(own + 1, Math.min(cell.repeats(), 4 * own));
            Lists more = new Lists();
            isOpen = new boolean[left.length];
            if (own > MOST_OWN) {
                for (int query : left) {
                    without(cell, queries, query, k, more);
                }
                open = 0;
            } else {
                open = search(cell, queries, left, Math.min(cell.size(), k + own), k, more, isOpen);
            }
            for (int i = 0; i < left.length; i++) {
                further.put(left[i], more);
                listOf.put(left[i], i);
            }
        }
        for (int i = 0; i < some.length; i++) {
            Lists lists = further.getOrDefault(some[i], found);
            to.addList(lists, lists == found ? i : listOf.get(some[i]));
        }
    }

    private static int[] open(int[] queries, boolean[] isOpen, int count) {
        int[] open = new int[count];
        int to = 0;
        for (int i = 0; i < queries.length; i++) {
            if (isOpen[i]) {
                open[to++] = queries[i];
            }
        }
        return open;
    }

    /** Looks for more than k rows; returns how many queries have fewer than k others among them, though there are more rows. */
    private static int search(Cell cell, Cell queries, int[] some, int more, int k, Lists found, boolean[] isOpen) {
        int open = 0;
        int step = step(more);
        for (int first = 0; first < some.length; first += step) {
            int[] part = Arrays.copyOfRange(some, first, Math.min(some.length, first + step));
            Neighbors near = cell.nearest(queries.points(part), more);
            Others others = new Others(cell, queries);
            for (int i = 0; i < part.length; i++) {
                found.begin();
                isOpen[first + i] = !take(near, i, others, part[i], k, found) && more < cell.size();
                open += isOpen[first + i] ? 1 : 0;
            }
        }
        return open;
    }

    private static void without(Cell cell, Cell queries, int query, int k, Lists found) {
        Cell.Others others = cell.without(queries, query);
        found.begin();
        int most = Math.min(k, others.cell().size());
        if (most > 0) {
            Neighbors near = others.cell().nearest(queries.points(new int[] {query}), most);
            for (int rank = 0; rank < near.count(0); rank++) {
                found.add(others.rowInAll(near.id(0, rank)), near.key(0, rank));
            }
        }
    }

    /** Returns the lists of all rows of a cell among those of another. */
    static Iterator<Lists> all(Cell cell, Cell queries) {
        int k = Math.min(cell.source().spec().k(), Math.max(1, cell.size()));
        boolean isOwn = queries == cell && cell.repeats() == 1;
        return Pull.parts(queries.size(), isOwn ? Math.max(1, queries.size()) : step(k), (first, end) -> {
            Lists lists = new Lists();
            nearest(cell, queries, first, end, lists);
            return lists;
        });
    }
}
