package dev.gyre.engine.partition;

import dev.gyre.engine.device.Device;
import dev.gyre.engine.program.Stage;
import dev.gyre.tasks.FlagScatter;
import dev.gyre.tasks.TileSum;
import java.util.ArrayList;
import java.util.List;

/**
 * Flagged elements to the front: what {@link Compaction} and {@link TwoWayPartition} have in common.
 *
 * <p>Ints are moved as they are scanned. Floats are gathered by the indices of their places, which are scanned before.
 */
final class FlagSplit {

    private final Tiling tiling;
    private final int[] flags;
    private final int[] payload;
    private final int[] out;
    private final float[] floats;
    private final float[] floatsOut;
    private final boolean others;
    private final int[] upsweep;
    private final int[] bases;
    private final int[] count = new int[1];
    private final int[] size = new int[1];

    private FlagSplit(
            int[] flags, int[] payload, int[] out, float[] floats, float[] floatsOut, boolean others, Device device) {
        int mode = (payload != null ? FlagScatter.PAYLOAD : 0) + (others ? FlagScatter.OTHERS : 0);
        this.tiling = Tiling.of(flags.length, device, mode);
        this.flags = flags;
        this.payload = payload != null ? payload : flags;
        this.out = out;
        this.floats = floats;
        this.floatsOut = floatsOut;
        this.others = others;
        this.upsweep = tiling.parameters().clone();
        this.bases = new int[tiling.tiles()];
        setSize(flags.length);
    }

    static FlagSplit ofIndices(int[] flags, int[] indices, boolean others, Device device) {
        Checks.sameLength("indices", indices.length, "flags", flags.length);
        checkOther(flags, indices);
        return new FlagSplit(flags, null, indices, null, null, others, device);
    }

    static FlagSplit ofValues(int[] flags, int[] values, int[] out, boolean others, Device device) {
        Checks.sameLength("values", values.length, "flags", flags.length);
        Checks.sameLength("out", out.length, "flags", flags.length);
        checkOther(flags, out);
        checkOther(values, out);
        return new FlagSplit(flags, values, out, null, null, others, device);
    }

    static FlagSplit ofValues(int[] flags, float[] values, float[] out, boolean others, Device device) {
        Checks.sameLength("values", values.length, "flags", flags.length);
        Checks.sameLength("out", out.length, "flags", flags.length);
        checkOther(values, out);
        return new FlagSplit(flags, null, new int[flags.length], values, out, others, device);
    }

    private static void checkOther(Object in, Object out) {
        if (in == out) {
            throw new IllegalArgumentException("input and output must be two arrays");
        }
    }

    void setSize(int n) {
        tiling.setSize(n);
        Tiling.copySize(tiling.parameters(), upsweep, TileSum.FLAGS);
        size[0] = n;
    }

    Object[] uploads() {
        return gathersAll()
                ? new Object[] {tiling.parameters(), upsweep, size}
                : new Object[] {tiling.parameters(), upsweep};
    }

    List<Stage> stages() {
        int tiles = tiling.tiles();
        List<Stage> stages = new ArrayList<>(List.of(
                ScanKernels.TILE_SUM.stage(tiles, flags, upsweep, bases),
                ScanKernels.ROW_SCAN.stage(1, bases, upsweep, count),
                ScanKernels.FLAG_SCATTER.stage(tiles, flags, payload, tiling.parameters(), bases, count, out)));
        if (floats != null) {
            stages.add(MoveKernels.GATHER_FLOATS.stage(
                    tiling.capacity(), floats, out, gathersAll() ? size : count, floatsOut));
        }
        return stages;
    }

    private boolean gathersAll() {
        return floats != null && others;
    }

    int[] count() {
        return count;
    }
}
