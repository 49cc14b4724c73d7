package dev.gyre.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Trees in files. */
@Command(
        name = "kd",
        description = "Builds a kd-tree of the rows of a file, searches it, and checks it.",
        subcommands = {KdBuildCommand.class, KdQueryCommand.class, TreeVerifyCommand.OfKdTree.class})
final class KdCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw Usage.error(spec, "a command is missing: build, query or verify");
    }
}
