package dev.gyre.engine.plan;

import java.util.List;
import java.util.function.Function;

/** Says where and how an operation runs. Safe for use by several threads. */
public interface Placement {

    /**
     * The way and the place of a call. The call is taken to follow.
     *
     * @param ways the ways in a place, given its context, or null for a device that is not open
     * @return the cheapest; the first one of equally cheap ones
     * @throws IllegalArgumentException if none can be taken; the message has the obstacles
     */
    Choice choose(Function<Context, List<Way>> ways);

    /**
     * What {@link #choose} would choose now, for explanations: no call follows, and nothing is opened for it.
     *
     * @param ways the ways in a place
     * @return the choice
     * @throws IllegalArgumentException if none can be taken
     */
    Choice preview(Function<Context, List<Way>> ways);

    /**
     * The place for what is done in one way everywhere.
     *
     * @param operation what is done
     * @param work how much of it
     * @return the context to run it in
     */
    default Context at(Operation operation, Workload work) {
        Way way = Way.of(operation.name(), work, operation);
        return choose(place -> List.of(way)).context();
    }
}
