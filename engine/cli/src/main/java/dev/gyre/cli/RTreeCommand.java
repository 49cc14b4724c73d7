package dev.gyre.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** R-trees in files. */
@Command(
        name = "rtree",
        description = "Builds an R-tree of the boxes of a file, searches it, and checks it.",
        subcommands = {
            RTreeBuildCommand.class,
            RTreeQueryCommand.class,
            RTreeNearestCommand.class,
            TreeVerifyCommand.OfRTree.class
        })
final class RTreeCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw Usage.error(spec, "a command is missing: build, query, nearest or verify");
    }
}
