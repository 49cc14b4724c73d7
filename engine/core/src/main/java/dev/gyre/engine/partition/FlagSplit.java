package dev.gyre.engine.partition;

import dev.gyre.engine.plan.Checks;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Stage;
import dev.gyre.engine.program.Steps;
import dev.gyre.tasks.partition.FlagScatter;
import dev.gyre.tasks.scan.TileSum;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;

/**
 * Flagged elements to the front: what {@link Compaction} and {@link TwoWayPartition} have in common.
 *
 * <p>Ints are moved as they are scanned. Floats are gathered by indices, which are scanned before.
 */
abstract class FlagSplit implements Steps {

    private final Tiling tiling;
    private final int[] flags;
    private final Object values;
    private final Object out;
    private final int[] places;
    private final boolean others;
    private final int[] upsweep;
    private final int[] bases;
    private final int[] count = new int[1];
    private final int[] size = new int[1];

    /** Of ints, floats, or null for indices; and the output of the same type. */
    FlagSplit(int[] flags, Object values, Object out, boolean others, Device device) {
        if (values != null) {
            Checks.sameLength("values", Array.getLength(values), "flags", flags.length);
        }
        Checks.sameLength(values == null ? "indices" : "out", Array.getLength(out), "flags", flags.length);
        Checks.twoArrays(flags, out);
        Checks.twoArrays(values, out);
        int mode = (values instanceof int[] ? FlagScatter.PAYLOAD : 0) + (others ? FlagScatter.OTHERS : 0);
        this.tiling = Tiling.of(flags.length, device, mode);
        this.flags = flags;
        this.values = values;
        this.out = out;
        this.places = out instanceof int[] ints ? ints : new int[flags.length];
        this.others = others;
        this.upsweep = tiling.parameters().clone();
        this.bases = new int[tiling.tiles()];
        setSize(flags.length);
    }

    /** Of flags, values where there are any, and the output. */
    static FlagSplit of(List<Object> arrays, boolean others, Device device) {
        int[] flags = (int[]) arrays.get(0);
        Object values = arrays.size() > 2 ? arrays.get(1) : null;
        return others
                ? new TwoWayPartition(flags, values, arrays.getLast(), device)
                : new Compaction(flags, values, arrays.getLast(), device);
    }

    /**
     * Sets the number of elements of the next run. Upload the arrays of {@link #uploads} after that.
     *
     * @param n number of elements, 0 to capacity
     * @throws IllegalArgumentException if n is out of range
     */
    public final void setSize(int n) {
        tiling.setSize(n);
        Tiling.copySize(tiling.parameters(), upsweep, TileSum.FLAGS);
        size[0] = n;
    }

    @Override
    public final Object[] uploads() {
        return gathersAll()
                ? new Object[] {tiling.parameters(), upsweep, size}
                : new Object[] {tiling.parameters(), upsweep};
    }

    @Override
    public final List<Stage> stages() {
        int tiles = tiling.tiles();
        int[] payload = values instanceof int[] ints ? ints : flags;
        List<Stage> stages = new ArrayList<>(List.of(
                ScanKernels.TILE_SUM.stage(tiles, flags, upsweep, bases),
                ScanKernels.ROW_SCAN.stage(1, bases, upsweep, count),
                ScanKernels.FLAG_SCATTER.stage(tiles, flags, payload, tiling.parameters(), bases, count, places)));
        if (values instanceof float[] floats) {
            stages.add(MoveKernels.GATHER_FLOATS.stage(
                    tiling.capacity(), floats, places, gathersAll() ? size : count, (float[]) out));
        }
        return stages;
    }

    private boolean gathersAll() {
        return values instanceof float[] && others;
    }

    @Override
    public final Object[] results() {
        return new Object[] {out, count};
    }

    /** Returns the array in which the stages leave the number of flagged elements. */
    final int[] flagged() {
        return count;
    }
}
