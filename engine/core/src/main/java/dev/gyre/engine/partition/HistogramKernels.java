package dev.gyre.engine.partition;

import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.WorkGroupVariant;
import dev.gyre.tasks.partition.HistogramCount;
import dev.gyre.tasks.partition.HistogramCountWorkGroup;
import dev.gyre.tasks.partition.HistogramParameters;
import dev.gyre.tasks.partition.HistogramSum;
import dev.gyre.tasks.partition.HistogramSumWorkGroup;

/** The kernels of histograms. */
public final class HistogramKernels {

    /** Counts by parts, a thread to a part, as {@link HistogramCount#countLabels}. */
    public static final Kernel COUNT = Kernel.of(HistogramCount.class).withSliceOfOne();

    /** The same with a work-group to a part: for {@link HistogramCountWorkGroup#MAX_BINS} bins at most. */
    public static final Kernel COUNT_IN_GROUPS = COUNT.named("histogram-count-in-groups")
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(HistogramCountWorkGroup.class, HistogramCountWorkGroup.THREADS));

    /** Adds the parts, as {@link HistogramSum#sumParts}. */
    public static final Kernel SUM = Kernel.of(HistogramSum.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(HistogramSumWorkGroup.class, HistogramSumWorkGroup.THREADS));

    private HistogramKernels() {}

    /**
     * Makes parameters in one of two forms: each part counts consecutive labels and keeps its counts together; or neighboring
     * parts count neighboring labels and keep their counts of a bin together, for coalesced access on a device.
     */
    public static int[] parameters(int n, int bins, int parts, boolean interleaved) {
        int[] parameters = new int[HistogramParameters.LENGTH];
        parameters[HistogramParameters.LABELS] = n;
        parameters[HistogramParameters.BINS] = bins;
        parameters[HistogramParameters.PARTS] = parts;
        parameters[HistogramParameters.STEP] = interleaved ? 1 : Math.max(1, Math.ceilDiv(n, parts));
        parameters[HistogramParameters.STRIDE] = interleaved ? parts : 1;
        parameters[HistogramParameters.PART_LENGTH] = Math.max(1, Math.ceilDiv(n, parts));
        parameters[HistogramParameters.PART_STRIDE] = interleaved ? 1 : bins;
        parameters[HistogramParameters.BIN_STRIDE] = interleaved ? parts : 1;
        return parameters;
    }
}
