package dev.gyre.engine.partition;

import dev.gyre.engine.host.Checks;
import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Device;
import dev.gyre.tasks.common.TileParameters;

/** Cuts elements into tiles for a device, with the parameters of the kernels. */
final class Tiling {

    /** 128 KiB of ints: several tiles per thread if there are enough elements, and small enough for a core's cache. */
    private static final int JVM_TILE = 1 << 15;

    /** Elements that a work-group handles at once; smaller tiles would leave threads idle. */
    private static final int DEVICE_TILE = 1 << 11;

    /** More tiles than a device has work-groups at a time; a single work-group scans their sums. */
    private static final int MAX_DEVICE_TILES = 1 << 12;

    private final int capacity;
    private final int[] parameters;

    private Tiling(int capacity, int tile, int mode, Layout layout) {
        Checks.atLeast("capacity", capacity, 1);
        this.capacity = capacity;
        parameters = layout.add(new int[TileParameters.LENGTH]);
        parameters[TileParameters.TILE] = tile;
        parameters[TileParameters.MODE] = mode;
        setSize(capacity);
    }

    /** Makes tiles of the best size for a device. */
    static Tiling of(int capacity, int mode, Layout layout) {
        int tile = JVM_TILE;
        if (layout.device().type() != Device.Type.JVM) {
            int chunks = Math.ceilDiv(Math.ceilDiv(capacity, MAX_DEVICE_TILES), DEVICE_TILE);
            tile = Math.max(1, chunks) * DEVICE_TILE;
        }
        return new Tiling(capacity, tile, mode, layout);
    }

    static Tiling ofTile(int capacity, int tile, int mode, Layout layout) {
        return new Tiling(capacity, tile, mode, layout);
    }

    /** Sets the number of elements of the next run. */
    void setSize(int n) {
        Checks.size("n", n, 0, capacity);
        parameters[TileParameters.ELEMENTS] = n;
        parameters[TileParameters.TILES] = Math.ceilDiv(n, parameters[TileParameters.TILE]);
    }

    /** Sets the number of segments of the next run. */
    void setSegments(int segments) {
        parameters[TileParameters.SEGMENTS] = segments;
    }

    int tile() {
        return parameters[TileParameters.TILE];
    }

    int capacity() {
        return capacity;
    }

    int size() {
        return parameters[TileParameters.ELEMENTS];
    }

    /** Returns the number of tiles for the capacity. */
    int tiles() {
        return Math.ceilDiv(capacity, parameters[TileParameters.TILE]);
    }

    /** Copies the sizes for a kernel with another mode. */
    static void copySize(int[] parameters, int[] into, int mode) {
        System.arraycopy(parameters, 0, into, 0, parameters.length);
        into[TileParameters.MODE] = mode;
    }

    int[] parameters() {
        return parameters;
    }
}
