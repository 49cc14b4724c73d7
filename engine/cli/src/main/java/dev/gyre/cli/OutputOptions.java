package dev.gyre.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Options of an answer's destination.
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
            description = "Number of rows of the table (default: ${DEFAULT-VALUE}).")
    private int rows;

    @Option(names = "--quiet", description = "Prints no progress bar, and no last line with the times.")
    private boolean quiet;

    /** Delivers an answer to its destination. */
    @FunctionalInterface
    interface Destination<A> {
        void take(A answer) throws IOException;
    }

    /** Work whose last step is to deliver its answer. */
    @FunctionalInterface
    interface Work<A> {
        void run(Destination<A> destination) throws IOException;
    }

    /** Returns the value of --output, or null. */
    abstract String output();

    /** Returns the files to write. */
    abstract List<OutputFiles.Place<A>> places();

    final CommandSpec spec() {
        return spec;
    }

    final boolean isQuiet() {
        return quiet;
    }

    /** Returns whether --output names a file. */
    final boolean namesFile() {
        return output() != null && !output().equals(STANDARD_OUTPUT);
    }

    void check() {
        if (rows < 0) {
            throw Usage.error(spec, "--rows must be 0 or more: rows=" + rows);
        }
    }

    /** Refuses to write over an input; inputs may be null. */
    final void checkApart(Path... inputs) {
        for (OutputFiles.Place<A> place : places()) {
            Usage.checkApart(spec, Path.of(place.name()), inputs);
        }
    }

    final void run(Work<A> work) throws IOException {
        // Opened before the work, so that an unwritable destination fails at once.
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
