package dev.gyre.cli;

import dev.gyre.engine.Engine;
import dev.gyre.engine.op.RTree;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Checks an R-tree in a file. */
@Command(
        name = "verify",
        description =
                "Reads a tree and checks its structure by two methods: all nodes and rows at once on the device, and by "
                        + "recursion on the host.",
        footer = {"", "Exits with 1 for an unsound tree, with 2 for a file that cannot be read as a tree."})
final class RTreeVerifyCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private TreeOptions treeOptions;

    @Mixin
    private EngineOptions engineOptions;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try (Engine engine = Engine.open(engineOptions.settings());
                RTree tree = treeOptions.loadRTree(engine)) {
            out.println(treeOptions.file() + ": " + Numbers.grouped(tree.boxes().size()) + " boxes, dimensions="
                    + tree.boxes().dims() + ", " + ConstantName.nameOf(tree.packing()) + ", node size="
                    + tree.nodeSize() + ", levels=" + tree.levels()
                    + (tree.identifiers().isEmpty() ? "" : ", with identifiers"));
            return KdVerifyCommand.print(tree.verify(), out);
        }
    }
}
