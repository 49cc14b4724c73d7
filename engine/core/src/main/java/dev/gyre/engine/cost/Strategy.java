package dev.gyre.engine.cost;

import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A method for a call on a device: operations that run one after the other. Immutable.
 *
 * @param name name in explanations, such as {@code kd-tree}
 * @param work size of the call
 * @param obstacle why it is impossible on that device, or the empty text
 */
public record Strategy(String name, Workload work, List<Operation> operations, String obstacle) {

    /** Copies the list. */
    public Strategy {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(work, "work");
        operations = List.copyOf(operations);
        Objects.requireNonNull(obstacle, "obstacle");
    }

    /**
     * Makes a strategy that is possible.
     *
     * @param name name in explanations
     * @param work size of the call
     */
    public static Strategy of(String name, Workload work, Operation... operations) {
        return new Strategy(name, work, List.of(operations), "");
    }

    /**
     * Returns this strategy with an obstacle.
     *
     * @param reason why it is impossible, or the empty text for none
     */
    public Strategy withObstacle(String reason) {
        return new Strategy(name, work, operations, reason);
    }

    /** Returns the name and the operations, without spaces. */
    public String key() {
        return name.replace(' ', '-') + "/"
                + operations.stream().map(Operation::key).collect(Collectors.joining("+"));
    }

    /** Returns this strategy for a call of another size. */
    public Strategy of(Workload other) {
        return new Strategy(name, other, operations, obstacle);
    }

    /** Tells whether the items of a call are rows, since a few rows may be much work. */
    public boolean isOfRows() {
        return operations.contains(Operation.SINGLE_PASS) || operations.contains(Operation.RADIX_SELECT);
    }

    /** Tells whether one device may do a part of a call by this strategy while another device does the rest by another strategy. */
    public boolean goesWith(Strategy other) {
        boolean same = operations.size() == other.operations.size();
        for (int i = 0; same && i < operations.size(); i++) {
            same = operations.get(i).goesWith(other.operations.get(i));
        }
        return same;
    }

    /** Returns the seconds of a call whose programs are compiled; infinity if there is an obstacle. */
    public double seconds(Rates rates) {
        return obstacle.isEmpty() ? sum(rates, operation -> true) : Double.POSITIVE_INFINITY;
    }

    /** Returns the part of the seconds that does not shrink if several devices do the call. */
    public double preparation(Rates rates) {
        return obstacle.isEmpty() ? sum(rates, Operation::isPreparation) : 0;
    }

    private double sum(Rates rates, Predicate<Operation> which) {
        return operations.stream()
                .filter(which)
                .mapToDouble(operation -> rates.estimate(operation, work))
                .sum();
    }
}
