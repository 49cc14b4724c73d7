package dev.gyre.engine.plan;

import java.util.List;
import java.util.Objects;

/**
 * A way to do something in a place: the operations that it takes, one after the other. Immutable.
 *
 * @param name what it is called in explanations, such as {@code kd-tree}
 * @param work how much there is to do
 * @param operations the operations, each on all of the work
 * @param obstacle why it cannot be taken in that place, or the empty text
 */
public record Way(String name, Workload work, List<Operation> operations, String obstacle) {

    /** Copies the list. */
    public Way {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(work, "work");
        operations = List.copyOf(operations);
        Objects.requireNonNull(obstacle, "obstacle");
    }

    /**
     * A way that can be taken.
     *
     * @param name what it is called
     * @param work how much there is to do
     * @param operations the operations
     * @return the way
     */
    public static Way of(String name, Workload work, Operation... operations) {
        return new Way(name, work, List.of(operations), "");
    }

    /**
     * This way with a reason why it cannot be taken.
     *
     * @param reason the reason, or the empty text for none
     * @return a new way
     */
    public Way unless(String reason) {
        return new Way(name, work, operations, reason);
    }

    /** Seconds of a call whose programs are compiled; endless where it cannot be taken. */
    double seconds(DeviceCosts costs) {
        if (!obstacle.isEmpty()) {
            return Double.POSITIVE_INFINITY;
        }
        double sum = 0;
        for (Operation operation : operations) {
            sum += costs.estimate(operation, work);
        }
        return sum;
    }
}
