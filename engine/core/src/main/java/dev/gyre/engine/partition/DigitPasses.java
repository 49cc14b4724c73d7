package dev.gyre.engine.partition;

import dev.gyre.engine.pool.Layout;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Kernel.WorkGroupVariant;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Phase.Steps;
import dev.gyre.tasks.partition.DigitCount;
import dev.gyre.tasks.partition.DigitCountWorkGroup;
import dev.gyre.tasks.partition.DigitParameters;
import dev.gyre.tasks.partition.DigitScatter;
import dev.gyre.tasks.partition.DigitScatterWorkGroup;
import java.util.ArrayList;
import java.util.List;

/**
 * Stable partitions of keys and payload by eight-bit digits of the key, one digit after the other, from one pair of arrays to another and
 * back. Multi-way partition and radix sort consist of such passes. A pass has three stages: count the digits of each tile, add up along the
 * tiles, move.
 *
 * <p>It is made for a capacity; {@link #setSize} sets the number of elements of a run. Memory: {@code 16 n} bytes for
 * keys and payload, twice, and {@code 4 (256 t + 256)} for t tiles, of {@value #MIN_TILE} elements or more, at most {@value #JVM_TILES} on
 * the JVM. Not safe for use by several threads.
 */
public final class DigitPasses {

    /** Counts a digit in each tile, as {@link DigitCount#countDigits}. */
    public static final Kernel COUNT = Kernel.of(DigitCount.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(DigitCountWorkGroup.class, DigitCountWorkGroup.THREADS));

    /** Moves each tile's elements, as {@link DigitScatter#scatterDigits}. */
    public static final Kernel SCATTER = Kernel.of(DigitScatter.class)
            .withWorkGroupVariant(
                    WorkGroupVariant.groupPerItem(DigitScatterWorkGroup.class, DigitScatterWorkGroup.THREADS));

    /**
     * The smallest tile, and that of GPUs: what a work-group moves at once. Then groups that run at the same time write the short runs of a
     * digit next to each other. A sort of 16.8 million pairs took 1.13 ms on an H200 (CUDA), and 1.40 to 1.66 with tiles of 8,192 to 28,672
     * (benchmarks/results/2026/2026-11-28-radix-sort-nvidia-h200.md).
     */
    private static final int MIN_TILE = 4096;

    private static final int JVM_TILES = 256;

    /** Number of tiles on other devices, such as PoCL; more elements make larger tiles. */
    private static final int OTHER_TILES = 1024;

    /** The largest tile on other devices: with PoCL on two cores a sort of 8.4 million pairs took 344 ms, and 399 with {@link #MIN_TILE}. */
    private static final int MAX_OTHER_TILE = 4 * MIN_TILE;

    private static final int DIGIT_BITS = 8;

    private static final int SIGN = 128;

    private final Layout layout;
    private final int capacity;
    private final int tiles;
    private final int[] size;

    /** The sizes of each pass, so that the kernels of all passes are the same and are compiled once. */
    private final List<int[]> sizes = new ArrayList<>();

    private final int[] counts;
    private final int[] totals;
    private final int[] keys;
    private final int[] payload;
    private final int[] otherKeys;
    private final int[] otherPayload;

    /**
     * Makes passes for a capacity of elements.
     *
     * @param capacity most elements, 1 or more
     * @param layout declares the arrays
     */
    public DigitPasses(int capacity, Layout layout) {
        this.capacity = capacity;
        this.layout = layout;
        int wanted = switch (layout.device().type()) {
            case JVM -> Math.ceilDiv(capacity, JVM_TILES);
            case GPU -> MIN_TILE;
            default -> Math.min(Math.ceilDiv(capacity, OTHER_TILES), MAX_OTHER_TILE);
        };
        int tile = Math.ceilDiv(wanted, MIN_TILE) * MIN_TILE;
        tiles = Math.ceilDiv(capacity, tile);
        counts = layout.ints(DigitParameters.DIGITS, tiles);
        totals = layout.ints(DigitParameters.DIGITS);
        size = layout.add(new int[] {capacity});
        keys = layout.ints(capacity);
        payload = layout.ints(capacity);
        otherKeys = layout.ints(capacity);
        otherPayload = layout.ints(capacity);
    }

