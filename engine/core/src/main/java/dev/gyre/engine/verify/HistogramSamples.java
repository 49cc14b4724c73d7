package dev.gyre.engine.verify;

import dev.gyre.engine.partition.HistogramKernels;
import dev.gyre.engine.program.Invocation;
import dev.gyre.tasks.partition.HistogramCountWorkGroup;
import dev.gyre.tasks.partition.HistogramParameters;
import java.util.List;
import java.util.Random;

/** Calls of the kernels of {@link HistogramKernels}. */
final class HistogramSamples {

    /** All of them. */
    static final List<KernelSample> ALL = List.of(
            KernelSample.of(HistogramKernels.COUNT, HistogramSamples::sampleCount),
            KernelSample.of(HistogramKernels.COUNT_IN_GROUPS, HistogramSamples::sampleCountInGroups),
            KernelSample.of(HistogramKernels.SUM, HistogramSamples::sampleSum));

    private HistogramSamples() {}

    static Invocation sampleCount(Sample sample) {
        return sampleCount(sample, 1000);
    }

    private static Invocation sampleCountInGroups(Sample sample) {
        return sampleCount(sample, HistogramCountWorkGroup.MAX_BINS);
    }

    static Invocation sampleCount(Sample sample, int maxBins) {
        Random random = sample.random();
        int n = TileSample.size(sample, random);
        int[] parameters = HistogramKernels.parameters(
                n, 1 + random.nextInt(maxBins), 1 + random.nextInt(70), random.nextBoolean());
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
        int[] parameters =
                HistogramKernels.parameters(1, 1 + random.nextInt(100), 1 + random.nextInt(300), random.nextBoolean());
        int bins = parameters[HistogramParameters.BINS];
        int[] counts = random.ints((long) bins * parameters[HistogramParameters.PARTS], 0, 1000)
                .toArray();
        int[] histogram = new int[bins];
        return new Invocation(bins, List.of(counts, parameters, histogram), List.of(histogram));
    }
}
