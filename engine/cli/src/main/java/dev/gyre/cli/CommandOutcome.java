package dev.gyre.cli;

/** The outcome of a command, for its last line. */
interface CommandOutcome {

    /** Returns what was done, such as {@code 4 queries, k=5}. */
    String summary();

    /** Returns the times of the parts, such as {@code sort 0.02 s}. */
    String times(long workNanos);

    /** Returns a further remark, or an empty string. */
    default String remark() {
        return "";
    }
}
