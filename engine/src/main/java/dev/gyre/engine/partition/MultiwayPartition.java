package dev.gyre.engine.partition;

import dev.gyre.engine.device.Device;
import dev.gyre.engine.program.Stage;
import java.util.List;

/**
 * Stable partition into many parts by label, as stages for a {@link dev.gyre.engine.program.Phase}: the elements of part 0
 * first, then those of part 1, and so on, each in the order in which they came.
 *
 * <p>Three launches for each eight bits of the labels; O(n) each. It is made for a capacity; the number of elements of a run
 * is set by {@link #setSize}. Memory: see {@link DigitPasses}. Not safe for use by several threads.
 */
public final class MultiwayPartition {

    private final DigitPasses passes;
    private final DigitPasses.Builder sorted;

    /**
     * A partition of up to so many elements.
     *
     * @param capacity most elements, 1 or more
     * @param parts number of parts, 1 or more; labels are 0 to parts - 1
     * @param device where the stages will run
     * @throws IllegalArgumentException if parts is less than 1
     */
    public MultiwayPartition(int capacity, int parts, Device device) {
        checkParts(parts);
        passes = new DigitPasses(capacity, device);
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(parts - 1);
        sorted = passes.begin().ascending(Math.max(1, bits));
    }

    static void checkParts(int parts) {
        if (parts < 1) {
            throw new IllegalArgumentException("parts must be 1 or more: parts=" + parts);
        }
    }

    /**
     * Says how many elements the next run has. The arrays of {@link #uploads} have to be uploaded after that.
     *
     * @param n number of elements, 0 to capacity
     */
    public void setSize(int n) {
        passes.size(n);
    }

    /**
     * What has to be uploaded before the stages run, beside labels and payload.
     *
     * @return the parameters
     */
    public Object[] uploads() {
        return passes.parameters().toArray();
    }

    /**
     * Where the labels go.
     *
     * @return capacity labels
     */
    public int[] labels() {
        return passes.keys();
    }

    /**
     * Where a value for each element goes, such as its index.
     *
     * @return capacity values
     */
    public int[] payload() {
        return passes.payload();
    }

    /**
     * The work.
     *
     * @return the stages, in their order
     */
    public List<Stage> stages() {
        return sorted.stages();
    }

    /**
     * Where the stages leave the labels, ascending.
     *
     * @return an array of capacity labels
     */
    public int[] sortedLabels() {
        return sorted.keys();
    }

    /**
     * Where the stages leave the values, in the same order.
     *
     * @return an array of capacity values
     */
    public int[] sortedPayload() {
        return sorted.payload();
    }

    /**
     * A partition on the host.
     *
     * @param order the indices of the elements of part 0, then those of part 1, and so on; the array is the caller's
     * @param offsets for each part where it begins, and the number of elements at the end; the array is the caller's
     */
    public record Result(int[] order, int[] offsets) {}
}
