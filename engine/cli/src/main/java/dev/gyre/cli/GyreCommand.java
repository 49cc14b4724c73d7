package dev.gyre.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The program without a command. */
@Command(
        name = "gyre",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = Version.class,
        sortOptions = false,
        usageHelpAutoWidth = true,
        description =
                "Joins and searches points and boxes, sorts and selects rows, on all cores of the JVM and on TornadoVM devices.",
        footer = {
            "",
            "gyre help COMMAND, or --help after a command, explains it.",
            "Settings come from the file that GYRE_SETTINGS names, then from GYRE_DEVICE, GYRE_THREADS, "
                    + "GYRE_MEMORY_LIMIT, GYRE_KEPT_MEMORY, GYRE_KERNEL_CACHE and GYRE_CALIBRATION, then from the options.",
            "Exit codes: 0 done, 1 failed, 2 wrong options or input, 130 cancelled, 141 the reader of the output has gone."
        })
final class GyreCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Option(names = "--stacktrace", hidden = true, scope = ScopeType.INHERIT)
    private boolean stacktrace;

    boolean wantsStacktrace() {
        return stacktrace;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
