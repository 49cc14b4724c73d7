package dev.gyre.engine.verify;

import dev.gyre.engine.partition.DigitKernels;
import dev.gyre.engine.program.Invocation;
import dev.gyre.tasks.partition.DigitCount;
import dev.gyre.tasks.partition.DigitCountWorkGroup;
import dev.gyre.tasks.partition.DigitParameters;
import dev.gyre.tasks.scan.RowScan;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Calls of the kernels of {@link DigitKernels}. */
final class DigitSamples {

    /** All of them. */
    static final List<KernelSample> ALL = List.of(
            KernelSample.of(DigitKernels.COUNT, DigitSamples::sampleCount),
            KernelSample.of(DigitKernels.SCATTER, DigitSamples::sampleScatter));

    private DigitSamples() {}

    private static Invocation sampleCount(Sample sample) {
        Case drawn = new Case(sample);
        int[] counts = new int[DigitParameters.DIGITS * drawn.tiles];
        return new Invocation(drawn.tiles, List.of(drawn.keys, drawn.parameters, counts), List.of(counts));
    }

    private static Invocation sampleScatter(Sample sample) {
        Case drawn = new Case(sample);
        int[] offsets = new int[DigitParameters.DIGITS * drawn.tiles];
        int[] totals = new int[DigitParameters.DIGITS];
        DigitCount.countDigits(0, drawn.tiles, drawn.keys, drawn.parameters, offsets);
        RowScan.scanRows(0, DigitParameters.DIGITS, offsets, drawn.parameters, totals);
        int[] payload = drawn.random.ints(drawn.keys.length).toArray();
        int[] keysOut = new int[drawn.keys.length];
        int[] payloadOut = new int[drawn.keys.length];
        return new Invocation(
                drawn.tiles,
                List.of(drawn.keys, payload, offsets, totals, drawn.parameters, keysOut, payloadOut),
                List.of(keysOut, payloadOut));
    }

    /** Keys of the sample's shape in tiles of any size, the last ones empty, and one of the four digits. */
    private static final class Case {

        private final Random random;
        private final int[] keys;
        private final int[] parameters;
        private final int tiles;

        Case(Sample sample) {
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
}
