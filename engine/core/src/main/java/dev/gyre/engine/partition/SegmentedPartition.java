package dev.gyre.engine.partition;

import dev.gyre.engine.host.Checks;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Kernel.WorkGroupVariant;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Phase.Steps;
import dev.gyre.tasks.partition.SegmentLocate;
import dev.gyre.tasks.partition.SegmentSplit;
import dev.gyre.tasks.partition.SegmentedCount;
import dev.gyre.tasks.partition.SegmentedCountWorkGroup;
import dev.gyre.tasks.partition.SegmentedScatter;
import dev.gyre.tasks.partition.SegmentedScatterWorkGroup;
import java.util.List;

/**
 * Stable two-way partition of many segments at once, each with its own pivot: keys below the pivot first, then the rest, both in their
 * order, with a payload. This is the step from one level of a kd-tree to the next.
 *
 * <pre>
 * segment-locate    for each tile, the segment in which it begins
 * segmented-count   for each tile, keys below their pivots; and for each segment, such keys before its begin in a tile
 * row-scan          one scan over all tiles
 * segment-split     for each segment, the position where it splits
 * segmented-scatter moves keys and payload
 * </pre>
 *
 * <p>Made for given arrays. Their lengths are the capacities for elements and segments: a phase with these stages serves all
 * smaller sizes too, see {@link #setSize}. Five launches for any number of segments; reads the keys twice, and finds
 * the segment of each element by a search among the segments of its tile: O(n log s + s). Temporary memory:
 * {@code 8 (s + ceil(n / tile)) + 28} bytes for s segments, with tiles as in {@link Scan}.
 *
 * <p>Segments may be empty; one may hold everything. Offsets must ascend from 0 to n. This class does not check that, because a device may
 * have made them.
 *
 * <p>Not safe for use by several threads.
 */
public final class SegmentedPartition implements Steps {

    /** Finds the segments at the borders of tiles, as {@link SegmentLocate#locateTiles}. */
    public static final Kernel LOCATE = Kernel.of(SegmentLocate.class);

    /** Counts keys below the pivots, as {@link SegmentedCount#countBelow}. */
    public static final Kernel COUNT = Kernel.of(SegmentedCount.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(SegmentedCountWorkGroup.class, SegmentedCountWorkGroup.THREADS));

    /** Finds where segments split, as {@link SegmentSplit#splitSegments}. */
    public static final Kernel SPLIT = Kernel.of(SegmentSplit.class);

    /** Moves keys and payload to their positions, as {@link SegmentedScatter#scatterSegments}. */
    public static final Kernel SCATTER = Kernel.of(SegmentedScatter.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(SegmentedScatterWorkGroup.class, SegmentedScatterWorkGroup.THREADS));

    private final Tiling tiling;
    private final Columns columns;
    private final int[] located;
    private final int[] bases;
    private final int[] ranks;
    private final int[] starts;
    private final int[] total;
    private final int segments;

    /**
     * The arrays of a partition, for at most n elements and s segments. All must be different.
     *
     * @param keys in: n keys, ordered as ints
     * @param payload in: n values
     * @param offsets in: s + 1; segment i has the elements {@code offsets[i] .. offsets[i+1]-1}
     * @param outPayload out: n values
     * @param splits out: s; for each segment the index, among all elements, after its last key below the pivot
     */
    public record Columns(
            int[] keys, int[] payload, int[] offsets, int[] pivots, int[] outKeys, int[] outPayload, int[] splits) {

        private void check(int elements, int segments, Layout layout) {
            Checks.sameLength("payload", layout.length(payload), "keys", elements);
            Checks.sameLength("outKeys", layout.length(outKeys), "keys", elements);
            Checks.sameLength("outPayload", layout.length(outPayload), "keys", elements);
            Checks.sameLength("pivots", layout.length(pivots), "segments", segments);
            Checks.sameLength("splits", layout.length(splits), "segments", segments);
        }
    }

    /**
     * Makes a partition of given arrays.
     *
     * @param layout declares the temporary arrays
     * @throws IllegalArgumentException if lengths do not fit, or if there is no element or no segment
     */
    public SegmentedPartition(Columns columns, Layout layout) {
        this.columns = columns;
        int elements = layout.length(columns.keys());
        segments = layout.length(columns.offsets()) - 1;
        columns.check(elements, segments, layout);
        this.tiling = Tiling.of(elements, 0, layout);
        this.located = layout.ints(tiling.tiles() + 1L);
        this.bases = layout.ints(tiling.tiles());
        this.ranks = layout.ints(segments);
        this.starts = layout.ints(segments);
        this.total = layout.add(new int[1]);
        setSize(elements, segments);
    }

    /**
     * Sets the numbers of elements and segments of the next run. Upload the arrays of {@link #uploads} after that.
     *
     * @param n number of elements, 0 to capacity
     * @param newSegments number of segments, 1 to capacity
     * @throws IllegalArgumentException if a size is out of range
     */
    void setSize(int n, int newSegments) {
        Checks.size("segments", newSegments, 1, segments);
        tiling.setSize(n);
        tiling.setSegments(newSegments);
    }

    @Override
    public Object[] uploads() {
        return new Object[] {tiling.parameters()};
    }

    @Override
    public List<Stage> stages() {
        int tiles = tiling.tiles();
        int[] parameters = tiling.parameters();
        int[] keys = columns.keys();
        int[] offsets = columns.offsets();
        int[] pivots = columns.pivots();
        int[] splits = columns.splits();
        return List.of(
                LOCATE.stage(tiles + 1, offsets, parameters, located),
                COUNT.stage(tiles, keys, offsets, pivots, located, parameters, bases, ranks),
                Scan.ROW_SCAN.stage(1, bases, parameters, total),
                SPLIT.stage(segments, offsets, parameters, bases, total, ranks, starts, splits),
                SCATTER.stage(
                        tiles,
                        keys,
                        columns.payload(),
                        offsets,
                        pivots,
                        located,
                        parameters,
                        bases,
                        starts,
                        splits,
                        columns.outKeys(),
                        columns.outPayload()));
    }

    @Override
    public Object[] results() {
        return new Object[] {columns.outKeys(), columns.outPayload(), columns.splits()};
    }
}
