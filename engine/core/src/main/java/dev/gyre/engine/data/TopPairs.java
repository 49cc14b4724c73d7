package dev.gyre.engine.data;

import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.Execution.Timing;
import java.util.Objects;

/**
 * The pairs of a top-k spatial join, the best one first: ordered by score, then by left id, then by right id, both ascending. Stored as
 * columns of equal length. Immutable; safe for use by several threads. Memory: 24 bytes per pair.
 */
public final class TopPairs {

    private final int[] left;
    private final int[] right;
    private final double[] scores;
    private final double[] distances;
    private final Work work;

    /**
     * What the join did.
     *
     * @param method the method, not {@link TopKJoinOptions.Method#AUTOMATIC}
     * @param device the device that found the pairs
     * @param deviceTiming time on that device, if it is not the JVM
     * @param nanos time of the call in nanoseconds
     * @param rounds number of bounds on the score, or of pairs of blocks, that were tried
     * @param pairsTested pairs of rows whose positions were compared: a measure of the work that does not depend on the machine
     */
    public record Work(
            TopKJoinOptions.Method method,
            Device device,
            Timing deviceTiming,
            long nanos,
            long rounds,
            long pairsTested) {}

    /**
     * Takes ownership of finished arrays, which must not change afterwards.
     *
     * @param left left row of each pair
     * @param right right row of each pair
     * @param scores score of each pair
     * @param distances distance of each pair
     * @param work what the join did
     * @hidden engine only
     */
    public TopPairs(int[] left, int[] right, double[] scores, double[] distances, Work work) {
        this.left = left;
        this.right = right;
        this.scores = scores;
        this.distances = distances;
        this.work = work;
    }

    /**
     * Returns the number of pairs.
     *
     * @return k, or fewer if there are fewer pairs
     */
    public int size() {
        return left.length;
    }

    /**
     * Returns the left row of a pair.
     *
     * @param rank 0 for the best pair
     * @return its id
     * @throws IndexOutOfBoundsException if there is no such pair
     */
    public int left(int rank) {
        return left[Objects.checkIndex(rank, left.length)];
    }

    /**
     * Returns the right row of a pair; in a self-join the one with the larger id.
     *
     * @param rank 0 for the best pair
     * @return its id
     * @throws IndexOutOfBoundsException if there is no such pair
     */
    public int right(int rank) {
        return right[Objects.checkIndex(rank, left.length)];
    }

    /**
     * Returns the score of a pair.
     *
     * @param rank 0 for the best pair
     * @return the score that the function gives
     * @throws IndexOutOfBoundsException if there is no such pair
     */
    public double score(int rank) {
        return scores[Objects.checkIndex(rank, left.length)];
    }

    /**
     * Returns the distance of a pair.
     *
     * @param rank 0 for the best pair
     * @return the distance in the unit of the metric; 0 between boxes that intersect
     * @throws IndexOutOfBoundsException if there is no such pair
     */
    public double distance(int rank) {
        return distances[Objects.checkIndex(rank, left.length)];
    }

    /**
     * Returns the left rows.
     *
     * @return a new array, the best pair first
     */
    public int[] toLeftArray() {
        return left.clone();
    }

    /**
     * Returns the right rows.
     *
     * @return a new array, the best pair first
     */
    public int[] toRightArray() {
        return right.clone();
    }

    /**
     * Returns the scores.
     *
     * @return a new array, the best pair first
     */
    public double[] toScoreArray() {
        return scores.clone();
    }

    /**
     * Returns the distances.
     *
     * @return a new array, the best pair first
     */
    public double[] toDistanceArray() {
        return distances.clone();
    }

    /**
     * Returns what the join did.
     *
     * @return method, device, times, and the number of pairs that were tested
     */
    public Work work() {
        return work;
    }

    @Override
    public String toString() {
        return size() + " pairs by " + work.method();
    }
}
