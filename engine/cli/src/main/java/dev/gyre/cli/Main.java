package dev.gyre.cli;

import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.AutoComplete;
import picocli.CommandLine;

/** The program {@code gyre}. */
public final class Main {

    private Main() {}

    /**
     * Runs a command and ends the JVM with its exit code: 0 if all went well, 1 if the work failed, 2 if the command line
     * or an input is wrong, 130 if it was cancelled.
     *
     * @param args command and options
     */
    public static void main(String[] args) {
        PrintWriter out = utf8(FileDescriptor.out);
        PrintWriter err = utf8(FileDescriptor.err);
        int exitCode = run(args, out, err);
        if (out.checkError() && exitCode == ExitCode.OK) {
            err.println("gyre: cannot write standard output");
            exitCode = ExitCode.FAILURE;
        }
        err.flush();
        System.exit(exitCode);
    }

    /** Runs a command. */
    static int run(String[] args, PrintWriter out, PrintWriter err) {
        GyreCommand gyre = new GyreCommand();
        ErrorReporter errors = new ErrorReporter(gyre, err);
        CommandLine commandLine = new CommandLine(gyre)
                .addSubcommand(new KnnJoinCommand())
                .addSubcommand(new KdCommand())
                .addSubcommand(new RadiusJoinCommand())
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
                .setParameterExceptionHandler(errors)
                .setExecutionExceptionHandler(errors);
        try {
            return commandLine.execute(args);
        } catch (OutOfMemoryError e) {
            return errors.report(e);
        } finally {
            out.flush();
            err.flush();
        }
    }

    private static PrintWriter utf8(FileDescriptor descriptor) {
        FileOutputStream bytes = new FileOutputStream(descriptor);
        return new PrintWriter(new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8), 1 << 16));
    }
}
