package dev.gyre.engine.topk;

import dev.gyre.engine.program.Kernel;
import dev.gyre.tasks.topk.PairMatches;

/** The kernels of the top-k join. */
public final class TopKKernels {

    /** Pairs, counted or written, as {@link PairMatches#findPairs}. */
    public static final Kernel MATCHES = Kernel.of(PairMatches.class).withProofOfScalars();

    private TopKKernels() {}
}
