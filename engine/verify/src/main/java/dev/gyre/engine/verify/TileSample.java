package dev.gyre.engine.verify;

import dev.gyre.tasks.common.TileParameters;
import java.util.Random;

/** A drawn case for kernels over tiles: a number of elements, and the size of a tile. */
public final class TileSample {

    private static final int LARGE = 20_000;

    /** More than two tiles of the JVM. */
    private static final int LARGEST = 70_000;

    private static final int[] TILES = {1, 100, 2048, 4096, 6000};

    final Shape shape;
    final Random random;
    int n;
    final int[] parameters = new int[TileParameters.LENGTH];

    /** Draws a case with a tile of any size, or of the given size if it is not 0. */
    TileSample(Sample sample, int tile) {
        shape = sample.shape();
        random = sample.random();
        int size = size(sample, random);
        int some = TILES[random.nextInt(TILES.length)];
        parameters[TileParameters.TILE] = tile > 0 ? tile : size > 2000 ? Math.max(some, 100) : some;
        setSize(size);
    }

    /** Sets another number of elements. */
    void setSize(int size) {
        n = size;
        parameters[TileParameters.ELEMENTS] = n;
        parameters[TileParameters.TILES] = Math.ceilDiv(n, parameters[TileParameters.TILE]);
    }

    /** Returns the size of the sample, at least 1, or in a third of all cases a size that may make many tiles. */
    static int size(Sample sample, Random random) {
        return random.nextInt(3) == 0 ? 1 + random.nextInt(LARGE) : Math.max(1, sample.size());
    }

    /** Returns the size of the sample, or in a third of all cases a size that may make many tiles. */
    static int anySize(Sample sample, Random random) {
        return random.nextInt(3) == 0 ? random.nextInt(LARGEST) : sample.size();
    }

    TileSample withMode(int mode) {
        parameters[TileParameters.MODE] = mode;
        return this;
    }

    int tiles() {
        return parameters[TileParameters.TILES];
    }

    int[] ints() {
        return Values.ints(shape, n, random);
    }

    int[] flags() {
        return Values.flags(n, random);
    }

    /** Draws segments, and sets their number in the parameters. */
    int[] offsets() {
        return withSegments(Offsets.drawAny(n, random));
    }

    /** Sets given segments, and their number in the parameters. */
    int[] withSegments(int... offsets) {
        parameters[TileParameters.SEGMENTS] = offsets.length - 1;
        return offsets;
    }
}
