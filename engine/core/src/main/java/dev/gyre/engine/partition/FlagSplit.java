package dev.gyre.engine.partition;

import dev.gyre.engine.host.Checks;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Kernel.WorkGroupVariant;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Phase.Steps;
import dev.gyre.tasks.partition.FlagScatter;
import dev.gyre.tasks.partition.FlagScatterWorkGroup;
import dev.gyre.tasks.scan.TileSum;
import java.util.ArrayList;
import java.util.List;

/**
 * Brings flagged elements to the front, as stages for a {@link dev.gyre.engine.program.Phase}: stable stream compaction ("copy if", "select
 * flagged") keeps the elements whose flag is not 0, in their order; a stable two-way partition also puts the others after them, in their
 * order.
 *
 * <p>Made for given arrays. The number of flags is the capacity: a phase with these stages serves every n up to it, see {@link #setSize}.
 * Ints are moved during the scan; floats are gathered by indices, after these were scanned. Three launches, four for floats; reads the
 * flags twice, O(n). Temporary memory: {@code 4 ceil(n / tile) + 48} bytes, with tiles as in {@link Scan}; for floats {@code 4 n} more.
 *
 * <p>Not safe for use by several threads.
 */
public final class FlagSplit implements Steps {

    /** Moves flagged elements to the front, as {@link FlagScatter#scatterFlagged}. */
    public static final Kernel FLAG_SCATTER = Kernel.of(FlagScatter.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(FlagScatterWorkGroup.class, FlagScatterWorkGroup.THREADS));

    private final Tiling tiling;
    private final int[] flags;
    private final Object values;
    private final Object out;
    private final int[] places;
    private final boolean others;
    private final int[] upsweep;
    private final int[] bases;
    private final int[] count;
    private final int[] size;

    private FlagSplit(int[] flags, Object values, Object out, boolean others, Layout layout) {
        int capacity = layout.length(flags);
        if (values != null) {
            Checks.sameLength("values", layout.length(values), "flags", capacity);
        }
        Checks.sameLength(values == null ? "indices" : "out", layout.length(out), "flags", capacity);
        Checks.twoArrays(flags, out);
        Checks.twoArrays(values, out);
        int mode = (values instanceof int[] ? FlagScatter.PAYLOAD : 0) + (others ? FlagScatter.OTHERS : 0);
        this.tiling = Tiling.of(capacity, mode, layout);
        this.flags = flags;
        this.values = values;
        this.out = out;
        this.places = out instanceof int[] ints ? ints : layout.ints(capacity);
        this.others = others;
        this.upsweep = layout.add(tiling.parameters().clone());
        this.bases = layout.ints(tiling.tiles());
        this.count = layout.add(new int[1]);
        this.size = layout.add(new int[1]);
        setSize(capacity);
    }

    /**
     * Keeps the flagged elements; the rest of the output is unspecified.
     *
     * @param flags not 0 for the elements to keep
     * @param values ints, floats, or null for the indices of the elements
     * @param out for the elements, another array of the same type, as long as flags
     * @param layout declares the temporary arrays
     * @throws IllegalArgumentException if flags is empty, the lengths differ, or input and output are the same array
     */
    public static FlagSplit compaction(int[] flags, Object values, Object out, Layout layout) {
        return new FlagSplit(flags, values, out, false, layout);
    }

    /**
     * Puts the flagged elements first, then the others; the parameters are those of {@link #compaction}.
     *
     * @param flags not 0 for the elements that come first
     */
    public static FlagSplit partition(int[] flags, Object values, Object out, Layout layout) {
        return new FlagSplit(flags, values, out, true, layout);
    }

    /**
     * Sets the number of elements of the next run. Upload the arrays of {@link #uploads} after that.
     *
     * @param n number of elements, 0 to capacity
     * @throws IllegalArgumentException if n is out of range
     */
    public void setSize(int n) {
        tiling.setSize(n);
        Tiling.copySize(tiling.parameters(), upsweep, TileSum.FLAGS);
        size[0] = n;
    }

    @Override
    public Object[] uploads() {
        return gathersAll()
                ? new Object[] {tiling.parameters(), upsweep, size}
                : new Object[] {tiling.parameters(), upsweep};
    }

    @Override
    public List<Stage> stages() {
        int tiles = tiling.tiles();
        int[] payload = values instanceof int[] ints ? ints : flags;
        List<Stage> stages = new ArrayList<>(List.of(
                Scan.TILE_SUM.stage(tiles, flags, upsweep, bases),
                Scan.ROW_SCAN.stage(1, bases, upsweep, count),
                FLAG_SCATTER.stage(tiles, flags, payload, tiling.parameters(), bases, count, places)));
        if (values instanceof float[] floats) {
            stages.add(GatherScatter.GATHER_FLOATS.stage(
                    tiling.capacity(), floats, places, gathersAll() ? size : count, (float[]) out));
        }
        return stages;
    }

    private boolean gathersAll() {
        return values instanceof float[] && others;
    }

    @Override
    public Object[] results() {
        return new Object[] {out, count};
    }

    /** Returns the array in which the stages leave the number of flagged elements. */
    public int[] count() {
        return count;
    }
}
