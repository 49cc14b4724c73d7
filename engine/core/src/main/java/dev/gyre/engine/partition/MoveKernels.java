package dev.gyre.engine.partition;

import dev.gyre.engine.program.Invocation;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.KernelCatalog;
import dev.gyre.engine.program.KernelFunction;
import dev.gyre.engine.verify.Sample;
import dev.gyre.engine.verify.TileSample;
import dev.gyre.engine.verify.Values;
import dev.gyre.tasks.partition.Gather;
import dev.gyre.tasks.partition.Scatter;
import java.util.List;
import java.util.Random;

/** The kernels that move elements by index. */
public final class MoveKernels implements KernelCatalog {

    /** As {@link Gather#gatherInts}. */
    static final Kernel GATHER_INTS =
            Kernel.of("gather-ints", (KernelFunction.Of4<int[], int[], int[], int[]>) Gather::gatherInts, sample -> {
                Move move = new Move(sample);
                int[] out = new int[move.indices.length];
                return new Invocation(move.items, List.of(move.ints(), move.indices, move.count, out), List.of(out));
            });

    /** As {@link Gather#gatherFloats}. */
    static final Kernel GATHER_FLOATS = Kernel.of(
            "gather-floats", (KernelFunction.Of4<float[], int[], int[], float[]>) Gather::gatherFloats, sample -> {
                Move move = new Move(sample);
                float[] out = new float[move.indices.length];
                return new Invocation(move.items, List.of(move.floats(), move.indices, move.count, out), List.of(out));
            });

    /** As {@link Scatter#scatterInts}. */
    static final Kernel SCATTER_INTS =
            Kernel.of("scatter-ints", (KernelFunction.Of4<int[], int[], int[], int[]>) Scatter::scatterInts, sample -> {
                Move move = new Move(sample);
                int[] out = new int[move.indices.length];
                return new Invocation(move.items, List.of(move.ints(), move.indices, move.count, out), List.of(out));
            });

    /** As {@link Scatter#scatterFloats}. */
    static final Kernel SCATTER_FLOATS = Kernel.of(
            "scatter-floats", (KernelFunction.Of4<float[], int[], int[], float[]>) Scatter::scatterFloats, sample -> {
                Move move = new Move(sample);
                float[] out = new float[move.indices.length];
                return new Invocation(move.items, List.of(move.floats(), move.indices, move.count, out), List.of(out));
            });

    /** As {@link Scatter#invert}. */
    static final Kernel INVERT =
            Kernel.of("invert", (KernelFunction.Of3<int[], int[], int[]>) Scatter::invert, sample -> {
                Move move = new Move(sample);
                int[] inverse = new int[move.indices.length];
                return new Invocation(move.items, List.of(move.indices, move.count, inverse), List.of(inverse));
            });

    /** For the service loader. */
    public MoveKernels() {}

    @Override
    public List<Kernel> kernels() {
        return List.of(GATHER_INTS, GATHER_FLOATS, SCATTER_INTS, SCATTER_FLOATS, INVERT);
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
