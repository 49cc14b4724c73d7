package dev.gyre.tasks.scan;

import dev.gyre.tasks.common.TileParameters;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One seeded input of the kernels over tiles.
 *
 * @param n number of elements
 * @param tile elements of a tile
 * @param seed seed of the random numbers
 */
public record TileCase(int n, int tile, long seed) {

    private static final int[] TILES = {1, 7, 100, 4096};

    /** Sizes around each tile, empty and large. */
    static Stream<TileCase> all() {
        return Arrays.stream(TILES)
                .boxed()
                .flatMap(tile -> IntStream.of(0, 1, tile - 1, tile, tile + 1, 3 * tile, 3 * tile + 5, 20_001)
                        .distinct()
                        .mapToObj(n -> new TileCase(n, tile, 131L * n + tile)));
    }

    /** Returns cases with the tiles of reductions. */
    static Stream<TileCase> reductions() {
        int tile = Reductions.TILE;
        return IntStream.of(0, 1, 15, 16, 17, 300, tile - 1, tile, tile + 1, 2 * tile, 5 * tile + 33, 40 * tile)
                .boxed()
                .flatMap(n -> IntStream.range(0, 8).mapToObj(seed -> new TileCase(n, tile, seed)));
    }

    public Random random() {
        return new Random(seed);
    }

    public int tiles() {
        return Math.ceilDiv(n, tile);
    }

    int[] parameters(int mode) {
        int[] parameters = new int[TileParameters.LENGTH];
        parameters[TileParameters.TILES] = tiles();
        parameters[TileParameters.ELEMENTS] = n;
        parameters[TileParameters.TILE] = tile;
        parameters[TileParameters.MODE] = mode;
        return parameters;
    }

    int[] parameters(int mode, int[] offsets) {
        int[] parameters = parameters(mode);
        parameters[TileParameters.SEGMENTS] = offsets.length - 1;
        return parameters;
    }

    /** Zeros among others. */
    int[] flags(Random random) {
        return random.ints(n, -1, 3).toArray();
    }

    /** Returns few or many segments, some of them empty, or one segment of all elements. */
    public int[] offsets(Random random) {
        int inner = new int[] {0, 1, 5, n / 10, n}[random.nextInt(5)];
        int[] offsets = new int[inner + 2];
        for (int s = 1; s <= inner; s++) {
            offsets[s] = random.nextInt(3) == 0 ? random.nextInt(n + 1) / tile * tile : random.nextInt(n + 1);
        }
        Arrays.sort(offsets);
        offsets[offsets.length - 1] = n;
        return offsets;
    }

    /** Finds the segments at the borders of tiles by walking along both. */
    public int[] located(int[] offsets) {
        int[] located = new int[tiles() + 1];
        int last = 0;
        for (int item = 0; item < located.length; item++) {
            int begin = Math.min(item * tile, n);
            while (last + 1 < offsets.length - 1 && offsets[last + 1] <= begin) {
                last++;
            }
            located[item] = last;
        }
        return located;
    }

    /** Runs a kernel over its items in two slices, the second slice first. */
    public void inSlices(int items, Slices kernel) {
        int middle = items / 3;
        kernel.run(middle, items);
        kernel.run(0, middle);
    }

    /** A kernel without its arguments. */
    @FunctionalInterface
    public interface Slices {

        void run(int begin, int end);
    }
}
