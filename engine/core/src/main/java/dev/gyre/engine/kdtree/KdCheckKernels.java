package dev.gyre.engine.kdtree;

import dev.gyre.engine.program.Kernel;
import dev.gyre.tasks.tree.KdNodeCheck;
import dev.gyre.tasks.tree.KdRowCheck;
import dev.gyre.tasks.tree.KdRowMarks;

/** The kernels that check a kd-tree. Their samples are sound trees and trees that were broken in a few places. */
public final class KdCheckKernels {

    /** Boxes and order of each node, as {@link KdNodeCheck#checkNodes}. */
    public static final Kernel NODES = Kernel.of(KdNodeCheck.class);

    /** Ways to each row, as {@link KdRowMarks#markRows}. */
    public static final Kernel MARKS = Kernel.of(KdRowMarks.class);

    /** Rows that are not there once, as {@link KdRowCheck#checkRows}. */
    public static final Kernel ROWS = Kernel.of(KdRowCheck.class);

    private KdCheckKernels() {}
}
