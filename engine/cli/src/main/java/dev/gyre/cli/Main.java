package dev.gyre.cli;

import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import picocli.AutoComplete;
import picocli.CommandLine;

/** The program {@code gyre}. */
public final class Main {

    private Main() {}

    /**
     * Runs a command and ends the JVM with its exit code: 0 if all went well, 1 if the work failed, 2 if the command line
     * or an input is wrong, 130 if it was cancelled, 141 if nobody reads its standard output any more.
     *
     * @param args command and options
     */
    public static void main(String[] args) {
        PrintWriter out = utf8(new StandardOutput());
        PrintWriter err = utf8(new FileOutputStream(FileDescriptor.err));
        System.exit(run(args, out, err));
    }

    /** Runs a command. */
    static int run(String[] args, PrintWriter out, PrintWriter err) {
        GyreCommand gyre = new GyreCommand();
        ErrorReporter errors = new ErrorReporter(gyre, err);
        CommandLine commandLine = new CommandLine(gyre)
                .addSubcommand(new KnnJoinCommand())
                .addSubcommand(new KdCommand())
                .addSubcommand(new RTreeCommand())
                .addSubcommand(new RadiusJoinCommand())
                .addSubcommand(new BoxJoinCommand())
                .addSubcommand(new SpatialJoinCommand())
                .addSubcommand(new TopJoinCommand())
                .addSubcommand(new SortCommand())
                .addSubcommand(new TopCommand())
                .addSubcommand(new DevicesCommand())
                .addSubcommand(new VerifyCommand())
                .addSubcommand(new CalibrateCommand())
                .addSubcommand(new ShellCommand())
                .addSubcommand(new AutoComplete.GenerateCompletion())
                .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
                .setOut(out)
                .setErr(err)
                .setExecutionStrategy(parsed -> execute(parsed, errors))
                .setParameterExceptionHandler(errors)
                .setExecutionExceptionHandler(errors);
        try {
            int exitCode = commandLine.execute(args);
            out.flush();
            return exitCode;
        } catch (OutOfMemoryError | UncheckedIOException e) {
            return errors.report(e);
        } finally {
            err.flush();
        }
    }

    /** Runs what was parsed. Failures to print help reach no handler of picocli. */
    private static int execute(CommandLine.ParseResult parsed, ErrorReporter errors) {
        try {
            return new CommandLine.RunLast().execute(parsed);
        } catch (UncheckedIOException e) {
            return errors.report(e);
        }
    }

    private static PrintWriter utf8(OutputStream bytes) {
        return new PrintWriter(new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8), 1 << 16));
    }
}
