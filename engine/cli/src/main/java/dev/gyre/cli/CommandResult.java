package dev.gyre.cli;

import dev.gyre.cli.csv.CsvForm;
import dev.gyre.engine.data.Monitor;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/** The result of a command. */
interface CommandResult extends CommandOutcome {

    /** Prints a table of the first rows, for people. */
    void print(int rows, PrintWriter out);

    /** Writes the whole result as CSV. */
    void write(Writer out, CsvForm form, Monitor monitor) throws IOException;
}
