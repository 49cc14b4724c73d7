package dev.gyre.engine.kdtree;

import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Kernel.WorkGroupVariant;
import dev.gyre.tasks.tree.KdColumns;
import dev.gyre.tasks.tree.KdConflicts;
import dev.gyre.tasks.tree.KdHalves;
import dev.gyre.tasks.tree.KdHalvesWorkGroup;
import dev.gyre.tasks.tree.KdKeys;
import dev.gyre.tasks.tree.KdKeysJvm;
import dev.gyre.tasks.tree.KdPoints;
import dev.gyre.tasks.tree.KdPointsJvm;
import dev.gyre.tasks.tree.KdRanks;
import dev.gyre.tasks.tree.KdSides;
import dev.gyre.tasks.tree.KdSidesWorkGroup;
import dev.gyre.tasks.tree.KdWindows;
import dev.gyre.tasks.tree.KdWindowsWorkGroup;

/** The kernels that build a kd-tree. */
public final class KdKernels {

    /** Whole numbers in the order of coordinates, as {@link KdKeys#makeKeys}. */
    public static final Kernel KEYS = Kernel.of(KdKeys.class).withJvmVariant(KdKeysJvm.class);

    /** Whether points that differ have equal keys, as {@link KdConflicts#findConflict}. */
    public static final Kernel CONFLICTS = Kernel.of(KdConflicts.class);

    /** Columns in the order of places, as {@link KdColumns#arrangeColumns}. */
    public static final Kernel ARRANGE = Kernel.of(KdColumns.class);

    /** A finished order and its ranks, as {@link KdRanks#keepOrder}. */
    public static final Kernel RANKS = Kernel.of(KdRanks.class);

    /** Sides of the medians, as {@link KdSides#markSides}. */
    public static final Kernel SIDES = Kernel.of(KdSides.class)
            .withWorkGroupVariant(WorkGroupVariant.groupPerItem(KdSidesWorkGroup.class, KdSidesWorkGroup.THREADS));

    /** Orders within halves, as {@link KdHalves#splitWindows}. */
    public static final Kernel HALVES = Kernel.of(KdHalves.class)
            .withWorkGroupVariant(WorkGroupVariant.groupPerItem(KdHalvesWorkGroup.class, KdHalvesWorkGroup.THREADS));

    /** Windows down to the leaves, as {@link KdWindows#orderWindows}. */
    public static final Kernel WINDOWS = Kernel.of(KdWindows.class)
            .withWorkGroupVariant(WorkGroupVariant.groupPerItem(KdWindowsWorkGroup.class, KdWindowsWorkGroup.THREADS));

    /** Points in the order of the tree, as {@link KdPoints#fetchPoints}. */
    public static final Kernel POINTS = Kernel.of(KdPoints.class).withJvmVariant(KdPointsJvm.class);

    private KdKernels() {}
}
