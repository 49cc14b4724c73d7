package dev.gyre.engine.verify;

import dev.gyre.engine.canary.ProbeKernels;
import dev.gyre.engine.partition.DigitPasses;
import dev.gyre.engine.partition.GatherScatter;
import dev.gyre.engine.partition.Histogram;
import dev.gyre.engine.program.Invocation;
import dev.gyre.tasks.partition.DigitCount;
import dev.gyre.tasks.partition.DigitCountWorkGroup;
import dev.gyre.tasks.partition.DigitParameters;
import dev.gyre.tasks.partition.HistogramCountWorkGroup;
import dev.gyre.tasks.partition.HistogramParameters;
import dev.gyre.tasks.scan.RowScan;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Calls of the kernels of {@link DigitPasses}, {@link Histogram}, {@link GatherScatter} and {@link ProbeKernels}. */
final class PartitionSamples {

    static final List<KernelSample> ALL = List.of(
            KernelSample.of(DigitPasses.COUNT, PartitionSamples::sampleDigitCount),
            KernelSample.of(DigitPasses.SCATTER, PartitionSamples::sampleDigitScatter),
            KernelSample.of(Histogram.COUNT, sample -> sampleHistogram(sample, 1000)),
            KernelSample.of(
                    Histogram.COUNT_IN_GROUPS, sample -> sampleHistogram(sample, HistogramCountWorkGroup.MAX_BINS)),
            KernelSample.of(Histogram.SUM, PartitionSamples::sampleHistogramSum),
            KernelSample.of(GatherScatter.GATHER_INTS, PartitionSamples::sampleInts),
            KernelSample.of(GatherScatter.GATHER_FLOATS, PartitionSamples::sampleFloats),
            KernelSample.of(GatherScatter.SCATTER_INTS, PartitionSamples::sampleInts),
            KernelSample.of(GatherScatter.SCATTER_FLOATS, PartitionSamples::sampleFloats),
            KernelSample.of(GatherScatter.INVERT, PartitionSamples::sampleInvert),
            KernelSample.of(ProbeKernels.INCREMENT, PartitionSamples::sampleIncrement));

    private PartitionSamples() {}

    private static Invocation sampleDigitCount(Sample sample) {
        Digits drawn = new Digits(sample);
        int[] counts = new int[DigitParameters.DIGITS * drawn.tiles];
        return Invocation.of(drawn.tiles).in(drawn.keys, drawn.parameters).out(counts);
    }

    private static Invocation sampleDigitScatter(Sample sample) {
        Digits drawn = new Digits(sample);
        int[] offsets = new int[DigitParameters.DIGITS * drawn.tiles];
        int[] totals = new int[DigitParameters.DIGITS];
        DigitCount.countDigits(0, drawn.tiles, drawn.keys, drawn.parameters, offsets);
        RowScan.scanRows(0, DigitParameters.DIGITS, offsets, drawn.parameters, totals);
        int[] payload = drawn.random.ints(drawn.keys.length).toArray();
        int[] keysOut = new int[drawn.keys.length];
        int[] payloadOut = new int[drawn.keys.length];
        return Invocation.of(drawn.tiles)
                .in(drawn.keys, payload, offsets, totals, drawn.parameters)
                .out(keysOut, payloadOut);
    }

    /** Keys of the sample's shape in tiles of any size, of which the last ones may be empty, and one of the four digits. */
    private static final class Digits {

        private final Random random;
        private final int[] keys;
        private final int[] parameters;
        private final int tiles;

        Digits(Sample sample) {
            random = sample.random();
            int n = 1 + sample.size() * (1 + random.nextInt(12));
            double[] values = sample.shape().rows(n, 1, random);
            keys = Arrays.stream(values)
                    .mapToInt(value -> Float.floatToIntBits((float) value))
                    .toArray();
            int tile = 1 + random.nextInt(random.nextBoolean() ? 600 : DigitCountWorkGroup.MAX_TILE);
            tiles = Math.ceilDiv(n, tile) + random.nextInt(3);
            parameters = new int[DigitParameters.LENGTH];
            parameters[DigitParameters.TILES] = tiles;
            parameters[DigitParameters.SIZE] = n;
            parameters[DigitParameters.TILE] = tile;
            parameters[DigitParameters.SHIFT] = 8 * random.nextInt(4);
            parameters[DigitParameters.FLIP] = random.nextInt(DigitParameters.DIGITS);
        }
    }

    private static Invocation sampleHistogram(Sample sample, int maxBins) {
        Random random = sample.random();
        int n = TileSample.size(sample, random);
        int[] parameters =
                Histogram.parameters(n, 1 + random.nextInt(maxBins), 1 + random.nextInt(70), random.nextBoolean());
        int bins = parameters[HistogramParameters.BINS];
        int parts = parameters[HistogramParameters.PARTS];
        boolean strays = random.nextBoolean();
        int[] labels = random.ints(n, strays ? -1 : 0, strays ? bins + 1 : bins).toArray();
        int[] counts = new int[parts * bins];
        int[] firstStrays = new int[parts];
        return Invocation.of(parts).in(labels, parameters).out(counts, firstStrays);
    }

    private static Invocation sampleHistogramSum(Sample sample) {
        Random random = sample.random();
        int[] parameters =
                Histogram.parameters(1, 1 + random.nextInt(100), 1 + random.nextInt(300), random.nextBoolean());
        int bins = parameters[HistogramParameters.BINS];
        int[] counts = random.ints((long) bins * parameters[HistogramParameters.PARTS], 0, 1000)
                .toArray();
        int[] histogram = new int[bins];
        return Invocation.of(bins).in(counts, parameters).out(histogram);
    }

    private static Invocation sampleInts(Sample sample) {
        Move move = new Move(sample);
        int[] out = new int[move.indices.length];
        return Invocation.of(move.items)
                .in(move.ints(), move.indices, move.count)
                .out(out);
    }

    private static Invocation sampleFloats(Sample sample) {
        Move move = new Move(sample);
        float[] out = new float[move.indices.length];
        return Invocation.of(move.items)
                .in(move.floats(), move.indices, move.count)
                .out(out);
    }

    private static Invocation sampleInvert(Sample sample) {
        Move move = new Move(sample);
        int[] inverse = new int[move.indices.length];
        return Invocation.of(move.items).in(move.indices, move.count).out(inverse);
    }

    /** A permutation, with up to two items more than indices. */
    private static final class Move {

        private final Random random;
        private final int[] indices;
        private final int[] count;
        private final int items;

        Move(Sample sample) {
            random = sample.random();
            indices = Values.permutation(TileSample.size(sample, random), random);
            count = new int[] {indices.length};
            items = indices.length + random.nextInt(3);
        }

        int[] ints() {
            return random.ints(indices.length).toArray();
        }

        float[] floats() {
            float[] values = new float[indices.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = random.nextFloat();
            }
            return values;
        }
    }

    /** Values of the full range; the kernel must not change the last one, which has no item. */
    private static Invocation sampleIncrement(Sample sample) {
        int[] values = sample.random().ints(sample.size() + 1L).toArray();
        return Invocation.of(sample.size()).out(values);
    }
}
