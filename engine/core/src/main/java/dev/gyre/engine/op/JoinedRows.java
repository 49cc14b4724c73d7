package dev.gyre.engine.op;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.Matches;
import dev.gyre.engine.data.Metric;
import dev.gyre.engine.data.Neighbors;
import dev.gyre.engine.knn.NeighborOrder;
import java.util.Arrays;
import org.eclipse.collections.impl.list.mutable.primitive.DoubleArrayList;
import org.eclipse.collections.impl.list.mutable.primitive.IntArrayList;

/** The matches of some consecutive queries, joined of what was found in several trees, without what is not asked for. */
final class JoinedRows {

    /** What a search found, by query. */
    interface Found {

        int count(int query);

        int id(int query, int rank);

        double key(int query, int rank);

        static Found of(Matches matches) {
            return new Found() {
                @Override
                public int count(int query) {
                    return matches.count(query);
                }

                @Override
                public int id(int query, int rank) {
                    return matches.id(query, rank);
                }

                @Override
                public double key(int query, int rank) {
                    return matches.key(query, rank);
                }
            };
        }

        static Found of(Neighbors neighbors) {
            return new Found() {
                @Override
                public int count(int query) {
                    return neighbors.count(query);
                }

                @Override
                public int id(int query, int rank) {
                    return neighbors.id(query, rank);
                }

                @Override
                public double key(int query, int rank) {
                    return neighbors.key(query, rank);
                }
            };
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
        int count = found.count(query);
        if (size + count > rowIds.length) {
            int room = Math.max(size + count, 2 * size);
            rowIds = Arrays.copyOf(rowIds, room);
            rowKeys = Arrays.copyOf(rowKeys, room);
        }
        int before = size;
        for (int rank = 0; rank < count; rank++) {
            int id = rowOf == null ? found.id(query, rank) : rowOf[found.id(query, rank)];
            if (!(self && (once ? id <= own : id == own))) {
                rowIds[size] = id;
                rowKeys[size++] = found.key(query, rank);
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
