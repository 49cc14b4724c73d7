package dev.gyre.engine.verify;

import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.select.SelectionKernels;
import dev.gyre.engine.select.SinglePass;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Calls of the kernels of {@link SelectionKernels}. */
final class SelectionSamples {

    /** All of them. */
    static final List<KernelSample> ALL =
            List.of(KernelSample.of(SelectionKernels.PART_SELECTION, SelectionSamples::samplePartSelection));

    private SelectionSamples() {}

    /** Values of a part that the variant for groups samples. */
    private static final int SAMPLED = 2048;

    private static final int[] SAMPLE_FACTORS = {1, 1, 8, 17};

    /** Parts are drawn long enough for k, but for a case now and then with slots that stay unused. */
    private static Invocation samplePartSelection(Sample sample) {
        Random random = sample.random();
        int columns = Math.max(1, sample.size()) * SAMPLE_FACTORS[random.nextInt(SAMPLE_FACTORS.length)];
        int rows = 1 + random.nextInt(3);
        int form = random.nextInt(8);
        int parts = 1 + random.nextInt(Math.min(columns, 5));
        int k = 1 + random.nextInt(Math.min(columns / parts + random.nextInt(2), SinglePass.MAX_K));
        SinglePass shape = SinglePass.of(k).withParts(parts);
        double[] values = sample.shape().rows(rows * columns, 1, random);
        float[] floats = new float[values.length];
        int[] integers = new int[values.length];
        for (int i = 0; i < values.length; i++) {
            floats[i] = (float) values[i];
            integers[i] = (int) (values[i] * 100);
        }
        if (random.nextInt(8) == 0) {
            lowerSampledValues(floats, integers, columns / parts / SAMPLED, k - 1);
        }
        int[] sources = IntStream.range(0, values.length).map(i -> 3 * i + 1).toArray();
        int items = rows * parts;
        int[] keys = new int[items * k];
        int[] ids = new int[items * k];
        return new Invocation(
                items,
                List.of(
                        floats,
                        integers,
                        sources,
                        SelectionKernels.parameters(columns, k, parts),
                        form,
                        shape.capacity(),
                        shape.slots(),
                        keys,
                        ids),
                List.of(keys, ids));
    }

    /** Lowers some values of a sample at equal distances, fewer than k, so that the limit from the sample is too low. */
    private static void lowerSampledValues(float[] floats, int[] integers, int stride, int count) {
        for (int i = 0; stride > 0 && i < count; i++) {
            floats[i * stride] = Float.NEGATIVE_INFINITY;
            integers[i * stride] = Integer.MIN_VALUE;
        }
    }
}
