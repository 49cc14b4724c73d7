package dev.gyre.engine.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/** What a command found. */
interface Answer {

    /** Prints a table of the first rows, for people. */
    void print(int rows, PrintWriter out);

    /** Writes all of it as CSV. */
    void write(Writer out) throws IOException;

    /** What was done, such as {@code 4 queries, k=5}. */
    String summary();

    /** The work in parts, such as {@code sort 0.02 s}. */
    String times(long workNanos);

    /** What else is worth knowing, or the empty text. */
    default String remark() {
        return "";
    }
}
