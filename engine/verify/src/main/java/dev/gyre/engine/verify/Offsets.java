package dev.gyre.engine.verify;

import java.util.Arrays;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * Kinds of segments. Offsets ascend from 0 to the number of elements; segment s has the elements
 * {@code offsets[s] .. offsets[s+1]-1}.
 */
public enum Offsets {
    /** One segment that holds all. */
    ONE((n, random) -> new int[0]),
    /** A few segments of any size. */
    FEW((n, random) -> random.ints(1 + random.nextInt(6), 0, n + 1).toArray()),
    /** Segments of 16 elements on average. */
    TINY((n, random) -> random.ints(n / 16, 0, n + 1).toArray()),
    /** One segment for each element. */
    SINGLE((n, random) -> IntStream.range(1, n).toArray()),
    /** Some segments of any size, and many empty ones: at the begin, at the end, and at a few positions between. */
    MOSTLY_EMPTY((n, random) -> {
        int[] places = {0, n, random.nextInt(n + 1), n / 4096 * 4096, random.nextInt(n + 1)};
        int[] offsets = new int[2 + n / 4];
        Arrays.setAll(offsets, i -> places[random.nextInt(places.length)]);
        return offsets;
    });

    /** Draws the offsets between the first and the last, in any order. */
    private final BiFunction<Integer, Random, int[]> inner;

    Offsets(BiFunction<Integer, Random, int[]> inner) {
        this.inner = inner;
    }

    /**
     * Draws offsets of any kind.
     *
     * @param n number of elements, 0 or more
     * @param random source of randomness; the same state gives the same offsets
     * @return offsets of at least one segment
     */
    public static int[] drawAny(int n, Random random) {
        Offsets[] kinds = values();
        return kinds[random.nextInt(kinds.length)].draw(n, random);
    }

    /**
     * Draws offsets of this kind.
     *
     * @param n number of elements, 0 or more
     * @param random source of randomness; the same state gives the same offsets
     * @return offsets of at least one segment
     */
    public int[] draw(int n, Random random) {
        int[] drawn = inner.apply(n, random);
        Arrays.sort(drawn);
        int[] offsets = new int[drawn.length + 2];
        System.arraycopy(drawn, 0, offsets, 1, drawn.length);
        offsets[offsets.length - 1] = n;
        return offsets;
    }
}
