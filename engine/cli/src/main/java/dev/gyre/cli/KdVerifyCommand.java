package dev.gyre.cli;

import dev.gyre.engine.Engine;
import dev.gyre.engine.data.StructureReport;
import dev.gyre.engine.op.KdTree;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Checks a tree in a file. */
@Command(
        name = "verify",
        description =
                "Reads a tree and checks its structure by two methods: all nodes and rows at once on the device, and by "
                        + "recursion on the host.",
        footer = {"", "Exits with 1 for an unsound tree, with 2 for a file that cannot be read as a tree."})
final class KdVerifyCommand implements Callable<Integer> {

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
                KdTree tree = treeOptions.loadKdTree(engine)) {
            print(tree, out);
            return print(tree.verify(), out);
        }
    }

    /** Prints the findings on a tree; returns the exit code. */
    static int print(StructureReport report, PrintWriter out) {
        out.println("breadth-first on " + report.device() + ": " + Numbers.seconds(report.deviceNanos()));
        out.println("recursive on the host: " + Numbers.seconds(report.hostNanos()));
        report.findings().forEach(finding -> out.println("    " + finding));
        out.println(
                report.isSound()
                        ? "sound"
                        : Numbers.grouped(report.violations()) + (report.violations() == 1 ? " finding" : " findings"));
        return report.isSound() ? ExitCode.OK : ExitCode.FAILURE;
    }

    private void print(KdTree tree, PrintWriter out) {
        out.println(treeOptions.file() + ": " + Numbers.grouped(tree.points().size()) + " points, dimensions="
                + tree.points().dims() + ", " + tree.metric().name() + ", places="
                + Numbers.grouped(tree.places()) + ", levels=" + tree.levels()
                + (tree.identifiers().isEmpty() ? "" : ", with identifiers"));
    }
}
