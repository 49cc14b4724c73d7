package dev.gyre.engine.topk;

import dev.gyre.engine.program.Kernel;
import dev.gyre.tasks.topk.PairCount;
import dev.gyre.tasks.topk.PairWrite;

/** The kernels of the top-k join. */
public final class TopKKernels {

    /** Numbers of pairs, as {@link PairCount#countPairs}. */
    public static final Kernel COUNT = Kernel.of(PairCount.class).withProofOfScalars();

    /** Pairs, as {@link PairWrite#writePairs}. */
    public static final Kernel WRITE = Kernel.of(PairWrite.class).withProofOfScalars();

    private TopKKernels() {}
}
