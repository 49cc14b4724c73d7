package dev.gyre.engine.sort;

import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Rates;
import dev.gyre.engine.cost.Strategy;
import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.data.SortOptions;
import dev.gyre.engine.plan.Plan;
import dev.gyre.engine.program.Device;
import java.util.List;

/** Strategies that sort rows. */
public final class SortStrategies {

    private SortStrategies() {}

    /**
     * Returns the strategies, which are the same on every device.
     *
     * @param columns number of columns of a key
     * @param asked the requested method, or {@link SortOptions.Method#AUTOMATIC} for all
     */
    public static List<Strategy> of(int n, int columns, SortOptions.Method asked) {
        Workload work = new Workload(n, 1, columns, 1);
        Strategy merge = Strategy.of(SortOptions.Method.MERGE.toString(), work, Operation.MERGE_SORT);
        Strategy radix = Strategy.of(SortOptions.Method.RADIX.toString(), work, Operation.RADIX_SORT);
        return switch (asked) {
            case AUTOMATIC -> List.of(merge, radix);
            case MERGE -> List.of(merge);
            case RADIX, RADIX_THEN_TIES -> List.of(radix);
        };
    }

    /**
     * Returns the method for keys of one column that are on a device, if nothing was measured.
     *
     * @return the method that is estimated to be the fastest
     */
    public static SortOptions.Method fastest(Device device, int n) {
        Rates rates = Rates.ofUnmeasured(device, 1);
        Workload work = new Workload(n, 1, 1, 1);
        boolean merges = rates.estimate(Operation.MERGE_SORT, work) <= rates.estimate(Operation.RADIX_SORT, work);
        return merges ? SortOptions.Method.MERGE : SortOptions.Method.RADIX;
    }

    /**
     * Returns the method of a choice among these strategies.
     *
     * @param columns number of columns of a key
     * @return the method, not {@link SortOptions.Method#AUTOMATIC}
     */
    public static SortOptions.Method method(Plan choice, SortOptions.Method asked, int columns) {
        if (asked != SortOptions.Method.AUTOMATIC) {
            return asked;
        }
        return choice.uses(Operation.MERGE_SORT)
                ? SortOptions.Method.MERGE
                : columns > 1 ? SortOptions.Method.RADIX_THEN_TIES : SortOptions.Method.RADIX;
    }

    /**
     * Returns the method, the reason, and the estimate of each strategy.
     *
     * @param columns number of columns of a key
     */
    public static String explain(Plan choice, int n, int columns, SortOptions.Method asked) {
        String why = asked == SortOptions.Method.AUTOMATIC ? choice.reason() : "asked for";
        return method(choice, asked, columns) + " for " + n + " rows on " + choice.where() + ": " + why + "\n"
                + String.join("\n", choice.lines());
    }
}
