package dev.gyre.engine.plan;

import dev.gyre.engine.program.Device;
import java.util.EnumMap;
import java.util.Map;

/** The costs of operations on a device: a number of seconds, 0 or more, for a unit of each {@link CostTerm}. Immutable. */
public final class DeviceCosts {

    /** Most seconds of a unit: a file with more is damaged. */
    static final double MAX_SECONDS = 1e6;

    private final Map<CostTerm, Double> seconds;

    /**
     * Costs.
     *
     * @param seconds for every term
     * @throws IllegalArgumentException if one is missing or out of range
     */
    public DeviceCosts(Map<CostTerm, Double> seconds) {
        for (CostTerm term : CostTerm.values()) {
            if (!seconds.containsKey(term)) {
                throw new IllegalArgumentException(term.key() + " is missing");
            }
            check(term, seconds.get(term));
        }
        this.seconds = new EnumMap<>(seconds);
    }

    /**
     * Returns the costs of a device that was not measured.
     *
     * @param threads threads of the host
     * @return the default costs of its type
     */
    public static DeviceCosts ofUnmeasured(Device device, int threads) {
        return DefaultCosts.of(device, threads);
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

    /** Returns these costs with compilation multiplied by a factor. */
    DeviceCosts withCompilation(double factor) {
        Map<CostTerm, Double> more = new EnumMap<>(seconds);
        more.replaceAll((term, one) -> term.isCompilation() ? Math.min(MAX_SECONDS, one * factor) : one);
        return new DeviceCosts(more);
    }

    /** The seconds of a term's unit. */
    public double of(CostTerm term) {
        return seconds.get(term);
    }

    /**
     * Returns the estimated seconds of an operation whose programs are compiled.
     *
     * @param work how much of it
     */
    public double estimate(Operation operation, Workload work) {
        double sum = 0;
        for (CostTerm term : operation.terms()) {
            sum += of(term) * term.amount(work);
        }
        return sum;
    }

    /** Returns the estimated seconds that compiling adds to the first call of an operation in a process. */
    double compilation(Operation operation) {
        double sum = 0;
        for (CostTerm term : operation.firstTerms()) {
            sum += of(term);
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
