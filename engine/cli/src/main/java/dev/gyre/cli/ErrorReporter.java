package dev.gyre.cli;

import dev.gyre.cli.text.VisibleText;
import dev.gyre.engine.data.InputException;
import dev.gyre.engine.data.TreeFileException;
import dev.gyre.engine.program.DeviceException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.concurrent.CancellationException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Turns every failure into one line and an exit code. */
final class ErrorReporter implements IParameterExceptionHandler, IExecutionExceptionHandler {

    private final GyreCommand gyre;
    private final PrintWriter err;

    ErrorReporter(GyreCommand gyre, PrintWriter err) {
        this.gyre = gyre;
        this.err = err;
    }

    @Override
    public int handleParseException(ParameterException e, String[] args) {
        String help = "; see " + e.getCommandLine().getCommandSpec().qualifiedName() + " --help";
        return report(e, e.getMessage() + Usage.didYouMean(e) + help, ExitCode.USAGE);
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine commandLine, ParseResult parsed) {
        return report(e);
    }

    int report(Throwable failure) {
        Throwable e = failure instanceof UncheckedIOException ? failure.getCause() : failure;
        if (e instanceof InputException || e instanceof TreeFileException || e instanceof IllegalArgumentException) {
            return report(e, e.getMessage(), ExitCode.USAGE);
        }
        if (e instanceof CancellationException) {
            return report(e, e.getMessage(), ExitCode.CANCELLED);
        }
        if (e instanceof StandardOutput.NobodyReadsException) {
            return ExitCode.NOBODY_READS;
        }
        if (e instanceof IOException || e instanceof DeviceException) {
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

    private int report(Throwable e, String message, int exitCode) {
        String line = message == null ? e.toString() : message;
        err.println("gyre: " + VisibleText.of(line.strip().replaceAll("\\R\\s*", " ")));
        if (gyre.wantsStacktrace()) {
            e.printStackTrace(err);
        }
        return exitCode;
    }
}
