package dev.gyre.engine.plan;

import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Strategy;
import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.team.Team;
import java.util.List;
import java.util.function.Function;

/** Decides the device and the strategy of a call. Safe for use by several threads. */
public interface Placement {

    /** Returns the placement that always gives one device, with the strategy that is the fastest there once its programs are compiled. */
    static Placement on(Context context) {
        return new OneDevice(context);
    }

    /**
     * Chooses the strategy and the device of a call, which the caller then runs.
     *
     * @param strategies gives the strategies for the context of a device, which is null for a device that is not open
     * @return the cheapest strategy; the first one of equally cheap ones
     * @throws IllegalArgumentException if no strategy is possible; the message has the obstacles
     */
    Plan choose(Function<Context, List<Strategy>> strategies);

    /**
     * Returns what {@link #choose} would choose now, for explanations: no call follows, and no device is opened.
     *
     * @throws IllegalArgumentException if no strategy is possible
     */
    Plan preview(Function<Context, List<Strategy>> strategies);

    /**
     * Performs {@link #choose} for a call that several devices can do together, see {@link Plan#team}.
     *
     * @throws IllegalArgumentException if no strategy is possible
     */
    default Plan share(Function<Context, List<Strategy>> strategies) {
        return choose(strategies);
    }

    /**
     * Returns the devices that search together what one of them has built.
     *
     * @param builder the device that has built it
     */
    default Team team(Context builder) {
        return Team.of(builder);
    }

    /** Tells whether devices are chosen for each call; false if one or several are given. */
    default boolean isAutomatic() {
        return false;
    }

    /**
     * Returns the context for an operation that has one strategy on every device.
     *
     * @param work size of the call
     */
    default Context at(Operation operation, Workload work) {
        return plan(operation, work).context();
    }

    /**
     * Runs an operation that has one strategy on every device.
     *
     * @param work size of the call
     * @param call does the call
     * @return the result of the call
     */
    default <T> T run(Operation operation, Workload work, Function<Context, T> call) {
        Plan plan = plan(operation, work);
        return plan.watch().done(call.apply(plan.context()));
    }

    private Plan plan(Operation operation, Workload work) {
        Strategy strategy = Strategy.of(operation.name(), work, operation);
        return choose(context -> List.of(strategy));
    }
}
