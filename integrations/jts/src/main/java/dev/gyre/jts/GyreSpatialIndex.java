package dev.gyre.jts;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.BoxPredicate;
import dev.gyre.engine.data.Boxes;
import dev.gyre.engine.data.Points;
import dev.gyre.engine.data.RTreeOptions;
import dev.gyre.engine.op.RTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.index.ItemVisitor;
import org.locationtech.jts.index.SpatialIndex;

/**
 * A packed R-tree of the engine as a JTS {@link SpatialIndex}, which can replace {@code STRtree} or {@code HPRtree}: items are collected,
 * and the first query or {@link #build()} builds the tree with all threads of the engine.
 *
 * <p>A query hands out exactly the items whose envelopes intersect its own, in an undefined order.
 *
 * <p>As in {@code STRtree}, an item with a null envelope is never found, and no item can be inserted once the tree is built. An item can
 * be removed at any time: it stays in the tree, which does not become smaller, but is no longer found.
 *
 * <p>Memory: 36 bytes per item while items are collected; 72 and a reference once the tree is built. Only one thread at a time may insert
 * or remove items, and none during queries. Queries are safe for use by several threads, the first query included.
 */
public final class GyreSpatialIndex implements SpatialIndex {

    private static final int BOUNDS = 2 * GeometryBoxes.PLANE;
    private static final int FIRST_CAPACITY = 64;
    private static final int NONE = Integer.MAX_VALUE;

    private final Engine engine;
    private final RTreeOptions options;
    private final List<Object> items = new ArrayList<>();
    private final BitSet removed = new BitSet();
    private double[] bounds = new double[FIRST_CAPACITY];
    private volatile RTree tree;

    /**
     * An index without items.
     *
     * @param engine builds the tree, and must be open until then
     */
    public GyreSpatialIndex(Engine engine) {
        this(engine, RTreeOptions.DEFAULT);
    }

    /**
     * An index without items.
     *
     * @param engine builds the tree, and must be open until then
     * @param options packing, size of nodes, monitor of the build
     */
    public GyreSpatialIndex(Engine engine, RTreeOptions options) {
        this.engine = Objects.requireNonNull(engine, "engine");
        this.options = Objects.requireNonNull(options, "options");
    }

    /**
     * Adds an item.
     *
     * @param envelope its envelope; an item with a null one is never found
     * @param item the item
     * @throws IllegalStateException if the tree is built
     * @throws IllegalArgumentException if a bound is not finite or too large, see {@link Boxes}
     */
    @Override
    public void insert(Envelope envelope, Object item) {
        if (tree != null) {
            throw new IllegalStateException("items cannot be inserted after the tree was built: items=" + items.size());
        }
        if (envelope.isNull()) {
            return;
        }
        int at = BOUNDS * items.size();
        if (at == bounds.length) {
            bounds = Arrays.copyOf(bounds, Math.multiplyExact(2, at));
        }
        GeometryBoxes.write(envelope, bounds, at);
        for (int i = at; i < at + BOUNDS; i++) {
            if (!(Math.abs(bounds[i]) <= Points.MAX_MAGNITUDE)) {
                throw new IllegalArgumentException(
                        "bounds must be finite and of magnitude 2^500 at most: item=" + items.size() + ", " + envelope);
            }
        }
        items.add(item);
    }

    /**
     * Builds the tree, unless it is built.
     *
     * @throws java.util.concurrent.CancellationException if the monitor of the options or an interrupt ended the build
     */
    public void build() {
        built();
    }

    private RTree built() {
        RTree made = tree;
        if (made == null) {
            synchronized (this) {
                made = tree;
                if (made == null) {
                    made = engine.rTree(Boxes.wrap(Arrays.copyOf(bounds, BOUNDS * items.size()), 2), options);
                    bounds = null;
                    tree = made;
                }
            }
        }
        return made;
    }

    /**
     * Returns the items whose envelopes intersect another one. Builds the tree if it is not built.
     *
     * @param envelope the other envelope; nothing intersects a null one
     * @return the items
     */
    @Override
    public List<?> query(Envelope envelope) {
        List<Object> found = new ArrayList<>();
        query(envelope, found::add);
        return found;
    }

    /**
     * Hands out the items whose envelopes intersect another one. Builds the tree if it is not built.
     *
     * @param envelope the other envelope; nothing intersects a null one
     * @param visitor receives the items
     */
    @Override
    public void query(Envelope envelope, ItemVisitor visitor) {
        forEachRow(envelope, row -> {
            if (!removed.get(row)) {
                visitor.visitItem(items.get(row));
            }
        });
    }

    private void forEachRow(Envelope envelope, IntConsumer visitor) {
        RTree searched = built();
        if (envelope.isNull()) {
            return;
        }
        double[] query = {
            limited(envelope.getMinX()),
            limited(envelope.getMinY()),
            limited(envelope.getMaxX()),
            limited(envelope.getMaxY())
        };
        searched.forEachMatch(query, BoxPredicate.INTERSECTS, row -> {
            visitor.accept(row);
            return true;
        });
    }

    /** No item lies beyond the largest magnitude of boxes, so an infinite query can end there. */
    private static double limited(double bound) {
        return Math.min(Math.max(bound, -Points.MAX_MAGNITUDE), Points.MAX_MAGNITUDE);
    }

    /**
     * Removes an item. Builds the tree if it is not built.
     *
     * @param envelope an envelope that intersects the item's own
     * @param item the item, or an equal one; the first such item that is not yet removed is removed
     * @return whether there was one
     */
    @Override
    public boolean remove(Envelope envelope, Object item) {
        int[] first = {NONE};
        forEachRow(envelope, row -> {
            if (row < first[0] && !removed.get(row) && Objects.equals(items.get(row), item)) {
                first[0] = row;
            }
        });
        if (first[0] < NONE) {
            removed.set(first[0]);
        }
        return first[0] < NONE;
    }

    /**
     * Returns the number of items that can be found.
     *
     * @return the number
     */
    public int size() {
        return items.size() - removed.cardinality();
    }
}
