package dev.gyre.engine.cli;

import dev.gyre.engine.io.OutputFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where an answer goes. */
final class OutputOptions {

    private static final String STANDARD_OUTPUT = "-";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "Where the CSV goes, compressed if it ends in .gz; - for standard output.")
    private String output;

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
    interface Destination {
        void take(Answer answer) throws IOException;
    }

    /** Work whose last step is to hand its answer over. */
    @FunctionalInterface
    interface Work {
        void run(Destination destination) throws IOException;
    }

    boolean isQuiet() {
        return quiet;
    }

    void check() {
        if (rows < 0) {
            throw Usage.error(spec, "--rows must be 0 or more: rows=" + rows);
        }
    }

    void run(Work work) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (output == null) {
            work.run(answer -> answer.print(rows, out));
        } else if (output.equals(STANDARD_OUTPUT)) {
            work.run(answer -> answer.write(out));
        } else {
            // Opened before the work, so that a place that cannot be written is known at once.
            ShutdownGuard.use(this::createFile, file -> work.run(answer -> write(answer, file)));
        }
    }

    private OutputFile createFile() {
        return Usage.output(spec, () -> OutputFile.create(Path.of(output)));
    }

    private void write(Answer answer, OutputFile file) throws IOException {
        try {
            answer.write(file.writer());
            file.commit();
        } catch (IOException e) {
            throw new IOException("cannot write " + output + ": " + e.getMessage(), e);
        }
    }
}
