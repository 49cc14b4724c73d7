package dev.gyre.engine.plan;

/** Says where an operation runs. Safe for use by several threads. */
@FunctionalInterface
public interface Placement {

    /**
     * The place for some work.
     *
     * @param operation what is done
     * @param work how much of it
     * @return the context to run it in
     */
    Context at(Operation operation, Workload work);

    /**
     * The place that some work would have now, for explanations: no call follows, and nothing is opened for it.
     *
     * @param operation what would be done
     * @param work how much of it
     * @return the context
     */
    default Context preview(Operation operation, Workload work) {
        return at(operation, work);
    }
}
