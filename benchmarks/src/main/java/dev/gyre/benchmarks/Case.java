package dev.gyre.benchmarks;

import dev.gyre.engine.Engine;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A case of an {@link Experiment}: some work of some size, which is timed on one device or on several in turn. Its name is what
 * messages say of it. Data is made when it is opened first, and given up when it is closed.
 */
interface Case extends AutoCloseable {

    /** After a case that fails, or is slow, the later ones of the same series are left out on that device. */
    String series();

    /** What is timed of it, one after the other. */
    List<String> timings();

    /**
     * Gets ready.
     *
     * @param engine where
     * @param timing one of {@link #timings}
     * @return makes a run
     * @throws SkipException if it cannot be run there
     */
    Supplier<Run> open(Engine engine, String timing);

    /**
     * What was found.
     *
     * @param device where
     * @param found the runs of each timing that did not fail, one or more
     */
    List<Row> rows(String device, Map<String, Runs> found);

    /** Other cases with the same timings, which take turns with this one. */
    default List<? extends Case> rivals() {
        return List.of();
    }

    /** Whether it can be run on a device. */
    default boolean runsOn(String device) {
        return true;
    }

    /** All runs of cases with the same question must have the same answer. */
    default String question() {
        return toString();
    }

    @Override
    default void close() {}

    /** Says why a case cannot be run, which is no failure. */
    final class SkipException extends RuntimeException {

        private static final long serialVersionUID = 1;

        SkipException(String reason) {
            super(reason);
        }
    }
}
