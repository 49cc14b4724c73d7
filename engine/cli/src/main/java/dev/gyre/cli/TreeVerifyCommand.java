package dev.gyre.cli;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.StructureReport;
import dev.gyre.engine.op.KdTree;
import dev.gyre.engine.op.RTree;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Checks a tree in a file. */
@Command(
        description = "Reads a tree and checks its structure: boxes, order and rows, from the root down.",
        footer = {"", "Exits with 1 for an unsound tree, with 2 for a file that cannot be read as a tree."})
abstract class TreeVerifyCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private TreeOptions treeOptions;

    @Mixin
    private EngineOptions engineOptions;

    /** A kd-tree. */
    @Command(name = "verify")
    static final class OfKdTree extends TreeVerifyCommand {
        @Override
        StructureReport verify(Engine engine, TreeOptions options) {
            try (KdTree tree = options.loadKdTree(engine)) {
                print(
                        Numbers.counted(tree.points().size(), "point") + ", dimensions="
                                + tree.points().dims() + ", " + tree.metric().name() + ", places="
                                + Numbers.grouped(tree.places()) + ", levels=" + tree.levels(),
                        tree.identifiers());
                return tree.verify();
            }
        }
    }

    /** An R-tree. */
    @Command(name = "verify")
    static final class OfRTree extends TreeVerifyCommand {
        @Override
        StructureReport verify(Engine engine, TreeOptions options) {
            try (RTree tree = options.loadRTree(engine)) {
                print(
                        Numbers.counted(tree.boxes().size(), "box", "boxes") + ", dimensions="
                                + tree.boxes().dims() + ", " + ConstantName.nameOf(tree.packing()) + ", node size="
                                + tree.nodeSize() + ", levels=" + tree.levels(),
                        tree.identifiers());
                return tree.verify();
            }
        }
    }

    /** Loads the tree, prints what it is, and checks it. */
    abstract StructureReport verify(Engine engine, TreeOptions options);

    final void print(String tree, List<String> identifiers) {
        spec.commandLine()
                .getOut()
                .println(treeOptions.file() + ": " + tree + (identifiers.isEmpty() ? "" : ", with identifiers"));
    }

    @Override
    public final Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try (Engine engine = Engine.open(engineOptions.settings())) {
            StructureReport report = verify(engine, treeOptions);
            out.println("checked in " + Numbers.seconds(report.nanos()));
            report.findings().forEach(finding -> out.println("    " + finding));
            long violations = report.violations();
            out.println(
                    report.isSound()
                            ? "sound"
                            : Numbers.grouped(violations) + (violations == 1 ? " finding" : " findings"));
            return report.isSound() ? ExitCode.OK : ExitCode.FAILURE;
        }
    }
}
