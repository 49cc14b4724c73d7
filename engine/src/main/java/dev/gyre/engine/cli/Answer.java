package dev.gyre.engine.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/** What a command found. */
interface Answer extends Outcome {

    /** Prints a table of the first rows, for people. */
    void print(int rows, PrintWriter out);

    /** Writes all of it as CSV. */
    void write(Writer out) throws IOException;
}
