package dev.gyre.engine.partition;

import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Stage;
import dev.gyre.engine.program.Steps;
import java.util.ArrayList;
import java.util.List;

/**
 * Passes of a {@link DigitPartition} one after the other, from one pair of arrays to another and back: what a multi-way
 * partition into more than 256 parts and a radix sort are made of.
 *
 * <p>It is made for a capacity; the number of elements of a run is set by {@link #size} and travels in
 * {@link #parameters}. Memory: {@code 16 n} bytes for keys and payload, twice, and those of {@link DigitPartition}. Not
 * safe for use by several threads.
 */
public final class DigitPasses {

    private static final int DIGIT_BITS = 8;

    /** Turns the sign bit of the highest digit over, so that negative keys come first. */
    private static final int SIGN = 128;

    private final int capacity;
    private final DigitPartition partition;
    private final int[] keys;
    private final int[] payload;
    private final int[] otherKeys;
    private final int[] otherPayload;

    /**
     * Makes passes for a capacity of elements.
     *
     * @param capacity most elements, 1 or more
     * @param device where they will run
     */
    public DigitPasses(int capacity, Device device) {
        this.capacity = capacity;
        partition = new DigitPartition(capacity, device);
        keys = new int[capacity];
        payload = new int[capacity];
        otherKeys = new int[capacity];
        otherPayload = new int[capacity];
    }

    /** Bytes on a device besides small ones. */
    static long bytes(int capacity) {
        return 16L * capacity + (1L << 20);
    }

    /**
     * Sets the number of elements of the next runs.
     *
     * @param n number of elements, from 0 to the capacity
     */
    public void size(int n) {
        partition.size(n);
    }

    /**
     * Returns the arrays to upload before the stages.
     *
     * @return a view of small arrays, complete when all stages are made
     */
    public List<Object> parameters() {
        return partition.parameters();
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

    /** Stages in the making, and where they leave keys and payload. Not safe for use by several threads. */
    public final class Builder implements Steps {

        private final List<Stage> stages = new ArrayList<>();
        private boolean inOthers;

        private Builder() {}

        /** Adds a stage of another kind. */
        public Builder stage(Stage stage) {
            stages.add(stage);
            return this;
        }

        /**
         * Adds passes that bring the keys into ascending order of their lowest bits, stably.
         *
         * @param bits bits that count, 1 to 32; with all 32 the keys are signed
         */
        public Builder ascending(int bits) {
            return passes(0, bits);
        }

        /**
         * Adds passes that bring the keys into ascending order of their highest bits alone, stably.
         *
         * @param bits bits that count, a multiple of 8 up to 32; keys are signed
         */
        public Builder ascendingByHighest(int bits) {
            return passes(Integer.SIZE - bits, Integer.SIZE);
        }

        private Builder passes(int lowest, int end) {
            for (int shift = lowest; shift < end; shift += DIGIT_BITS) {
                int flip = shift + DIGIT_BITS == Integer.SIZE ? SIGN : 0;
                stages.addAll(partition.stages(
                        keys(),
                        payload(),
                        inOthers ? keys : otherKeys,
                        inOthers ? payload : otherPayload,
                        shift,
                        flip));
                inOthers = !inOthers;
            }
            return this;
        }

        @Override
        public Object[] uploads() {
            return parameters().toArray();
        }

        /** The stages so far. */
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
            return partition.size();
        }

        /** Most elements. */
        public int capacity() {
            return capacity;
        }
    }
}
