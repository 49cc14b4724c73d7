package dev.gyre.cli;

import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ScopeType;

/** The program without a command. */
final class GyreCommand extends Command {

    private final OptionSpec stacktrace = OptionSpec.builder("--stacktrace")
            .type(boolean.class)
            .hidden(true)
            .scopeType(ScopeType.INHERIT)
            .build();

    GyreCommand() {
        super(
                "gyre",
                "Joins and searches points and boxes, sorts and selects rows, on all cores of the JVM and on TornadoVM devices.");
        spec().addOption(stacktrace);
    }

    boolean wantsStacktrace() {
        return Boolean.TRUE.equals(stacktrace.getValue());
    }

    @Override
    public Integer call() {
        throw error("a command is missing");
    }
}
