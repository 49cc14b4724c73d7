package dev.gyre.engine.plan;

import java.util.function.ToDoubleFunction;

/**
 * A term of the cost of an {@link Operation}: a number of units that depends on the workload. The seconds of a unit are a constant of the
 * device, 0 or more. Immutable.
 *
 * @param key its name in files
 * @param unit the name of the unit
 * @param amount how many units a workload has
 * @param isCompilation whether only the first call in a process pays the term; {@link DeviceCosts#estimate} leaves it out
 * @param ofOneThread seconds of a unit on one thread of a JVM that was not measured
 * @param ofSixteenThreads the same on sixteen threads
 * @param ofAccelerator the same on an accelerator
 */
public record CostTerm(
        String key,
        String unit,
        ToDoubleFunction<Workload> amount,
        boolean isCompilation,
        double ofOneThread,
        double ofSixteenThreads,
        double ofAccelerator) {

    CostTerm withPrefix(String prefix) {
        return new CostTerm(prefix + key, unit, amount, isCompilation, ofOneThread, ofSixteenThreads, ofAccelerator);
    }

    /** Returns the number of units of a workload. */
    double amount(Workload work) {
        return amount.applyAsDouble(work);
    }
}
