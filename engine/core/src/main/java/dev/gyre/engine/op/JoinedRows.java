package dev.gyre.engine.op;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.knn.NeighborOrder;
import java.util.Arrays;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import org.eclipse.collections.impl.list.mutable.primitive.DoubleArrayList;
import org.eclipse.collections.impl.list.mutable.primitive.IntArrayList;

/** The matches of some consecutive queries, joined of what was found in several trees, without what is not asked for. */
final class JoinedRows {

    /**
     * What a search found.
     *
     * @param count how much, by query
     * @param id the rows of a query, by rank
     * @param key their keys, by rank
     */
    record Found(IntUnaryOperator count, IntBinaryOperator id, Keys key) {

        /** The key of a row of a query. */
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
    private final int most;
    private final boolean once;
    private final IntArrayList offsets = IntArrayList.newListWith(0);
    private final IntArrayList ids = new IntArrayList();
    private final DoubleArrayList keys = new DoubleArrayList();
    private int[] rowIds = new int[16];
    private double[] rowKeys = new double[16];
    private int size;
    private int sources;

    JoinedRows(int first, boolean self, int most, boolean once) {
        this.first = first;
        this.self = self;
        this.most = most;
        this.once = once;
    }

    /** Adds matches of the present query; {@code rowOf} has the row of each id, or is null. */
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
        for (int rank = 0; rank < Math.min(size, most); rank++) {
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
