package dev.gyre.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Where an answer goes.
 *
 * @param <A> the answer
 */
abstract class OutputOptions<A extends CommandResult> {

    private static final String STANDARD_OUTPUT = "-";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "10",
            description = "Rows of the table (default: ${DEFAULT-VALUE}).")
    private int rows;

    @Option(names = "--quiet", description = "No progress bar, and no last line on where the time went.")
    private boolean quiet;

    /** Takes an answer to where the user wants it. */
    @FunctionalInterface
    interface Destination<A> {
        void take(A answer) throws IOException;
    }

    /** Work whose last step is to hand its answer over. */
    @FunctionalInterface
    interface Work<A> {
        void run(Destination<A> destination) throws IOException;
    }

    /** The value of --output, or null. */
    abstract String output();

    /** The files that are to be written. */
    abstract List<OutputFiles.Place<A>> places();

    final CommandSpec spec() {
        return spec;
    }

    final boolean isQuiet() {
        return quiet;
    }

    /** Whether there is a file for --output. */
    final boolean namesFile() {
        return output() != null && !output().equals(STANDARD_OUTPUT);
    }

    void check() {
        if (rows < 0) {
            throw Usage.error(spec, "--rows must be 0 or more: rows=" + rows);
        }
    }

    final void run(Work<A> work) throws IOException {
        // Opened before the work, so that a place that cannot be written is known at once.
        ShutdownGuard.use(
                () -> Usage.output(spec, () -> OutputFiles.create(places())),
                files -> work.run(answer -> {
                    files.write(answer);
                    show(answer);
                }));
    }

    private void show(A answer) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (output() == null) {
            answer.print(rows, out);
        } else if (output().equals(STANDARD_OUTPUT)) {
            answer.write(out);
        }
    }
}
