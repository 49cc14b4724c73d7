package dev.gyre.cli;

import java.util.Map;

/** The outcome of a command, for its report. */
interface CommandOutcome {

    /** Returns what was done, such as {@code 4 queries, k=5}. */
    String summary();

    /** Returns the facts of the summary for scripts: numbers, texts and booleans by name. */
    Map<String, Object> facts();

    /** Returns the times of the parts of the work. */
    Times times(long workNanos);

    /** Returns a further remark, or an empty string. */
    default String remark() {
        return "";
    }
}
