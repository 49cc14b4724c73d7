package dev.gyre.engine.index;

import dev.gyre.engine.index.CostTerm.Operation;
import java.util.EnumMap;
import java.util.Map;

/** What operations cost on a device: a number of seconds, 0 or more, for a unit of each {@link CostTerm}. Immutable. */
public final class DeviceCosts {

    /** A unit takes less on every device: a file that has more is damaged. */
    static final double MAX_SECONDS = 1e6;

    private final Map<CostTerm, Double> seconds;

    /**
     * Costs.
     *
     * @param seconds for every term
     * @throws IllegalArgumentException if one is missing or out of range
     */
    DeviceCosts(Map<CostTerm, Double> seconds) {
        for (CostTerm term : CostTerm.values()) {
            if (!seconds.containsKey(term)) {
                throw new IllegalArgumentException(term.key() + " is missing");
            }
            check(term, seconds.get(term));
        }
        this.seconds = new EnumMap<>(seconds);
    }

    /** Checks a number of seconds. */
    static double check(CostTerm term, double seconds) {
        // False for NaN too.
        if (!(seconds >= 0 && seconds <= MAX_SECONDS)) {
            throw new IllegalArgumentException(
                    term.key() + " must be in 0.." + MAX_SECONDS + " seconds: " + term.key() + "=" + seconds);
        }
        return seconds;
    }

    /** The seconds of a term's unit. */
    double of(CostTerm term) {
        return seconds.get(term);
    }

    /** What an operation is estimated to take, in seconds. */
    double estimate(Operation operation, Workload work) {
        double sum = 0;
        for (CostTerm term : operation.terms()) {
            sum += of(term) * term.amount(work);
        }
        return sum;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DeviceCosts && seconds.equals(((DeviceCosts) other).seconds);
    }

    @Override
    public int hashCode() {
        return seconds.hashCode();
    }

    @Override
    public String toString() {
        return seconds.toString();
    }
}
