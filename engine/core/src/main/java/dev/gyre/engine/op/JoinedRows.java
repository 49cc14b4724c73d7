package dev.gyre.engine.op;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.search.NeighborOrder;
import java.util.Arrays;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import org.eclipse.collections.impl.list.mutable.primitive.DoubleArrayList;
import org.eclipse.collections.impl.list.mutable.primitive.IntArrayList;

/** Collects the matches of consecutive queries from searches of several trees, and drops those that the caller does not need. */
final class JoinedRows {

    /**
     * Rows that a search found.
     *
     * @param count number of rows, by query
     * @param id row of a match, by query and rank
     * @param key key of a match, by query and rank
     */
    record Found(IntUnaryOperator count, IntBinaryOperator id, Keys key) {

        /** Returns the key of a match. */
        @FunctionalInterface
        interface Keys {
            double of(int query, int rank);
        }

        static Found of(Matches matches) {
            return new Found(matches::count, matches::id, matches::key);
        }

        static Found of(Neighbors neighbors) {
            return new Found(neighbors::count, neighbors::id, neighbors::key);
        }
    }

    private final int first;
    private final boolean self;
    private final int max;
    private final boolean once;
    private final IntArrayList offsets = IntArrayList.newListWith(0);
    private final IntArrayList ids = new IntArrayList();
    private final DoubleArrayList keys = new DoubleArrayList();
    private int[] rowIds = new int[16];
    private double[] rowKeys = new double[16];
    private int size;
    private int sources;

    JoinedRows(int first, boolean self, int max, boolean once) {
        this.first = first;
        this.self = self;
        this.max = max;
        this.once = once;
    }

    /** Adds matches of the current query. {@code rowOf} maps ids to rows; if it is null, ids are rows. */
    void add(Found found, int query, int[] rowOf) {
        int own = first + offsets.size() - 1;
        int count = found.count().applyAsInt(query);
        if (size + count > rowIds.length) {
            int room = Math.max(size + count, 2 * size);
            rowIds = Arrays.copyOf(rowIds, room);
            rowKeys = Arrays.copyOf(rowKeys, room);
        }
        int before = size;
        for (int rank = 0; rank < count; rank++) {
            int row = found.id().applyAsInt(query, rank);
            int id = rowOf == null ? row : rowOf[row];
            if (!(self && (once ? id <= own : id == own))) {
                rowIds[size] = id;
                rowKeys[size++] = found.key().of(query, rank);
            }
        }
        sources += size > before ? 1 : 0;
    }

    void endQuery() {
        if (sources > 1) {
            NeighborOrder.sort(rowKeys, rowIds, size);
        }
        for (int rank = 0; rank < Math.min(size, max); rank++) {
            ids.add(rowIds[rank]);
            keys.add(rowKeys[rank]);
        }
        offsets.add(ids.size());
        size = 0;
        sources = 0;
    }

    Matches matches(Metric metric, ExecutionReport work) {
        return new Matches(offsets.toArray(), ids.toArray(), keys.toArray(), metric, work);
    }
}
