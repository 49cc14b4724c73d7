package dev.gyre.engine.verify;

import dev.gyre.tasks.common.Norms;
import java.util.List;
import java.util.Random;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;

/** The scalars of a call, in the kernel's order: those that are given, or drawn ones where none are. */
record Scalars(List<Object> given) {

    /** Norms of which any arithmetic on few bits is exact. */
    static final int[] NORMS = {Norms.EUCLIDEAN, Norms.MANHATTAN, Norms.CHEBYSHEV};

    /** None is given. */
    static final Scalars DRAWN = new Scalars(List.of());

    /** The one at a place. */
    int at(int place, IntSupplier drawn) {
        return given.isEmpty() ? drawn.getAsInt() : (Integer) given.get(place);
    }

    /** The one at a place if it is among some codes, or else one of these: those under which arithmetic is exact. */
    int among(int place, int[] codes, Random random) {
        int drawn = codes[random.nextInt(codes.length)];
        int asked = at(place, () -> drawn);
        return IntStream.of(codes).anyMatch(code -> code == asked) ? asked : drawn;
    }

    /** The norm at a place, or one of {@link #NORMS}. */
    int norm(int place, Random random) {
        return at(place, () -> NORMS[random.nextInt(NORMS.length)]);
    }

    /** The 0 or 1 at a place. */
    int flag(int place, Random random) {
        return at(place, () -> random.nextInt(2));
    }

    /** A sample with as many dimensions as the scalar at a place says, if they are not more than the most. */
    Sample withDims(Sample sample, int place, int most) {
        int dims = at(place, sample::dims);
        return dims > most ? sample : new Sample(sample.shape(), sample.size(), dims, sample.seed());
    }

    /** A sample with as many dimensions as the first scalar says. */
    Sample withDims(Sample sample) {
        return withDims(sample, 0, Integer.MAX_VALUE);
    }
}
