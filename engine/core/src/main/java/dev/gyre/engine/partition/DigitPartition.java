package dev.gyre.engine.partition;

import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Stage;
import dev.gyre.tasks.partition.DigitCountWorkGroup;
import dev.gyre.tasks.partition.DigitParameters;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Stable partition of keys and payload into up to 256 parts by an eight-bit digit of the key: one pass of a radix sort.
 *
 * <p>Three stages: count the digits of each tile, add up along the tiles, move. It is made for a capacity; the number of
 * elements of a run is set by {@link #size} and travels in {@link #parameters}, which the caller's phase uploads. The
 * digits' counts stay behind in {@link #totals}.
 *
 * <p>Temporary memory: {@code 4 (256 t + 256)} bytes for t tiles, of {@value #MIN_TILE} elements or more, at most
 * {@value #JVM_TILES} on the JVM and {@code n / 4096} on a device. Not safe for use by several threads.
 */
public final class DigitPartition {

    private static final int MIN_TILE = 4096;
    private static final int JVM_TILES = 256;

    /** Number of tiles, one for each work-group; more elements make larger tiles. */
    private static final int DEVICE_TILES = 1024;

    /** The largest multiple of {@link #MIN_TILE} that still has enough tiles in flight on an H200. */
    private static final int MAX_DEVICE_TILE = 4 * MIN_TILE;

    private final int tiles;
    private final int[] size;
    private final List<int[]> parameters = new ArrayList<>();
    private final int[] counts;
    private final int[] totals = new int[DigitParameters.DIGITS];

    /**
     * Makes a partition for a capacity of elements.
     *
     * @param capacity most elements, 1 or more
     */
    DigitPartition(int capacity, Device device) {
        boolean jvm = device.type() == Device.Type.JVM;
        int wanted = Math.ceilDiv(capacity, jvm ? JVM_TILES : DEVICE_TILES);
        int tile = Math.ceilDiv(wanted, MIN_TILE) * MIN_TILE;
        if (!jvm) {
            tile = Math.min(tile, Math.min(MAX_DEVICE_TILE, DigitCountWorkGroup.MAX_TILE));
        }
        tiles = Math.ceilDiv(capacity, tile);
        counts = new int[Math.multiplyExact(DigitParameters.DIGITS, tiles)];
        size = new int[] {capacity};
        parameters.add(size);
    }

    /**
     * Sets the number of elements of the next runs.
     *
     * @param n number of elements, from 0 to the capacity
     */
    void size(int n) {
        size[0] = n;
        parameters.stream().skip(1).forEach(this::setSize);
    }

    private void setSize(int[] array) {
        array[DigitParameters.SIZE] = size[0];
        int tile = Math.ceilDiv(Math.ceilDiv(size[0], tiles), MIN_TILE) * MIN_TILE;
        array[DigitParameters.TILE] = Math.max(tile, MIN_TILE);
    }

    /**
     * Returns the arrays to upload before the stages: {@link #size}, and one for each call of {@link #stages}, so
     * that the kernels of all passes are the same and are compiled once.
     *
     * @return a view of small arrays, complete when all stages are made
     */
    List<Object> parameters() {
        return Collections.unmodifiableList(parameters);
    }

    /**
     * Returns the array with the number of elements, for stages that run with these.
     *
     * @return an array of 1 element
     */
    int[] size() {
        return size;
    }

    /**
     * The stages of a partition. Several may be made of one object, to run one after the other.
     *
     * @param payload in: a value for each key
     * @param keysOut out: the keys by ascending digit, else in the order in which they came; another array
     * @param payloadOut out: the values in the same order; another array
     * @param shift position of the digit's lowest bit, 0 to 24
     * @param flip bits of the digit to turn over before digits are compared: 128 for the highest digit of signed keys
     */
    List<Stage> stages(int[] keys, int[] payload, int[] keysOut, int[] payloadOut, int shift, int flip) {
        int[] array = new int[DigitParameters.LENGTH];
        array[DigitParameters.TILES] = tiles;
        array[DigitParameters.SHIFT] = shift;
        array[DigitParameters.FLIP] = flip;
        setSize(array);
        parameters.add(array);
        return List.of(
                DigitKernels.COUNT.stage(tiles, keys, array, counts),
                ScanKernels.ROW_SCAN.stage(DigitParameters.DIGITS, counts, array, totals),
                DigitKernels.SCATTER.stage(tiles, keys, payload, counts, totals, array, keysOut, payloadOut));
    }
}
