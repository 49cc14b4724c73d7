package dev.gyre.engine.verify;

import java.util.Arrays;
import java.util.Random;

/**
 * Kinds of segments. Offsets ascend from 0 to the number of elements; segment s has the elements
 * {@code offsets[s] .. offsets[s+1]-1}.
 */
public enum Offsets {
    /** One segment that holds all. */
    ONE {
        @Override
        int[] inner(int n, Random random) {
            return new int[0];
        }
    },
    /** A few segments of any size. */
    FEW {
        @Override
        int[] inner(int n, Random random) {
            return random.ints(1 + random.nextInt(6), 0, n + 1).toArray();
        }
    },
    /** Segments of 16 elements in the mean. */
    TINY {
        @Override
        int[] inner(int n, Random random) {
            return random.ints(n / 16, 0, n + 1).toArray();
        }
    },
    /** Every element a segment. */
    SINGLE {
        @Override
        int[] inner(int n, Random random) {
            int[] offsets = new int[Math.max(0, n - 1)];
            Arrays.setAll(offsets, i -> i + 1);
            return offsets;
        }
    },
    /** Some segments of any size, and many empty ones: at the begin, at the end, and all at some places. */
    MOSTLY_EMPTY {
        @Override
        int[] inner(int n, Random random) {
            int[] places = {0, n, random.nextInt(n + 1), n / 4096 * 4096, random.nextInt(n + 1)};
            int[] offsets = new int[2 + n / 4];
            Arrays.setAll(offsets, i -> places[random.nextInt(places.length)]);
            return offsets;
        }
    };

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

    /** The offsets between the first and the last, in any order. */
    abstract int[] inner(int n, Random random);

    /**
     * Draws offsets of this kind.
     *
     * @param n number of elements, 0 or more
     * @param random source of randomness; the same state gives the same offsets
     * @return offsets of at least one segment
     */
    public int[] draw(int n, Random random) {
        int[] inner = inner(n, random);
        Arrays.sort(inner);
        int[] offsets = new int[inner.length + 2];
        System.arraycopy(inner, 0, offsets, 1, inner.length);
        offsets[offsets.length - 1] = n;
        return offsets;
    }
}
