package dev.gyre.benchmarks;

import dev.gyre.engine.jvm.Workers;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.index.ItemVisitor;
import org.locationtech.jts.index.SpatialIndex;
import org.locationtech.jts.index.hprtree.HPRtree;
import org.locationtech.jts.index.strtree.STRtree;

/** JTS's trees of envelopes, searched as a user would: a visitor for each window, over threads. */
final class JtsBoxes implements BoxPeer.Library {

    private static final int MIN_SLICE = 64;

    private final Envelope[] boxes;
    private final Envelope[] windows;
    private final Integer[] ids;
    private final boolean self;
    private final Maker maker;
    private final Workers workers;
    private SpatialIndex index;

    /** Makes an empty tree. */
    @FunctionalInterface
    interface Maker {
        SpatialIndex make();
    }

    JtsBoxes(BoxData data, Maker maker, int threads) {
        this.maker = maker;
        boxes = envelopes(data.boxes());
        windows = data.isSelfJoin() ? boxes : envelopes(data.windows());
        self = data.isSelfJoin();
        ids = new Integer[boxes.length];
        Arrays.setAll(ids, row -> row);
        workers = new Workers(threads);
    }

    private static Envelope[] envelopes(double... bounds) {
        Envelope[] envelopes = new Envelope[bounds.length / 4];
        Arrays.setAll(
                envelopes,
                row -> new Envelope(bounds[4 * row], bounds[4 * row + 2], bounds[4 * row + 1], bounds[4 * row + 3]));
        return envelopes;
    }

    @Override
    public void build() {
        SpatialIndex made = maker.make();
        for (int row = 0; row < boxes.length; row++) {
            made.insert(boxes[row], ids[row]);
        }
        // The first query builds the tree.
        made.query(new Envelope(), item -> {});
        index = made;
    }

    /** Returns what windows touch in the tree that was built. */
    NodeAccesses accesses(int nodeSize, double... counted) {
        return switch (index) {
            case HPRtree tree -> NodeAccesses.of(tree, nodeSize, counted);
            case STRtree tree -> NodeAccesses.of(tree, counted);
            default -> throw new IllegalStateException("an unknown tree of JTS: " + index);
        };
    }

    @Override
    public CallAnswer search() {
        Map<Integer, int[]> parts = new ConcurrentHashMap<>();
        int[] offsets = new int[windows.length + 1];
        workers.forEachSlice(windows.length, MIN_SLICE, (begin, end) -> {
            Found found = new Found();
            for (int window = begin; window < end; window++) {
                found.own = self ? window : -1;
                index.query(windows[window], found);
                offsets[window + 1] = found.size;
            }
            parts.put(begin, Arrays.copyOf(found.ids, found.size));
        });
        return BoxData.answer(offsets, join(parts, offsets));
    }

    /** Copies the ids of all slices into one array; offsets within slices become offsets in it. */
    private static int[] join(Map<Integer, int[]> parts, int... offsets) {
        int[] all =
                new int[parts.values().stream().mapToInt(part -> part.length).sum()];
        int start = 0;
        for (int window = 0; window < offsets.length - 1; window++) {
            int[] part = parts.get(window);
            if (part != null) {
                start = offsets[window];
                System.arraycopy(part, 0, all, start, part.length);
            }
            offsets[window + 1] += start;
        }
        return all;
    }

    /** The ids that a visitor received, except a window's own. */
    private static final class Found implements ItemVisitor {

        private int[] ids = new int[1 << 10];
        private int size;
        private int own;

        @Override
        public void visitItem(Object item) {
            int id = (Integer) item;
            if (id != own) {
                if (size == ids.length) {
                    ids = Arrays.copyOf(ids, 2 * size);
                }
                ids[size++] = id;
            }
        }
    }

    @Override
    public void close() {
        index = null;
        workers.close();
    }
}
