package dev.gyre.engine.verify;

import dev.gyre.engine.partition.MoveKernels;
import dev.gyre.engine.program.Invocation;
import java.util.List;
import java.util.Random;

/** Calls of the kernels of {@link MoveKernels}. */
final class MoveSamples {

    /** All of them. */
    static final List<KernelSample> ALL = List.of(
            KernelSample.of(MoveKernels.GATHER_INTS, MoveSamples::sampleInts),
            KernelSample.of(MoveKernels.GATHER_FLOATS, MoveSamples::sampleFloats),
            KernelSample.of(MoveKernels.SCATTER_INTS, MoveSamples::sampleInts),
            KernelSample.of(MoveKernels.SCATTER_FLOATS, MoveSamples::sampleFloats),
            KernelSample.of(MoveKernels.INVERT, MoveSamples::sampleInvert));

    private MoveSamples() {}

    private static Invocation sampleInts(Sample sample) {
        Move move = new Move(sample);
        int[] out = new int[move.indices.length];
        return new Invocation(move.items, List.of(move.ints(), move.indices, move.count, out), List.of(out));
    }

    private static Invocation sampleFloats(Sample sample) {
        Move move = new Move(sample);
        float[] out = new float[move.indices.length];
        return new Invocation(move.items, List.of(move.floats(), move.indices, move.count, out), List.of(out));
    }

    private static Invocation sampleInvert(Sample sample) {
        Move move = new Move(sample);
        int[] inverse = new int[move.indices.length];
        return new Invocation(move.items, List.of(move.indices, move.count, inverse), List.of(inverse));
    }

    /** A permutation, with a few items more than it has indices. */
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
}
