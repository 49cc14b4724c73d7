package dev.gyre.engine.sort;

import dev.gyre.engine.data.SortMethod;
import dev.gyre.engine.plan.Choice;
import dev.gyre.engine.plan.DeviceCosts;
import dev.gyre.engine.plan.Operation;
import dev.gyre.engine.plan.Way;
import dev.gyre.engine.plan.Workload;
import dev.gyre.engine.program.Device;
import java.util.List;

/** The ways to sort rows. */
public final class SortWays {

    private SortWays() {}

    /**
     * The ways, which are the same in every place.
     *
     * @param n number of rows
     * @param columns number of columns of a key
     * @param asked a method, or {@link SortMethod#AUTOMATIC} for all
     * @return the ways
     */
    public static List<Way> of(int n, int columns, SortMethod asked) {
        Workload work = new Workload(n, 1, columns, 1);
        Way merge = Way.of(SortMethod.MERGE.toString(), work, Operation.MERGE_SORT);
        Way radix = Way.of(SortMethod.RADIX.toString(), work, Operation.RADIX_SORT);
        return switch (asked) {
            case AUTOMATIC -> List.of(merge, radix);
            case MERGE -> List.of(merge);
            case RADIX, RADIX_THEN_TIES -> List.of(radix);
        };
    }

    /**
     * The method for keys of one column that are on a device, where nothing was measured.
     *
     * @param device the device
     * @param n number of keys
     * @return the method that is estimated to be the fastest
     */
    public static SortMethod fastest(Device device, int n) {
        DeviceCosts costs = DeviceCosts.ofUnmeasured(device, 1);
        Workload work = new Workload(n, 1, 1, 1);
        boolean merges = costs.estimate(Operation.MERGE_SORT, work) <= costs.estimate(Operation.RADIX_SORT, work);
        return merges ? SortMethod.MERGE : SortMethod.RADIX;
    }

    /**
     * The method of a choice among these ways.
     *
     * @param choice the choice
     * @param asked the method that was asked for
     * @param columns number of columns of a key
     * @return the method, not {@link SortMethod#AUTOMATIC}
     */
    public static SortMethod method(Choice choice, SortMethod asked, int columns) {
        if (asked != SortMethod.AUTOMATIC) {
            return asked;
        }
        return choice.takes(Operation.MERGE_SORT)
                ? SortMethod.MERGE
                : columns > 1 ? SortMethod.RADIX_THEN_TIES : SortMethod.RADIX;
    }

    /**
     * What is done, why, and what each way is estimated to take.
     *
     * @param choice the choice
     * @param n number of rows
     * @param columns number of columns of a key
     * @param asked the method that was asked for
     * @return some lines
     */
    public static String explain(Choice choice, int n, int columns, SortMethod asked) {
        String why = asked == SortMethod.AUTOMATIC ? choice.reason() : "asked for";
        return method(choice, asked, columns) + " for " + n + " rows on " + choice.where() + ": " + why + "\n"
                + String.join("\n", choice.lines());
    }
}
