package dev.gyre.cli;

import dev.gyre.cli.text.Suggestions;
import dev.gyre.cli.text.VisibleText;
import dev.gyre.engine.data.InputException;
import dev.gyre.engine.data.TreeFileException;
import dev.gyre.engine.program.DeviceException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.CancellationException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns every failure into one line and an exit code. */
final class ErrorReporter implements IParameterExceptionHandler, IExecutionExceptionHandler {

    /** Most characters of a message. */
    private static final int MAX_CHARS = 4000;

    private final GyreCommand gyre;
    private final PrintWriter err;

    ErrorReporter(GyreCommand gyre, PrintWriter err) {
        this.gyre = gyre;
        this.err = err;
    }

    @Override
    public int handleParseException(ParameterException e, String[] args) {
        String help = "; see " + e.getCommandLine().getCommandSpec().qualifiedName() + " --help";
        return report(e, e.getMessage() + didYouMean(e) + help, ExitCode.USAGE);
    }

    /** Returns the end of a message that suggests a known command or option, or an empty text. */
    private static String didYouMean(ParameterException e) {
        if (!(e instanceof UnmatchedArgumentException unmatched)
                || unmatched.getUnmatched().isEmpty()) {
            return "";
        }
        CommandSpec command = e.getCommandLine().getCommandSpec();
        String name = unmatched.getUnmatched().get(0);
        return name.startsWith("-")
                ? Suggestions.didYouMean(
                        name.split("=", 2)[0], command.optionsMap().keySet())
                : Suggestions.didYouMean(name, command.subcommands().keySet());
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine commandLine, ParseResult parsed) {
        return report(e);
    }

    int report(Throwable failure) {
        Throwable e = failure instanceof UncheckedIOException ? failure.getCause() : failure;
        if (e != failure
                && !(e instanceof StandardOutput.NobodyReadsException)
                && !e.toString().equals(failure.getMessage())) {
            return report(failure, failure.getMessage() + ": " + reason((IOException) e), ExitCode.FAILURE);
        }
        if (e instanceof InputException || e instanceof TreeFileException || e instanceof IllegalArgumentException) {
            return report(e, e.getMessage(), ExitCode.USAGE);
        }
        if (e instanceof CancellationException) {
            return report(e, e.getMessage(), ExitCode.CANCELLED);
        }
        if (e instanceof StandardOutput.NobodyReadsException) {
            return ExitCode.NOBODY_READS;
        }
        if (e instanceof IOException io) {
            return report(e, reason(io), ExitCode.FAILURE);
        }
        if (e instanceof DeviceException) {
            return report(e, e.getMessage(), ExitCode.FAILURE);
        }
        if (e instanceof OutOfMemoryError && String.valueOf(e.getMessage()).contains("native thread")) {
            return report(e, "the system starts no more threads; --threads asks for fewer", ExitCode.FAILURE);
        }
        if (e instanceof OutOfMemoryError) {
            long heap = Runtime.getRuntime().maxMemory() >> 20;
            String message = "out of memory: heap=" + heap + " MiB; JDK_JAVA_OPTIONS=-Xmx8g gives more";
            return report(e, message, ExitCode.FAILURE);
        }
        return report(e, "internal error: " + e + "; --stacktrace shows where", ExitCode.FAILURE);
    }

    /** Returns what went wrong: some exceptions of files have no message but the file. */
    private static String reason(IOException e) {
        if (!(e instanceof FileSystemException file) || file.getReason() != null) {
            return e.getMessage();
        }
        String reason = e instanceof NoSuchFileException
                ? "no such file or directory"
                : e instanceof AccessDeniedException
                        ? "no permission"
                        : e instanceof FileAlreadyExistsException
                                ? "exists already"
                                : e.getClass().getSimpleName();
        return file.getFile() + ": " + reason;
    }

    /** Leaves out the middle of a message that nobody would read, such as a header of megabytes. */
    private static String clipped(String line) {
        int rest = line.length() - MAX_CHARS / 4;
        return line.length() <= MAX_CHARS
                ? line
                : line.substring(0, MAX_CHARS / 2) + " … (" + Numbers.grouped(rest - MAX_CHARS / 2) + " characters) … "
                        + line.substring(rest);
    }

    private int report(Throwable e, String message, int exitCode) {
        String line = message == null ? e.toString() : message;
        err.println("gyre: " + VisibleText.of(clipped(line.strip()).replaceAll("\\R\\s*", " ")));
        if (gyre.wantsStacktrace()) {
            e.printStackTrace(err);
        }
        return exitCode;
    }
}