    /**
     * Sets the number of elements of the next runs.
     *
     * @param n number of elements, from 0 to the capacity
     */
    public void setSize(int n) {
        size[0] = n;
        sizes.forEach(this::setSize);
    }

    private void setSize(int[] array) {
        array[DigitParameters.SIZE] = size[0];
        int tile = Math.ceilDiv(Math.ceilDiv(size[0], tiles), MIN_TILE) * MIN_TILE;
        array[DigitParameters.TILE] = Math.max(tile, MIN_TILE);
    }

    /** Returns the largest number of elements. */
    public int capacity() {
        return capacity;
    }

    /**
     * Returns the array for the keys.
     *
     * @return capacity keys
     */
    public int[] keys() {
        return keys;
    }

    /**
     * Returns the array for the payload.
     *
     * @return capacity values
     */
    public int[] payload() {
        return payload;
    }

    /**
     * Begins a list of stages that start from {@link #keys} and {@link #payload}.
     *
     * @return an empty list of stages
     */
    public Builder begin() {
        return new Builder();
    }

    /** Collects stages, and knows the arrays in which they leave keys and payload. Not safe for use by several threads. */
    public final class Builder implements Steps {

        private final List<Object> uploads = new ArrayList<>();
        private final List<Stage> stages = new ArrayList<>();
        private boolean inOthers;

        private Builder() {
            uploads.add(size);
        }

        /** Adds a small array for the caller's stages, which is uploaded before them. */
        public int[] parameter(int... values) {
            uploads.add(values);
            return layout.add(values);
        }

        /** Adds a stage of another kind of kernel. */
        public Builder stage(Stage stage) {
            stages.add(stage);
            return this;
        }

        /**
         * Adds passes that sort the keys ascending by their lowest bits, stably.
         *
         * @param bits bits that count, 1 to 32; with all 32 the keys are signed
         */
        public Builder ascending(int bits) {
            return passes(0, bits);
        }

        /**
         * Adds passes that sort the keys ascending by their highest bits only, stably.
         *
         * @param bits bits that count, a multiple of 8 up to 32; keys are signed
         */
        public Builder ascendingByHighest(int bits) {
            return passes(Integer.SIZE - bits, Integer.SIZE);
        }

        private Builder passes(int lowest, int end) {
            for (int shift = lowest; shift < end; shift += DIGIT_BITS) {
                int[] array = parameter(new int[DigitParameters.LENGTH]);
                array[DigitParameters.TILES] = tiles;
                array[DigitParameters.SHIFT] = shift;
                // If the sign bit of the highest digit is inverted, negative keys come first.
                array[DigitParameters.FLIP] = shift + DIGIT_BITS == Integer.SIZE ? SIGN : 0;
                setSize(array);
                sizes.add(array);
                int[] keysOut = inOthers ? keys : otherKeys;
                int[] payloadOut = inOthers ? payload : otherPayload;
                stages.add(COUNT.stage(tiles, keys(), array, counts));
                stages.add(Scan.ROW_SCAN.stage(DigitParameters.DIGITS, counts, array, totals));
                stages.add(SCATTER.stage(tiles, keys(), payload(), counts, totals, array, keysOut, payloadOut));
                inOthers = !inOthers;
            }
            return this;
        }

        @Override
        public Object[] uploads() {
            return uploads.toArray();
        }

        @Override
        public List<Stage> stages() {
            return List.copyOf(stages);
        }

        @Override
        public Object[] results() {
            return new Object[] {keys(), payload()};
        }

        /** Returns the array of the keys after the stages so far. */
        public int[] keys() {
            return inOthers ? otherKeys : keys;
        }

        /** Returns the array of the payload after the stages so far. */
        public int[] payload() {
            return inOthers ? otherPayload : payload;
        }

        /**
         * Returns the array with the number of elements, for stages of another kind.
         *
         * @return an array of 1 element
         */
        public int[] size() {
            return size;
        }
    }
}
