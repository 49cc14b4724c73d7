package dev.gyre.engine.sort;

import dev.gyre.engine.device.Device;
import dev.gyre.engine.partition.DigitPartition;
import dev.gyre.engine.program.Stage;
import java.util.ArrayList;
import java.util.List;

/**
 * Stable radix sort of resident {@code int} keys with an {@code int} payload, from the lowest digit to the highest, eight
 * bits a pass (Satish, Harris and Garland, "Designing efficient sorting algorithms for manycore GPUs", 2009): O(n) for each
 * pass, the same for whatever order the keys come in.
 *
 * <p>It is made for a capacity; the number of elements of a run is set by {@link #size} and travels in
 * {@link #parameters}, which the caller's phase uploads. Memory: {@code 16 n} bytes for keys and payload, twice, and what
 * {@link DigitPartition} takes. Not safe for use by several threads.
 */
public final class RadixSort {

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
     * A sort of up to so many elements.
     *
     * @param capacity most elements, 1 or more
     * @param device where it will run
     */
    public RadixSort(int capacity, Device device) {
        this.capacity = capacity;
        partition = new DigitPartition(capacity, device);
        keys = new int[capacity];
        payload = new int[capacity];
        otherKeys = new int[capacity];
        otherPayload = new int[capacity];
        size(capacity);
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
     * The arrays that a phase has to upload before the stages.
     *
     * @return small arrays
     */
    public List<Object> parameters() {
        return partition.parameters();
    }

    /**
     * Where the keys go before {@link #pairs}.
     *
     * @return capacity keys
     */
    public int[] keys() {
        return keys;
    }

    /**
     * Where the payload goes before {@link #pairs}.
     *
     * @return capacity values
     */
    public int[] payload() {
        return payload;
    }

    /**
     * The stages that sort {@link #keys} ascending, with {@link #payload}.
     *
     * @return the stages; the result is in the same arrays
     */
    public SortStages pairs() {
        Passes passes = new Passes();
        passes.sort(Integer.SIZE);
        return passes.result();
    }

    /**
     * The stages that find the order of rows by several columns: their numbers come out as the payload. Rows that are equal
     * in all columns stay in ascending order.
     *
     * @param columns the columns; their rows are 0 to the size less one
     * @return the stages and where the rows are
     */
    public SortStages order(KeyColumns columns) {
        return order(columns, columns.count());
    }

    /**
     * The same by the first column alone.
     *
     * @param columns the columns
     * @return the stages and where the rows are
     */
    public SortStages orderByFirst(KeyColumns columns) {
        return order(columns, 1);
    }

    private SortStages order(KeyColumns columns, int ranks) {
        Passes passes = new Passes();
        passes.stages.add(SortKernels.SEQUENCE.stage(capacity, (Object) payload));
        for (int rank = ranks - 1; rank >= 0; rank--) {
            passes.fetch(columns, rank);
            passes.sort(columns.bits(rank));
        }
        return passes.result();
    }

    /** Passes one after the other, from one pair of arrays to the other and back. */
    private final class Passes {

        private final List<Stage> stages = new ArrayList<>();
        private boolean inOthers;

        void fetch(KeyColumns columns, int rank) {
            stages.add(SortKernels.GATHER.stage(
                    capacity, columns.values(), resultPayload(), partition.size(), resultKeys(), columns.start(rank)));
        }

        void sort(int bits) {
            for (int shift = 0; shift < bits; shift += DIGIT_BITS) {
                int flip = shift + DIGIT_BITS == Integer.SIZE ? SIGN : 0;
                stages.addAll(partition.stages(
                        resultKeys(),
                        resultPayload(),
                        inOthers ? keys : otherKeys,
                        inOthers ? payload : otherPayload,
                        shift,
                        flip));
                inOthers = !inOthers;
            }
        }

        private int[] resultKeys() {
            return inOthers ? otherKeys : keys;
        }

        private int[] resultPayload() {
            return inOthers ? otherPayload : payload;
        }

        SortStages result() {
            return new SortStages(stages, resultKeys(), resultPayload());
        }
    }
}
