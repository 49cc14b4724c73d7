package dev.gyre.cli;

/** What a command did, for its last line. */
interface CommandOutcome {

    /** What was done, such as {@code 4 queries, k=5}. */
    String summary();

    /** The work in parts, such as {@code sort 0.02 s}. */
    String times(long workNanos);

    /** What else is worth knowing, or the empty text. */
    default String remark() {
        return "";
    }
}
