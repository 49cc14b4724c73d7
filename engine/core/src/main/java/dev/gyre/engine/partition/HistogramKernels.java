package dev.gyre.engine.partition;

import dev.gyre.engine.program.GroupFunction;
import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.KernelCatalog;
import dev.gyre.engine.program.KernelFunction;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.TileSample;
import dev.gyre.tasks.partition.HistogramCount;
import dev.gyre.tasks.partition.HistogramCountWorkGroup;
import dev.gyre.tasks.partition.HistogramParameters;
import dev.gyre.tasks.partition.HistogramSum;
import dev.gyre.tasks.partition.HistogramSumWorkGroup;
import java.util.List;
import java.util.Random;

/** The kernels of histograms. */
public final class HistogramKernels implements KernelCatalog {

    /** Counts by parts, a thread to a part, as {@link HistogramCount#countLabels}. */
    static final Kernel COUNT = Kernel.of(
                    "histogram-count",
                    (KernelFunction.Of4<int[], int[], int[], int[]>) HistogramCount::countLabels,
                    sample -> sampleCount(sample, 1000))
            .withCoarseItems();

    /** The same with a work-group to a part: for {@link HistogramCountWorkGroup#MAX_BINS} bins at most. */
    static final Kernel COUNT_IN_GROUPS = Kernel.of(
                    "histogram-count-in-groups",
                    COUNT.function(),
                    sample -> sampleCount(sample, HistogramCountWorkGroup.MAX_BINS))
            .withGroupVariant(GroupFunction.groupPerItem(
                    HistogramCountWorkGroup.class, "countLabels", HistogramCountWorkGroup.THREADS))
            .withCoarseItems();

    /** Adds the parts, as {@link HistogramSum#sumParts}. */
    static final Kernel SUM = Kernel.of(
                    "histogram-sum",
                    (KernelFunction.Of3<int[], int[], int[]>) HistogramSum::sumParts,
                    HistogramKernels::sampleSum)
            .withGroupVariant(
                    GroupFunction.groupPerItem(HistogramSumWorkGroup.class, "sumParts", HistogramSumWorkGroup.THREADS));

    /** For the service loader. */
    public HistogramKernels() {}

    @Override
    public List<Kernel> kernels() {
        return List.of(COUNT, COUNT_IN_GROUPS, SUM);
    }

    private static Invocation sampleCount(Sample sample, int maxBins) {
        Random random = sample.random();
        int n = TileSample.size(sample, random);
        int[] parameters = parameters(n, 1 + random.nextInt(maxBins), 1 + random.nextInt(70), random.nextBoolean());
        int bins = parameters[HistogramParameters.BINS];
        int parts = parameters[HistogramParameters.PARTS];
        boolean strays = random.nextBoolean();
        int[] labels = random.ints(n, strays ? -1 : 0, strays ? bins + 1 : bins).toArray();
        int[] counts = new int[parts * bins];
        int[] firstStrays = new int[parts];
        return new Invocation(parts, List.of(labels, parameters, counts, firstStrays), List.of(counts, firstStrays));
    }

    private static Invocation sampleSum(Sample sample) {
        Random random = sample.random();
        int[] parameters = parameters(1, 1 + random.nextInt(100), 1 + random.nextInt(300), random.nextBoolean());
        int bins = parameters[HistogramParameters.BINS];
        int[] counts = random.ints((long) bins * parameters[HistogramParameters.PARTS], 0, 1000)
                .toArray();
        int[] histogram = new int[bins];
        return new Invocation(bins, List.of(counts, parameters, histogram), List.of(histogram));
    }

    /**
     * Parameters in one of two ways: each part takes consecutive labels and keeps its counts together; or neighboring
     * parts take neighboring labels and keep their counts of a bin together, as the threads of a device like it.
     */
    static int[] parameters(int n, int bins, int parts, boolean interleaved) {
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
