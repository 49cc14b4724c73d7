package dev.gyre.engine.plan;

import dev.gyre.engine.program.Device;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The costs of operations on a device: a number of seconds, 0 or more, for a unit of each {@link CostTerm}. Immutable. */
public final class DeviceCosts {

    /** Most seconds of a unit: a file with more is damaged. */
    static final double MAX_SECONDS = 1e6;

    /** Seconds that the launches of a call need on a CPU that runs kernels through a driver. */
    private static final double DRIVER_CALL = 2e-3;

    private static final List<CostTerm> TERMS = Operation.allTerms();

    private final Map<CostTerm, Double> seconds = new LinkedHashMap<>();

    /**
     * Makes costs.
     *
     * @param secondsOf gives the seconds of each term
     * @throws IllegalArgumentException if one is out of range
     */
    public DeviceCosts(ToDoubleFunction<CostTerm> secondsOf) {
        for (CostTerm term : TERMS) {
            double one = secondsOf.applyAsDouble(term);
            // False for NaN too.
            if (!(one >= 0 && one <= MAX_SECONDS)) {
                throw new IllegalArgumentException(
                        term.key() + " must be in 0.." + MAX_SECONDS + " seconds: " + term.key() + "=" + one);
            }
            seconds.put(term, one);
        }
    }

    /**
     * Returns the costs of a device that was not measured: those of other devices of its type.
     *
     * @param threads threads of the host
     */
    public static DeviceCosts ofUnmeasured(Device device, int threads) {
        return switch (device.type()) {
            case JVM -> new DeviceCosts(term -> onThreads(term, threads));
            case CPU -> new DeviceCosts(term -> throughDriver(term, threads));
            case GPU, ACCELERATOR -> ofUnmeasuredAccelerator();
        };
    }

    /** Returns the costs of an accelerator that was not measured. */
    static DeviceCosts ofUnmeasuredAccelerator() {
        return new DeviceCosts(CostTerm::ofAccelerator);
    }

    /** Returns a unit's seconds: a serial part and one that all threads share, a + b / threads, fitted to 1 and 16 threads. */
    private static double onThreads(CostTerm term, int threads) {
        double one = term.ofOneThread();
        double shared = (one - term.ofSixteenThreads()) / (1 - 1.0 / 16);
        return Math.max(0, one - shared + shared / threads);
    }

    private static double throughDriver(CostTerm term, int threads) {
        if (term.isCompilation()) {
            return term.ofAccelerator();
        }
        return onThreads(term, threads) + (term.key().endsWith("-call") ? DRIVER_CALL : 0);
    }

    /** Returns these costs with compilation multiplied by a factor. */
    DeviceCosts withCompilation(double factor) {
        return new DeviceCosts(term -> term.isCompilation() ? Math.min(MAX_SECONDS, of(term) * factor) : of(term));
    }

    /** Returns the seconds of a term's unit. */
    public double of(CostTerm term) {
        return seconds.get(term);
    }

    /**
     * Returns the estimated seconds of an operation whose programs are compiled.
     *
     * @param work the size of the call
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
