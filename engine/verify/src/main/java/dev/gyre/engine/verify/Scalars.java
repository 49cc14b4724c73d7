package dev.gyre.engine.verify;

import dev.gyre.tasks.common.Norms;
import java.util.List;
import java.util.Random;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;

/** The scalars of a call, in the kernel's order: given ones, or drawn ones if none are given. */
record Scalars(List<Object> given) {

    /** Norms whose arithmetic on few bits is exact. */
    static final int[] NORMS = {Norms.EUCLIDEAN, Norms.MANHATTAN, Norms.CHEBYSHEV};

    /** No scalars are given. */
    static final Scalars DRAWN = new Scalars(List.of());

    /** Returns the scalar at an index. */
    int at(int place, IntSupplier drawn) {
        return given.isEmpty() ? drawn.getAsInt() : (Integer) given.get(place);
    }

    /** Returns the scalar at an index if it is among some codes, for which arithmetic is exact; else one of these codes. */
    int among(int place, int[] codes, Random random) {
        int drawn = codes[random.nextInt(codes.length)];
        int asked = at(place, () -> drawn);
        return IntStream.of(codes).anyMatch(code -> code == asked) ? asked : drawn;
    }

    /** Returns the norm at an index, or one of {@link #NORMS}. */
    int norm(int place, Random random) {
        return at(place, () -> NORMS[random.nextInt(NORMS.length)]);
    }

    /** Returns the flag at an index, 0 or 1. */
    int flag(int place, Random random) {
        return at(place, () -> random.nextInt(2));
    }

    /** Returns a sample with the number of dimensions at an index, or the sample itself if that number is above the most. */
    Sample withDims(Sample sample, int place, int most) {
        int dims = at(place, sample::dims);
        return dims > most ? sample : new Sample(sample.shape(), sample.size(), dims, sample.seed());
    }

    /** Returns a sample with the number of dimensions in the first scalar. */
    Sample withDims(Sample sample) {
        return withDims(sample, 0, Integer.MAX_VALUE);
    }
}
